import { useTeam } from '@/api/use-team';
import type { Proxy } from '../proxy';
import { Panel } from '@/components/layout/panel';
import { LabelsPanel } from '../labels/labels-panel';
import { CodeSamples } from './code-samples';
import { ConnectionBuilder } from './connection-builder';
import { KeepPanel } from './keep-panel';
import { LiveConnections } from './live-connections';
import { ProxyFactsPanel } from './proxy-facts-panel';
import { SetupSteps } from './setup-steps';
import { SharedList } from './shared-list';
import { SubUsersPanel } from '../sub-users/sub-users-panel';
import { ProxyAddresses } from '../proxy-addresses';
import { UsagePanel } from './usage-panel';

/** What follows the line to copy and its test, in a chunk of its own. */
export default function MorePanels({ proxy, isActive }: { proxy: Proxy; isActive: boolean }) {
  const { isOwner, canBuy } = useTeam();
  if (!canBuy)
    return (
      <>
        <UsagePanel proxy={proxy} />
        <ProxyFactsPanel proxy={proxy} />
      </>
    );
  return (
    <>
      {isActive && (
        <>
          <ConnectionBuilder proxy={proxy} />
          <CodeSamples proxy={proxy} />
        </>
      )}
      <KeepPanel proxy={proxy} />
      {isActive && (
        <>
          <SetupSteps proxy={proxy} />
          <SharedList proxyId={proxy.id} />
          <SubUsersPanel proxy={proxy} />
          {isOwner && (
            <Panel>
              <ProxyAddresses proxyId={proxy.id} />
            </Panel>
          )}
          <LiveConnections proxyId={proxy.id} />
        </>
      )}
      <LabelsPanel key={proxy.id} proxy={proxy} />
      <UsagePanel proxy={proxy} />
      <ProxyFactsPanel proxy={proxy} />
    </>
  );
}
