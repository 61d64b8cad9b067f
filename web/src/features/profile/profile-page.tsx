import { useSearchParams } from 'react-router-dom';
import { useCurrentUser } from '@/api/use-current-user';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { Tabs } from '@/components/ui/tabs';
import { ConnectedAccounts } from './connected-accounts';
import { PersonalInfo } from './personal-info';

export default function ProfilePage() {
  const user = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'accounts' ? 'accounts' : 'personal';
  if (!user) return null;
  return (
    <>
      <PageHeader title="Profile" />
      <Panel>
        <Tabs
          label="Profile"
          active={tab}
          onChange={(key) => setParams(key === 'accounts' ? { tab: key } : {}, { replace: true })}
          tabs={[
            { key: 'personal', label: 'Personal Info', content: <PersonalInfo user={user} /> },
            {
              key: 'accounts',
              label: 'Connected Accounts',
              content: <ConnectedAccounts user={user} />,
            },
          ]}
        />
      </Panel>
    </>
  );
}
