import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useTeam } from '@/api/use-team';
import { PageHeader } from '@/components/layout/page-header';
import { LinkButton } from '@/components/ui/link-button';
import { readOrderPath } from '@/lib/order-url';
import { BalanceCard } from './balance-card';
import { InvitePanel } from './invite-panel';
import { MemberNote } from './member-note';
import { NairaAccount } from './naira-account';
import { PaymentNotice } from './payment-notice';
import { RecentTransactions } from './recent-transactions';
import { TopUpForm } from './top-up-form';
import { usePaymentReturn } from './use-payment-return';
import styles from './wallet-page.module.css';
import { WalletStats } from './wallet-stats';

export default function WalletPage() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const orderPath = readOrderPath(params);
  const returnToOrder = useCallback((): void => {
    if (orderPath) void navigate(orderPath, { replace: true });
  }, [navigate, orderPath]);
  const payment = usePaymentReturn(returnToOrder);
  const { isOwner } = useTeam();
  return (
    <>
      <PageHeader
        title="Wallet"
        actions={orderPath && <LinkButton to={orderPath}>Back to your order</LinkButton>}
      />
      <PaymentNotice payment={payment} />
      <div className={styles.grid}>
        <div className={styles.balance}>
          <BalanceCard />
        </div>
        <div className={styles.topUp}>{isOwner ? <TopUpForm /> : <MemberNote />}</div>
        <div className={styles.recent}>
          <RecentTransactions />
        </div>
        <div className={styles.stats}>
          <WalletStats />
          {isOwner && (
            <>
              <InvitePanel className={styles.invite} />
              <NairaAccount />
            </>
          )}
        </div>
      </div>
    </>
  );
}
