import { Badge, Col, Row, Table, type TableProps } from 'antd';
import { RowBars } from '@/components/charts/bars';
import { Money } from '@/components/format/money';
import { Panel } from '@/components/layout/panel';
import { StatisticCards } from '@/components/layout/statistic-cards';
import { formatMonth } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { formatNumber } from '@/lib/number';
import type { Report } from './report';

type Month = Report['revenue_data'][number];

const columns: TableProps<Month>['columns'] = [
  { key: 'month', title: 'Month', rowScope: 'row', render: (_, { month }) => formatMonth(month) },
  {
    key: 'revenue',
    title: 'Revenue',
    align: 'end',
    render: (_, { revenue }) => <Money amount={revenue} />,
  },
  { key: 'users', title: 'New users', align: 'end', render: (_, { users }) => formatNumber(users) },
];

export function OverviewTab({ report }: { report: Report }) {
  return (
    <>
      <StatisticCards
        cards={report.overview_stats.map(({ label, value, change, color }) => ({
          label,
          value,
          icon: <Badge color={color} />,
          note: change && `${change} compared with the previous period`,
        }))}
      />
      <Panel title="Revenue Trend">
        <Row gutter={[24, 16]}>
          <Col xs={24} lg={14}>
            <RowBars
              bars={report.revenue_data.map(({ month, revenue }) => ({
                label: formatMonth(month),
                value: revenue,
                shown: formatNaira(revenue),
              }))}
            />
          </Col>
          <Col xs={24} lg={10}>
            <Table<Month>
              rowKey="month"
              size="small"
              pagination={false}
              aria-label="Revenue by month"
              columns={columns}
              dataSource={report.revenue_data}
            />
          </Col>
        </Row>
      </Panel>
    </>
  );
}
