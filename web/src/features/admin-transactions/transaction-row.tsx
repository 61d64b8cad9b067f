import EyeOutlined from '@ant-design/icons/EyeOutlined';
import UserOutlined from '@ant-design/icons/UserOutlined';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge } from '@/components/format/status-badge';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { formatDate } from '@/lib/date';
import { paymentMethodName } from '@/lib/text';
import { describe, type Transaction } from './transaction';

interface Options {
  onDetails: (transaction: Transaction) => void;
  onUser: (transaction: Transaction) => void;
}

/** A transaction in two lines, for phones. */
export const toCompactTransaction =
  ({ onDetails, onUser }: Options) =>
  (row: Transaction): CompactRow => ({
    name: `transaction ${row.id}`,
    title: describe(row),
    open: () => onDetails(row),
    lead: <PrivateMoney amount={row.amount} type={row.type} status={row.status} />,
    details: [
      row.user.name,
      formatDate(row.created_at),
      paymentMethodName(row.payment_method),
      `ID: ${row.id}`,
    ],
    // A badge only where something is left to do or went wrong.
    note: row.status === 'successful' ? 'Successful' : <StatusBadge status={row.status} />,
    actions: [
      {
        key: 'details',
        label: 'Details',
        icon: <EyeOutlined aria-hidden />,
        onSelect: () => onDetails(row),
      },
      {
        key: 'user',
        label: `Open ${row.user.name}`,
        icon: <UserOutlined aria-hidden />,
        onSelect: () => onUser(row),
      },
    ],
  });
