import { Flex, Progress, Table, Typography, type TableProps } from 'antd';
import { useCan } from '@/api/use-can';
import { PrivateMoney } from '@/components/format/private-money';
import { Panel } from '@/components/layout/panel';
import { formatMonth } from '@/lib/date';
import { formatNumber } from '@/lib/number';
import type { DashboardData } from './dashboard';

type Month = DashboardData['monthly_data'][number];

const columns: TableProps<Month>['columns'] = [
  {
    key: 'month',
    title: 'Month',
    rowScope: 'row',
    render: (_, { month }) => <span style={{ whiteSpace: 'nowrap' }}>{formatMonth(month)}</span>,
  },
  {
    key: 'usage',
    title: 'Usage',
    width: '40%',
    render: (_, { usage }) => (
      <Progress
        percent={usage}
        size="small"
        aria-label={`${formatNumber(usage)}%`}
        aria-valuetext={`${formatNumber(usage)}%`}
        status="normal"
        format={() => `${formatNumber(usage)}%`}
      />
    ),
  },
  {
    key: 'spending',
    title: 'Spending',
    align: 'end',
    render: (_, { spending }) => <PrivateMoney amount={spending} />,
  },
];

export default function MonthlyUsage({ months }: { months: readonly Month[] }) {
  const canViewMoney = useCan()('money.read');
  return (
    <Panel title="Monthly Usage & Spending" flush>
      <Table<Month>
        rowKey="month"
        size="small"
        pagination={false}
        columns={columns}
        dataSource={months}
      />
      {!canViewMoney && (
        <Flex style={{ padding: '8px 16px' }}>
          <Typography.Text type="secondary">
            Financial data is restricted to admin users only.
          </Typography.Text>
        </Flex>
      )}
    </Panel>
  );
}
