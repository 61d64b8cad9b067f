import { Button } from 'antd';
import type { InvoiceResponse } from '@/api/generated/api.schemas';
import { Icon } from '@/components/ui/icon';
import { formatDate } from '@/lib/date';
import { formatExactNaira } from '@/lib/money';
import styles from './profile.module.css';

interface InvoiceListProps {
  invoices: readonly InvoiceResponse[];
  /** Whether the file of an invoice is being downloaded. */
  isBusy: (id: number) => boolean;
  onDownload: (invoice: InvoiceResponse) => void;
}

export function InvoiceList({ invoices, isBusy, onDownload }: InvoiceListProps) {
  return (
    <ul>
      {invoices.map((invoice) => {
        const { id, number, kind, invoice_number, description, issued_at, total_amount } = invoice;
        const isCreditNote = kind === 'credit_note';
        return (
          <li key={id} className={styles.row}>
            <span className={styles.details}>
              <strong>{number}</strong>
              <span className={styles.meta}>
                <time dateTime={issued_at}>{formatDate(issued_at)}</time> · {description}
                {isCreditNote && ` · Credit note for ${invoice_number}`}
              </span>
            </span>
            <strong className={styles.amount}>
              {isCreditNote && '-'}
              {formatExactNaira(Number(total_amount))}
            </strong>
            <Button
              icon={<Icon name="download" size={14} />}
              disabled={isBusy(id)}
              onClick={() => onDownload(invoice)}
            >
              {isBusy(id) ? 'Downloading...' : 'Download PDF'}
              <span className="visually-hidden"> of {number}</span>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
