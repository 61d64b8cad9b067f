import { Link } from 'react-router-dom';
import { describeReview, isUncredited } from '@/lib/money';
import { supportPath } from '@/lib/paths';
import type { TransactionRow } from './transaction-list';

interface TransactionNoteProps {
  row: Pick<TransactionRow, 'type' | 'status' | 'amount' | 'review' | 'reference'>;
  className?: string;
}

/** What the status of a top-up means for its money, where the word alone does not say it. */
export function TransactionNote({ row, className }: TransactionNoteProps) {
  const review = describeReview(row);
  if (review)
    return (
      <span className={className}>
        {review}. <Link to={supportPath(row.reference)}>Contact support</Link>
      </span>
    );
  if (!isUncredited(row)) return null;
  return <span className={className}>Nothing was added to your wallet.</span>;
}
