import type { Money } from '../../common/money/money';
import type { UnrefundedExtension } from '../renewal/renewal.types';
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
  /** Whether the order renewed a proxy or added traffic to it. */
  readonly isExtension: boolean;
  /** Renewals of its proxies that have to be refunded before it can be refunded in full. */
  readonly renewals: readonly UnrefundedExtension[];
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
