import { once } from './once';

const plain = once(() => new Intl.NumberFormat('en-NG', { maximumFractionDigits: 2 }));

export const formatNumber = (value: number): string => plain().format(value);

const MB_PER_GB = 1024;

/** Megabytes as gigabytes of 1024, at most two decimals, without the unit. */
export const megabytesToGb = (megabytes: number): string => plain().format(megabytes / MB_PER_GB);

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high);

/** Parses a whole number and clamps it; the fallback if it is not a number. */
export function wholeNumber(
  text: string,
  bounds: { min: number; max: number; fallback: number },
): number {
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? bounds.fallback : clamp(value, bounds.min, bounds.max);
}
