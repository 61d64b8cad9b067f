import { Alert } from 'antd';
import { formatNaira } from '@/lib/money';

/** What is left of the limits of a team member, in whole naira; null without a limit. */
interface SpendingLimits {
  today: { left: number } | null;
  this_month: { left: number } | null;
}

/** The limit that ends first. */
function findNearest({ today, this_month: month }: SpendingLimits) {
  if (today && (!month || today.left < month.left)) return { left: today.left, period: 'today' };
  return month && { left: month.left, period: 'this month' };
}

/**
 * @param total of a purchase, in whole naira.
 * @returns what a member may still spend, and whether the total is more than that; null without limits.
 */
export function describeSpending(
  limits: SpendingLimits,
  total = 0,
): { text: string; isExceeded: boolean } | null {
  const nearest = findNearest(limits);
  if (!nearest) return null;
  const { left, period } = nearest;
  const month =
    period === 'today' && limits.this_month
      ? ` (${formatNaira(limits.this_month.left)} this month)`
      : '';
  const isExceeded = total > left;
  if (left === 0) return { text: `You have reached your limit for ${period}${month}.`, isExceeded };
  const missing = isExceeded ? ` You need ${formatNaira(total - left)} more.` : '';
  return {
    text: `You can spend ${formatNaira(left)} more ${period}${month}.${missing}`,
    isExceeded,
  };
}

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
