const MAX_NAIRA = 1_000_000;
const INVALID_AMOUNT = 'Enter a whole amount from ₦1 to ₦1,000,000';

/** A typed amount in whole naira; separators between thousands may stand in it. */
export function parseThreshold(text: string): { amount?: number; error?: string } {
  const plain = text.trim().replace(/^₦\s*/, '').replaceAll(',', '');
  const amount = /^\d+$/.test(plain) ? Number(plain) : NaN;
  return amount >= 1 && amount <= MAX_NAIRA ? { amount } : { error: INVALID_AMOUNT };
}
