import type { Money } from '../../common/money/money';
import type { StatementLine } from '../../wallet/wallet.types';
import type { OwnedProxy, PoolProxyType, Protocol, SessionTtl, Targeting } from '../proxy.types';

/** An order is delivered in the transaction that pays it; `refunded` is one that is refunded in full. */
export const ORDER_STATUSES = ['delivered', 'refunded'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/**
 * `renewal` and `traffic` extend an existing proxy, `place` moves it to a dearer place. Persisted values: never rename one.
 */
export const ORDER_KINDS = ['purchase', 'renewal', 'traffic', 'place'] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export interface PoolOrderRequest extends Targeting {
  readonly type: PoolProxyType;
  readonly protocol: Protocol;
  readonly ttlMinutes: SessionTtl;
  readonly gigabytes: number;
  readonly validityDays: number;
}

export interface DatacenterOrderRequest {
  readonly type: 'individual_ipv4';
  readonly protocol: Protocol;
  readonly country: string;
  readonly durationMinutes: number;
  readonly quantity: number;
}

/** What a purchase is of; stored with the order. */
export type OrderRequest = PoolOrderRequest | DatacenterOrderRequest;

/** Purchase request for pool traffic. */
export type PoolPurchaseRequest = Omit<PoolOrderRequest, 'validityDays'>;

/** Purchase request for datacenter addresses. */
export interface DatacenterPurchaseRequest extends Omit<
  DatacenterOrderRequest,
  'type' | 'country'
> {
  readonly countryId: number;
}

/** Result of a purchase for the buyer. */
export interface PurchaseReceipt {
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly quantity: number;
  readonly proxies: OwnedProxy[];
  readonly refunded: Money;
  /** The debit on the wallet statement. */
  readonly transaction: StatementLine;
}
