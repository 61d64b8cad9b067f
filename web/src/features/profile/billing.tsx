import { Flex } from 'antd';
import { Link } from 'react-router-dom';
import { useListTransactions } from '@/api/generated/hooks/payments/payments';
import { useReceipts, useStatement } from '@/api/use-documents';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { DateRangeForm } from '@/components/form/date-range-form';
import { LinkButton } from '@/components/ui/link-button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';
import styles from './profile.module.css';
import { ReceiptList } from './receipt-list';

const RECEIPT_COUNT = 10;

function RecentReceipts() {
  const receipts = useReceipts();
  const query = useListTransactions(
    { page: 1, per_page: RECEIPT_COUNT, status: 'successful' },
    { query: { meta: { quiet: true } } },
  );
  if (query.isError) {
    return (
      <ErrorState
        title="Failed to load transactions"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <LoadingRows rows={4} />;
  const rows = asList(query.data.data.transactions).filter(({ has_receipt }) => has_receipt);
  if (rows.length > 0) {
    return (
      <ReceiptList transactions={rows} isBusy={receipts.isBusy} onDownload={receipts.download} />
    );
  }
  return (
    <EmptyState
      icon="scroll"
      title="No receipts yet"
      hint="You get a receipt for each top-up and each purchase."
      action={<LinkButton to={paths.wallet}>Top up your wallet</LinkButton>}
    />
  );
}

export function Billing() {
  const statement = useStatement();
  return (
    <>
      <section className={styles.part} aria-labelledby="statement">
        <h2 id="statement">Export statement</h2>
        <p className={styles.lead}>
          All transactions in this period, oldest first, between its opening and closing balance, as
          a CSV file for spreadsheets.
        </p>
        <DateRangeForm
          label="Statement period"
          action="Download CSV"
          busyAction="Downloading..."
          isBusy={statement.isBusy}
          errors={statement.errors}
          onSubmit={statement.download}
        />
      </section>
      <section className={styles.part} aria-labelledby="billing-help">
        <h2 id="billing-help">Questions about a payment</h2>
        <p className={styles.lead}>
          <Link to={paths.support}>Contact support</Link> and include the reference of the
          transaction.
        </p>
      </section>
      {/* Last, because its length grows with the purchases. */}
      <section className={styles.part} aria-labelledby="receipts">
        <Flex wrap justify="space-between" align="baseline" gap="small">
          <h2 id="receipts">Recent receipts</h2>
          <Link to={paths.transactions}>All transactions</Link>
        </Flex>
        <RecentReceipts />
      </section>
    </>
  );
}
