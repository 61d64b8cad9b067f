import { PageHeader } from '@/components/layout/page-header';
import { BalanceCard } from './balance-card';
import { PaymentNotice } from './payment-notice';
import { RecentTransactions } from './recent-transactions';
import { TopUpForm } from './top-up-form';
import { usePaymentReturn } from './use-payment-return';
import styles from './wallet-page.module.css';
import { WalletStats } from './wallet-stats';

export default function WalletPage() {
  const payment = usePaymentReturn();
  return (
    <>
      <PageHeader title="Wallet" />
      <PaymentNotice payment={payment} />
      <div className={styles.grid}>
        <div className={styles.balance}>
          <BalanceCard />
        </div>
        <div className={styles.topUp}>
          <TopUpForm />
        </div>
        <div className={styles.recent}>
          <RecentTransactions />
        </div>
        <div className={styles.stats}>
          <WalletStats />
        </div>
      </div>
    </>
  );
}
