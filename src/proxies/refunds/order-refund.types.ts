import type { Money } from '../../common/money/money';

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
