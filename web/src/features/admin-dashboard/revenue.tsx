import { Restricted } from '@/components/feedback/notice';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { formatNumber } from '@/lib/number';
import type { DashboardData } from './dashboard';
import styles from './dashboard.module.css';

export function Revenue({ revenue }: { revenue: DashboardData['revenue_analytics'] }) {
  return (
    <Panel
      title="Revenue Analytics"
      action={<span className={styles.minor}>Last 30 days</span>}
      flush
    >
      {revenue === null ? (
        <Restricted>Revenue analytics is restricted to admin users only</Restricted>
      ) : (
        <dl className={styles.server}>
          <div>
            <dt>Revenue</dt>
            <dd>
              <Money amount={revenue.monthly_revenue} />
            </dd>
          </div>
          <div>
            <dt>Orders</dt>
            <dd>{formatNumber(revenue.total_orders)}</dd>
          </div>
          <div>
            <dt>Average order value</dt>
            <dd>
              <Money amount={revenue.avg_order_value} />
            </dd>
          </div>
          <div>
            <dt>Total revenue, all time</dt>
            <dd>
              <Money amount={revenue.total_revenue} />
            </dd>
          </div>
        </dl>
      )}
    </Panel>
  );
}
