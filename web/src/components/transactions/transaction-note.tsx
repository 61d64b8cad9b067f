import { Link } from 'react-router-dom';
import { asList } from '@/lib/list';
import { formatNaira } from '@/lib/money';
import { supportPath, transactionPath } from '@/lib/paths';
import { Reversals } from './reversals';
import type { TransactionRow } from './transaction-list';

/** Of a top-up whose money staff check; null otherwise. Nothing is to be paid or cancelled. */
export function describeReview({
  amount,
  review,
}: Pick<TransactionRow, 'amount' | 'review'>): string | null {
  if (!review) return null;
  const asked = formatNaira(amount);
  return review.received === null
    ? `Under review: we check what was paid of ${asked}`
    : `Under review: we received ${formatNaira(review.received)} of ${asked}`;
}

interface TransactionNoteProps {
  row: Pick<TransactionRow, 'type' | 'status' | 'amount' | 'review' | 'reference' | 'reversals'>;
  className?: string;
}

/** What became of the money, where the status alone does not say it. */
export function TransactionNote({ row, className }: TransactionNoteProps) {
  const review = describeReview(row);
  if (review)
    return (
      <span className={className}>
        {review}. <Link to={supportPath(row.reference)}>Contact support</Link>
      </span>
    );
  if (asList(row.reversals).length > 0)
    return (
      <Reversals
        of={row}
        toPath={({ reference }) => transactionPath(reference)}
        className={className}
      />
    );
  if (row.type !== 'credit' || !['failed', 'cancelled'].includes(row.status)) return null;
  return <span className={className}>Nothing was added to your wallet.</span>;
}
