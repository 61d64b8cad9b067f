import { lazy, Suspense } from 'react';
import { errorMessage } from '@/api/error-messages';
import { DataList } from '@/components/data-list/data-list';
import { KindFilters } from '@/components/data-list/kind-filters';
import { Pager } from '@/components/data-list/pager';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { STATUSES, TYPES, type Proxy } from './proxy';
import { ProxyStatistics } from './proxy-statistics';
import { proxyColumns } from './proxy-columns';
import { TopLists } from './top-lists';
import { useSelectedProxy, useProxyList } from './use-proxies';

const ProxyDialog = lazy(() => import('./proxy-dialog'));

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  return isFiltered ? (
    <EmptyState
      icon="search"
      title="No proxies found matching your search criteria."
      action={<PlainButton onClick={onClear}>Clear filters</PlainButton>}
    />
  ) : (
    <EmptyState
      icon="server"
      title="No proxies yet"
      hint="Every proxy that a customer buys stands here."
    />
  );
}

export default function ProxiesPage() {
  const { search, query, isFiltered } = useProxyList();
  const data = query.data?.data;
  const { row: proxy, open, close } = useSelectedProxy(data?.proxies);
  return (
    <>
      <PageHeader
        title="Proxy Management"
        actions={
          <PlainButton disabled={query.isFetching} onClick={() => void query.refetch()}>
            <Icon name="refresh" size={16} />
            Refresh
          </PlainButton>
        }
      />
      <ProxyStatistics statistics={data?.statistics} failed={query.isError && !data} />
      <Panel flush>
        <KindFilters
          search={search}
          label="Search proxies"
          placeholder="Search by ID, type, country, IP, or user"
          statuses={STATUSES}
          types={TYPES}
          allStatuses="All statuses"
          allTypes="All types"
        />
        {query.isError ? (
          <ErrorState
            title="Error Loading Data"
            message={errorMessage(query.error, {
              fallback: 'Failed to load proxy data',
              thrown: 'Failed to load proxy data',
            })}
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            <DataList<Proxy>
              label="Proxies"
              rows={data?.proxies}
              isPending={query.isPending}
              isStale={query.isPlaceholderData}
              columns={proxyColumns(({ id }) => open(id))}
              keyOf={({ id }) => id}
              skeletonRows={search.values.per_page}
              tableFrom="(min-width: 1180px)"
              empty={<Nothing isFiltered={isFiltered} onClear={search.clear} />}
            />
            {data && data.pagination.total > 0 && (
              <Pager
                info={data.pagination}
                asked={query.isPlaceholderData ? search.values.page : undefined}
                onPage={(page) => search.set({ page })}
              />
            )}
          </>
        )}
      </Panel>
      {data && !query.isError && <TopLists statistics={data.statistics} />}
      <Suspense>{proxy && <ProxyDialog proxy={proxy} onClose={close} />}</Suspense>
    </>
  );
}
