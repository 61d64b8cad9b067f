export interface RefundQuote {
  /** Whole naira, as all amounts. */
  paid: number;
  refunded: number;
  left: number;
  unused: number;
  basis: 'traffic' | 'time';
  proxies: number;
}

/** `unused` and `all` end the proxies, `amount` does not. */
export type RefundChoice = 'unused' | 'all' | 'amount';

export interface RefundRequest {
  choice: RefundChoice;
  reason: string;
  /** Whole naira, for `amount`. */
  amount?: number;
}

/** Whole naira from 1 to `left`, or null. */
export function parseRefund(text: string, left: number): number | null {
  const digits = text.replaceAll(/[\s,₦]/g, '');
  const amount = Number(digits);
  return /^\d{1,10}$/.test(digits) && amount >= 1 && amount <= left ? amount : null;
}
