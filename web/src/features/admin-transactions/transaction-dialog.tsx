import { Descriptions, Flex } from 'antd';
import { Link } from 'react-router-dom';
import { useIsAdmin } from '@/api/use-is-admin';
import { CopyField } from '@/components/form/copy-field';
import { Email } from '@/components/format/email';
import { JsonBlock } from '@/components/format/json-block';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge } from '@/components/format/status-badge';
import { Dialog } from '@/components/ui/dialog';
import { adminUserPath } from '@/lib/admin-paths';
import { COPY_MESSAGES } from '@/lib/copy-messages';
import { formatDateTime } from '@/lib/date';
import { capitalise, paymentMethodName } from '@/lib/text';
import { useTransactionCorrections } from './open-corrections';
import { OpenCorrectionsNotes } from './open-corrections-notes';
import { orderItems } from './order-items';
import { PaymentDetails } from './payment-details';
import { describe, hasMetadata, type Transaction } from './transaction';
import { TransactionActions } from './transaction-actions';

interface TransactionDialogProps {
  transaction: Transaction;
  onClose: () => void;
}

function Overview({ transaction }: { transaction: Transaction }) {
  const { user, type, order, payment_method: method, processed_at: processedAt } = transaction;
  return (
    <Descriptions
      bordered
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={[
        { key: 'status', label: 'Status', children: <StatusBadge status={transaction.status} /> },
        { key: 'type', label: 'Type', children: capitalise(type) },
        {
          key: 'amount',
          label: 'Amount',
          children: (
            <strong>
              <PrivateMoney amount={transaction.amount} type={type} status={transaction.status} />
            </strong>
          ),
        },
        { key: 'currency', label: 'Currency', children: transaction.currency },
        {
          key: 'user',
          label: 'User',
          children: <Link to={adminUserPath(user.id)}>{user.name}</Link>,
        },
        {
          key: 'email',
          label: 'Email',
          children: <Email address={user.email} />,
        },
        { key: 'user-id', label: 'User ID', children: user.id },
        { key: 'method', label: 'Payment method', children: paymentMethodName(method) },
        { key: 'created', label: 'Created', children: formatDateTime(transaction.created_at) },
        {
          key: 'processed',
          label: 'Processed',
          children: processedAt ? formatDateTime(processedAt) : 'Not yet',
        },
        ...(order ? orderItems(order, user.id) : []),
        {
          key: 'description',
          label: 'Description',
          children: describe(transaction),
          span: 'filled',
        },
      ]}
    />
  );
}

export default function TransactionDialog({ transaction, onClose }: TransactionDialogProps) {
  const isAdmin = useIsAdmin();
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
        {payment && <PaymentDetails listed={payment} isAdmin={isAdmin} />}
        {hasMetadata(metadata) && <JsonBlock title="Metadata" value={metadata} />}
      </Flex>
    </Dialog>
  );
}
