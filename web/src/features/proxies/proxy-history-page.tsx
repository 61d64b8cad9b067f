import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { KindFilters } from '@/components/data-list/kind-filters';
import { Pager } from '@/components/data-list/pager';
import { ErrorState } from '@/components/feedback/error-state';
import { PageHeader } from '@/components/layout/page-header';
import { Panel } from '@/components/layout/panel';
import { Icon } from '@/components/ui/icon';
import { asList } from '@/lib/list';
import type { Proxy } from './proxy';
import { ProxyList } from './proxy-list';
import { ProxySummary } from './proxy-summary';
import { STATUSES, TYPES } from './search-schema';
import { useProxyList } from './use-proxy-list';

const DetailsDialog = lazy(() => import('./details-dialog'));
const ConfigurationDialog = lazy(() => import('./configuration-dialog'));

interface Opened {
  dialog: 'details' | 'configuration';
  id: number;
}

export default function ProxyHistoryPage() {
  const { search, query, isFiltered } = useProxyList();
  const [opened, setOpened] = useState<Opened | null>(null);
  const data = query.data?.data;
  const proxies = data && asList(data.proxies);
  const proxy: Proxy | undefined = proxies?.find(({ id }) => id === opened?.id);
  const close = (): void => setOpened(null);
  return (
    <>
      <PageHeader
        title="Proxy History"
        actions={
          <Button
            icon={<Icon name="refresh" size={16} />}
            disabled={query.isFetching}
            onClick={() => void query.refetch()}
          >
            Refresh
          </Button>
        }
      />
      <ProxySummary statistics={data?.statistics} failed={query.isError} />
      <Panel flush>
        <KindFilters
          search={search}
          label="Search proxies"
          placeholder="Search by ID, type, country or IP"
          statuses={STATUSES}
          types={TYPES}
        />
        {query.isError ? (
          <ErrorState
            title="Error Loading Data"
            message="Failed to load proxy history"
            requestId={query.error.requestId}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <>
            <ProxyList
              rows={proxies}
              isPending={query.isPending}
              isStale={query.isPlaceholderData}
              isFiltered={isFiltered}
              skeletonRows={search.values.per_page}
              onClear={search.clear}
              onConfigure={({ id }) => setOpened({ dialog: 'configuration', id })}
              onDetails={({ id }) => setOpened({ dialog: 'details', id })}
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
      <Suspense>
        {proxy && opened?.dialog === 'details' && <DetailsDialog proxy={proxy} onClose={close} />}
        {proxy && opened?.dialog === 'configuration' && (
          <ConfigurationDialog proxy={proxy} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
