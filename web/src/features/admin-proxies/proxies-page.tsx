import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { errorMessage } from '@/api/error-messages';
import { useIsAdmin } from '@/api/use-is-admin';
import { pageSizeFilter, statusFilter, typeFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { LinkButton } from '@/components/ui/link-button';
import { adminPaths, adminUserPath } from '@/lib/admin-paths';
import { STATUSES, TYPES, type Proxy } from './proxy';
import { proxyColumns } from './proxy-columns';
import { toCompactProxy } from './proxy-row';
import { ProxyStatistics } from './proxy-statistics';
import { TopLists } from './top-lists';
import { useProxyList, useSelectedProxy } from './use-proxies';

const ProxyDialog = lazy(() => import('./proxy-dialog'));

const FILTERS = [
  statusFilter(STATUSES, 'All statuses'),
  typeFilter(TYPES, 'All types'),
  pageSizeFilter,
];
const FAILED = { fallback: 'Failed to load proxy data', thrown: 'Failed to load proxy data' };

export default function ProxiesPage() {
  const { search, query, countExactly } = useProxyList();
  const isAdmin = useIsAdmin();
  const navigate = useNavigate();
  const data = query.data?.data;
  const { row: proxy, open, close } = useSelectedProxy(data?.proxies);
  return (
    <ListPage<Proxy, typeof search.values>
      title="Proxy Management"
      actions={
        <>
          {isAdmin && <LinkButton to={adminPaths.prices}>Prices</LinkButton>}
          <LinkButton to={adminPaths.networks}>Networks</LinkButton>
          <LinkButton to={adminPaths.exits}>Exits & gateways</LinkButton>
          <LinkButton to={adminPaths.blockedTargets}>Blocked targets</LinkButton>
        </>
      }
      actionsBelow
      refreshable
      summary={<ProxyStatistics statistics={data?.statistics} failed={query.isError && !data} />}
      label="Proxies"
      search={search}
      searchLabel="Search proxies"
      searchPlaceholder="Search by ID, type, country, IP, or user"
      filters={FILTERS}
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
