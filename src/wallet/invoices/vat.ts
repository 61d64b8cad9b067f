import { Money } from '../../common/money/money';

/** One percent is 100. */
const WHOLE = 10_000n;

/** @param percent with two decimals at most. */
export const toBasisPoints = (percent: number): number => Math.round(percent * 100);

/** "7.5", for people. */
export const formatVatRate = (basisPoints: number): string => String(basisPoints / 100);

/** The VAT that a price includes, to the kobo, rounded half up. */
export function calculateIncludedVat(total: Money, basisPoints: number): Money {
  const rate = BigInt(basisPoints);
  const divisor = WHOLE + rate;
  return Money.kobo((2n * total.kobo * rate + divisor) / (2n * divisor));
}

/**
 * The VAT of a partial refund. It is the VAT of all that is refunded by then less what earlier credit notes had, so that
 * the credit notes of a price refunded in parts add up to its VAT.
 */
export const calculateRefundedVat = (
  refunded: Money,
  earlier: { readonly total: Money; readonly vat: Money },
  basisPoints: number,
): Money => calculateIncludedVat(earlier.total.plus(refunded), basisPoints).minus(earlier.vat);
