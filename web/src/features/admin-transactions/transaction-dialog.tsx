import { Link } from 'react-router-dom';
import { useIsAdmin } from '@/api/use-is-admin';
import { CopyField } from '@/components/form/copy-field';
import { PrivateMoney } from '@/components/format/private-money';
import { StatusBadge } from '@/components/format/status-badge';
import { Facts, Section } from '@/components/layout/facts';
import { Dialog } from '@/components/ui/dialog';
import parts from '@/components/ui/dialog-parts.module.css';
import { adminUserPath } from '@/lib/admin-paths';
import { COPY_WORDS } from '@/lib/copy-words';
import { formatDateTime } from '@/lib/date';
import { capitalise } from '@/lib/text';
import { PaymentDetails } from './payment-details';
import { describe, hasMetadata, type Transaction } from './transaction';
import { TransactionActions } from './transaction-actions';

interface TransactionDialogProps {
  transaction: Transaction;
  onClose: () => void;
}

export default function TransactionDialog({ transaction, onClose }: TransactionDialogProps) {
  const isAdmin = useIsAdmin();
  const { user, metadata, payment, korapay_reference: provider } = transaction;
  return (
    <Dialog
      title={`Transaction #${transaction.id}`}
      width={720}
      onClose={onClose}
      footer={<TransactionActions transaction={transaction} onClose={onClose} />}
    >
      <Section>
        <Facts
          facts={[
            { label: 'Status', value: <StatusBadge status={transaction.status} /> },
            { label: 'Type', value: capitalise(transaction.type) },
            {
              label: 'Amount',
              value: (
                <strong>
                  <PrivateMoney amount={transaction.amount} type={transaction.type} />
                </strong>
              ),
            },
            { label: 'Currency', value: transaction.currency },
            { label: 'User', value: <Link to={adminUserPath(user.id)}>{user.name}</Link> },
            { label: 'Email', value: user.email },
            { label: 'User ID', value: user.id },
            {
              label: 'Payment method',
              value: transaction.payment_method ? capitalise(transaction.payment_method) : 'N/A',
            },
            { label: 'Description', value: describe(transaction) },
          ]}
        />
      </Section>
      <Section>
        <div className={parts.grid}>
          <CopyField label="Reference" value={transaction.reference} words={COPY_WORDS} />
          {provider && (
            <CopyField label="Card provider reference" value={provider} words={COPY_WORDS} />
          )}
        </div>
      </Section>
      {payment && <PaymentDetails listed={payment} isAdmin={isAdmin} />}
      <Section>
        <Facts
          facts={[
            { label: 'Created', value: formatDateTime(transaction.created_at) },
            {
              label: 'Processed',
              value: transaction.processed_at
                ? formatDateTime(transaction.processed_at)
                : 'Not yet',
            },
          ]}
        />
      </Section>
      {hasMetadata(metadata) && (
        <Section title="Metadata">
          <pre className={parts.json} tabIndex={0} aria-label="Metadata">
            {JSON.stringify(metadata, null, 2)}
          </pre>
        </Section>
      )}
    </Dialog>
  );
}
