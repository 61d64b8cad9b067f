import { Alert, Descriptions, Typography } from 'antd';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { formatNumber } from '@/lib/number';
import type { DashboardData } from './dashboard';

export function Revenue({ revenue }: { revenue: DashboardData['revenue_analytics'] }) {
  return (
    <Panel
      title="Revenue Analytics"
      action={<Typography.Text type="secondary">Last 30 days</Typography.Text>}
    >
      {revenue === null ? (
        <Alert
          type="info"
          role="note"
          showIcon
          title="Revenue analytics is restricted to admin users only"
        />
      ) : (
        <Descriptions
          column={1}
          size="small"
          colon={false}
          styles={{ content: { justifyContent: 'flex-end' } }}
          items={[
            {
              key: 'revenue',
              label: 'Revenue',
              children: <Money amount={revenue.monthly_revenue} />,
            },
            { key: 'orders', label: 'Orders', children: formatNumber(revenue.total_orders) },
            {
              key: 'average',
              label: 'Average order value',
              children: <Money amount={revenue.avg_order_value} />,
            },
            {
              key: 'total',
              label: 'Total revenue, all time',
              children: <Money amount={revenue.total_revenue} />,
            },
          ]}
        />
      )}
    </Panel>
  );
}
