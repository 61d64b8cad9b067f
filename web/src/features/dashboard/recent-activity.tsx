import { useRecentTransactions } from '@/api/generated/hooks/payments/payments';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { Panel } from '@/components/layout/panel';
import { TransactionList } from '@/components/transactions/transaction-list';
import { ButtonLink } from '@/components/ui/button';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';

const SHOWN = 5;

function Rows() {
  const recent = useRecentTransactions(
    { limit: SHOWN },
    { query: { meta: { fallback: 'Failed to load dashboard data' } } },
  );
  if (recent.isPending) return <SkeletonRows rows={SHOWN} label="Loading activity" />;
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
      hint="Top up your wallet to buy your first proxy."
      action={
        <ButtonLink look="primary" to={paths.wallet}>
          Top up your wallet
        </ButtonLink>
      }
    />
  );
}

export function RecentActivity() {
  return (
    <Panel title="Recent Activity" flush>
      <Rows />
    </Panel>
  );
}
