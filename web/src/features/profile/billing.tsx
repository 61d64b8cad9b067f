import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { paths } from '@/lib/paths';
import styles from './profile.module.css';

const BillingDocuments = lazy(() => import('./billing-documents'));

export function Billing() {
  return (
    <>
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
