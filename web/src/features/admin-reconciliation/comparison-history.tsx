import { Flex, Typography } from 'antd';
import { DateTime } from '@/components/format/date-time';
import { StatusBadge } from '@/components/format/status-badge';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import ListPagination from '@/components/list-page/list-pagination';
import { ListRows } from '@/components/list-page/list-rows';
import type { PageInfo } from '@/lib/pager';
import { formatNumber } from '@/lib/number';
import type { Reconciliation } from './reconciliation';

const columns: Column<Reconciliation>[] = [
  {
    title: 'Started',
    card: 'title',
    render: ({ started_at: startedAt }) => <DateTime iso={startedAt} />,
  },
  {
    title: 'Result',
    grow: 1,
    render: ({ complete, note }) => (
      <Flex gap={4} align="center" wrap>
        <StatusBadge
          status={complete ? 'completed' : 'failed'}
          word={complete ? 'Complete' : 'Incomplete'}
        />
        {note && <Typography.Text type="secondary">{note}</Typography.Text>}
      </Flex>
    ),
  },
  { title: 'Provider’s charges', numeric: true, render: ({ listed }) => formatNumber(listed) },
  { title: 'Our credits', numeric: true, render: ({ credited }) => formatNumber(credited) },
  { title: 'Credited by it', numeric: true, render: ({ settled }) => formatNumber(settled) },
  {
    title: 'Differences',
    numeric: true,
    render: ({ differences }) => formatNumber(differences.length),
  },
];

interface ComparisonHistoryProps {
  runs: readonly Reconciliation[] | undefined;
  pagination: PageInfo | undefined;
  isStale: boolean;
  onPage: (page: number) => void;
  perPage: number;
}

/** Every comparison, newest first. */
export function ComparisonHistory({
  runs,
  pagination,
  isStale,
  onPage,
  perPage,
}: ComparisonHistoryProps) {
  return (
    <Panel title="Comparisons" flush>
      <ListRows<Reconciliation>
        label="Comparisons"
        columns={columns}
        rows={runs}
        isStale={isStale}
        skeletonRows={perPage}
        empty={null}
      />
      {pagination && pagination.total > 0 && (
        <ListPagination info={pagination} label="Pages of comparisons" onPage={onPage} />
      )}
    </Panel>
  );
}
