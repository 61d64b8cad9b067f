import { Card, Statistic, Tabs } from 'antd';
import { useGetWallet } from '@/api/generated/wallet';
import { useCurrentUser } from '@/api/use-current-user';
import { Money } from '@/components/format/money';
import { useSiteConfig, type SiteConfig } from '@/api/site-config';
import { Panel } from '@/components/layout/panel';
import { LinkButton } from '@/components/ui/link-button';
import { REFERRALS_TAB, referralsPath } from '@/lib/page-paths';
import { paths } from '@/lib/paths';
import { useSpendingLimits } from '@/api/use-spending-limits';
import { useTeam } from '@/api/use-team';
import { SpendingNote } from '@/components/orders/spending-note';
import styles from './wallet-page.module.css';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { useRecentTransactions } from '@/api/generated/payments';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { TransactionList } from '@/components/transactions/transaction-list';
import { asList } from '@/lib/list';
import { StatCards } from '@/components/layout/stat-cards';
import { lazy, Suspense, useCallback } from 'react';
import { PageHeader } from '@/components/layout/page-header';
import { readOrderPath } from '@/lib/order-url';
import { PaymentNotice, usePaymentReturn } from './payment-notice';
import { TopUpForm } from './top-up-form';

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

/** In the place of the form, for members of a team. */
export function MemberNote() {
  const { team, canBuy } = useTeam();
  const limits = useSpendingLimits();
  if (!team) return null;
  return (
    <Panel title="Top up">
      <p>
        This is the wallet of <bdi>{team.owner_name}</bdi>, who alone tops it up.
        {canBuy ? ' What you buy is paid from it.' : ''}
      </p>
      <SpendingNote limits={limits} className={styles.limit} />
    </Panel>
  );
}

const LIMIT = 6;

function TransactionRows() {
  const recent = useRecentTransactions(
    { limit: LIMIT },
    { query: { meta: { fallback: 'Failed to load transactions' } } },
  );
  if (recent.isPending) return <LoadingRows rows={LIMIT} label="Loading transactions" />;
  if (recent.isError) {
    return (
      <ErrorState
        title="Failed to load transactions"
        requestId={recent.error.requestId}
        onRetry={() => void recent.refetch()}
      />
    );
  }
  const transactions = asList(recent.data.data.transactions);
  if (transactions.length === 0) {
    return (
      <EmptyState
        icon="list"
        title="No transactions found."
        hint="Your first top-up will appear here."
      />
    );
  }
  return <TransactionList rows={transactions} />;
}

export function RecentTransactions() {
  return (
    <Panel
      title="Recent Transactions"
      action={<Link to={paths.transactions}>View All Transactions</Link>}
      flush
    >
      <TransactionRows />
    </Panel>
  );
}

export function WalletStats() {
  const wallet = useGetWallet({ query: { meta: { fallback: 'Failed to load wallet data' } } });
  const money = (amount: number | undefined) => {
    if (wallet.isError) return '–';
    return amount === undefined ? undefined : <Money amount={amount} />;
  };
  const data = wallet.data?.data;
  return (
    <StatCards
      stacked
      stats={[
        { label: 'This Month', value: money(data?.this_month) },
        { label: 'Total Top-ups', value: money(data?.total_top_ups) },
        { label: 'Average Monthly', value: money(data?.average_monthly) },
      ]}
    />
  );
}

function WalletTab() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const orderPath = readOrderPath(params);
  const returnToOrder = useCallback((): void => {
    if (orderPath) void navigate(orderPath, { replace: true });
  }, [navigate, orderPath]);
  const { isOwner } = useTeam();
  const payment = usePaymentReturn(isOwner, returnToOrder);
  const isFirst = payment.isOwn || payment.credited !== null;
  return (
    <>
      {isFirst && <PaymentNotice payment={payment} />}
      <div className={styles.grid}>
        <div className={styles.balance}>
          <BalanceCard />
        </div>
        <div className={styles.topUp}>
          {/* Another amount in the address begins the form anew. */}
          {isOwner ? <TopUpForm key={params.get('amount')} /> : <MemberNote />}
        </div>
        <div className={styles.stats}>
          <WalletStats />
        </div>
        <div className={styles.recent}>
          <RecentTransactions />
          {/* Of another device: it comes late and must move nothing. */}
          {!isFirst && (
            <div className={styles.late}>
              <PaymentNotice payment={payment} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

const Referrals = lazy(() => import('./referrals'));

const TABS = [
  { key: 'wallet', label: 'Wallet', children: <WalletTab /> },
  {
    key: REFERRALS_TAB,
    label: 'Referrals',
    children: (
      <Suspense fallback={<LoadingRows rows={LIMIT} />}>
        <Referrals />
      </Suspense>
    ),
  },
];

export default function WalletPage() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const orderPath = readOrderPath(params);
  // A page of an earlier version may have cached a configuration without it.
  const config = useSiteConfig() as Partial<SiteConfig> | null;
  const { isOwner } = useTeam();
  const tab = isOwner && params.get('tab') === REFERRALS_TAB ? REFERRALS_TAB : 'wallet';
  const hasTabs = isOwner && (config?.referrals || tab === REFERRALS_TAB);
  return (
    <>
      <PageHeader
        title="Wallet"
        actions={orderPath && <LinkButton to={orderPath}>Back to your order</LinkButton>}
      />
      {hasTabs ? (
        <Tabs
          className={styles.tabs}
          activeKey={tab}
          destroyOnHidden
          onChange={(key) => void navigate(key === REFERRALS_TAB ? referralsPath : paths.wallet)}
          items={TABS}
        />
      ) : (
        <WalletTab />
      )}
    </>
  );
}
