import type { TopUpLimits } from '@/api/top-up-limits';
import { formatNaira } from '@/lib/money';
import { toNumberText } from '@/lib/number-text';

/** Parses whole naira, with optional thousands separators; NaN if it is not an amount. */
export function parseAmount(text: string): number {
  const digits = toNumberText(text);
  return /^-?\d+(\.0+)?$/.test(digits) ? Number(digits) : Number.NaN;
}

/** The error message of an amount, or null. */
export function validateAmount(amount: number, { minimum, maximum }: TopUpLimits): string | null {
  if (Number.isNaN(amount)) return 'Invalid amount';
  if (amount <= 0) return 'Amount must be greater than 0';
  if (amount < minimum) return `Minimum amount is ${formatNaira(minimum)}`;
  if (amount > maximum) return `Maximum amount is ${formatNaira(maximum)}`;
  return null;
}
