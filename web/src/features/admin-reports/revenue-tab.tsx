import { Empty } from 'antd';
import { Country } from '@/components/format/country';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { StatisticCards } from '@/components/layout/statistic-cards';
import type { Column } from '@/components/list-page/columns';
import { ListRows } from '@/components/list-page/list-rows';
import { formatNumber } from '@/lib/number';
import type { Report } from './report';
import { ShareProgress } from './share-progress';

type CountryRevenue = Report['top_countries'][number] & { id: number };

const columns: Column<CountryRevenue>[] = [
  { title: 'Country', card: 'title', render: ({ country }) => <Country code={country} /> },
  { title: 'Share', render: ({ percentage }) => <ShareProgress percent={percentage} /> },
  { title: 'Customers', numeric: true, render: ({ users }) => formatNumber(users) },
  {
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
      <StatisticCards
        cards={[
          {
            label: 'Total Revenue',
            value: <Money amount={revenue.total_revenue} />,
            note: `${formatNumber(revenue.total_orders)} order${revenue.total_orders === 1 ? '' : 's'}`,
          },
          {
            label: 'Monthly Recurring',
            value: <Money amount={revenue.monthly_recurring} />,
            note: 'Last 30 days, from customers who also bought in the 30 days before',
          },
          { label: 'Average Order', value: <Money amount={revenue.average_order} /> },
        ]}
      />
      <Panel title="Revenue by Country" flush>
        <ListRows<CountryRevenue>
          label="Revenue by country"
          columns={columns}
          rows={report.top_countries.map((country, id) => ({ ...country, id }))}
          skeletonRows={5}
          empty={<Empty description="No data available" />}
        />
      </Panel>
    </>
  );
}
