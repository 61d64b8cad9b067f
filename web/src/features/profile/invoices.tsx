import { Button, Flex } from 'antd';
import type { InvoiceResponse } from '@/api/generated/api.schemas';
import { Icon } from '@/components/ui/icon';
import { formatDate } from '@/lib/date';
import { formatExactNaira } from '@/lib/money';
import styles from './profile.module.css';
import { lazy, Suspense, useState } from 'react';
import type { getBillingDetails } from '@/api/generated/profile';
import type { listInvoices } from '@/api/generated/payments';
import { useInvoiceFiles } from '@/api/use-invoices';
import { EmptyState } from '@/components/feedback/empty-state';
import ListPagination from '@/components/list-page/list-pagination';
import { LinkButton } from '@/components/ui/link-button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';

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

const BillingDetailsDialog = lazy(() => import('./billing-details-dialog'));

type Data<Call extends (...args: never[]) => Promise<{ data: unknown }>> = Awaited<
  ReturnType<Call>
>['data'];

interface InvoicesProps {
  invoices: Data<typeof listInvoices>;
  details: Data<typeof getBillingDetails>['billing_details'];
  requestedPage: number;
  onPage: (page: number) => void;
}

export function Invoices({ invoices, details, requestedPage, onPage }: InvoicesProps) {
  const files = useInvoiceFiles();
  const [isEditing, setEditing] = useState(false);
  const rows = asList(invoices.invoices);
  return (
    <>
      <Flex wrap justify="space-between" align="center" gap="small">
        <p className={styles.lead}>
          {details ? (
            <>
              New invoices are issued to <strong>{details.name}</strong>
              {details.tin && `, TIN ${details.tin}`}.
            </>
          ) : (
            'Save the name and address that your invoices are issued to.'
          )}
        </p>
        <Button aria-haspopup="dialog" onClick={() => setEditing(true)}>
          {details ? 'Edit billing details' : 'Add billing details'}
        </Button>
      </Flex>
      {rows.length > 0 ? (
        <>
          <InvoiceList invoices={rows} isBusy={files.isBusy} onDownload={files.download} />
          {invoices.pagination.last_page > 1 && (
            <ListPagination
              info={invoices.pagination}
              requestedPage={requestedPage}
              onPage={onPage}
              label="Pages of invoices"
            />
          )}
        </>
      ) : (
        <EmptyState
          icon="scroll"
          title="No invoices yet"
          hint="Choose Invoice beside a purchase, renewal or added traffic in your transactions."
          action={<LinkButton to={paths.transactions}>Open transactions</LinkButton>}
        />
      )}
      <Suspense>
        {isEditing && (
          <BillingDetailsDialog details={details ?? null} onClose={() => setEditing(false)} />
        )}
      </Suspense>
    </>
  );
}
