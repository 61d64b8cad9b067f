import { Alert } from 'antd';
import { describeSpending, type SpendingLimits } from '@/lib/spending-limits';

interface SpendingNoteProps {
  /** Of the member of a team who buys; null without any. */
  limits: SpendingLimits | null;
  /** Of the purchase, in whole naira. */
  total?: number;
  /** Of a note that does not warn. */
  className?: string;
  warningClassName?: string;
}

/** What a member of a team may still spend, as a warning when the total is more. */
export function SpendingNote({ limits, total, className, warningClassName }: SpendingNoteProps) {
  const spending = limits && describeSpending(limits, total);
  if (!spending) return null;
  const { text, isExceeded } = spending;
  if (!isExceeded) return <p className={className}>{text}</p>;
  return (
    <Alert
      type="warning"
      role="note"
      showIcon
      className={warningClassName}
      title={`${text} Ask the owner of the account to raise your limit.`}
    />
  );
}
