import { Icon } from '@/components/ui/icon';
import { LinkButton } from '@/components/ui/link-button';
import { Attention, toAttention } from './attention';
import { type FirstStep, toFirstSteps } from './first-steps';
import { PageSkeleton } from '@/components/feedback/page-skeleton';
import styles from './dashboard-page.module.css';
import { Flex, FloatButton } from 'antd';
import { useTeam } from '@/api/use-team';
import { Panel } from '@/components/layout/panel';
import { paths } from '@/lib/paths';
import { useRecentTransactions } from '@/api/generated/payments';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { useTrialOffer } from '@/api/use-trial-offer';
import { TrialOffer } from '@/components/orders/trial-offer';
import { TransactionList } from '@/components/transactions/transaction-list';
import { asList } from '@/lib/list';
import type { MouseEventHandler } from 'react';
import { useHref, useLinkClickHandler } from 'react-router-dom';
import { useSiteConfig } from '@/api/site-config';
import type { PaymentDashboardData } from '@/api/generated/api.schemas';
import { useCurrentUser } from '@/api/use-current-user';
import { usePaymentDashboard } from '@/api/generated/dashboard';
import { Money } from '@/components/format/money';
import { PageHeader } from '@/components/layout/page-header';
import { StatCards } from '@/components/layout/stat-cards';
import { once } from '@/lib/once';
import { MonthlyUsage } from './monthly-usage';
import { TrafficPanel } from './traffic-panel';

