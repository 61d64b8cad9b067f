import { Button } from 'antd';
import type { PaymentActions } from '@/api/payment-actions';
import type { Column } from '@/components/list-page/columns';
import { SignedMoney } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import { TransactionNote } from '@/components/transactions/transaction-note';
import { Icon, type IconName } from '@/components/ui/icon';
import { formatDateTime } from '@/lib/date';
import { capitalise, paymentMethodName, shortenReference } from '@/lib/text';
import { isVerifiable, type Transaction } from './transaction';
import styles from './transaction-columns.module.css';

interface Actions {
  /** References that are being verified. */
  busy: ReadonlySet<string>;
  onVerify: (transaction: Transaction) => void;
  /** Null for members of a team, who do not pay. */
  payment: PaymentActions | null;
  /** Whether the receipt of a transaction is being downloaded. */
  isReceiptBusy: (id: number) => boolean;
  onReceipt: (transaction: Transaction) => void;
  /** Whether the invoice of a transaction is being issued or downloaded. */
  isInvoiceBusy: (id: number) => boolean;
  /** Null for a member of a team: an invoice names the billing details of the owner. */
  onInvoice: ((transaction: Transaction) => void) | null;
}

const INVOICE: IconName = {
  path: 'M4.5 2.5h7l4 4v11h-11zM11.5 2.5v4h4M8 14V9.500l4 4.500V9.500M7 11h6M7 12.800h6',
};

interface IconButtonProps {
  label: string;
  icon: IconName;
  reference: string;
  isPrimary?: boolean;
  isBusy: boolean;
  onClick: () => void;
}

/** An icon in the table, and a word in a card. */
function IconButton({ label, icon, reference, isPrimary, isBusy, onClick }: IconButtonProps) {
  return (
    <Button
      size="small"
      type={isPrimary ? 'primary' : 'default'}
      className={styles.icon}
      title={label}
      icon={<Icon name={icon} size={16} />}
      disabled={isBusy}
      onClick={onClick}
    >
      <span>
        <span className={styles.label}>{label}</span>
        <span className="visually-hidden"> for {reference}</span>
      </span>
    </Button>
  );
}

export const transactionColumns = ({
  busy,
  onVerify,
  payment,
  isReceiptBusy,
  onReceipt,
  isInvoiceBusy,
  onInvoice,
}: Actions): Column<Transaction>[] => [
  {
    title: 'Transaction',
    card: 'title',
    render: (row) => (
      <div className={styles.stack}>
        <strong title={row.description}>{row.description}</strong>
        <span className={styles.minor}>
          <code title={row.reference}>{shortenReference(row.reference)}</code> ID: {row.id}
        </span>
        <TransactionNote row={row} className={styles.minor} />
      </div>
    ),
  },
  { title: 'Type', render: (row) => capitalise(row.type) },
  {
    title: 'Amount',
    numeric: true,
    card: 'lead',
    render: (row) => (
      <strong>
        <SignedMoney amount={row.amount} type={row.type} status={row.status} />
      </strong>
    ),
  },
  { title: 'Status', render: (row) => <StatusBadge status={row.status} /> },
  {
    title: 'Method',
    render: (row) => <span className={styles.line}>{paymentMethodName(row.payment_method)}</span>,
  },
  {
    title: 'Date',
    render: (row) => (
      <time dateTime={row.created_at} className={styles.line}>
        {formatDateTime(row.created_at)}
      </time>
    ),
  },
  {
    title: 'Actions',
    card: 'foot',
    render: (row) => {
      if (isVerifiable(row)) {
        if (!payment) return null;
        const { reference } = row;
        const isBusy = payment.isBusy(reference);
        return (
          <div className={styles.actions}>
            {row.can_verify && (
              <IconButton
                label="Continue payment"
                icon="arrowRight"
                reference={reference}
                isPrimary
                isBusy={isBusy}
                onClick={() => payment.resume(reference)}
              />
            )}
            <Button size="small" disabled={busy.has(reference)} onClick={() => onVerify(row)}>
              {busy.has(reference) ? 'Verifying...' : 'Verify'}
            </Button>
            {row.can_verify && (
              <IconButton
                label="Cancel payment"
                icon="close"
                reference={reference}
                isBusy={isBusy}
                onClick={() => payment.cancel(reference)}
              />
            )}
          </div>
        );
      }
      const canInvoice = onInvoice !== null && row.can_invoice;
      if (!row.has_receipt && !canInvoice) return null;
      return (
        <div className={styles.actions}>
          {row.has_receipt && (
            <IconButton
              label="Receipt"
              icon="scroll"
              reference={row.reference}
              isBusy={isReceiptBusy(row.id)}
              onClick={() => onReceipt(row)}
            />
          )}
          {canInvoice && (
            <IconButton
              label="Invoice"
              icon={INVOICE}
              reference={row.reference}
              isBusy={isInvoiceBusy(row.id)}
              onClick={() => onInvoice(row)}
            />
          )}
        </div>
      );
    },
  },
];
