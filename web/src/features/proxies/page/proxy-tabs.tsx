import { Alert, Tabs, type TabsProps } from 'antd';
import { useUsageReport } from '@/api/generated/proxies';
import { useTeam } from '@/api/use-team';
import { Panel } from '@/components/layout/panel';
import { describeTrafficEnd } from '@/lib/traffic-end';
import { useUrlParams } from '@/lib/url-params';
import { DailyUsage } from '../daily-usage';
import { ProxyAddresses } from '../proxy-addresses';
import type { Proxy } from '../proxy';
import { SubUsersPanel } from '../sub-users/sub-users-panel';
import { ConnectTab } from './connect-tab';
import { LiveConnections } from './live-connections';
import { SettingsTab } from './settings-tab';
import { SharedList } from './shared-list';
import styles from './proxy-page.module.css';

/** When the traffic ends at the present rate. */
function Projection({ proxyId }: { proxyId: number }) {
  const report = useUsageReport({ proxy_id: proxyId }, { query: { meta: { quiet: true } } });
  const end = report.data?.data.projected_end_at;
  if (!end) return null;
  return <Alert type="info" showIcon title={describeTrafficEnd(end, true)} />;
}

function UsageTab({ proxy }: { proxy: Proxy }) {
  return (
    <Panel title="Usage">
      {proxy.pool_data && <Projection proxyId={proxy.id} />}
      <DailyUsage proxyId={proxy.id} />
    </Panel>
  );
}

/** Others than the owner's own password: people, addresses and programs, and what is open. */
function AccessTab({ proxy }: { proxy: Proxy }) {
  const { isOwner } = useTeam();
  return (
    <div className={styles.stack}>
      <SubUsersPanel proxy={proxy} />
      <div className={styles.columns}>
        {isOwner && (
          <Panel>
            <ProxyAddresses proxyId={proxy.id} />
          </Panel>
        )}
        <div className={styles.stack}>
          <SharedList proxyId={proxy.id} />
          <LiveConnections proxyId={proxy.id} />
        </div>
      </div>
    </div>
  );
}

const TAB = 'tab';

/** What can be done with the proxy, in a chunk of its own; the tab is in the URL. */
export default function ProxyTabs({ proxy, isActive }: { proxy: Proxy; isActive: boolean }) {
  const [params, write] = useUrlParams();
  const { canBuy } = useTeam();
  const isUsable = isActive && canBuy;
  const items: NonNullable<TabsProps['items']> = [
    ...(isUsable
      ? [{ key: 'connect', label: 'Connect', children: <ConnectTab proxy={proxy} /> }]
      : []),
    { key: 'usage', label: 'Usage', children: <UsageTab proxy={proxy} /> },
    ...(isUsable
      ? [{ key: 'access', label: 'Access', children: <AccessTab proxy={proxy} /> }]
      : []),
    {
      key: 'settings',
      label: canBuy ? 'Settings' : 'Details',
      children: <SettingsTab proxy={proxy} isActive={isActive} />,
    },
  ];
  const active = items.find(({ key }) => key === params.get(TAB)) ?? items[0]!;
  return (
    <Tabs
      activeKey={active.key}
      destroyOnHidden
      onChange={(key) => write({ [TAB]: key === items[0]!.key ? null : key }, true)}
      items={items}
    />
  );
}
