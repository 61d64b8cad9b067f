import EyeOutlined from '@ant-design/icons/EyeOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { PrivateMoney, CardMoney } from '@/components/format/private-money';
import { StatusBadge } from '@/components/format/status-badge';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { isRandom } from '@/lib/country';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import {
  daysLeft,
  displayStatus,
  type Proxy,
  type ProxyData,
  proxySearch,
  STATUSES,
  TYPES,
} from './proxy';
import { lazy, Suspense } from 'react';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { keepPreviousData } from '@tanstack/react-query';
import { useAdminExportProxies, useAdminListProxies } from '@/api/generated/admin-proxies';
import { SORTS, toRangeParams } from '@/lib/range-search';
import { useListSearch } from '@/lib/list-search';
import { useOpenRow } from '@/lib/open-row';
import { useExactTotal } from '@/lib/use-exact-total';
import { useNavigate } from 'react-router-dom';
import { useCan } from '@/api/use-can';
import { errorMessage } from '@/api/error-messages';
import { ExportButton } from '@/components/list-page/export-button';
import { getRangeChips, RangeFilters } from '@/components/list-page/range-filters';
import {
  pageSizeFilter,
  sortFilter,
  statusFilter,
  typeFilter,
} from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { adminUserPath } from '@/lib/admin-paths';
import { proxyColumns, ProxyReversals } from './proxy-columns';
import { TopLists } from './top-lists';

interface Options {
  onDetails: (proxy: Proxy) => void;
  onUser: (proxy: Proxy) => void;
}

const usage = ({ pool_data: { limit_mb: limit }, ...proxy }: Proxy): string | null =>
  limit === null ? null : `${formatNumber(proxy.bandwidth_usage_percentage)}% used`;

/** A proxy in two lines, for phones. */
export const toCompactProxy =
  ({ onDetails, onUser }: Options) =>
  (proxy: Proxy): CompactRow => ({
    name: `proxy ${proxy.id}`,
    title: `#${proxy.id} ${capitalise(proxy.type)}, ${
      isRandom(proxy.location) ? 'Random' : proxy.location.toUpperCase()
    }`,
    open: () => onDetails(proxy),
    lead: <StatusBadge status={displayStatus(proxy)} />,
    details: [proxy.user.name, daysLeft(proxy), usage(proxy), proxy.protocol.toUpperCase()],
    note: (
      <>
        <PrivateMoney amount={proxy.price} /> <ProxyReversals proxy={proxy} />
      </>
    ),
    actions: [
      { label: 'Details', icon: <EyeOutlined aria-hidden />, onSelect: () => onDetails(proxy) },
      {
        label: `Open ${proxy.user.name}`,
        icon: <UserOutlined aria-hidden />,
        onSelect: () => onUser(proxy),
      },
    ],
  });

interface ProxyStatisticsProps {
  statistics: ProxyData['statistics'] | undefined;
  failed: boolean;
}

export function ProxyStatistics({ statistics, failed }: ProxyStatisticsProps) {
  return (
    <StatisticCards
      failed={failed}
      cards={[
        { label: 'Total Proxies', value: statistics && formatNumber(statistics.total_proxies) },
        { label: 'Active Proxies', value: statistics && formatNumber(statistics.active_proxies) },
        {
          label: 'Total Revenue',
          value: statistics && <CardMoney amount={statistics.total_revenue} />,
        },
        { label: 'Total Users', value: statistics && formatNumber(statistics.total_users) },
      ]}
    />
  );
}

const meta = { fallback: 'Failed to fetch proxies', thrown: 'Failed to load proxy data' };

export function useProxyList() {
  const search = useListSearch(proxySearch);
  const params = toRangeParams(search.values);
  const { exactTotal, countExactly } = useExactTotal({ ...params, page: 0 });
  const query = useAdminListProxies(
    { ...params, exact_total: exactTotal },
    {
      query: { placeholderData: keepPreviousData, meta },
    },
  );
  return { search, params, query, countExactly };
}

const useFindById = (id: number | null) =>
  useAdminListProxies(
    { search: `#${id}`, per_page: 50 },
    { query: { enabled: id !== null, meta: { quiet: true } } },
  ).data?.data.proxies;

export const useSelectedProxy = (rows: readonly Proxy[] | undefined) =>
  useOpenRow('proxy', rows, useFindById);

const ProxyDialog = lazy(() => import('./proxy-dialog'));

const FILTERS = [
  statusFilter(STATUSES, 'All statuses'),
  typeFilter(TYPES, 'All types'),
  pageSizeFilter,
  sortFilter(SORTS),
];
const FAILED = { fallback: 'Failed to load proxy data', thrown: 'Failed to load proxy data' };

export default function ProxiesPage() {
  const { search, params, query, countExactly } = useProxyList();
  const can = useCan();
  const exporting = useAdminExportProxies({ mutation: { meta: { quiet: true } } });
  const range = { search, amount: can('money.read') ? 'Cost' : undefined };
  const navigate = useNavigate();
  const data = query.data?.data;
  const { row: proxy, open, close } = useSelectedProxy(data?.proxies);
  return (
    <ListPage<Proxy, typeof search.values>
      title="Proxy Management"
      actionsBelow
      refreshable
      actions={
        can('lists.export') && (
          <ExportButton
            name="proxies"
            isEmpty={data?.pagination.total === 0}
            fetch={(format) => exporting.mutateAsync({ data: { ...params, format } })}
          />
        )
      }
      summary={<ProxyStatistics statistics={data?.statistics} failed={query.isError && !data} />}
      label="Proxies"
      search={search}
      searchLabel="Search proxies"
      searchPlaceholder="Search by ID, type, country, IP, or user"
      filters={FILTERS}
      extraFilters={<RangeFilters {...range} />}
      extraChips={getRangeChips(range)}
      query={query}
      rows={data?.proxies}
      pagination={data?.pagination}
      onCount={countExactly}
      columns={proxyColumns(({ id }) => open(id))}
      toCompact={toCompactProxy({
        onDetails: ({ id }) => open(id),
        onUser: ({ user }) => void navigate(adminUserPath(user.id)),
      })}
      skeletonRows={search.values.per_page}
      tableFrom="(min-width: 1180px)"
      empty={{
        icon: 'server',
        title: 'No proxies yet',
        hint: 'Proxies appear here when customers buy them.',
      }}
      emptyFiltered="No proxies found matching your search criteria."
      error={{
        title: 'Error Loading Data',
        message: (error) => errorMessage(error, FAILED),
      }}
    >
      {data && !query.isError && <TopLists statistics={data.statistics} />}
      <Suspense>{proxy && <ProxyDialog proxy={proxy} onClose={close} />}</Suspense>
    </ListPage>
  );
}
