import { useRecentTransactions } from '@/api/generated/payments';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Panel } from '@/components/layout/panel';
import { TransactionList } from '@/components/transactions/transaction-list';
import { asList } from '@/lib/list';

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
