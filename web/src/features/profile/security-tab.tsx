import { useListSessions } from '@/api/generated/hooks/profile/profile';
import { useGetAllowedAddresses } from '@/api/generated/hooks/proxies/proxies';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { AccountAddresses } from './account-addresses';
import styles from './profile.module.css';
import { Security } from './security';

const QUIET = { query: { meta: { quiet: true } } };

/** Sessions and allowed addresses, rendered together, so that neither moves the other. */
export function SecurityTab() {
  const sessions = useListSessions(QUIET);
  const addresses = useGetAllowedAddresses(QUIET);
  if (sessions.isPending || addresses.isPending) return <LoadingRows rows={5} />;
  return (
    <>
      <section className={styles.part} aria-label="Sessions">
        <Security />
      </section>
      <section className={styles.part} aria-label="Allowed addresses">
        <AccountAddresses />
      </section>
    </>
  );
}