/** The way of a new customer, with one link: that of the next step. */
export function GetStarted({ steps }: { steps: readonly FirstStep[] }) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <section className={styles.started} aria-label="Get started">
      <h2>Get started</h2>
      <ol className={styles.steps}>
        {steps.map(({ label, action, to, isDone }, index) => (
          <li
            key={label}
            className={index === next ? styles.next : undefined}
            aria-current={index === next ? 'step' : undefined}
          >
            <span className={`${styles.mark} ${isDone ? styles.done : ''}`} aria-hidden="true">
              {isDone ? <Icon name="check" size={14} /> : index + 1}
            </span>
            {label}
            {isDone && <span className="visually-hidden">Done</span>}
            {index === next && (
              <LinkButton type="primary" size="small" to={to}>
                {action}
              </LinkButton>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

export function QuickActions() {
  const { canBuy } = useTeam();
  return (
    <Panel title="Quick Actions">
      <Flex vertical gap="small">
        {canBuy && (
          <LinkButton
            type="primary"
            block
            to={paths.buyProxy}
            icon={<Icon name="cart" size={16} />}
          >
            Buy New Proxy
          </LinkButton>
        )}
        <LinkButton block to={paths.transactions} icon={<Icon name="list" size={16} />}>
          View Analytics
        </LinkButton>
        <LinkButton block to={paths.proxyHistory} icon={<Icon name="server" size={16} />}>
          Manage Proxies
        </LinkButton>
      </Flex>
    </Panel>
  );
}

const LIMIT = 5;

function ActivityRows() {
  const recent = useRecentTransactions(
    { limit: LIMIT },
    { query: { meta: { fallback: 'Failed to load dashboard data' } } },
  );
  if (recent.isPending) return <LoadingRows rows={LIMIT} label="Loading activity" />;
  if (recent.isError) {
    return (
      <ErrorState
        title="Failed to load dashboard data"
        requestId={recent.error.requestId}
        onRetry={() => void recent.refetch()}
      />
    );
  }
  const transactions = asList(recent.data.data.transactions);
  if (transactions.length > 0) return <TransactionList rows={transactions} />;
  return (
    <EmptyState
      icon="wallet"
      title="No recent activity found"
      hint="Top-ups and purchases are listed here."
    />
  );
}

export function RecentActivity() {
  return (
    <Panel title="Recent Activity" flush>
      <ActivityRows />
    </Panel>
  );
}

/** Link to the support chat, or to the support page if no chat is configured. */
export function SupportChat() {
  const site = useSiteConfig();
  const page = useHref(paths.support);
  const openPage = useLinkClickHandler(paths.support) as unknown as MouseEventHandler<HTMLElement>;
  if (!site) return null;
  const chat = site.support_chat_url;
  const label = chat ? 'Chat with support' : 'Contact support';
  return (
    <FloatButton
      className={styles.tab}
      shape="square"
      icon={<Icon name="chat" />}
      tooltip={{ title: label, placement: 'left' }}
      aria-label={label}
      {...(chat
        ? { href: chat, target: '_blank', rel: 'noopener noreferrer' }
        : { href: page, onClick: openPage })}
    />
  );
}

const NONE: readonly FirstStep[] = [];

/** What is left of the way to the first connection. */
export function useFirstSteps(data: PaymentDashboardData | undefined): readonly FirstStep[] {
  const user = useCurrentUser();
  const isVerifying = useSiteConfig()?.email_verification ?? false;
  // Staff have no wallet to buy from, and members of a team use what the owner has.
  if (!data || user?.role !== 'user' || user.team) return NONE;
  return toFirstSteps({
    isVerified: isVerifying ? user.email_verified_at !== null : undefined,
    hasPaid: data.overview.balance > 0 || data.total_top_ups > 0,
    proxyId: data.overview.next_expiry?.proxy_id ?? null,
    hasBought: data.total_proxies > 0,
    hasConnected: data.overview.has_used_proxy,
  });
}

const percent = once(
  () =>
    new Intl.NumberFormat('en-NG', {
      maximumFractionDigits: 1,
      signDisplay: 'exceptZero',
    }),
);

/** "+12.5% in 30 days"; undefined without an earlier period to compare with. */
const formatChange = (change: number | null | undefined): string | undefined =>
  change === null || change === undefined ? undefined : `${percent().format(change)}% in 30 days`;

function Figures({ data }: { data: PaymentDashboardData | undefined }) {
  return (
    <StatCards
      compact
      stats={[
        {
          label: 'Total Proxies',
          value: data?.total_proxies ?? '–',
          note: formatChange(data?.changes.total_proxies),
        },
        {
          label: 'Active Proxies',
          value: data?.active_proxies ?? '–',
          note: formatChange(data?.changes.active_proxies),
        },
        {
          label: 'Total Transactions',
          value: data?.total_transactions ?? '–',
          note: formatChange(data?.changes.total_transactions),
        },
        {
          label: 'Total Top-ups',
          value: data ? <Money amount={data.total_top_ups} /> : '–',
          note: formatChange(data?.changes.total_top_ups),
        },
      ]}
    />
  );
}

export default function DashboardPage() {
  const dashboard = usePaymentDashboard({
    query: { meta: { fallback: 'Failed to load dashboard data' } },
  });
  const { isOwner } = useTeam();
  const data = dashboard.data?.data;
  const steps = useFirstSteps(data);
  const trial = useTrialOffer();
  return (
    <>
      <PageHeader
        title="Dashboard"
        actions={isOwner && <LinkButton to={paths.wallet}>Top up</LinkButton>}
      />
      {dashboard.isPending || trial.isLoading ? (
        // What comes first depends on the figures, so all of it appears at once.
        <PageSkeleton cards={4} />
      ) : (
        <>
          {data && steps.length > 0 && <GetStarted steps={steps} />}
          <TrialOffer {...trial} />
          {data && <Attention items={toAttention(data.overview, isOwner)} />}
          <Figures data={data} />
          <div className={styles.grid}>
            <div className={styles.actions}>
              <QuickActions />
            </div>
            <div className={styles.activity}>
              <TrafficPanel
                isUsed={data?.overview.has_used_proxy ?? true}
                leftMb={data?.overview.traffic_left_mb ?? null}
              />
              <RecentActivity />
            </div>
            <div className={styles.months}>
              <MonthlyUsage
                months={data && asList(data.monthly_data)}
                error={dashboard.error}
                onRetry={() => void dashboard.refetch()}
              />
            </div>
          </div>
        </>
      )}
      <SupportChat />
    </>
  );
}
