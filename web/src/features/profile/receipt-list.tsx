import type { TransactionResponse } from '@/api/generated/hooks/model/transactionResponse';
import { SignedMoney } from '@/components/format/money';
import { PlainButton } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { formatDate } from '@/lib/date';
import { shortenReference } from '@/lib/text';
import styles from './extras.module.css';

interface ReceiptListProps {
  rows: readonly TransactionResponse[];
  /** Whether the receipt of a transaction is on its way. */
  isBusy: (id: number) => boolean;
  onDownload: (row: TransactionResponse) => void;
}

export function ReceiptList({ rows, isBusy, onDownload }: ReceiptListProps) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.id} className={styles.row}>
          <span className={styles.what}>
            <strong>{row.description}</strong>
            <span className={styles.minor}>
              <time dateTime={row.created_at}>{formatDate(row.created_at)}</time> ·{' '}
              <span title={row.reference}>{shortenReference(row.reference)}</span>
            </span>
          </span>
          <strong className={styles.amount}>
            <SignedMoney amount={row.amount} type={row.type} />
          </strong>
          <PlainButton small disabled={isBusy(row.id)} onClick={() => onDownload(row)}>
            <Icon name="download" size={14} />
            {isBusy(row.id) ? 'Downloading...' : 'Download receipt'}
            <span className="visually-hidden"> for {row.reference}</span>
          </PlainButton>
        </li>
      ))}
    </ul>
  );
}
