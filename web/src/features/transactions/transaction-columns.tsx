import { Button } from 'antd';
import type { PaymentActions } from '@/api/payment-actions';
import type { Column } from '@/components/list-page/columns';
import { SignedMoney } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import { formatDateTime } from '@/lib/date';
import { isUncredited, UNCREDITED } from '@/lib/money';
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
        <code title={row.reference}>{shortenReference(row.reference)}</code>
        <span className={styles.minor}>ID: {row.id}</span>
      </div>
    ),
  },
  {
    title: 'Type',
    render: (row) => (
      <div className={styles.stack}>
        <span>{capitalise(row.type)}</span>
        <span className={styles.minor}>{row.description}</span>
      </div>
    ),
  },
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
  {
    title: 'Status',
    render: (row) => (
      <div className={styles.stack}>
        <span>
          <StatusBadge status={row.status} />
        </span>
        {isUncredited(row) && <span className={styles.minor}>{UNCREDITED}</span>}
      </div>
    ),
  },
  { title: 'Method', render: (row) => paymentMethodName(row.payment_method) },
  {
    title: 'Date',
    render: (row) => (
      <time dateTime={row.created_at} className={styles.date}>
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
        const isBusy = payment.isBusy(row.reference);
        const of = <span className="visually-hidden"> {row.reference}</span>;
        return (
          <div className={styles.actions}>
            {row.can_verify && (
              <Button
                size="small"
                type="primary"
                disabled={isBusy}
                onClick={() => payment.resume(row.reference)}
              >
                <span>
                  Continue<span className={styles.wideLabel}> payment</span>
                  {of}
                </span>
              </Button>
            )}
            <Button size="small" disabled={busy.has(row.reference)} onClick={() => onVerify(row)}>
              {busy.has(row.reference) ? 'Verifying...' : 'Verify'}
            </Button>
            {row.can_verify && (
              <Button size="small" disabled={isBusy} onClick={() => payment.cancel(row.reference)}>
                Cancel<span className="visually-hidden"> payment {row.reference}</span>
              </Button>
            )}
          </div>
        );
      }
      return (
        (row.has_receipt || (onInvoice && row.can_invoice)) && (
          <div className={styles.actions}>
            {row.has_receipt && (
              <Button size="small" disabled={isReceiptBusy(row.id)} onClick={() => onReceipt(row)}>
                {isReceiptBusy(row.id) ? 'Downloading...' : 'Receipt'}
                <span className="visually-hidden"> for {row.reference}</span>
              </Button>
            )}
            {onInvoice && row.can_invoice && (
              <Button size="small" disabled={isInvoiceBusy(row.id)} onClick={() => onInvoice(row)}>
                {isInvoiceBusy(row.id) ? 'Downloading...' : 'Invoice'}
                <span className="visually-hidden"> for {row.reference}</span>
              </Button>
            )}
          </div>
        )
      );
    },
  },
];
