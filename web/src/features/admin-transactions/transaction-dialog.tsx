import { Alert, Flex, type DescriptionsProps } from 'antd';
import { Link } from 'react-router-dom';
import { correctionSubject, type Correction } from '@/api/correction-subject';
import {
  adminApprovalPath,
  adminProxyPath,
  adminTransactionPath,
  adminUserPath,
} from '@/lib/admin-paths';
import { formatDateTime } from '@/lib/date';
import { formatNaira } from '@/lib/money';
import { type Can, useCan } from '@/api/use-can';
import type { OrderStatus } from '@/api/generated/api.schemas';
import { formatNumber } from '@/lib/number';
import {
  type TransactionOrder,
  describe,
  hasMetadata,
  toneOf,
  type Transaction,
} from './transaction';
import { CopyField } from '@/components/form/copy-field';
import { Email } from '@/components/format/email';
import { JsonBlock } from '@/components/format/json-block';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge } from '@/components/format/status-badge';
import { OrderLink } from '@/components/orders/order-link';
import { Reversals } from '@/components/transactions/reversals';
import { Dialog } from '@/components/ui/dialog';
import { COPY_MESSAGES } from '@/lib/copy-messages';
import { capitalise, paymentMethodName } from '@/lib/text';
import { useTransactionCorrections } from './open-corrections';
import { PaymentDetails } from './payment-details';
import { TransactionActions } from './transaction-actions';
import { Facts } from '@/components/layout/facts';

/** The proposals about a transaction that wait for approval, and the reversal of a funding. */
export function OpenCorrectionsNotes({ corrections }: { corrections: readonly Correction[] }) {
  return corrections.map((correction) => {
    const { id, amount, proposed_by: proposer, created_at: createdAt, reason } = correction;
    const origin = `${proposer.name}, ${formatDateTime(createdAt)}: ${reason}`;
    const what = `${correctionSubject(correction)}, ${formatNaira(Number(amount))}`;
    if (correction.status === 'proposed')
      return (
        <Alert
          key={id}
          type="info"
          role="note"
          showIcon
          title={`Proposed: ${what}`}
          description={
            <>
              {origin}
              <br />
              No money has moved. <Link to={adminApprovalPath(id)}>Open the proposal</Link>
            </>
          }
        />
      );
    return (
      correction.kind === 'funding_reversal' && (
        <Alert
          key={id}
          type="info"
          role="note"
          showIcon
          title="This funding was reversed"
          description={origin}
        />
      )
    );
  });
}

const STATUS_LABELS: Record<OrderStatus, string> = {
  delivered: 'delivered',
  refunded: 'refunded',
};

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
  can: Can,
): NonNullable<DescriptionsProps['items']> => [
  {
    label: 'Order',
    children: (
      <span>
        <OrderLink id={order.id} can={can} />, {STATUS_LABELS[order.status]}
      </span>
    ),
  },
  { label: 'Proxies', children: <ProxyLinks order={order} /> },
];

interface TransactionDialogProps {
  transaction: Transaction;
  onClose: () => void;
}

function Overview({ transaction }: { transaction: Transaction }) {
  const can = useCan();
  const { user, type, order, payment_method: method, processed_at: processedAt } = transaction;
  return (
    <Facts
      column={{ xs: 1, sm: 2 }}
      items={[
        {
          label: 'Status',
          children: (
            <Flex wrap align="center" gap="0 8px">
              <StatusBadge status={transaction.status} tone={toneOf(transaction)} />
              <Reversals of={transaction} toPath={({ id }) => adminTransactionPath(id)} />
            </Flex>
          ),
        },
        { label: 'Type', children: capitalise(type) },
        {
          label: 'Amount',
          children: (
            <strong>
              <PrivateMoney amount={transaction.amount} type={type} status={transaction.status} />
            </strong>
          ),
        },
        { label: 'Currency', children: transaction.currency },
        { label: 'User', children: <Link to={adminUserPath(user.id)}>{user.name}</Link> },
        { label: 'Email', children: <Email address={user.email} /> },
        { label: 'User ID', children: user.id },
        { label: 'Payment method', children: paymentMethodName(method) },
        { label: 'Created', children: formatDateTime(transaction.created_at) },
        { label: 'Processed', children: processedAt ? formatDateTime(processedAt) : 'Not yet' },
        ...(order ? orderItems(order, can) : []),
        { label: 'Description', children: describe(transaction), span: 'filled' },
      ]}
    />
  );
}

export default function TransactionDialog({ transaction, onClose }: TransactionDialogProps) {
  const canViewMoney = useCan()('money.read');
  const { metadata, payment, korapay_reference: providerReference } = transaction;
  const corrections = useTransactionCorrections(transaction);
  return (
    <Dialog
      title={`Transaction #${transaction.id}`}
      width={760}
      onClose={onClose}
      footer={
        <TransactionActions transaction={transaction} corrections={corrections} onClose={onClose} />
      }
    >
      <Flex vertical gap="middle">
        <OpenCorrectionsNotes corrections={corrections} />
        <Overview transaction={transaction} />
        <CopyField label="Reference" value={transaction.reference} messages={COPY_MESSAGES} />
        {providerReference && (
          <CopyField
            label="Card provider reference"
            value={providerReference}
            messages={COPY_MESSAGES}
          />
        )}
        {payment && <PaymentDetails listed={payment} canViewMoney={canViewMoney} />}
        {hasMetadata(metadata) && <JsonBlock title="Metadata" value={metadata} />}
      </Flex>
    </Dialog>
  );
}
