import { DataList, type Column } from '@/components/data-list/data-list';
import { EmptyState } from '@/components/feedback/empty-state';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import type { Report } from './report';
import { Share } from './share';

const columns: Column<Report['proxy_type_usage'][number]>[] = [
  { key: 'type', title: 'Type', card: 'title', render: ({ type }) => capitalise(type) },
  { key: 'share', title: 'Share', render: ({ percentage }) => <Share percent={percentage} /> },
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
      <DataList
        label="Proxies sold by type"
        columns={columns}
        rows={report.proxy_type_usage}
        keyOf={({ type }) => type}
        isPending={false}
        skeletonRows={3}
        empty={<EmptyState icon="server" title="No data available" />}
      />
    </Panel>
  );
}
