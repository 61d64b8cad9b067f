import { ApiProperty } from '@nestjs/swagger';
import { ok } from '../../../common/http/envelope.response';
import { ProxyResponse, toProxyResponse } from '../../dto/proxy.response';
import {
  PurchaseTransactionResponse,
  toPurchaseTransaction,
} from '../../orders/dto/purchase.response';
import type { ExtensionReceipt } from '../renewal.types';

export const EXTENSION_STATUSES = ['delivered', 'processing'] as const;
export type ExtensionStatus = (typeof EXTENSION_STATUSES)[number];

export class RenewalData {
  order_id: number;
  /** `processing`: paid and in delivery; poll `GET /user/proxies/{id}`. It is refunded if it cannot be given. */
  @ApiProperty({ enum: EXTENSION_STATUSES, enumName: 'ExtensionStatus' })
  order_status: ExtensionStatus;
  /** The proxy as it is now: extended, unless still processing. */
  proxy: ProxyResponse;
  transaction: PurchaseTransactionResponse;
}

export class RenewalResponse {
  success: boolean;
  message: string;
  data: RenewalData;
}

const MESSAGES: Readonly<Record<ExtensionReceipt['kind'], string>> = {
  renewal: 'Your proxy is renewed.',
  traffic: 'The traffic was added to your proxy.',
  place: 'Your proxy may leave there now.',
};

function toMessage({ status, kind }: ExtensionReceipt): string {
  if (status !== 'delivered')
    return 'You have paid and your proxy is being extended. It shows shortly; if it cannot be extended, the full amount is returned to your wallet.';
  return MESSAGES[kind];
}

export const toRenewalResponse = (receipt: ExtensionReceipt, now: Date): RenewalResponse => ({
  ...ok({
    order_id: receipt.orderId,
    order_status: receipt.status === 'delivered' ? ('delivered' as const) : ('processing' as const),
    proxy: toProxyResponse(receipt.proxy, now),
    transaction: toPurchaseTransaction(receipt.transaction),
  }),
  message: toMessage(receipt),
});
