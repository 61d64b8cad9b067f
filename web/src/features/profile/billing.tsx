import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useStatement } from '@/api/use-documents';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { DateRangeForm } from '@/components/form/date-range-form';
import { paths } from '@/lib/paths';
import styles from './profile.module.css';

const BillingDocuments = lazy(() => import('./billing-documents'));

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
      {/* Last, because their length grows with the purchases. */}
      <Suspense fallback={<LoadingRows rows={4} />}>
        <BillingDocuments />
      </Suspense>
    </>
  );
}
