import { Button, Flex, Select } from 'antd';
import type { InvoiceResponse, TransactionResponse } from '@/api/generated/api.schemas';
import { Icon } from '@/components/ui/icon';
import { formatDate, formatMonth } from '@/lib/date';
import { formatExactNaira } from '@/lib/money';
import styles from './profile.module.css';
import { lazy, Suspense, useState } from 'react';
import { type getBillingDetails, useGetBillingDetails } from '@/api/generated/profile';
import { type listInvoices, useListInvoices, useListTransactions } from '@/api/generated/payments';
import { useInvoiceFiles, useMonthlyInvoices } from '@/api/use-invoices';
import { EmptyState } from '@/components/feedback/empty-state';
import ListPagination from '@/components/list-page/list-pagination';
import { LinkButton } from '@/components/ui/link-button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';
import { SignedMoney } from '@/components/format/money';
import { shortenReference } from '@/lib/text';
import { keepPreviousData } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ApiError } from '@/api/api-error';
import { useReceipts } from '@/api/use-documents';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';

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

/** One document for an accountant, with the totals of a month. @param months newest first */
function MonthlyInvoices({ months }: { months: readonly string[] }) {
  const { isBusy, download } = useMonthlyInvoices();
  const [chosen, setChosen] = useState<string>();
  const month = months.find((one) => one === chosen) ?? months[0];
  if (!month) return null;
  return (
    <Flex wrap gap="small" style={{ marginTop: 16 }}>
      <Select
        aria-label="Month of invoices"
        value={month}
        options={months.map((value) => ({ value, label: formatMonth(value) }))}
        onChange={setChosen}
        style={{ minWidth: 120 }}
      />
      <Button
        icon={<Icon name="download" size={14} />}
        disabled={isBusy}
        onClick={() => download(month)}
      >
        {isBusy ? 'Downloading...' : 'Download invoices of the month'}
      </Button>
    </Flex>
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
          <MonthlyInvoices months={asList(invoices.months)} />
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

const RECEIPT_COUNT = 10;
const INVOICES_PER_PAGE = 10;

const meta = { quiet: true };

function Failure({ title, query }: { title: string; query: FailedQuery }) {
  return (
    <ErrorState
      title={title}
      message={query.error?.message ?? ''}
      requestId={query.error?.requestId}
      onRetry={() => void query.refetch()}
    />
  );
}

interface FailedQuery {
  error: ApiError | null;
  refetch: () => Promise<unknown>;
}

/** Receipts and invoices appear together: either alone would move the other. */
export default function Billing() {
  const [page, setPage] = useState(1);
  const receipts = useReceipts();
  const transactions = useListTransactions(
    { page: 1, per_page: RECEIPT_COUNT, status: 'successful' },
    { query: { meta } },
  );
  const invoices = useListInvoices(
    { page, per_page: INVOICES_PER_PAGE },
    { query: { meta, placeholderData: keepPreviousData } },
  );
  const details = useGetBillingDetails({ query: { meta } });
  if (transactions.isPending || invoices.isPending || details.isPending)
    return <LoadingRows rows={4} />;

  const rows = asList(transactions.data?.data.transactions).filter(
    ({ has_receipt }) => has_receipt,
  );
  return (
    <>
      <section className={styles.part} aria-labelledby="receipts">
        <Flex wrap justify="space-between" align="baseline" gap="small">
          <h2 id="receipts">Recent receipts</h2>
          <Link to={paths.transactions}>All transactions</Link>
        </Flex>
        {transactions.isError && (
          <Failure title="Failed to load transactions" query={transactions} />
        )}
        {rows.length > 0 && (
          <ReceiptList
            transactions={rows}
            isBusy={receipts.isBusy}
            onDownload={receipts.download}
          />
        )}
        {rows.length === 0 && !transactions.isError && (
          <EmptyState
            icon="scroll"
            title="No receipts yet"
            hint="You get a receipt for each top-up and each purchase."
            action={<LinkButton to={paths.wallet}>Top up your wallet</LinkButton>}
          />
        )}
      </section>
      <section className={styles.part} aria-labelledby="invoices">
        <h2 id="invoices">Invoices</h2>
        {invoices.isLoadingError || details.isLoadingError ? (
          <Failure
            title="Failed to load invoices"
            query={invoices.isLoadingError ? invoices : details}
          />
        ) : (
          <Invoices
            invoices={invoices.data.data}
            details={details.data.data.billing_details}
            requestedPage={page}
            onPage={setPage}
          />
        )}
      </section>
      <p className={styles.lead}>
        <Link to={paths.support}>Contact support</Link> about a payment with its reference.
      </p>
    </>
  );
}
