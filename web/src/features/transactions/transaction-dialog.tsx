import { StatusBadge } from '@/components/format/status-badge';
import { SignedMoney } from '@/components/format/money';
import { Facts } from '@/components/layout/facts';
import { TransactionNote } from '@/components/transactions/transaction-note';
import { Dialog } from '@/components/ui/dialog';
import { formatDateTime } from '@/lib/date';
import { capitalise, paymentMethodName } from '@/lib/text';
import type { Transaction } from './transaction';
import { TransactionButtons, type Actions } from './transaction-columns';
import styles from './transaction-columns.module.css';

interface TransactionDialogProps {
  row: Transaction;
  actions: Actions;
  onClose: () => void;
}

/** What the rows of a phone have no room for. */
export default function TransactionDialog({ row, actions, onClose }: TransactionDialogProps) {
  return (
    <Dialog title={row.description} width={520} onClose={onClose}>
      <div className={styles.details}>
        <div className={styles.amount}>
          <strong>
            <SignedMoney amount={row.amount} type={row.type} status={row.status} />
          </strong>
          <StatusBadge status={row.status} />
        </div>
        <TransactionNote row={row} />
        <Facts
          items={[
            { label: 'Type', children: capitalise(row.type) },
            { label: 'Method', children: paymentMethodName(row.payment_method) },
            { label: 'Date', children: formatDateTime(row.created_at) },
            { label: 'Reference', children: <code className={styles.whole}>{row.reference}</code> },
            { label: 'ID', children: row.id },
          ]}
        />
        <TransactionButtons row={row} actions={actions} />
      </div>
    </Dialog>
  );
}
