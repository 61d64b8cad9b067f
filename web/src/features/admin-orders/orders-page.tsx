import UserOutlined from '@ant-design/icons/UserOutlined';
import { keepPreviousData } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { listFailure } from '@/api/failures';
import { useAdminExportOrders, useAdminListOrders } from '@/api/generated/admin-orders';
import { useCan } from '@/api/use-can';
import { DateTime } from '@/components/format/date-time';
import { Email } from '@/components/format/email';
import { Money } from '@/components/format/money';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { ExportButton } from '@/components/list-page/export-button';
import { pageSizeFilter, sortFilter } from '@/components/list-page/list-filters';
import { ListPage } from '@/components/list-page/list-page';
import { getRangeChips, RangeFilters } from '@/components/list-page/range-filters';
import { StackedCell } from '@/components/list-page/stacked-cell';
import { adminOrderPath, adminUserPath } from '@/lib/admin-paths';
import { formatDate } from '@/lib/date';
import { useListSearch } from '@/lib/list-search';
import { SORTS, toRangeParams } from '@/lib/range-search';
import { capitalise } from '@/lib/text';
import { useExactTotal } from '@/lib/use-exact-total';
import {
  KIND_FILTER,
  KIND_LABELS,
  type Order,
  orderSearch,
  OrderStatus,
  STATUS_FILTER,
} from './order';

const COLUMNS: Column<Order>[] = [
  {
    title: 'Order',
    render: ({ id }) => (
      <Link to={adminOrderPath(id)} style={{ fontWeight: 600 }}>
        #{id}
      </Link>
    ),
  },
  {
    title: 'Description',
    grow: 6,
    render: ({ description }) => capitalise(description),
  },
  {
    title: 'Customer',
    grow: 4,
    render: ({ user }) => (
      <StackedCell
        primary={<Link to={adminUserPath(user.id)}>{user.name}</Link>}
        secondary={<Email address={user.email} />}
      />
    ),
  },
  { title: 'Kind', render: ({ kind }) => KIND_LABELS[kind] },
  {
    title: 'Amount',
    sort: 'amount',
    numeric: true,
    render: ({ amount }) => (
      <strong>
        <Money amount={amount} />
      </strong>
    ),
  },
  { title: 'Status', render: (order) => <OrderStatus order={order} /> },
  { title: 'Date', sort: 'created_at', render: (order) => <DateTime iso={order.created_at} /> },
];

/** An order in two lines, for phones. */
const toCompactOrder =
  (onUser: (id: number) => void) =>
  (order: Order): CompactRow => ({
    name: `order ${order.id}`,
    title: `#${order.id} ${capitalise(order.description)}`,
    open: adminOrderPath(order.id),
    lead: <Money amount={order.amount} />,
    details: [order.user.name, formatDate(order.created_at), KIND_LABELS[order.kind]],
    note: <OrderStatus order={order} />,
    actions: [
      {
        label: `Open ${order.user.name}`,
        icon: <UserOutlined aria-hidden />,
        onSelect: () => onUser(order.user.id),
      },
    ],
  });

const FILTERS = [STATUS_FILTER, KIND_FILTER, pageSizeFilter, sortFilter(SORTS)];

/** What customers ordered, whatever the kind. */
export default function OrdersPage() {
  const search = useListSearch(orderSearch);
  const range = { search, amount: 'Amount' };
  const params = toRangeParams(search.values);
  const { exactTotal, countExactly } = useExactTotal({ ...params, page: 0 });
  const query = useAdminListOrders(
    { ...params, exact_total: exactTotal },
    { query: { placeholderData: keepPreviousData, meta: { quiet: true } } },
  );
  const can = useCan();
  const exporting = useAdminExportOrders({ mutation: { meta: { quiet: true } } });
  const navigate = useNavigate();
  const data = query.data?.data;
  return (
    <ListPage<Order, typeof search.values>
      title="Orders"
      refreshable
      actionsBelow
      actions={
        can('lists.export') && (
          <ExportButton
            name="orders"
            isEmpty={data?.pagination.total === 0}
            fetch={(format) => exporting.mutateAsync({ data: { ...params, format } })}
          />
        )
      }
      label="Orders"
      search={search}
      searchLabel="Search orders"
      searchPlaceholder="Search by number, reference, or customer"
      filters={FILTERS}
      extraFilters={<RangeFilters {...range} />}
      extraChips={getRangeChips(range)}
      query={query}
      rows={data?.orders}
      pagination={data?.pagination}
      onCount={countExactly}
      columns={COLUMNS}
      toCompact={toCompactOrder((id) => void navigate(adminUserPath(id)))}
      skeletonRows={search.values.per_page}
      tableFrom="(min-width: 1180px)"
      empty={{
        icon: 'cart',
        title: 'No orders yet',
        hint: 'Purchases, renewals, added traffic and trials appear here.',
      }}
      emptyFiltered="No orders found matching your search criteria."
      error={listFailure('Failed to load the orders')}
    />
  );
}
