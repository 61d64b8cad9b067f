import { toNumberText } from '@/lib/number-text';
const MAX_NAIRA = 1_000_000;

export const INVALID_THRESHOLD = 'Enter a whole amount from ₦1 to ₦1,000,000';

/** Parses whole naira, with optional thousands separators; undefined outside the limits. */
export function parseThreshold(text: string): number | undefined {
  const digits = toNumberText(text);
  const amount = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return amount >= 1 && amount <= MAX_NAIRA ? amount : undefined;
}
