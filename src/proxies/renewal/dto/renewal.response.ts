import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { ProxyResponse, toProxyResponse } from '../../dto/proxy.response';
import {
  PurchaseTransactionResponse,
  REFUNDED_MESSAGE,
  toPurchaseTransaction,
} from '../../orders/dto/purchase.response';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/order.types';
import type { ExtensionReceipt } from '../renewal.types';

export class RenewalData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  @ApiProperty({ enum: ORDER_STATUSES, enumName: 'PurchaseStatus' })
  order_status: OrderStatus;
  /** The proxy as it is now. */
  proxy: ProxyResponse;
  transaction: PurchaseTransactionResponse;
}

const MESSAGES: Readonly<Record<ExtensionReceipt['kind'], string>> = {
  renewal: 'Your proxy is renewed.',
  traffic: 'The traffic was added to your proxy.',
  place: 'Your proxy may leave there now.',
};

export const toRenewalResponse = (receipt: ExtensionReceipt, now: Date): RenewalData =>
  withMessage(
    {
      order_id: receipt.orderId,
      order_status: receipt.status,
      proxy: toProxyResponse(receipt.proxy, now),
      transaction: toPurchaseTransaction(receipt.transaction),
    },
    receipt.status === 'refunded' ? REFUNDED_MESSAGE : MESSAGES[receipt.kind],
  );
