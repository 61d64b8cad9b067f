import { ShareBar } from '@/components/charts/bars';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import table from '@/components/layout/plain-table.module.css';
import { formatNumber } from '@/lib/number';
import { capitalise } from '@/lib/text';
import type { Report } from './report';
import styles from './reports.module.css';

export function UsageTab({ report }: { report: Report }) {
  return (
    <Panel title="Proxies Sold by Type" flush>
      <div className={table.scroll}>
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col">Share</th>
              <th scope="col" className={table.number}>
                Count
              </th>
              <th scope="col" className={table.number}>
                Revenue
              </th>
            </tr>
          </thead>
          <tbody>
            {report.proxy_type_usage.map(({ type, count, percentage, revenue }) => (
              <tr key={type}>
                <th scope="row">{capitalise(type)}</th>
                <td className={table.wide}>
                  <span className={styles.share}>
                    <ShareBar percent={percentage} />
                    <span>{formatNumber(percentage)}%</span>
                  </span>
                </td>
                <td className={table.number}>{formatNumber(count)}</td>
                <td className={table.number}>
                  <Money amount={revenue} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
