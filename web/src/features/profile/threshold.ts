const MOST = 1_000_000;
const WRONG = 'Enter a whole amount from ₦1 to ₦1,000,000';

/** A typed amount in whole naira; separators between thousands may stand in it. */
export function thresholdOf(text: string): { amount?: number; problem?: string } {
  const plain = text.trim().replace(/^₦\s*/, '').replaceAll(',', '');
  const amount = /^\d+$/.test(plain) ? Number(plain) : NaN;
  return amount >= 1 && amount <= MOST ? { amount } : { problem: WRONG };
}
