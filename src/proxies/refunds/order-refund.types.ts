import type { Money } from '../../common/money/money';
import type { RefundBasis } from './unused-part';

export type { RefundBasis } from './unused-part';

/** What can be refunded of an order. */
export interface RefundQuote {
  readonly orderId: number;
  readonly paid: Money;
  readonly refunded: Money;
  /** Paid and not refunded. */
  readonly left: Money;
  /** Price of what is not used, at most `left`. */
  readonly unused: Money;
  readonly basis: RefundBasis;
  /** Number of proxies that a refund of the unused part ends. */
  readonly proxies: number;
}

/** What refunding an order came to. */
export interface RefundedOrder {
  readonly orderId: number;
  /** The credit on the wallet statement. */
  readonly transactionId: number;
  readonly amount: Money;
  /** The part of it that paid what the customer owed. */
  readonly repaid: Money;
  /** Number of ended proxies. */
  readonly withdrawn: number;
}
