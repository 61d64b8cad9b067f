import { Card, Statistic } from 'antd';
import { useGetWallet } from '@/api/generated/wallet';
import { useCurrentUser } from '@/api/use-current-user';
import { Money } from '@/components/format/money';
import styles from './balance-card.module.css';

export function BalanceCard() {
  const user = useCurrentUser();
  const wallet = useGetWallet({ query: { meta: { fallback: 'Failed to load wallet data' } } }).data
    ?.data;
  return (
    <Card className={styles.card} role="region" aria-labelledby="balance-label">
      <Statistic
        title={<h2 id="balance-label">Wallet Balance</h2>}
        valueRender={() => (
          <span data-testid="wallet-balance">
            <Money amount={wallet?.balance ?? user?.wallet_balance ?? 0} />
          </span>
        )}
      />
      <p>Available for proxy purchases</p>
      <p className={styles.provider}>Powered by Korapay</p>
    </Card>
  );
}
