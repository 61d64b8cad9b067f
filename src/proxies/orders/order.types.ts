import type { Money } from '../../common/money/money';
import type { StatementLine } from '../../wallet/wallet.types';
import type { OrderStatus } from './order.state';
import type { OwnedProxy, PoolProxyType, Protocol, SessionTtl, Targeting } from '../proxy.types';

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

/** What was ordered, as the provider is asked for it. Stored with the order. */
export type OrderRequest = PoolOrderRequest | DatacenterOrderRequest;

/** What a customer asks for when buying traffic of a pool. */
export type PoolPurchaseRequest = Omit<PoolOrderRequest, 'validityDays'>;

/** What a customer asks for when buying datacenter addresses. */
export interface DatacenterPurchaseRequest extends Omit<
  DatacenterOrderRequest,
  'type' | 'country'
> {
  readonly countryId: number;
}

/** What a purchase came to, as its buyer is told. */
export interface PurchaseReceipt {
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly quantity: number;
  readonly proxies: OwnedProxy[];
  readonly refunded: Money;
  /** The debit on the wallet statement. */
  readonly transaction: StatementLine;
}
