import GoogleOutlined from '@ant-design/icons/GoogleOutlined';
import { Button, Tag, Tabs } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import type { SessionUser } from '@/api/session';
import { useCurrentUser } from '@/api/use-current-user';
import { useTeam } from '@/api/use-team';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { Icon } from '@/components/ui/icon';
import { EDIT_PARAM, webhooksPath } from '@/lib/page-paths';
import { paths } from '@/lib/paths';
import { useUrlParams } from '@/lib/url-params';
import { Notifications } from './notifications';
import { PersonalInfo } from './personal-info';
import styles from './profile.module.css';
import { SecurityTab } from './security-tab';

const ChangeEmail = lazy(() => import('./change-email'));

export function ConnectedAccounts({ user }: { user: SessionUser }) {
  const isVerified = user.email_verified_at !== null;
  const [isChanging, setChanging] = useState(false);
  return (
    <>
      <div className={styles.row}>
        <Icon name="mail" size={20} />
        <strong className={styles.details}>{user.email}</strong>
        <Tag
          color={isVerified ? 'success' : 'warning'}
          icon={<Icon name={isVerified ? 'check' : 'alert'} size={13} />}
        >
          {isVerified ? 'Verified' : 'Not verified'}
        </Tag>
        <Tag>Primary</Tag>
        <Button aria-haspopup="dialog" onClick={() => setChanging(true)}>
          Change email
        </Button>
      </div>
      {user.has_google && (
        <div className={styles.row}>
          <GoogleOutlined aria-hidden="true" className={styles.provider} />
          <strong className={styles.details}>Google</strong>
          <Tag color="success" icon={<Icon name="check" size={13} />}>
            Connected
          </Tag>
        </div>
      )}
      <Suspense>
        {isChanging && <ChangeEmail email={user.email} onClose={() => setChanging(false)} />}
      </Suspense>
    </>
  );
}

const Billing = lazy(() => import('./billing'));

interface ProfileTab {
  key: string;
  label: string;
  render: (user: SessionUser) => ReactNode;
  /** Not for members of a team. */
  isOwners?: boolean;
}

const FIRST_TAB: ProfileTab = {
  key: 'personal',
  label: 'Personal Info',
  render: (user) => <PersonalInfo user={user} />,
};

const TABS: readonly ProfileTab[] = [
  FIRST_TAB,
  {
    key: 'accounts',
    label: 'Connected Accounts',
    render: (user) => <ConnectedAccounts user={user} />,
  },
  { key: 'security', label: 'Security', render: (user) => <SecurityTab user={user} /> },
  {
    key: 'notifications',
    label: 'Notifications',
    render: (user) => <Notifications email={user.email} />,
  },
  {
    key: 'billing',
    label: 'Billing',
    isOwners: true,
    render: () => (
      <Suspense fallback={<LoadingRows rows={4} />}>
        <Billing />
      </Suspense>
    ),
  },
];

/** Former tabs that are pages now, for links in old mails and bookmarks. */
const MOVED = new Map<string | null, string>([
  ['api-keys', paths.developers],
  ['webhooks', webhooksPath],
  ['team', paths.team],
]);

export default function ProfilePage() {
  const user = useCurrentUser();
  const [params, write] = useUrlParams();
  const { isOwner } = useTeam();
  if (!user) return null;
  const moved = MOVED.get(params.get('tab'));
  if (moved) return <Navigate to={moved} replace />;
  const tabs = isOwner ? TABS : TABS.filter(({ isOwners }) => !isOwners);
  const active = tabs.find(({ key }) => key === params.get('tab')) ?? FIRST_TAB;
  return (
    <>
      <PageHeader title="Profile" />
      <Panel>
        <Tabs
          activeKey={active.key}
          destroyOnHidden
          onChange={(key) =>
            write({ tab: key === FIRST_TAB.key ? null : key, [EDIT_PARAM]: null }, true)
          }
          items={tabs.map(({ key, label, render }) => ({ key, label, children: render(user) }))}
        />
      </Panel>
    </>
  );
}
