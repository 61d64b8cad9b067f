import type { ReactNode } from 'react';
import type { SessionUser } from '@/api/session';
import { useCurrentUser } from '@/api/use-current-user';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { Tabs } from '@/components/ui/tabs';
import { useUrlParams } from '@/lib/url-params';
import { Billing } from './billing';
import { ConnectedAccounts } from './connected-accounts';
import { Notifications } from './notifications';
import { PersonalInfo } from './personal-info';
import { PROFILE_TABS, profileTab, type ProfileTab } from './profile-tabs';
import { Security } from './security';

const contents: Record<ProfileTab, (user: SessionUser) => ReactNode> = {
  personal: (user) => <PersonalInfo user={user} />,
  accounts: (user) => <ConnectedAccounts user={user} />,
  notifications: (user) => <Notifications email={user.email} />,
  billing: () => <Billing />,
  security: () => <Security />,
};

export default function ProfilePage() {
  const user = useCurrentUser();
  const [params, write] = useUrlParams();
  const active = profileTab(params.get('tab'));
  if (!user) return null;
  return (
    <>
      <PageHeader title="Profile" />
      <Panel>
        <Tabs
          label="Profile"
          active={active}
          onChange={(key) => write({ tab: key === 'personal' ? null : key }, true)}
          tabs={PROFILE_TABS.map(({ key, label }) => ({
            key,
            label,
            content: key === active ? contents[key](user) : null,
          }))}
        />
      </Panel>
    </>
  );
}
