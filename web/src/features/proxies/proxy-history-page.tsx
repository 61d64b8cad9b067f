import { type ReactNode, useEffect, lazy, Suspense, useState } from 'react';
import { Money } from '@/components/format/money';
import { NOTE_PLACEHOLDER, StatCards } from '@/components/layout/stat-cards';
import { proxyTypeName } from '@/lib/text';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { getListProxiesQueryOptions, useListProxies, useListTags } from '@/api/generated/proxies';
import { textField, useListSearch, toListParams } from '@/lib/list-search';
import { statusTypeSearch } from '@/lib/status-type-search';
import { useCurrentUser } from '@/api/use-current-user';
import {
  type ListFilter,
  pageSizeFilter,
  statusFilter,
  typeFilter,
} from '@/components/list-page/list-filters';
import { createSafeStorage } from '@/lib/safe-storage';
import { useTeam } from '@/api/use-team';
import { ListPage } from '@/components/list-page/list-page';
import { LinkButton } from '@/components/ui/link-button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';
import { usePurchasedIds } from './ready/use-purchase-result';
import styles from './proxy-columns.module.css';
import type { Proxy } from './proxy';
import type { ProxyAction, RenewalAction } from './renewal/proxy-actions';
import { LazyModule, useLazyModule } from '@/lib/lazy-module';
import { useMediaQuery } from '@/lib/use-media-query';
import { SelectBox } from './selection/select-box';
import { MAX_SELECTED, useSelection } from './selection/use-selection';
import { useResume } from './use-resume';

interface Statistics {
  active_proxies: number;
  total_proxies: number;
  total_spent: number;
  total_countries: number;
  proxy_types: Record<string, number>;
}

export function ProxySummary({
  statistics,
  isError,
}: {
  statistics: Statistics | undefined;
  isError: boolean;
}) {
  const orDash = (value: ReactNode): ReactNode | undefined => (isError ? '–' : value);
  const note = (text: string | undefined): ReactNode =>
    text ?? (isError ? undefined : NOTE_PLACEHOLDER);
  const types = Object.entries(statistics?.proxy_types ?? {}).filter(([, count]) => count > 0);
  return (
    <StatCards
      stats={[
        {
          label: 'Active Proxies',
          value: orDash(statistics?.active_proxies),
          note: note(statistics && `of ${statistics.total_proxies} total`),
        },
        {
          label: 'Total Spent',
          value: orDash(statistics && <Money amount={statistics.total_spent} />),
        },
        { label: 'Countries', value: orDash(statistics?.total_countries) },
        {
          label: 'Proxy Types',
          value: orDash(statistics && types.length),
          note: note(
            statistics &&
              types.map(([type, count]) => `${proxyTypeName(type)}: ${count}`).join(', '),
          ),
        },
      ]}
    />
  );
}

export const STATUSES = ['active', 'expired', 'suspended'] as const;
export const TYPES = ['datacenter', 'residential', 'mobile'] as const;

/** Of the API. */
const MAX_PER_PAGE = 100;

const proxySearch = { ...statusTypeSearch(STATUSES, TYPES), tag: textField() };

/** The page of proxies selected by the URL. */
export function useProxyList() {
  const search = useListSearch(proxySearch);
  const { tag } = search.values;
  const params = { ...toListParams(search.values), tag: tag || undefined };
  const query = useListProxies(params, {
    query: {
      placeholderData: keepPreviousData,
      meta: { fallback: 'Failed to fetch proxy data' },
    },
  });
  const client = useQueryClient();
  /** Loads the matches of all pages, in the order of the list. */
  const fetchAll = async (limit: number) => {
    const rows: Proxy[] = [];
    for (let page = 1, last = 1; page <= last && rows.length < limit; page++) {
      const { data } = await client.fetchQuery(
        getListProxiesQueryOptions({ ...params, page, per_page: MAX_PER_PAGE }),
      );
      rows.push(...asList(data.proxies));
      last = data.pagination.last_page;
    }
    return rows;
  };
  return { search, query, fetchAll };
}

/** The user who has tags, so that the page has its final layout while they are loaded. */
const tagged = createSafeStorage('localStorage', 'nairaproxy.tagged');

