import { MINUTE } from '../../../common/time/clock';
import type { OrderQuote } from '../order-quote.service';

/** After it, a page that shows the price asks again. */
const VALID_MS = 5 * MINUTE;

export class OrderQuoteData {
  /** Whole naira for the whole order. @example 14400 */
  total: number;
  /** Whole naira for one proxy. @example 4800 */
  unit_price: number;
  /** @example 3 */
  quantity: number;
  /** @example NGN */
  currency: string;
  /**
   * Ask again after this time. A change of prices may end it earlier; a purchase with `expected_total` is
   * then refused with PRICE_CHANGED.
   */
  valid_until: Date;
}

/** What every priced order has. */
export type PricedOrder = Pick<OrderQuote, 'total' | 'unitPrice' | 'quantity'>;

export const toOrderQuoteResponse = (
  { total, unitPrice, quantity }: PricedOrder,
  now: Date,
): OrderQuoteData => ({
  total: total.toNaira(),
  unit_price: unitPrice.toNaira(),
  quantity,
  currency: total.currency,
  valid_until: new Date(now.getTime() + VALID_MS),
});
