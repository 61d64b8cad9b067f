import { Button } from 'antd';
import type { PaymentActions } from '@/api/payment-actions';
import type { Column } from '@/components/list-page/columns';
import type { CompactRow } from '@/components/list-page/compact-rows';
import { SignedMoney } from '@/components/format/money';
import { StatusBadge } from '@/components/format/status-badge';
import { describeReversals, reversedTone } from '@/components/transactions/reversals';
import { TransactionNote } from '@/components/transactions/transaction-note';
import { Icon, type IconName } from '@/components/ui/icon';
import { formatDateTime } from '@/lib/date';
import { capitalise, paymentMethodName, shortenReference } from '@/lib/text';
import { describeStatus, isVerifiable, type Transaction } from './transaction';
import styles from './transaction-columns.module.css';

export interface Actions {
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

interface TransactionAction {
  label: string;
  /** Shown in place of the words in the table. */
  icon?: IconName;
  isPrimary?: boolean;
  isBusy: boolean;
  busyLabel?: string;
  onSelect: () => void;
}

function paymentActionsOf(row: Transaction, { busy, onVerify, payment }: Actions) {
  if (!payment) return [];
  const { reference } = row;
  const isBusy = payment.isBusy(reference);
  const verify: TransactionAction = {
    label: 'Verify',
    busyLabel: 'Verifying...',
    isBusy: busy.has(reference),
    onSelect: () => onVerify(row),
  };
  if (!row.can_verify) return [verify];
  return [
    {
      label: 'Continue payment',
      icon: 'arrowRight' as const,
      isPrimary: true,
      isBusy,
      onSelect: () => payment.resume(reference),
    },
    verify,
    {
      label: 'Cancel payment',
      icon: 'close' as const,
      isBusy,
      onSelect: () => payment.cancel(reference),
    },
  ];
}

function getActions(row: Transaction, actions: Actions): TransactionAction[] {
  if (isVerifiable(row)) return paymentActionsOf(row, actions);
  const { isReceiptBusy, onReceipt, isInvoiceBusy, onInvoice } = actions;
  const { id, has_receipt: hasReceipt, can_invoice: canInvoice } = row;
  const receipt: TransactionAction = {
    label: 'Receipt',
    icon: 'scroll',
    isBusy: isReceiptBusy(id),
    onSelect: () => onReceipt(row),
  };
  return [
    ...(hasReceipt ? [receipt] : []),
    ...(onInvoice && canInvoice
      ? [
          {
            label: 'Invoice',
            icon: INVOICE,
            isBusy: isInvoiceBusy(id),
            onSelect: () => onInvoice(row),
          },
        ]
      : []),
  ];
}

/** Icons in the table, words in the dialog. */
export function TransactionButtons({ row, actions }: { row: Transaction; actions: Actions }) {
  const buttons = getActions(row, actions);
  if (buttons.length === 0) return null;
  return (
    <div className={styles.actions}>
      {buttons.map(({ label, icon, isPrimary, isBusy, busyLabel, onSelect }) => (
        <Button
          key={label}
          size="small"
          type={isPrimary ? 'primary' : 'default'}
          className={icon && styles.icon}
          title={icon && label}
          icon={icon && <Icon name={icon} size={16} />}
          disabled={isBusy}
          onClick={onSelect}
        >
          {icon ? (
            <span>
              <span className={styles.label}>{label}</span>
              <span className="visually-hidden"> for {row.reference}</span>
            </span>
          ) : (
            (isBusy && busyLabel) || label
          )}
        </Button>
      ))}
    </div>
  );
}

/** @param isShort with what was refunded or charged back in place of the status, where no line says it. */
export function TransactionStatus({ row, isShort }: { row: Transaction; isShort?: boolean }) {
  const reversed = isShort ? describeReversals(row).join(', ') : '';
  if (reversed) return <StatusBadge status="refunded" word={reversed} />;
  return <StatusBadge status={row.status} word={describeStatus(row)} tone={reversedTone(row)} />;
}

/** Two lines, for screens too narrow for the table. */
export const toCompactTransaction =
  (actions: Actions, onOpen: (row: Transaction) => void) =>
  (row: Transaction): CompactRow => ({
    name: shortenReference(row.reference),
    title: row.description,
    open: () => onOpen(row),
    lead: <SignedMoney amount={row.amount} type={row.type} status={row.status} />,
    details: [formatDateTime(row.created_at)],
    note: <TransactionStatus row={row} isShort />,
    actions: getActions(row, actions).map(({ label, onSelect }) => ({ label, onSelect })),
  });

/** @param onOpen shows the transactions of a batch. */
export const transactionColumns = (
  actions: Actions,
  onOpen: (row: Transaction) => void,
): Column<Transaction>[] => [
  {
    title: 'Transaction',
    render: (row) => (
      <div className={styles.stack}>
        {row.batch ? (
          <Button type="link" className={styles.open} onClick={() => onOpen(row)}>
            {row.description}
          </Button>
        ) : (
          <strong title={row.description}>{row.description}</strong>
        )}
        <span className={styles.minor}>
          {row.batch ? (
            `${row.batch.transactions} transactions`
          ) : (
            <>
              <code title={row.reference}>{shortenReference(row.reference)}</code> ID: {row.id}
            </>
          )}
        </span>
        <TransactionNote row={row} className={styles.minor} />
      </div>
    ),
  },
  { title: 'Type', render: (row) => capitalise(row.type) },
  {
    title: 'Amount',
    numeric: true,
    render: (row) => (
      <strong>
        <SignedMoney amount={row.amount} type={row.type} status={row.status} />
      </strong>
    ),
  },
  {
    title: 'Status',
    render: (row) => <TransactionStatus row={row} />,
  },
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
  { title: 'Actions', render: (row) => <TransactionButtons row={row} actions={actions} /> },
];
