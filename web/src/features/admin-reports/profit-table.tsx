import { Flex, Pagination, Typography } from 'antd';
import { useState } from 'react';
import { Money } from '@/components/format/money';
import type { Column } from '@/components/list-page/columns';
import { ListRows } from '@/components/list-page/list-rows';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import { GROUP_LABELS, type Profit, type ProfitGroup } from './profit';

type ProfitRow = Profit['rows'][number] & { id: number };

const PAGE_SIZE = 31;

const NONE = '–';

const toColumns = (group: ProfitGroup): Column<ProfitRow>[] => [
  { key: 'label', title: GROUP_LABELS[group], card: 'title', render: ({ label }) => label },
  {
    key: 'revenue',
    title: 'Revenue',
    numeric: true,
    render: ({ revenue }) => <Money amount={revenue} />,
  },
  {
    key: 'refunds',
    title: 'Refunds',
    numeric: true,
    render: ({ refunds }) => <Money amount={refunds} />,
  },
  {
    key: 'chargebacks',
    title: 'Chargebacks',
    numeric: true,
    render: ({ chargebacks }) => <Money amount={chargebacks} />,
  },
  {
    key: 'traffic',
    title: 'Provider traffic',
    numeric: true,
    render: ({ traffic_bytes }) => formatBytes(traffic_bytes),
  },
  {
    key: 'billed',
    title: 'Billed traffic',
    numeric: true,
    render: ({ billed_bytes }) => (billed_bytes === null ? NONE : formatBytes(billed_bytes)),
  },
  { key: 'cost', title: 'Cost', numeric: true, render: ({ cost }) => <Money amount={cost} /> },
  {
    key: 'margin',
    title: 'Margin',
    numeric: true,
    card: 'lead',
    render: ({ margin }) => (
      <Typography.Text strong type={margin < 0 ? 'danger' : undefined}>
        <Money amount={margin} />
      </Typography.Text>
    ),
  },
  {
    key: 'percent',
    title: 'Margin, %',
    numeric: true,
    render: ({ margin_percent }) =>
      margin_percent === null ? NONE : `${formatNumber(margin_percent)}%`,
  },
];

/** Rows of one grouping, a month of days a page. */
export function ProfitTable({ profit }: { profit: Profit }) {
  const [page, setPage] = useState(1);
  const start = (page - 1) * PAGE_SIZE;
  const columns = toColumns(profit.group_by).filter(
    ({ key }) => profit.group_by !== 'network' || key !== 'billed',
  );
  return (
    <>
      <ListRows<ProfitRow>
        label="Profit"
        columns={columns}
        rows={profit.rows
          .slice(start, start + PAGE_SIZE)
          .map((row, index) => ({ ...row, id: start + index }))}
        skeletonRows={5}
        tableFrom="(min-width: 1100px)"
        empty={null}
      />
      {profit.rows.length > PAGE_SIZE && (
        <Flex justify="end" style={{ padding: 16 }}>
          <Pagination
            size="small"
            current={page}
            pageSize={PAGE_SIZE}
            total={profit.rows.length}
            showSizeChanger={false}
            onChange={setPage}
          />
        </Flex>
      )}
    </>
  );
}
