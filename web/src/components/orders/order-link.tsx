import { Link } from 'react-router-dom';
import { adminOrderPath } from '@/lib/admin-paths';

interface OrderLinkProps {
  id: number;
  /** What the viewer may do. */
  can: (permission: 'orders.read') => boolean;
}

/** The number of an order, which opens its page for those who may see it. */
export const OrderLink = ({ id, can }: OrderLinkProps) =>
  can('orders.read') ? <Link to={adminOrderPath(id)}>#{id}</Link> : <>#{id}</>;
