import { Money } from './money';

const MICROS_PER_DOLLAR = 1_000_000;
const MICROS = BigInt(MICROS_PER_DOLLAR);

/** Millionths of a US dollar, rounded to the nearest. */
export const toMicros = (dollars: number): bigint =>
  BigInt(Math.round(dollars * MICROS_PER_DOLLAR));

/** Of millionths, as a JSON number. */
export const toDollars = (micros: bigint): number => Number(micros) / MICROS_PER_DOLLAR;

/** Millionths of a US dollar that is not negative, as text with cents, or more digits when there are any: 12.50. */
export function formatUsd(micros: bigint): string {
  const digits = String(micros % MICROS).padStart(6, '0');
  return `${micros / MICROS}.${digits.slice(0, 2)}${digits.slice(2).replace(/0+$/, '')}`;
}

/** Rate, markup and adjustments have at most two decimals. */
const HUNDRED = 100;
const WHOLE = 10_000n;

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
 * @param adjustments percentages that are added one after the other, from -100; negative ones are discounts.
 */
export function usdToNaira(
  usdMicros: bigint,
  rate: number,
  markupPercent: number,
  adjustments: readonly number[] = [],
): Money {
  if (usdMicros < 0n) throw new RangeError('usdMicros must not be negative');
  const numerator =
    usdMicros * toHundredths(rate, 'rate') * (WHOLE + toHundredths(markupPercent, 'markupPercent'));
  return adjust(numerator, MICROS * BigInt(HUNDRED) * WHOLE, adjustments);
}

/**
 * A naira price after adjustments, rounded once, half up, to whole naira.
 * @param adjustments as for `usdToNaira`.
 */
export function adjustNaira(price: Money, adjustments: readonly number[]): Money {
  if (price.kobo < 0n) throw new RangeError('price must not be negative');
  return adjust(price.kobo, 100n, adjustments);
}

function adjust(numerator: bigint, denominator: bigint, adjustments: readonly number[]): Money {
  let [top, bottom] = [numerator, denominator];
  for (const percent of adjustments) {
    top *= toHundredths(100 + percent, 'adjustment');
    bottom *= WHOLE;
  }
  const naira = (2n * top + bottom) / (2n * bottom);
  return Money.kobo(naira * 100n);
}
