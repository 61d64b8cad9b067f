import { ok } from '../../../common/http/envelope.response';
import type { RefundedOrder } from '../../../proxies/refunds/order-refund.types';

export class RefundedOrderData {
  order_id: number;
  /** Id of the credit on the customer's statement. */
  transaction_id: number;
  /** Refunded whole naira. @example 4960 */
  refunded: number;
  /** Whole naira of it that repaid the customer's debt. @example 0 */
  repaid: number;
  /** Number of ended proxies. @example 1 */
  withdrawn: number;
}

export class RefundedOrderResponse {
  success: boolean;
  /** @example The order was refunded. */
  message: string;
  data: RefundedOrderData;
}

export const toRefundedOrder = (refunded: RefundedOrder): RefundedOrderResponse => ({
  ...ok({
    order_id: refunded.orderId,
    transaction_id: refunded.transactionId,
    refunded: refunded.amount.toNaira(),
    repaid: refunded.repaid.toNaira(),
    withdrawn: refunded.withdrawn,
  }),
  message: 'The order was refunded.',
});
