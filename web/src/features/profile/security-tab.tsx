import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useGetTwoFactor, useListSessions } from '@/api/generated/profile';
import { useGetAllowedAddresses } from '@/api/generated/proxies';
import type { SessionUser } from '@/api/session';
import { useTeam } from '@/api/use-team';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { LinkButton } from '@/components/ui/link-button';
import { changePasswordPath, reviewPath } from '@/lib/page-paths';
import styles from './profile.module.css';
import { Security } from './security';
import { useAllowedAddresses } from '@/api/use-allowed-addresses';
import { AllowedAddresses } from '@/components/access/allowed-addresses';
import { ErrorState } from '@/components/feedback/error-state';

/** The addresses from which none of the user's proxies needs a password. */
export function AccountAddresses() {
  const { query, list } = useAllowedAddresses();
  if (query.isLoadingError) {
    return (
      <ErrorState
        title="Failed to load your allowed addresses"
        message={query.error.message}
        requestId={query.error.requestId}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!list) return <LoadingRows rows={2} />;
  return (
    <AllowedAddresses
      {...list}
      lead="None of your proxies asks for a password from active addresses, including proxies you buy later. With more than one proxy, your program must send the username of the one it wants."
      empty="No address is allowed for all your proxies. Add that of your server to connect from there without passwords, or allow it in the details of a single proxy."
      noProxy="You have no active proxy to send it with."
    />
  );
}

const SetPassword = lazy(() => import('./set-password'));
const TwoFactor = lazy(() => import('./two-factor'));
const YourData = lazy(() => import('./your-data'));

const QUIET = { query: { meta: { quiet: true } } };

function Password({ user }: { user: SessionUser }) {
  const [isSetting, setSetting] = useState(false);
  if (user.has_password !== false)
    return (
      <>
        <p className={styles.lead}>A change signs you out on your other devices.</p>
        <LinkButton to={changePasswordPath}>Change password</LinkButton>
      </>
    );
  return (
    <>
      <p className={styles.lead}>You sign in with Google and have no password.</p>
      <Button aria-haspopup="dialog" onClick={() => setSetting(true)}>
        Set a password
      </Button>
      <Suspense>{isSetting && <SetPassword onClose={() => setSetting(false)} />}</Suspense>
    </>
  );
}

/** Who can sign in and how, and what is stored; together, so that nothing moves the rest. */
export function SecurityTab({ user }: { user: SessionUser }) {
  const { isOwner } = useTeam();
  const sessions = useListSessions(QUIET);
  const addresses = useGetAllowedAddresses(QUIET);
  const twoFactor = useGetTwoFactor(QUIET);
  const loading = <LoadingRows rows={5} />;
  if (sessions.isPending || addresses.isPending || twoFactor.isPending) return loading;
  return (
    <Suspense fallback={loading}>
      <section className={styles.part} aria-label="Password">
        <h2>Password</h2>
        <Password user={user} />
      </section>
      <section className={styles.part} aria-label="Two-factor authentication">
        <h2>Two-factor authentication</h2>
        {user.has_password === false ? (
          <p className={styles.lead}>A code beside your password. Set a password first.</p>
        ) : (
          <TwoFactor />
        )}
      </section>
      <section className={styles.part} aria-label="Sessions">
        <h2>Sessions</h2>
        <Security />
      </section>
      <section className={styles.part} aria-label="Access of others">
        <h2>Access of others</h2>
        <p className={styles.lead}>
          Team members, invitations, addresses without a password, sub-users, webhooks and API keys.
        </p>
        <Link to={reviewPath}>Check who has access</Link>
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
