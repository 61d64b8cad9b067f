import { lazy, Suspense } from 'react';
import { Link } from 'react-router-dom';
import { useGetTwoFactor, useListSessions } from '@/api/generated/profile';
import { useGetAllowedAddresses } from '@/api/generated/proxies';
import { useTeam } from '@/api/use-team';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { AccountAddresses } from './account-addresses';
import { reviewPath } from '@/lib/page-paths';
import styles from './profile.module.css';
import { Security } from './security';

const TwoFactor = lazy(() => import('./two-factor'));
const YourData = lazy(() => import('./your-data'));

const QUIET = { query: { meta: { quiet: true } } };

/** Sessions, two-factor authentication, allowed addresses and stored data, together, so that none moves the others. */
export function SecurityTab() {
  const { isOwner } = useTeam();
  const sessions = useListSessions(QUIET);
  const addresses = useGetAllowedAddresses(QUIET);
  const twoFactor = useGetTwoFactor(QUIET);
  const loading = <LoadingRows rows={5} />;
  if (sessions.isPending || addresses.isPending || twoFactor.isPending) return loading;
  return (
    <Suspense fallback={loading}>
      <section className={styles.part} aria-label="Sessions">
        <Security />
      </section>
      <section className={styles.part} aria-label="Access of others">
        <h2>Access of others</h2>
        <p className={styles.lead}>
          Team members, invitations, addresses without a password, sub-users, webhooks and API keys.
        </p>
        <Link to={reviewPath}>Check who has access</Link>
      </section>
      <section className={styles.part} aria-label="Two-factor authentication">
        <h2>Two-factor authentication</h2>
        <TwoFactor />
      </section>
      {isOwner && (
        <section className={styles.part} aria-label="Allowed addresses">
          <AccountAddresses />
        </section>
      )}
      <section className={styles.part} aria-label="Your data">
        <YourData />
      </section>
    </Suspense>
  );
}
