import { Button } from 'antd';
import type { TransactionResponse } from '@/api/generated/api.schemas';
import { SignedMoney } from '@/components/format/money';
import { Icon } from '@/components/ui/icon';
import { formatDate } from '@/lib/date';
import { shortenReference } from '@/lib/text';
import styles from './profile.module.css';

interface ReceiptListProps {
  transactions: readonly TransactionResponse[];
  /** Whether the receipt of a transaction is being downloaded. */
  isBusy: (id: number) => boolean;
  onDownload: (transaction: TransactionResponse) => void;
}

export function ReceiptList({ transactions, isBusy, onDownload }: ReceiptListProps) {
  return (
    <ul>
      {transactions.map((transaction) => {
        const { id, description, created_at, reference, amount, type } = transaction;
        return (
          <li key={id} className={styles.row}>
            <span className={styles.details}>
              <strong>{description}</strong>
              <span className={styles.meta}>
                <time dateTime={created_at}>{formatDate(created_at)}</time> ·{' '}
                <span title={reference}>{shortenReference(reference)}</span>
              </span>
            </span>
            <strong className={styles.amount}>
              <SignedMoney amount={amount} type={type} />
            </strong>
            <Button
              icon={<Icon name="download" size={14} />}
              disabled={isBusy(id)}
              onClick={() => onDownload(transaction)}
            >
              {isBusy(id) ? 'Downloading...' : 'Download receipt'}
              <span className="visually-hidden"> for {reference}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
