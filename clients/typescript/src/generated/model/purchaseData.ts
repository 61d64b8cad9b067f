import type { PurchaseStatus } from './purchaseStatus';
import type { ProxyResponse } from './proxyResponse';
import type { PurchaseTransactionResponse } from './purchaseTransactionResponse';

export interface PurchaseData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  order_status: PurchaseStatus;
  proxies: ProxyResponse[];
  /** Refunded to the wallet since, whole naira. */
  refunded_amount: number;
  transaction: PurchaseTransactionResponse;
}
