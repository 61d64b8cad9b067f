import { Button, Tag, Tabs } from 'antd';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { SessionUser } from '@/api/session';
import { Icon } from '@/components/ui/icon';
import styles from './profile.module.css';
import { Link } from 'react-router-dom';
import { useGetTwoFactor, useListSessions } from '@/api/generated/profile';
import { useGetAllowedAddresses } from '@/api/generated/proxies';
import { useTeam } from '@/api/use-team';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { AccountAddresses } from './account-addresses';
import { reviewPath } from '@/lib/page-paths';
import { Security } from './security';
import { useCurrentUser } from '@/api/use-current-user';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { useUrlParams } from '@/lib/url-params';
import { Notifications } from './notifications';
import { PersonalInfo } from './personal-info';

const ChangeEmail = lazy(() => import('./change-email'));

export function ConnectedAccounts({ user }: { user: SessionUser }) {
  const isVerified = user.email_verified_at !== null;
  const [isChanging, setChanging] = useState(false);
  return (
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
      <Suspense>
        {isChanging && <ChangeEmail email={user.email} onClose={() => setChanging(false)} />}
      </Suspense>
    </div>
  );
}

const TwoFactor = lazy(() => import('./two-factor'));
const YourData = lazy(() => import('./your-data'));

const QUIET = { query: { meta: { quiet: true } } };

/** Sessions, two-factor authentication, allowed addresses and stored data, together, so that none moves the others. */
export function SecurityTab() {
  const { isOwner } = useTeam();
  const sessions = useListSessions(QUIET);
  const addresses = useGetAllowedAddresses(QUIET);
  const twoFactor = useGetTwoFactor(QUIET);
  const loading = <LoadingRows rows={5} />;
  if (sessions.isPending || addresses.isPending || twoFactor.isPending) return loading;
  return (
    <Suspense fallback={loading}>
      <section className={styles.part} aria-label="Sessions">
        <Security />
      </section>
      <section className={styles.part} aria-label="Access of others">
        <h2>Access of others</h2>
        <p className={styles.lead}>
          Team members, invitations, addresses without a password, sub-users, webhooks and API keys.
        </p>
        <Link to={reviewPath}>Check who has access</Link>
      </section>
      <section className={styles.part} aria-label="Two-factor authentication">
        <h2>Two-factor authentication</h2>
        <TwoFactor />
      </section>
      {isOwner && (
        <section className={styles.part} aria-label="Allowed addresses">
          <AccountAddresses />
        </section>
      )}
      <section className={styles.part} aria-label="Your data">
        <YourData />
      </section>
    </Suspense>
  );
}

const Billing = lazy(() => import('./billing'));
const ApiKeys = lazy(() => import('./api-keys'));
const Webhooks = lazy(() => import('./webhooks'));
const Team = lazy(() => import('./team/team'));

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
  { key: 'security', label: 'Security', render: () => <SecurityTab /> },
  {
    key: 'api-keys',
    label: 'API Keys',
    isOwners: true,
    render: () => (
      <Suspense fallback={<LoadingRows rows={3} />}>
        <ApiKeys />
      </Suspense>
    ),
  },
  {
    key: 'webhooks',
    label: 'Webhooks',
    isOwners: true,
    render: () => (
      <Suspense fallback={<LoadingRows rows={3} />}>
        <Webhooks />
      </Suspense>
    ),
  },
  {
    key: 'team',
    label: 'Team',
    render: () => (
      <Suspense fallback={<LoadingRows rows={3} />}>
        <Team />
      </Suspense>
    ),
  },
];

export default function ProfilePage() {
  const user = useCurrentUser();
  const [params, write] = useUrlParams();
  const { isOwner } = useTeam();
  if (!user) return null;
  const tabs = isOwner ? TABS : TABS.filter(({ isOwners }) => !isOwners);
  const active = tabs.find(({ key }) => key === params.get('tab')) ?? FIRST_TAB;
  return (
    <>
      <PageHeader title="Profile" />
      <Panel>
        <Tabs
          activeKey={active.key}
          destroyOnHidden
          onChange={(key) => write({ tab: key === FIRST_TAB.key ? null : key }, true)}
          items={tabs.map(({ key, label, render }) => ({ key, label, children: render(user) }))}
        />
      </Panel>
    </>
  );
}
