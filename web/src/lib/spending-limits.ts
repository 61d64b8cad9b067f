import { formatNaira } from './money';

/** What is left of the limits of a team member, in whole naira; null without a limit. */
export interface SpendingLimits {
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
