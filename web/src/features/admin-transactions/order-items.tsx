import { Flex, type DescriptionsProps } from 'antd';
import { Link } from 'react-router-dom';
import { useIsAdmin } from '@/api/use-is-admin';
import type { OrderStatus } from '@/api/generated/api.schemas';
import { adminOrderPath, adminProxyPath } from '@/lib/admin-paths';
import { formatNumber } from '@/lib/number';
import type { TransactionOrder } from './transaction';

const STATUS_LABELS: Record<OrderStatus, string> = {
  delivered: 'delivered',
  refunded: 'refunded',
};

/** The purchases of a user are for admins only. */
function OrderLink({ id, userId }: { id: number; userId: number }) {
  const isAdmin = useIsAdmin();
  return isAdmin ? <Link to={adminOrderPath(userId, id)}>#{id}</Link> : <>#{id}</>;
}

function ProxyLinks({ order }: { order: TransactionOrder }) {
  const { proxies, proxy_ids: ids } = order;
  return (
    <Flex gap="0 12px" wrap>
      {ids.map((id) => (
        <Link key={id} to={adminProxyPath(id)}>
          #{id}
        </Link>
      ))}
      {proxies > ids.length && <span>and {formatNumber(proxies - ids.length)} more</span>}
    </Flex>
  );
}

/** The order of a transaction and its proxies, as items of its description. */
export const orderItems = (
  order: TransactionOrder,
  userId: number,
): NonNullable<DescriptionsProps['items']> => [
  {
    key: 'order',
    label: 'Order',
    children: (
      <span>
        <OrderLink id={order.id} userId={userId} />, {STATUS_LABELS[order.status]}
      </span>
    ),
  },
  { key: 'proxies', label: 'Proxies', children: <ProxyLinks order={order} /> },
];
