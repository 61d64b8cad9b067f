import type { Correction } from '@/api/correction-subject';
import { toNumberText } from '@/lib/number-text';

export type Direction = NonNullable<Correction['direction']>;

const MAXIMUM = 1_000_000_000;

/** Naira with two decimals at most, or null for anything else. */
export function parseCorrection(text: string): number | null {
  const digits = toNumberText(text);
  return /^\d{1,10}(\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

export function correctionError(amount: number | null): string | undefined {
  if (amount === null || amount <= 0) return 'Enter an amount above ₦0, with two decimals at most';
  return amount > MAXIMUM ? 'Maximum correction is ₦1,000,000,000' : undefined;
}

/** Staff hold no money, so their wallets can only be debited. */
export const allowedDirections = (role: string): Direction[] =>
  role === 'user' ? ['credit', 'debit'] : ['debit'];
