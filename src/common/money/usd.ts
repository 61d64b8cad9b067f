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
