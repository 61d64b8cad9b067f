import { Button, Flex, Form, Table, Typography } from 'antd';
import {
  type adminListProviderUsage,
  useAdminEnterProviderUsage,
  useAdminListProviderUsage,
} from '@/api/generated/admin-supply';
import { DateInput } from '@/components/form/date-input';
import { AppForm } from '@/components/form/app-form';
import { NumberInput } from '@/components/form/number-input';
import { StatusBadge } from '@/components/format/status-badge';
import { Panel } from '@/components/layout/panel';
import { formatNumber } from '@/lib/number';
import { describeDifference, formatProviderGb, toBytes } from './network-usage';
import { outcome } from '@/api/outcome';

type Day = Awaited<ReturnType<typeof adminListProviderUsage>>['data']['days'][number];

interface Values {
  day: string;
  gigabytes: number;
}

const COLUMNS = [
  { key: 'day', title: 'Day (UTC)', render: (_: unknown, { day }: Day) => day },
  {
    key: 'own',
    title: 'Our GB',
    align: 'right' as const,
    render: (_: unknown, { own_bytes: bytes }: Day) => formatProviderGb(bytes),
  },
  {
    key: 'provider',
    title: 'Its GB',
    align: 'right' as const,
    render: (_: unknown, { provider_bytes: bytes }: Day) => formatProviderGb(bytes),
  },
  {
    key: 'difference',
    title: 'Difference',
    render: (_: unknown, day: Day) => (
      <StatusBadge
        status={day.is_off ? 'failed' : 'active'}
        word={describeDifference(day.own_bytes, day.provider_bytes)}
      />
    ),
  },
];

/** What the provider counted each day beside what the gateways did. */
export function ProviderUsage({ id }: { id: number }) {
  const [form] = Form.useForm<Values>();
  const query = useAdminListProviderUsage(id, { query: { meta: { quiet: true } } });
  const enter = useAdminEnterProviderUsage({
    mutation: outcome('The count could not be saved', () => {
      form.resetFields();
    }),
  });
  const days = query.data?.data.days ?? [];
  const off = days.filter((day) => day.is_off).length;
  return (
    <Panel title="Compare with the provider">
      <Typography.Paragraph type="secondary">
        The counts of a connected account that only this network uses are read each day. Otherwise
        read the traffic of a day in the provider’s dashboard and enter it here. Staff are told when
        it differs from what the gateways counted by more than 3 %.
      </Typography.Paragraph>
      <AppForm<Values>
        form={form}
        label="Compare with the provider"
        serverErrors={enter.error?.fieldErrors}
        aliases={{ bytes: 'gigabytes' }}
        onSubmit={({ day, gigabytes }) => {
          if (!enter.isPending) enter.mutate({ id, data: { day, bytes: toBytes(gigabytes) } });
        }}
      >
        <Flex gap="small" wrap align="start">
          <Form.Item
            name="day"
            label="Day"
            style={{ flex: '1 1 140px' }}
            rules={[{ required: true, message: 'Choose a day' }]}
          >
            <DateInput />
          </Form.Item>
          <Form.Item
            name="gigabytes"
            label="GB counted there"
            style={{ flex: '1 1 140px' }}
            rules={[
              {
                required: true,
                type: 'number',
                min: 0,
                max: 1_000_000,
                message: 'Enter gigabytes, 0 or more',
              },
            ]}
          >
            <NumberInput style={{ width: '100%' }} inputMode="decimal" />
          </Form.Item>
        </Flex>
        <Button htmlType="submit" disabled={enter.isPending}>
          {enter.isPending ? 'Saving...' : 'Save count'}
        </Button>
      </AppForm>
      {days.length > 0 && (
        <>
          <Typography.Paragraph style={{ margin: '16px 0 8px' }}>
            {off === 0
              ? 'No day differs by more than 3 %.'
              : `${formatNumber(off)} ${off === 1 ? 'day differs' : 'days differ'} by more than 3 %.`}
          </Typography.Paragraph>
          <Table<Day>
            size="small"
            rowKey="day"
            dataSource={days}
            columns={COLUMNS}
            pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
            scroll={{ x: 'max-content' }}
          />
        </>
      )}
    </Panel>
  );
}
