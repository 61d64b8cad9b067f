import { useIsAdmin } from '@/api/use-is-admin';
import { ShareBar } from '@/components/charts/bars';
import { PrivateMoney } from '@/components/format/private-money';
import { Panel } from '@/components/layout/panel';
import table from '@/components/layout/plain-table.module.css';
import { formatMonth } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import type { DashboardData } from './dashboard';
import styles from './dashboard.module.css';

export function MonthlyUsage({ months }: { months: DashboardData['monthly_data'] }) {
  const isAdmin = useIsAdmin();
  return (
    <Panel title="Monthly Usage & Spending" flush>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Usage</th>
            <th scope="col" className={table.number}>
              Spending
            </th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, usage, spending }) => (
            <tr key={month}>
              <th scope="row">{formatMonth(month)}</th>
              <td className={table.wide}>
                <span className={styles.usage}>
                  <ShareBar percent={usage} />
                  <span>{formatNumber(usage)}%</span>
                </span>
              </td>
              <td className={table.number}>
                <PrivateMoney amount={spending} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isAdmin && (
        <p className={styles.restricted}>Financial data is restricted to admin users only.</p>
      )}
    </Panel>
  );
}
