import { Tabs } from 'antd';
import { lazy, Suspense, type ReactNode } from 'react';
import type { SessionUser } from '@/api/session';
import { useCurrentUser } from '@/api/use-current-user';
import { useTeam } from '@/api/use-team';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { useUrlParams } from '@/lib/url-params';
import { Billing } from './billing';
import { ConnectedAccounts } from './connected-accounts';
import { Notifications } from './notifications';
import { PersonalInfo } from './personal-info';
import { SecurityTab } from './security-tab';

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
  { key: 'billing', label: 'Billing', render: () => <Billing />, isOwners: true },
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
