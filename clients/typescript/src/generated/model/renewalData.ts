import type { PurchaseStatus } from './purchaseStatus';
import type { ProxyResponse } from './proxyResponse';
import type { PurchaseTransactionResponse } from './purchaseTransactionResponse';

export interface RenewalData {
  order_id: number;
  /** `refunded`: the order was refunded since. */
  order_status: PurchaseStatus;
  /** The proxy as it is now. */
  proxy: ProxyResponse;
  transaction: PurchaseTransactionResponse;
}
