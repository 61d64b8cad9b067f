import { Col, Empty, Flex, Progress, Row, Table, Typography, type TableProps } from 'antd';
import { Link } from 'react-router-dom';
import { Country } from '@/components/format/country';
import { Email } from '@/components/format/email';
import { Panel } from '@/components/layout/panel';
import { adminUserPath } from '@/lib/admin-paths';
import { formatNumber } from '@/lib/number';
import type { ProxyData } from './proxy';

type Statistics = ProxyData['statistics'];
type TopCountry = Statistics['top_countries'][number];
type TopUser = Statistics['top_users'][number];

const countryColumns = (maxCount: number): TableProps<TopCountry>['columns'] => [
  { key: 'country', title: 'Country', render: (_, { country }) => <Country code={country} /> },
  {
    key: 'share',
    title: 'Share',
    responsive: ['sm'],
    render: (_, { count }) => (
      <Progress
        aria-label="Relative to the top country"
        percent={(count / maxCount) * 100}
        size="small"
        showInfo={false}
        status="normal"
      />
    ),
  },
  {
    key: 'count',
    title: 'Proxies',
    align: 'end',
    width: 96,
    render: (_, { count }) => formatNumber(count),
  },
];

const userColumns: TableProps<TopUser>['columns'] = [
  {
    key: 'user',
    title: 'User',
    render: (_, user) => (
      <Flex vertical>
        <Link to={adminUserPath(user.user_id)}>{user.user_name}</Link>
        <Typography.Text type="secondary">
          <Email address={user.user_email} />
        </Typography.Text>
      </Flex>
    ),
  },
  {
    key: 'count',
    title: 'Proxies',
    align: 'end',
    width: 96,
    render: (_, user) => formatNumber(user.proxy_count),
  },
];

const empty = { emptyText: <Empty description="No proxies yet." /> };

export function TopLists({ statistics }: { statistics: Statistics }) {
  const { top_countries: countries, top_users: users } = statistics;
  const maxCount = Math.max(...countries.map(({ count }) => count), 1);
  return (
    <Row gutter={[16, 16]} style={{ marginTop: 16 }}>
      <Col xs={24} lg={12}>
        <Panel title="Top Countries" flush>
          <Table<TopCountry>
            rowKey="country"
            pagination={false}
            tableLayout="fixed"
            columns={countryColumns(maxCount)}
            dataSource={countries}
            locale={empty}
          />
        </Panel>
      </Col>
      <Col xs={24} lg={12}>
        <Panel title="Top Users" flush>
          <Table<TopUser>
            rowKey="user_id"
            pagination={false}
            tableLayout="fixed"
            columns={userColumns}
            dataSource={users}
            locale={empty}
          />
        </Panel>
      </Col>
    </Row>
  );
}
