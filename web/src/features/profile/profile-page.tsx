import { Tabs } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { useCurrentUser } from '@/api/use-current-user';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
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
          activeKey={tab}
          onChange={(key) => setParams(key === 'accounts' ? { tab: key } : {}, { replace: true })}
          items={[
            { key: 'personal', label: 'Personal Info', children: <PersonalInfo user={user} /> },
            {
              key: 'accounts',
              label: 'Connected Accounts',
              children: <ConnectedAccounts user={user} />,
            },
          ]}
        />
      </Panel>
    </>
  );
}
