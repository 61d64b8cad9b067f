import { useGetWallet } from '@/api/generated/hooks/wallet/wallet';
import { useCurrentUser } from '@/api/use-current-user';
import { Money } from '@/components/format/money';
import styles from './balance-card.module.css';

export function BalanceCard() {
  const stored = useCurrentUser();
  const wallet = useGetWallet({ query: { meta: { fallback: 'Failed to load wallet data' } } }).data
    ?.data;
  return (
    <section className={styles.card} aria-labelledby="balance-label">
      <h2 id="balance-label" className={styles.label}>
        Wallet Balance
      </h2>
      <p className={styles.amount} data-testid="wallet-balance">
        <Money amount={wallet?.balance ?? stored?.wallet_balance ?? 0} />
      </p>
      <p className={styles.note}>Available for proxy purchases</p>
      <p className={styles.powered}>Powered by Korapay</p>
    </section>
  );
}
