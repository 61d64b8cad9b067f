import type { Money } from '../../../common/money/money';

export class CouponQuoteData {
  /** What the code adds, whole naira. @example 1000 */
  bonus: number;
  /** What the wallet gets in all, whole naira. @example 11000 */
  credited: number;
}

export const toCouponQuote = (amount: Money, bonus: Money): CouponQuoteData => ({
  bonus: bonus.toNaira(),
  credited: amount.plus(bonus).toNaira(),
});
