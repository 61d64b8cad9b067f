import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type StatementLine,
  type TransactionType,
} from '../../../wallet/wallet.types';
import { ORDER_STATUSES, type OrderStatus, type PurchaseReceipt } from '../order.types';
import { ProxyResponse, toProxyResponse } from '../../dto/proxy.response';

/** The debit on the wallet statement. */
export class PurchaseTransactionResponse {
  id: number;
  /** @example BUY-4F1C0A92B7D3 */
  reference: string;
  @ApiProperty({ enum: ['credit', 'debit'], enumName: 'TransactionType' })
  type: TransactionType;
  /** Whole naira, for the whole order. @example 24000 */
  amount: number;
  /** @example NGN */
  currency: string;
  @ApiProperty({ enum: TRANSACTION_STATUSES, enumName: 'TransactionStatus' })
  status: TransactionStatus;
  description: string;
  created_at: Date;
}

export class PurchaseData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  @ApiProperty({ enum: ORDER_STATUSES, enumName: 'PurchaseStatus' })
  order_status: OrderStatus;
  proxies: ProxyResponse[];
  transaction: PurchaseTransactionResponse;
  /** Refunded to the wallet since, whole naira. @example 0 */
  refunded_amount: number;
}

export const toPurchaseTransaction = (line: StatementLine): PurchaseTransactionResponse => ({
  id: line.id,
  reference: line.reference,
  type: line.type,
  amount: line.amount.toNaira(),
  currency: line.currency,
  status: line.status,
  description: line.description,
  created_at: line.createdAt,
});

/** What answers a repeated request of an order that staff refunded since. */
export const REFUNDED_MESSAGE = 'This order was refunded.';

function toMessage({ status, quantity }: PurchaseReceipt): string {
  if (status === 'refunded') return REFUNDED_MESSAGE;
  return quantity === 1
    ? 'Your proxy is ready to use.'
    : `Your ${quantity} proxies are ready to use.`;
}

export function toPurchaseResponse(receipt: PurchaseReceipt, now: Date): PurchaseData {
  const data: PurchaseData = {
    order_id: receipt.orderId,
    order_status: receipt.status,
    proxies: receipt.proxies.map((proxy) => toProxyResponse(proxy, now)),
    transaction: toPurchaseTransaction(receipt.transaction),
    refunded_amount: receipt.refunded.toNaira(),
  };
  return withMessage(data, toMessage(receipt));
}
