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
const BILLED = 'Billed traffic';

const toColumns = (group: ProfitGroup): Column<ProfitRow>[] => [
  { title: GROUP_LABELS[group], card: 'title', render: ({ label }) => label },
  { title: 'Revenue', numeric: true, render: ({ revenue }) => <Money amount={revenue} /> },
  { title: 'Refunds', numeric: true, render: ({ refunds }) => <Money amount={refunds} /> },
  {
    title: 'Chargebacks',
    numeric: true,
    render: ({ chargebacks }) => <Money amount={chargebacks} />,
  },
  {
    title: 'Provider traffic',
    numeric: true,
    render: ({ traffic_bytes }) => formatBytes(traffic_bytes),
  },
  {
    title: BILLED,
    numeric: true,
    render: ({ billed_bytes }) => (billed_bytes === null ? NONE : formatBytes(billed_bytes)),
  },
  { title: 'Cost', numeric: true, render: ({ cost }) => <Money amount={cost} /> },
  { title: 'Margin', numeric: true, render: ({ margin }) => <Money amount={margin} /> },
  {
    title: 'Margin, %',
    numeric: true,
    render: ({ margin_percent }) =>
      margin_percent === null ? NONE : `${formatNumber(margin_percent)}%`,
  },
  {
    title: 'Fees, bonuses',
    numeric: true,
    render: ({ margin, profit }) => <Money amount={margin - profit} />,
  },
  {
    title: 'Profit',
    numeric: true,
    card: 'lead',
    render: ({ profit }) => (
      <Typography.Text strong type={profit < 0 ? 'danger' : undefined}>
        <Money amount={profit} />
      </Typography.Text>
    ),
  },
];

/** Rows of one grouping, a month of days a page. */
export function ProfitTable({ profit }: { profit: Profit }) {
  const [page, setPage] = useState(1);
  const start = (page - 1) * PAGE_SIZE;
  const columns = toColumns(profit.group_by).filter(
    ({ title }) => profit.group_by !== 'network' || title !== BILLED,
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
