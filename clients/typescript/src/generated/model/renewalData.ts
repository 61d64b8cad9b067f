import type { ExtensionStatus } from './extensionStatus';
import type { ProxyResponse } from './proxyResponse';
import type { PurchaseTransactionResponse } from './purchaseTransactionResponse';

export interface RenewalData {
  order_id: number;
  /** `processing`: paid and in delivery; poll `GET /user/proxies/{id}`. It is refunded if it cannot be given. */
  order_status: ExtensionStatus;
  /** The proxy as it is now: extended, unless still processing. */
  proxy: ProxyResponse;
  transaction: PurchaseTransactionResponse;
}
