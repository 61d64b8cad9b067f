const MICROS = 1_000_000n;

/** Millionths of a US dollar as a number with cents, or more digits when there are any: 12.50. */
export function toUsd(micros: bigint): string {
  const digits = String(micros % MICROS).padStart(6, '0');
  return `${micros / MICROS}.${digits.slice(0, 2)}${digits.slice(2).replace(/0+$/, '')}`;
}
