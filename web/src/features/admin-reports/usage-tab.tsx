import { Empty } from 'antd';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import type { Column } from '@/components/list-page/columns';
import { ListRows } from '@/components/list-page/list-rows';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import type { Report } from './report';
import { ShareProgress } from './share-progress';

type TypeUsage = Report['proxy_type_usage'][number] & { id: number };

const columns: Column<TypeUsage>[] = [
  { key: 'type', title: 'Type', card: 'title', render: ({ type }) => capitalise(type) },
  {
    key: 'share',
    title: 'Share',
    render: ({ percentage }) => <ShareProgress percent={percentage} />,
  },
  { key: 'count', title: 'Count', numeric: true, render: ({ count }) => formatNumber(count) },
  {
    key: 'revenue',
    title: 'Revenue',
    numeric: true,
    card: 'lead',
    render: ({ revenue }) => <Money amount={revenue} />,
  },
];

export function UsageTab({ report }: { report: Report }) {
  return (
    <Panel title="Proxies Sold by Type" flush>
      <ListRows<TypeUsage>
        label="Proxies sold by type"
        columns={columns}
        rows={report.proxy_type_usage.map((usage, id) => ({ ...usage, id }))}
        skeletonRows={3}
        empty={<Empty description="No data available" />}
      />
    </Panel>
  );
}
