import { keepPreviousData } from '@tanstack/react-query';
import { Collapse, Flex, Pagination, Tag } from 'antd';
import { useState } from 'react';
import { errorMessage } from '@/api/error-messages';
import { useAdminPriceHistory } from '@/api/generated/admin-prices';
import type { PriceHistoryEntry } from '@/api/generated/api.schemas';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { formatDateTime } from '@/lib/date';
import { ChangeList } from './change-list';

const PER_PAGE = 20;

function State({ version }: { version: PriceHistoryEntry }) {
  if (version.cancelled_at) return <Tag>Cancelled</Tag>;
  if (version.in_force) return <Tag color="success">In force</Tag>;
  return Date.parse(version.effective_at) > Date.now() ? (
    <Tag color="processing">Scheduled</Tag>
  ) : null;
}

/** Every version of the prices: who changed what, when and why. */
export function HistoryTab() {
  const [page, setPage] = useState(1);
  const query = useAdminPriceHistory(
    { page, per_page: PER_PAGE },
    { query: { placeholderData: keepPreviousData, meta: { quiet: true } } },
  );
  if (query.isPending) return <LoadingRows rows={4} label="Loading the history" />;
  if (query.isError)
    return (
      <ErrorState
        title="The history could not be loaded"
        message={errorMessage(query.error, { fallback: '', thrown: '' })}
        onRetry={() => void query.refetch()}
      />
    );
  const { versions, pagination } = query.data.data;
  return (
    <Flex vertical gap="middle">
      <Collapse
        items={versions.map((version) => ({
          key: version.id,
          label: (
            <Flex wrap gap="4px 12px" justify="space-between">
              <span>
                <strong>{version.reason}</strong> <State version={version} />
              </span>
              <span>
                {version.author}, from {formatDateTime(version.effective_at)}
              </span>
            </Flex>
          ),
          children:
            version.changes.length > 0 ? (
              <ChangeList changes={version.changes} />
            ) : (
              'Nothing differs from the prices before.'
            ),
        }))}
      />
      {pagination.last_page > 1 && (
        <Pagination
          current={page}
          total={pagination.total}
          pageSize={PER_PAGE}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Flex>
  );
}
