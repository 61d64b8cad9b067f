import type { RenewProxyDto } from './renewal.dto';
import type { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import type { StatementLine } from '../../wallet/wallet.types';
import type { OrderKind, OrderStatus, PoolProxyType } from '../proxy.types';
import type { OwnedProxy } from '../proxy.repository';

/** `renewal` extends the end, and the traffic of a pool proxy; `traffic` adds traffic only. */
export type ExtensionKind = Exclude<OrderKind, 'purchase' | 'place'>;

export type Owner = Pick<Actor, 'userId' | 'apiKey' | 'member'>;

/** What the customer asks for; one of both, by the kind of the proxy. */
export type ExtensionChoice = Pick<RenewProxyDto, 'gigabytes' | 'duration_minutes'>;

interface PoolExtension {
  readonly kind: ExtensionKind;
  readonly type: PoolProxyType;
  readonly country: string;
  readonly proxyId: number;
  readonly gigabytes: number;
  /** Of a renewal; 0 for traffic alone. */
  readonly validityDays: number;
}

interface DatacenterExtension {
  readonly kind: 'renewal';
  readonly type: 'individual_ipv4';
  readonly country: string;
  readonly proxyId: number;
  readonly durationMinutes: number;
}

/** The order as stored, without what the price list decides. */
export type ExtensionRequest = PoolExtension | DatacenterExtension;

/** The caller's part in the transaction that charges the wallet; either method may throw to roll it back. */
export interface ChargeGuard {
  /** Called with the proxy locked, before the order is inserted. */
  verify(): Promise<void>;
  record(orderId: number, price: Money): Promise<void>;
}

/** Result of a renewal, of added traffic or of a dearer place for the buyer. */
export interface ExtensionReceipt {
  readonly orderId: number;
  readonly kind: Exclude<OrderKind, 'purchase'>;
  readonly status: OrderStatus;
  readonly proxy: OwnedProxy;
  readonly refunded: Money;
  /** The debit on the wallet statement. */
  readonly transaction: StatementLine;
}

/** A renewal, added traffic or a dearer place that is not fully refunded. */
export interface UnrefundedExtension {
  readonly orderId: number;
  /** The debit on the wallet statement. */
  readonly transactionId: number;
  readonly paid: Money;
}
