import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import {
  useAdminListProviderKinds,
  useAdminListProviders,
  useAdminReadProviderBalance,
  useAdminSynchronizeProvider,
} from '@/api/generated/admin-supply';
import { useMessage } from '@/components/feedback/use-message';
import { ListPage } from '@/components/list-page/list-page';
import { useListSearch } from '@/lib/list-search';
import { formatUsd } from '@/lib/money';
import { getProviderColumns, toCompactProvider, type ProviderActions } from './provider-columns';
import {
  findProviders,
  providerSearch,
  type Kind,
  type KindsById,
  type Provider,
} from './providers';
import { outcome } from '@/api/outcome';
import { listFailure } from '@/api/failures';

const BuyAddressesDialog = lazy(() => import('./buy-addresses-dialog'));
const ProviderDialog = lazy(() => import('./provider-dialog'));
const PurchasesDialog = lazy(() => import('./purchases-dialog'));
const RemoveProviderDialog = lazy(() => import('./remove-provider-dialog'));

const FAILED = 'Failed to load the providers';

type OpenDialog = 'buy' | 'purchases' | 'change' | 'remove';

/** They change with a release only. */
function useKinds(): { kinds: readonly Kind[] | undefined; byId: KindsById } {
  const { data } = useAdminListProviderKinds({
    query: { staleTime: Infinity, meta: { quiet: true } },
  });
  const kinds = data?.data.kinds;
  const byId = useMemo(() => new Map(kinds?.map((kind) => [kind.kind, kind])), [kinds]);
  return { kinds, byId };
}

function useJobs() {
  const message = useMessage();
  const synchronize = useAdminSynchronizeProvider({
    mutation: outcome('Stock could not be synchronized'),
  });
  const readBalance = useAdminReadProviderBalance({
    mutation: {
      meta: { fallback: 'The balance could not be read' },
      onSuccess: ({ data: { provider } }) => {
        const { last_error: error, balance_usd: balance, name } = provider;
        if (error !== null) message.error(error);
        else
          message.success(
            balance === null
              ? `${name} tells no balance.`
              : `${formatUsd(balance)} are left at ${name}.`,
          );
      },
    },
  });
  return {
    synchronize: ({ id }: Provider) => {
      if (!synchronize.isPending) synchronize.mutate({ id });
    },
    readBalance: ({ id }: Provider) => {
      if (!readBalance.isPending) readBalance.mutate({ id });
    },
  };
}

interface DialogsProps {
  kinds: readonly Kind[];
  /** As the list has it now. */
  provider: Provider;
  dialog: OpenDialog;
  onBought: () => void;
  onClose: () => void;
}

function ProviderDialogs({ kinds, provider, dialog, onBought, onClose }: DialogsProps) {
  const [first, ...others] = kinds;
  switch (dialog) {
    case 'buy':
      return <BuyAddressesDialog provider={provider} onBought={onBought} onClose={onClose} />;
    case 'purchases':
      return <PurchasesDialog provider={provider} onClose={onClose} />;
    case 'change':
      return (
        first && <ProviderDialog kinds={[first, ...others]} provider={provider} onClose={onClose} />
      );
    case 'remove':
      return <RemoveProviderDialog provider={provider} onClose={onClose} />;
  }
}

/** Accounts whose management APIs the shop buys static addresses through. */
export default function ProvidersPage() {
  const search = useListSearch(providerSearch);
  const query = useAdminListProviders({ query: { meta: { quiet: true } } });
  const { kinds, byId } = useKinds();
  const jobs = useJobs();
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<{ id: number; dialog: OpenDialog } | null>(null);
  const providers = query.data?.data.providers;
  const opened = open && providers?.find(({ id }) => id === open.id);
  const opens =
    (dialog: OpenDialog) =>
    ({ id }: Provider): void =>
      setOpen({ id, dialog });
  const actions: ProviderActions = {
    ...jobs,
    buy: opens('buy'),
    purchases: opens('purchases'),
    change: opens('change'),
    remove: opens('remove'),
  };
  const add = (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      aria-haspopup="dialog"
      disabled={!kinds}
      onClick={() => setAdding(true)}
    >
      Connect a provider
    </Button>
  );
  const [first, ...others] = kinds ?? [];
  return (
    <ListPage<Provider, typeof search.values>
      title="Provider accounts"
      actions={providers && providers.length > 0 && add}
      actionsBelow
      refreshable
      label="Provider accounts"
      search={search}
      searchLabel="Search provider accounts"
      searchPlaceholder="Search by name, provider or note"
      query={query}
      rows={providers && findProviders(providers, byId, search.values.search)}
      pagination={undefined}
      columns={getProviderColumns(byId, actions)}
      toCompact={toCompactProvider(byId, actions)}
      skeletonRows={3}
      tableFrom="(min-width: 1100px)"
      empty={{
        icon: 'server',
        title: 'No provider connected',
        hint: 'Connect your account at a provider of static addresses, such as Proxy-Seller or Webshare. The shop then brings its addresses into stock, and buys and prolongs them where the provider’s API can.',
        action: add,
      }}
      emptyFiltered="No provider accounts found matching your search criteria."
      error={listFailure(FAILED)}
    >
      <Suspense>
        {isAdding && first && (
          <ProviderDialog kinds={[first, ...others]} onClose={() => setAdding(false)} />
        )}
        {opened && kinds && (
          <ProviderDialogs
            kinds={kinds}
            provider={opened}
            dialog={open.dialog}
            onBought={() => setOpen({ id: opened.id, dialog: 'purchases' })}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </ListPage>
  );
}
