import { Link } from 'react-router-dom';
import { useRecentTransactions } from '@/api/generated/hooks/payments/payments';
import { EmptyState } from '@/components/feedback/empty-state';
import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { Panel } from '@/components/layout/panel';
import { TransactionList } from '@/components/transactions/transaction-list';
import { asList } from '@/lib/list';
import { paths } from '@/lib/paths';

const SHOWN = 6;

function Rows() {
  const recent = useRecentTransactions(
    { limit: SHOWN },
    { query: { meta: { fallback: 'Failed to load transactions' } } },
  );
  if (recent.isPending) return <SkeletonRows rows={SHOWN} label="Loading transactions" />;
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
        hint="Your first top-up will stand here."
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
      <Rows />
    </Panel>
  );
}
