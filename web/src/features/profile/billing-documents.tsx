import { Button, Flex } from 'antd';
import type { TransactionResponse } from '@/api/generated/api.schemas';
import { SignedMoney } from '@/components/format/money';
import { Icon } from '@/components/ui/icon';
import { formatDate } from '@/lib/date';
import { shortenReference } from '@/lib/text';
import styles from './profile.module.css';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { ApiError } from '@/api/api-error';
import { useListInvoices, useListTransactions } from '@/api/generated/payments';
import { useGetBillingDetails } from '@/api/generated/profile';
import { useReceipts } from '@/api/use-documents';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { LinkButton } from '@/components/ui/link-button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';
import { Invoices } from './invoices';

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
export default function BillingDocuments() {
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
    </>
  );
}
