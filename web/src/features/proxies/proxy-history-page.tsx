import { lazy, Suspense, useState } from 'react';
import { useTeam } from '@/api/use-team';
import { pageSizeFilter, statusFilter, typeFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { LinkButton } from '@/components/ui/link-button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';
import { proxyColumns } from './proxy-columns';
import { ProxySummary } from './proxy-summary';
import { usePurchasedIds } from './ready/use-purchase-result';
import type { RenewalAction } from './renewal/renewal-menu';
import { SelectBox } from './selection/select-box';
import { useSelection } from './selection/use-selection';
import { useResume } from './suspension/use-resume';
import { STATUSES, TYPES, useProxyList } from './use-proxy-list';
import { useTagFilter } from './use-tag-filter';

const DetailsDialog = lazy(() => import('./details-dialog'));
const ReadyPanel = lazy(() => import('./ready/ready-panel'));
const SuspendDialog = lazy(() => import('./suspension/suspend-dialog'));
const RenewalDialog = lazy(() => import('./renewal/renewal-dialog'));
const SelectionBar = lazy(() => import('./selection/selection-bar'));
const ConfigurationDialog = lazy(() => import('./configuration-dialog'));

const FILTERS = [statusFilter(STATUSES), typeFilter(TYPES), pageSizeFilter];

const NO_MATCH = 'No proxies found matching your search criteria.';

const EMPTY_OF_VIEWER = {
  icon: 'server',
  title: NO_MATCH,
  hint: 'There are no proxies yet. Those that are bought will appear here.',
} as const;

const EMPTY = {
  icon: 'server',
  title: NO_MATCH,
  hint: 'You have no proxies yet. The proxies you buy will appear here, with credentials ready to copy.',
  action: (
    <LinkButton type="primary" to={paths.buyProxy}>
      Buy New Proxy
    </LinkButton>
  ),
} as const;

const RENEWALS: readonly string[] = ['renewal', 'traffic', 'auto-renew'] satisfies RenewalAction[];
const isRenewal = (kind: string): kind is RenewalAction => RENEWALS.includes(kind);

export default function ProxyHistoryPage() {
  const { search, query } = useProxyList();
  const { canBuy } = useTeam();
  const purchasedIds = usePurchasedIds();
  const [dialog, setDialog] = useState<{
    kind: 'details' | 'configuration' | 'suspend' | RenewalAction;
    id: number;
  }>();
  const data = query.data?.data;
  const proxies = data && asList(data.proxies);
  const { selection, ...chosen } = useSelection(proxies);
  const selected = proxies?.filter(selection.isSelected).length ?? 0;
  const proxy = proxies?.find(({ id }) => id === dialog?.id);
  const { resume } = useResume();
  const tagFilter = useTagFilter(search.values.tag);
  // Otherwise it would open again by itself when the proxy returns to the list.
  if (dialog && proxies && !proxy) setDialog(undefined);
  // A renewal that ends after its dialog was closed leaves the next dialog open.
  const close = (): void => setDialog((open) => (open === dialog ? undefined : open));
  return (
    <ListPage
      title="Proxy History"
      label="Proxies"
      actions={<LinkButton to={paths.usage}>Usage</LinkButton>}
      refreshable
      summary={
        <>
          <Suspense>{purchasedIds.length > 0 && <ReadyPanel ids={purchasedIds} />}</Suspense>
          <ProxySummary statistics={data?.statistics} isError={query.isError} />
        </>
      }
      search={search}
      searchLabel="Search proxies"
      searchPlaceholder="Search by ID, type, country or IP"
      filters={tagFilter ? [...FILTERS, tagFilter] : FILTERS}
      extraFilters={
        canBuy &&
        proxies &&
        proxies.length > 0 && (
          <SelectBox
            label="Select page"
            isLabelShown
            checked={selected === proxies.length}
            isPartial={selected > 0}
            onChange={(isSelected) => selection.select(proxies, isSelected)}
          />
        )
      }
      query={query}
      rows={proxies}
      pagination={data?.pagination}
      columns={proxyColumns({
        onConfigure: ({ id }) => setDialog({ kind: 'configuration', id }),
        onDetails: ({ id }) => setDialog({ kind: 'details', id }),
        onAction: ({ id }, kind) => (kind === 'resume' ? resume(id) : setDialog({ kind, id })),
        selection,
        canBuy,
      })}
      isHighlighted={({ id }) => purchasedIds.includes(id)}
      skeletonRows={search.values.per_page}
      tableFrom="(min-width: 1280px)"
      empty={canBuy ? EMPTY : EMPTY_OF_VIEWER}
      emptyFiltered={NO_MATCH}
      error={{ title: 'Error Loading Data', message: 'Failed to load proxy history' }}
    >
      <Suspense>
        {chosen.proxies.length > 0 && (
          <SelectionBar proxies={chosen.proxies} isFull={chosen.isFull} onClear={chosen.clear} />
        )}
      </Suspense>
      <Suspense>
        {proxy && dialog?.kind === 'details' && <DetailsDialog proxy={proxy} onClose={close} />}
        {proxy && dialog?.kind === 'configuration' && (
          <ConfigurationDialog proxy={proxy} onClose={close} />
        )}
        {proxy && dialog?.kind === 'suspend' && <SuspendDialog id={proxy.id} onClose={close} />}
        {proxy && dialog && isRenewal(dialog.kind) && (
          <RenewalDialog proxy={proxy} action={dialog.kind} onClose={close} />
        )}
      </Suspense>
    </ListPage>
  );
}
