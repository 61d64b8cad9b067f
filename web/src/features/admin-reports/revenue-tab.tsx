import { DataList, type Column } from '@/components/data-list/data-list';
import { EmptyState } from '@/components/feedback/empty-state';
import { Country } from '@/components/format/country';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';
import type { Report } from './report';
import { Share } from './share';

const countryColumns: Column<Report['top_countries'][number]>[] = [
  {
    key: 'country',
    title: 'Country',
    card: 'title',
    render: ({ country }) => <Country code={country} />,
  },
  { key: 'share', title: 'Share', render: ({ percentage }) => <Share percent={percentage} /> },
  { key: 'users', title: 'Customers', numeric: true, render: ({ users }) => formatNumber(users) },
  {
    key: 'revenue',
    title: 'Revenue',
    numeric: true,
    card: 'lead',
    render: ({ revenue }) => <Money amount={revenue} />,
  },
];

export function RevenueTab({ report }: { report: Report }) {
  const revenue = report.revenue_analytics;
  return (
    <>
      <StatCards
        stats={[
          {
            label: 'Total Revenue',
            value: <Money amount={revenue.total_revenue} />,
            note: `${formatNumber(revenue.total_orders)} order${revenue.total_orders === 1 ? '' : 's'}`,
          },
          {
            label: 'Monthly Recurring',
            value: <Money amount={revenue.monthly_recurring} />,
            note: 'From customers who came back, per 30 days',
          },
          { label: 'Average Order', value: <Money amount={revenue.average_order} /> },
        ]}
      />
      <Panel title="Revenue by Country" flush>
        <DataList
          label="Revenue by country"
          columns={countryColumns}
          rows={report.top_countries}
          keyOf={({ country }) => country}
          isPending={false}
          skeletonRows={5}
          empty={
            <EmptyState
              icon="globe"
              title="No data available"
              hint="Nothing was sold in this period."
            />
          }
        />
      </Panel>
    </>
  );
}
