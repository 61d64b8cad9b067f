import { ApiProperty } from '@nestjs/swagger';
import { ok } from '../../../common/http/envelope.response';
import { formatNaira } from '../../../common/money/money';
import {
  TRANSACTION_STATUSES,
  type TransactionStatus,
  type StatementLine,
  type TransactionType,
} from '../../../wallet/wallet.types';
import type { OrderStatus, PurchaseReceipt } from '../order.types';
import { ProxyResponse, toProxyResponse } from '../../dto/proxy.response';

export const PURCHASE_STATUSES = ['delivered', 'partly_delivered', 'processing'] as const;
export type PurchaseStatus = (typeof PURCHASE_STATUSES)[number];

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
  /** `processing`: paid and in delivery; poll `GET /user/proxies`. */
  @ApiProperty({ enum: PURCHASE_STATUSES, enumName: 'PurchaseStatus' })
  order_status: PurchaseStatus;
  /** Empty while processing. */
  proxies: ProxyResponse[];
  transaction: PurchaseTransactionResponse;
  /** Refunded to the wallet for undelivered proxies, whole naira. @example 0 */
  refunded_amount: number;
}

export class PurchaseResponse {
  success: boolean;
  message: string;
  data: PurchaseData;
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

const toPurchaseStatus = (status: OrderStatus): PurchaseStatus =>
  status === 'delivered' || status === 'partly_delivered' ? status : 'processing';

function toMessage({ status, proxies, quantity, refunded }: PurchaseReceipt): string {
  const delivered = proxies.length;
  if (status === 'delivered')
    return delivered === 1
      ? 'Your proxy is ready to use.'
      : `Your ${delivered} proxies are ready to use.`;
  if (status === 'partly_delivered')
    return `${delivered} of ${quantity} proxies were delivered. ${formatNaira(refunded)} for the rest was returned to your wallet.`;
  return 'You have paid and your order is being delivered. Your proxies will appear shortly; anything that cannot be delivered is refunded to your wallet.';
}

export function toPurchaseResponse(receipt: PurchaseReceipt, now: Date): PurchaseResponse {
  const data: PurchaseData = {
    order_id: receipt.orderId,
    order_status: toPurchaseStatus(receipt.status),
    proxies: receipt.proxies.map((proxy) => toProxyResponse(proxy, now)),
    transaction: toPurchaseTransaction(receipt.transaction),
    refunded_amount: receipt.refunded.toNaira(),
  };
  return { ...ok(data), message: toMessage(receipt) };
}
