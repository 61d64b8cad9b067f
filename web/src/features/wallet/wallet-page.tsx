import { PageHeader } from '@/components/layout/page-header';
import columns from '@/components/layout/columns.module.css';
import { BalanceCard } from './balance-card';
import { PaymentNotice } from './payment-notice';
import { RecentTransactions } from './recent-transactions';
import { TopUpForm } from './top-up-form';
import { usePaymentReturn } from './use-payment-return';
import { WalletStats } from './wallet-stats';

export default function WalletPage() {
  const payment = usePaymentReturn();
  return (
    <>
      <PageHeader title="Wallet" />
      <PaymentNotice payment={payment} />
      <div className={columns.columns}>
        <div className={columns.stack}>
          <BalanceCard />
          <RecentTransactions />
        </div>
        <div className={columns.stack}>
          <TopUpForm />
          <WalletStats />
        </div>
      </div>
    </>
  );
}
