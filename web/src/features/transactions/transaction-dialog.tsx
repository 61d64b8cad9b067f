import { Button, Pagination } from 'antd';
import { useState } from 'react';
import { useListTransactions } from '@/api/generated/payments';
import { ErrorState } from '@/components/feedback/error-state';
import { SkeletonRows } from '@/components/feedback/skeleton';
import { SignedMoney } from '@/components/format/money';
import { Facts } from '@/components/layout/facts';
import CompactRows from '@/components/list-page/compact-rows';
import { TransactionNote } from '@/components/transactions/transaction-note';
import { Dialog } from '@/components/ui/dialog';
import { Icon } from '@/components/ui/icon';
import { formatDateTime } from '@/lib/date';
import { capitalise, paymentMethodName } from '@/lib/text';
import type { Transaction } from './transaction';
import {
  toCompactTransaction,
  TransactionButtons,
  TransactionStatus,
  type Actions,
} from './transaction-columns';
import styles from './transaction-columns.module.css';

interface TransactionDialogProps {
  row: Transaction;
  actions: Actions;
  onClose: () => void;
}

const PARTS_PER_PAGE = 50;

function Parts({
  batchId,
  actions,
  onOpen,
}: {
  batchId: string;
  actions: Actions;
  onOpen: (row: Transaction) => void;
}) {
  const [page, setPage] = useState(1);
  const query = useListTransactions({ batch: batchId, page, per_page: PARTS_PER_PAGE });
  const data = query.data?.data;
  const toCompact = toCompactTransaction(actions, onOpen);
  // Begins with the number of the proxy, which a phone would cut off.
  const toPart = (row: Transaction) => ({
    ...toCompact(row),
    title: row.description.replace(/^Renewal of (\w+) proxy (#\d+)/, '$2 $1'),
  });
  if (query.isError)
    return <ErrorState title="Failed to load transactions" onRetry={() => void query.refetch()} />;
  return (
    <div className={styles.parts}>
      {data ? (
        <CompactRows
          label="Transactions of the batch"
          rows={data.transactions}
          toCompact={toPart}
        />
      ) : (
        <SkeletonRows rows={4} label="Loading transactions" />
      )}
      {data && data.pagination.last_page > 1 && (
        <Pagination
          simple
          align="center"
          current={page}
          pageSize={PARTS_PER_PAGE}
          total={data.pagination.total}
          onChange={setPage}
        />
      )}
    </div>
  );
}

const Details = ({ row }: { row: Transaction }) => (
  <Facts
    items={[
      { label: 'Type', children: capitalise(row.type) },
      { label: 'Method', children: paymentMethodName(row.payment_method) },
      { label: 'Date', children: formatDateTime(row.created_at) },
      { label: 'Reference', children: <code className={styles.whole}>{row.reference}</code> },
      { label: 'ID', children: row.id },
    ]}
  />
);

/** What a row has no room for: the details of a transaction, or the transactions of a batch. */
export default function TransactionDialog({ row, actions, onClose }: TransactionDialogProps) {
  const [part, setPart] = useState<Transaction | null>(null);
  const shown = part ?? row;
  return (
    <Dialog title={shown.description} width={520} onClose={onClose}>
      <div className={styles.details}>
        {part && (
          <Button
            type="link"
            className={styles.open}
            icon={<Icon name="arrowLeft" size={16} />}
            onClick={() => setPart(null)}
          >
            {row.description}
          </Button>
        )}
        <div className={styles.amount}>
          <strong>
            <SignedMoney amount={shown.amount} type={shown.type} status={shown.status} />
          </strong>
          <TransactionStatus row={shown} />
        </div>
        <TransactionNote row={shown} />
        {shown.batch && shown.batch_id !== null ? (
          <Parts batchId={shown.batch_id} actions={actions} onOpen={setPart} />
        ) : (
          <Details row={shown} />
        )}
        <TransactionButtons row={shown} actions={actions} />
      </div>
    </Dialog>
  );
}
