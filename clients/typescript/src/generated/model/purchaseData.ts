import type { PurchaseStatus } from './purchaseStatus';
import type { ProxyResponse } from './proxyResponse';
import type { PurchaseTransactionResponse } from './purchaseTransactionResponse';

export interface PurchaseData {
  order_id: number;
  /** `processing`: paid and in delivery; poll `GET /user/proxies`. */
  order_status: PurchaseStatus;
  /** Empty while processing. */
  proxies: ProxyResponse[];
  /** Refunded to the wallet for undelivered proxies, whole naira. */
  refunded_amount: number;
  transaction: PurchaseTransactionResponse;
}
