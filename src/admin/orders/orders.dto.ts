import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ReasonDto } from '../../common/http/common.dto';
import { withMessage } from '../../common/http/api.decorators';
import type {
  RefundBasis,
  RefundedOrder,
  RefundQuote,
} from '../../proxies/refunds/order-refund.service';

const MAXIMUM = 1_000_000_000;
const AMOUNT = { message: 'Amount must be a whole number of naira, at least ₦1' };

export class PartialRefundDto extends ReasonDto {
  /**
   * Whole naira to refund instead of the unused part; the proxies then stay in service. All that is left of the
   * price is a refund in full, which ends them. @example 1500
   */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM, required: false })
  @IsOptional()
  @IsInt(AMOUNT)
  @Min(1, AMOUNT)
  @Max(MAXIMUM, AMOUNT)
  amount?: number;

  /**
   * For the unused part: the whole naira that were shown. Nothing is refunded when it is another amount by now.
   * @example 2480
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAXIMUM, required: false })
  @IsOptional()
  @IsInt(AMOUNT)
  @Min(0, AMOUNT)
  @Max(MAXIMUM, AMOUNT)
  expected_amount?: number;
}

const REFUND_BASES = ['traffic', 'time'] as const satisfies readonly RefundBasis[];

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

/** A renewal or added traffic that is not fully refunded. */
export class UnrefundedRenewal {
  order_id: number;
  /** The debit on the wallet statement. */
  transaction_id: number;
  /** Whole naira. @example 4960 */
  paid: number;
}

export class RefundQuoteData {
  order_id: number;
  /** Whole naira paid for the order. @example 4960 */
  paid: number;
  /** Whole naira of it that were refunded. @example 0 */
  refunded: number;
  /** Whole naira that can still be refunded. @example 4960 */
  left: number;
  /** Price of what is not used, whole naira. @example 2480 */
  unused: number;
  /** What the unused part is measured by. */
  @ApiProperty({ enum: REFUND_BASES, enumName: 'RefundBasis' })
  basis: RefundBasis;
  /** Number of proxies that a refund of the unused part ends. @example 1 */
  proxies: number;
  /** True when the order renewed a proxy or added traffic to it. */
  is_renewal: boolean;
  /** Renewals of its proxies. Until they are refunded, only a part of this order can be. */
  renewals: UnrefundedRenewal[];
}

export const toRefundQuote = (quote: RefundQuote): RefundQuoteData => ({
  order_id: quote.orderId,
  paid: quote.paid.toNaira(),
  refunded: quote.refunded.toNaira(),
  left: quote.left.toNairaFloor(),
  unused: quote.unused.toNairaFloor(),
  basis: quote.basis,
  proxies: quote.proxies,
  is_renewal: quote.isExtension,
  renewals: quote.renewals.map(({ orderId, transactionId, paid }) => ({
    order_id: orderId,
    transaction_id: transactionId,
    paid: paid.toNaira(),
  })),
});

export const toRefundedOrder = (refunded: RefundedOrder): RefundedOrderData =>
  withMessage(
    {
      order_id: refunded.orderId,
      transaction_id: refunded.transactionId,
      refunded: refunded.amount.toNaira(),
      repaid: refunded.repaid.toNaira(),
      withdrawn: refunded.withdrawn,
    },
    'The order was refunded.',
  );
