import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAdminUpdateNetwork } from '@/api/generated/admin-supply';
import { useCan } from '@/api/use-can';
import { useMessage } from '@/components/feedback/use-message';
import { ListPage } from '@/components/list-page/list-page';
import { LinkButton } from '@/components/ui/link-button';
import { adminNetworkPath, adminPaths } from '@/lib/admin-paths';
import { useListSearch } from '@/lib/list-search';
import { usePendingKeys } from '@/lib/use-pending-keys';
import { EnableNetworkAnyway, findFailure } from './enable-anyway-dialog';
import { getNetworkColumns, toCompactNetwork } from './network-columns';
import { DisableNetworkDialog, RemoveNetworkDialog } from './network-dialogs';
import { findNetworks, NETWORK_FILTERS, networkSearch, toChange, type Network } from './networks';
import { useDialects, useNetworkHealth, useNetworks, useNetworkUsage } from './use-networks';
import { listFailure } from '@/api/failures';

const FAILED = 'Failed to load the networks';

function useToggle(onFailed: (failed: { network: Network; error: string }) => void) {
  const message = useMessage();
  const [isPending, run] = usePendingKeys<number>();
  const update = useAdminUpdateNetwork({
    mutation: { meta: { fallback: 'The network could not be changed' } },
  });
  const toggle = (network: Network): void =>
    run(network.id, async () => {
      const enabled = !network.enabled;
      const { data } = await update.mutateAsync({
        id: network.id,
        data: { ...toChange(network), enabled },
      });
      const error = findFailure(data);
      if (error) return onFailed({ network: data.network, error });
      message.success(
        enabled ? `${network.name} is on sale.` : `${network.name} is no longer on sale.`,
      );
    });
  return { toggle, isPending };
}

/** Accounts at providers that the shop sells traffic of. */
export default function NetworksPage() {
  const canManage = useCan()('supply.manage');
  const navigate = useNavigate();
  const search = useListSearch(networkSearch);
  const query = useNetworks();
  const { names } = useDialects();
  const health = useNetworkHealth();
  const usage = useNetworkUsage(canManage);
  const [failed, setFailed] = useState<{ network: Network; error: string } | null>(null);
  const { toggle, isPending } = useToggle(setFailed);
  const [disabled, setDisabled] = useState<Network | null>(null);
  const [removed, setRemoved] = useState<Network | null>(null);
  const networks = query.data?.data.networks;
  const actions = canManage
    ? {
        onEdit: ({ id }: Network) => void navigate(adminNetworkPath(id)),
        onToggle: (network: Network) => (network.enabled ? setDisabled(network) : toggle(network)),
        onRemove: setRemoved,
        isPending,
      }
    : undefined;
  const add = canManage && (
    <LinkButton type="primary" to={adminPaths.network} icon={<PlusOutlined aria-hidden />}>
      Add network
    </LinkButton>
  );
  return (
    <ListPage<Network, typeof search.values>
      title="Networks"
      actions={add}
      actionsBelow
      refreshable
      label="Networks"
      search={search}
      searchLabel="Search networks"
      searchPlaceholder="Search by name, provider or country"
      filters={NETWORK_FILTERS}
      query={query}
      rows={networks && findNetworks(networks, names, search.values)}
      pagination={undefined}
      columns={getNetworkColumns(names, health, usage, actions)}
      toCompact={toCompactNetwork(names, health, actions)}
      skeletonRows={3}
      tableFrom="(min-width: 1100px)"
      empty={{
        icon: 'globe',
        title: 'No network yet',
        hint: 'A network is your account at a provider of residential or mobile proxies, such as Oxylabs, Decodo or IPRoyal. Customers connect to your gateways, which send their traffic on through the account. Once a network is added, its countries are on sale.',
        action: canManage && (
          <LinkButton type="primary" to={adminPaths.network}>
            Connect a provider
          </LinkButton>
        ),
      }}
      emptyFiltered="No networks found matching your search criteria."
      error={listFailure(FAILED)}
    >
      {disabled && networks && (
        <DisableNetworkDialog
          network={disabled}
          others={networks}
          onClose={() => setDisabled(null)}
          onDisable={() => {
            toggle(disabled);
            setDisabled(null);
          }}
        />
      )}
      {failed && (
        <EnableNetworkAnyway
          {...failed}
          onEnabled={() => setFailed(null)}
          onClose={() => setFailed(null)}
        />
      )}
      {removed && networks && (
        <RemoveNetworkDialog network={removed} others={networks} onClose={() => setRemoved(null)} />
      )}
    </ListPage>
  );
}
