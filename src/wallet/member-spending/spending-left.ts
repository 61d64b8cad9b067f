import type { Money } from '../../common/money/money';

/** Whole naira that a limit leaves; none after it was lowered below what is spent. */
export const spendingLeft = (limit: Money, spent: Money): number =>
  Math.max(0, limit.minus(spent).toNairaFloor());
