import { ColumnBars } from '@/components/charts/bars';
import { Panel } from '@/components/layout/panel';
import table from '@/components/layout/plain-table.module.css';
import { StatCards } from '@/components/layout/stat-cards';
import { StatMark } from '@/components/format/stat-mark';
import { Money } from '@/components/format/money';
import { formatMonth } from '@/lib/date';
import { formatCompactNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import type { Report } from './report';
import styles from './reports.module.css';

export function OverviewTab({ report }: { report: Report }) {
  return (
    <>
      <StatCards
        stats={report.overview_stats.map(({ label, value, change, color }) => ({
          label,
          mark: <StatMark color={color} />,
          value,
          note: change && `${change} against the period before`,
        }))}
      />
      <Panel title="Revenue Trend" flush>
        <div className={styles.split}>
          <div className={styles.chart}>
            <ColumnBars
              bars={report.revenue_data.map(({ month, revenue }) => ({
                label: formatMonth(month),
                value: revenue,
                shown: formatCompactNaira(revenue),
              }))}
            />
          </div>
          <div className={table.scroll}>
            <table className={table.table}>
              <caption className="visually-hidden">Revenue by month</caption>
              <thead>
                <tr>
                  <th scope="col">Month</th>
                  <th scope="col" className={table.number}>
                    Revenue
                  </th>
                  <th scope="col" className={table.number}>
                    New users
                  </th>
                </tr>
              </thead>
              <tbody>
                {report.revenue_data.map(({ month, revenue, users }) => (
                  <tr key={month}>
                    <th scope="row">{formatMonth(month)}</th>
                    <td className={table.number}>
                      <Money amount={revenue} />
                    </td>
                    <td className={table.number}>{formatNumber(users)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </div>
      </Panel>
    </>
  );
}
