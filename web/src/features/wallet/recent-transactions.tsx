import { Link } from 'react-router-dom';
import { useRecentTransactions } from '@/api/generated/payments';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { LoadingRows } from '@/components/feedback/loading-rows';
import { Panel } from '@/components/layout/panel';
import { TransactionList } from '@/components/transactions/transaction-list';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';

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
