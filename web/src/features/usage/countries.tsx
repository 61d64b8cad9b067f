import { Country } from '@/components/format/country';
import { Panel } from '@/components/layout/panel';
import { formatBytes } from '@/lib/bytes';
import { formatNumber } from '@/lib/number';
import styles from './usage-page.module.css';
import type { UsageReport } from './use-usage';

/** Sums by the country that the proxies were bought for. */
export function Countries({ report }: { report: UsageReport }) {
  const all = report.totals.down + report.totals.up;
  return (
    <Panel title="By country" flush>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Usage by country">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Country</th>
              <th scope="col">Traffic</th>
              <th scope="col">Share</th>
              <th scope="col">Requests</th>
              <th scope="col">Failures</th>
            </tr>
          </thead>
          <tbody>
            {report.countries.map(({ country, down, up, requests, failures }) => (
              <tr key={country}>
                <th scope="row">
                  <Country code={country} />
                </th>
                <td>{formatBytes(down + up)}</td>
                <td>
                  {all > 0 ? `${formatNumber(Math.round(((down + up) / all) * 100))}%` : 'N/A'}
                </td>
                <td>{formatNumber(requests)}</td>
                <td>{formatNumber(failures)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
