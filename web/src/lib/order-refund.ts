import { toNumberText } from './number-text';

/** What a customer reads who repeats an order that was refunded meanwhile. */
export const ORDER_REFUNDED = 'This order was refunded.';

export interface RefundQuote {
  /** Whole naira, as all amounts. */
  paid: number;
  refunded: number;
  left: number;
  unused: number;
  basis: 'traffic' | 'time';
  proxies: number;
  is_renewal: boolean;
  /** To be refunded before the whole order. */
  renewals: { order_id: number; transaction_id: number; paid: number }[];
}

/** The largest part that can be refunded; all that is left of an order with renewals cannot. */
export const maxRefund = ({ left, renewals }: RefundQuote): number =>
  renewals.length > 0 ? left - 1 : left;

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
  const digits = toNumberText(text);
  const amount = Number(digits);
  return /^\d{1,10}$/.test(digits) && amount >= 1 && amount <= left ? amount : null;
}
