import { Table, type TableColumnsType } from 'antd';
import { EmptyState } from '@/components/feedback/empty-state';
import { Money } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import { StackedCell } from '@/components/list-page/stacked-cell';
import ListPagination from '@/components/list-page/list-pagination';
import { formatDate } from '@/lib/date';
import { BADGES, type InvitedCustomer, type Referrals } from './referrals';

const COLUMNS: TableColumnsType<InvitedCustomer> = [
  {
    title: 'Customer',
    key: 'customer',
    render: ({ name, joined_at: at }: InvitedCustomer) => (
      <StackedCell primary={name} secondary={`Joined ${formatDate(at)}`} />
    ),
  },
  {
    title: 'Status',
    dataIndex: 'status',
    render: (status: InvitedCustomer['status']) => <StatusBadge {...BADGES[status]} />,
  },
  {
    title: 'Reward',
    dataIndex: 'reward',
    align: 'right',
    render: (reward: number | null) => (reward === null ? '–' : <Money amount={reward} />),
  },
];

interface InvitedCustomersProps {
  data: Referrals;
  isStale: boolean;
  onPage: (page: number) => void;
}

export function InvitedCustomers({ data, isStale, onPage }: InvitedCustomersProps) {
  const { customers, pagination } = data;
  if (pagination.total === 0)
    return (
      <EmptyState
        icon="user"
        title="Nobody has joined through your link yet."
        hint="Send it to people who need proxies. They show here as soon as they have an account."
      />
    );
  return (
    <>
      <Table<InvitedCustomer>
        columns={COLUMNS}
        dataSource={customers.map((customer, index) => ({ ...customer, key: index }))}
        loading={isStale}
        pagination={false}
      />
      {pagination.last_page > 1 && <ListPagination info={pagination} onPage={onPage} />}
    </>
  );
}
