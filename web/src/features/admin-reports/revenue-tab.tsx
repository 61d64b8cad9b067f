import { ShareBar } from '@/components/charts/bars';
import { EmptyState } from '@/components/feedback/empty-state';
import { Country } from '@/components/format/country';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import table from '@/components/layout/plain-table.module.css';
import { StatCards } from '@/components/layout/stat-cards';
import { formatNumber } from '@/lib/number';
import type { Report } from './report';
import styles from './reports.module.css';

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
        {report.top_countries.length === 0 ? (
          <EmptyState
            icon="globe"
            title="No data available"
            hint="Nothing was sold in this period."
          />
        ) : (
          <div className={table.scroll}>
            <table className={table.table}>
              <thead>
                <tr>
                  <th scope="col">Country</th>
                  <th scope="col">Share</th>
                  <th scope="col" className={table.number}>
                    Customers
                  </th>
                  <th scope="col" className={table.number}>
                    Revenue
                  </th>
                </tr>
              </thead>
              <tbody>
                {report.top_countries.map((country) => (
                  <tr key={country.country}>
                    <th scope="row">
                      <Country code={country.country} />
                    </th>
                    <td>
                      <span className={styles.share}>
                        <ShareBar percent={country.percentage} />
                        <span>{formatNumber(country.percentage)}%</span>
                      </span>
                    </td>
                    <td className={table.number}>{formatNumber(country.users)}</td>
                    <td className={table.number}>
                      <Money amount={country.revenue} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
    </>
  );
}