/** @returns undefined for a user without tags. @param chosen the tag in the URL, whose filter is shown either way. */
export function useTagFilter(chosen: string): ListFilter | undefined {
  const user = useCurrentUser();
  const id = user && String(user.id);
  const tags = useListTags({ query: { meta: { quiet: true } } }).data?.data.tags;
  const hasTags = tags ? tags.length > 0 : tagged.get() === id;
  useEffect(() => {
    if (!tags || !id) return;
    if (tags.length > 0) tagged.set(id);
    else tagged.clear();
  }, [tags, id]);
  if (!hasTags && !chosen) return undefined;
  return {
    name: 'tag',
    label: 'Tag',
    options: [
      { value: '', label: 'All' },
      ...(tags ?? []).map(({ tag, count }) => ({ value: tag, label: `${tag} (${count})` })),
    ],
    allValue: '',
    chipLabel: (tag) => `Tag ${tag}`,
  };
}

const DetailsDialog = lazy(() => import('./details-dialog'));
const ReadyPanel = lazy(() => import('./ready/ready-panel'));
const SuspendDialog = lazy(() => import('./suspend-dialog'));
const RenewalDialog = lazy(() => import('./renewal/renewal-dialog'));
const SelectionBar = lazy(() => import('./selection/selection-bar'));
const ConfigurationDialog = lazy(() => import('./configuration-dialog'));

// Loaded while the rows are fetched, because of the bundle budget for lists on phones.
const CELLS = new LazyModule(() => import('./proxy-columns'));

const TABLE_FROM = '(min-width: 1280px)';

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
  const { search, query, fetchAll } = useProxyList();
  const { canBuy } = useTeam();
  const isTable = useMediaQuery(TABLE_FROM);
  const cells = useLazyModule(CELLS);
  const purchasedIds = usePurchasedIds();
  const [dialog, setDialog] = useState<{
    kind: 'details' | 'configuration' | 'suspend' | RenewalAction;
    id: number;
  }>();
  const data = query.data?.data;
  const proxies = data && asList(data.proxies);
  const rows = cells && proxies;
  const { selection, ...chosen } = useSelection(proxies);
  const selected = proxies?.filter(selection.isSelected).length ?? 0;
  const proxy = proxies?.find(({ id }) => id === dialog?.id);
  const { resume } = useResume();
  const tagFilter = useTagFilter(search.values.tag);
  // Otherwise it would open again by itself when the proxy returns to the list.
  if (dialog && proxies && !proxy) setDialog(undefined);
  // A renewal that ends after its dialog was closed leaves the next dialog open.
  const close = (): void => setDialog((open) => (open === dialog ? undefined : open));
  const actions = {
    onConfigure: ({ id }: Proxy) => setDialog({ kind: 'configuration', id }),
    onDetails: ({ id }: Proxy) => setDialog({ kind: 'details', id }),
    onAction: ({ id }: Proxy, kind: ProxyAction) =>
      kind === 'resume' ? resume(id) : setDialog({ kind, id }),
    selection,
    canBuy,
  };
  const figures = <ProxySummary statistics={data?.statistics} isError={query.isError} />;
  return (
    <ListPage
      title="Proxy History"
      label="Proxies"
      actions={<LinkButton to={paths.usage}>Usage</LinkButton>}
      refreshable
      summary={
        <>
          <Suspense>{purchasedIds.length > 0 && <ReadyPanel ids={purchasedIds} />}</Suspense>
          {isTable && figures}
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
      rows={rows}
      pagination={rows && data?.pagination}
      columns={cells?.columns(actions) ?? []}
      toCompact={(row: Proxy) => cells!.toCompact(actions)(row)}
      isHighlighted={({ id }) => purchasedIds.includes(id)}
      skeletonRows={search.values.per_page}
      tableFrom={TABLE_FROM}
      empty={canBuy ? EMPTY : EMPTY_OF_VIEWER}
      emptyFiltered={NO_MATCH}
      error={{ title: 'Error Loading Data', message: 'Failed to load proxy history' }}
    >
      {/* Not before the rows, which would move it. */}
      {!isTable && rows && <div className={styles.figures}>{figures}</div>}
      <Suspense>
        {chosen.proxies.length > 0 && (
          <SelectionBar
            proxies={chosen.proxies}
            isFull={chosen.isFull}
            total={data?.pagination.total ?? 0}
            onSelectAll={async () => selection.select(await fetchAll(MAX_SELECTED), true)}
            onClear={chosen.clear}
          />
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
