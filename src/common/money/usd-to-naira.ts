import { Money } from './money';

/** Rate and markup have at most two decimals. */
const HUNDRED = 100;
const MICROS_PER_DOLLAR = 1_000_000n;

const toHundredths = (value: number, name: string): bigint => {
  const scaled = Math.round(value * HUNDRED);
  if (!Number.isSafeInteger(scaled) || scaled < 0)
    throw new RangeError(`${name} must be a number from 0 with two decimals at most`);
  return BigInt(scaled);
};

/**
 * Converts a dollar price to the customer's price in exact arithmetic, rounded once, half up, to whole
 * naira.
 * @param usdMicros millionths of a US dollar, not negative.
 * @param rate naira for a dollar; its third decimal and on are not counted.
 * @param markupPercent on top, e.g. 12.5; 0 for none.
 * @throws RangeError when one of them is negative or not a number.
 */
export function usdToNaira(usdMicros: bigint, rate: number, markupPercent: number): Money {
  if (usdMicros < 0n) throw new RangeError('usdMicros must not be negative');
  const scale = BigInt(HUNDRED);
  const numerator =
    usdMicros *
    toHundredths(rate, 'rate') *
    (scale * scale + toHundredths(markupPercent, 'markupPercent'));
  const denominator = MICROS_PER_DOLLAR * scale * (scale * scale);
  const naira = (2n * numerator + denominator) / (2n * denominator);
  return Money.kobo(naira * 100n);
}
