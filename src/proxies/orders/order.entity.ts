import { isDeepStrictEqual } from 'node:util';
import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
  Unique,
  UpdateDateColumn,
  PrimaryColumn,
} from 'typeorm';
import type { PlaceReach } from '../../common/gateway/place-reach';
import type { Money } from '../../common/money/money';
import { bigintColumn, moneyColumn } from '../../common/money/money.column';
import {
  GIGABYTE,
  type OrderKind,
  type OrderStatus,
  type PoolProxyType,
  type Protocol,
  type ProxyType,
  type Targeting,
} from '../proxy.types';
import { idempotencyKeyReused } from '../../common/errors/domain-error';

export interface PoolOrderRequest extends Targeting {
  readonly type: PoolProxyType;
  readonly protocol: Protocol;
  /** 0 keeps the address as long as possible, -1 changes it on every request, else minutes. */
  readonly ttlMinutes: number;
  /** Whole but for a trial, which is a multiple of 1/1024. */
  readonly gigabytes: number;
  /** Decided by the price list. */
  readonly validityDays: number;
}

interface DatacenterOrderRequest {
  readonly type: 'individual_ipv4';
  readonly protocol: Protocol;
  readonly country: string;
  readonly durationMinutes: number;
  readonly quantity: number;
}

/** What a purchase is of. */
export type PurchaseRequest = PoolOrderRequest | DatacenterOrderRequest;

/** `renewal` extends the end, and the traffic of a pool proxy; `traffic` adds traffic only. */
export type ExtensionKind = Exclude<OrderKind, 'purchase' | 'place'>;

interface PoolExtension {
  readonly kind: ExtensionKind;
  readonly type: PoolProxyType;
  readonly country: string;
  readonly proxyId: number;
  readonly gigabytes: number;
  /** Of a renewal, decided by the price list; 0 for traffic alone. */
  readonly validityDays: number;
}

interface DatacenterExtension {
  readonly kind: 'renewal';
  readonly type: 'individual_ipv4';
  readonly country: string;
  readonly proxyId: number;
  readonly durationMinutes: number;
}

/** What a renewal or added traffic is of. */
export type ExtensionRequest = PoolExtension | DatacenterExtension;

/** What a more expensive place is of. */
export interface PlaceRequest extends Targeting {
  readonly kind: 'place';
  readonly type: PoolProxyType;
  readonly proxyId: number;
  /** Where the proxy was before, and goes back to with a refund. */
  readonly from: Targeting;
  /** Kobo that all traffic of an order is worth there, by order. */
  readonly worth: Readonly<Record<string, string>>;
}

/**
 * A purchase, renewal, addition of traffic or more expensive place, inserted in the transaction that charges the wallet. A trial is a
 * purchase for nothing, without a charge.
 */
@Entity('proxy_order')
@Unique(['userId', 'idempotencyKey'])
@Unique(['transactionId'])
@Index(['userId', 'createdAt'])
@Index(['createdAt', 'id'])
@Index('proxy_order_extension_idx', ['kind', 'createdAt', 'id'], { where: `kind <> 'purchase'` })
@Index('proxy_order_refunded_idx', ['createdAt', 'id'], { where: 'refunded_kobo > 0' })
@Index('proxy_order_trial_idx', ['createdAt', 'id'], { where: 'transaction_id IS NULL' })
@Index('proxy_order_amount_kobo_id_idx', ['amount', 'id'])
@Index(['proxyId'], { where: 'proxy_id IS NOT NULL' })
@Check('proxy_order_kind_check', `kind IN ('purchase', 'renewal', 'traffic', 'place')`)
@Check('proxy_order_proxy_id_check', `(kind = 'purchase') = (proxy_id IS NULL)`)
@Check('proxy_order_status_check', `status IN ('delivered', 'refunded')`)
@Check(
  'proxy_order_amount_check',
  `amount_kobo >= 0 AND quantity > 0 AND refunded_kobo BETWEEN 0 AND amount_kobo
     AND (amount_kobo > 0 OR kind = 'purchase') AND (amount_kobo = 0) = (transaction_id IS NULL)`,
)
export class ProxyOrder {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  /** The caller's Idempotency-Key, or one of our own when they sent none. */
  @Column('text')
  idempotencyKey: string;

  @Column('text')
  type: ProxyType;

  @Column('text', { default: 'purchase' })
  kind: OrderKind;

  /** The proxy that is extended or moved; null for a purchase. */
  @ForeignKey('Proxy')
  @Column('integer', { nullable: true })
  proxyId: number | null;

  @Column('integer')
  quantity: number;

  /** Charged for the whole order. */
  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  /** Given back. */
  @Column('bigint', { name: 'refunded_kobo', default: 0, transformer: moneyColumn })
  refunded: Money;

  @Column('text', { default: 'delivered' })
  status: OrderStatus;

  @Column('jsonb')
  request: PurchaseRequest | ExtensionRequest | PlaceRequest;

  /** Where what it bought may leave; null: everywhere, as it was sold before. */
  @Column('jsonb', { nullable: true })
  reach: PlaceReach | null;

  /** The debit on the wallet statement; null for a trial. */
  @ForeignKey('WalletTransaction')
  @Column('integer', { nullable: true })
  transactionId: number | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

/** An order that is not a trial. */
export type ChargedOrder = ProxyOrder & { readonly transactionId: number };

/** What a renewal or added traffic gave to a proxy, and what its refund took back. */
@Entity('proxy_extension')
@Index(['proxyId'])
@Check(
  'proxy_extension_amount_check',
  `taken_bytes BETWEEN 0 AND added_bytes
          AND taken_ms BETWEEN 0 AND added_ms AND added_bytes + added_ms > 0`,
)
export class ProxyExtension {
  @PrimaryColumn('integer')
  @ForeignKey('ProxyOrder')
  orderId: number;

  @ForeignKey('Proxy')
  @Column('integer')
  proxyId: number;

  @Column('bigint', { transformer: bigintColumn })
  addedBytes: bigint;

  /** How far the end moved; more than the period when the proxy had expired. */
  @Column('bigint', { transformer: bigintColumn })
  addedMs: bigint;

  @Column('bigint', { default: 0, transformer: bigintColumn })
  takenBytes: bigint;

  @Column('bigint', { default: 0, transformer: bigintColumn })
  takenMs: bigint;

  /** When the refund of its order took it back. */
  @Column('timestamptz', { nullable: true })
  retractedAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

const MINUTES_PER_DAY = 24 * 60;

/** What an order of an existing proxy gives. */
export const toGift = (request: ExtensionRequest): { bytes: bigint; minutes: number } =>
  request.type === 'individual_ipv4'
    ? { bytes: 0n, minutes: request.durationMinutes }
    : {
        bytes: BigInt(request.gigabytes) * GIGABYTE,
        minutes: request.validityDays * MINUTES_PER_DAY,
      };

/** @throws DomainError conflict IDEMPOTENCY_KEY_REUSED unless two requests are the same but for some fields. */
export function assertSame(placed: object, requested: object, except: readonly string[]): void {
  const ignored = Object.fromEntries(except.map((field) => [field, null]));
  if (!isDeepStrictEqual({ ...placed, ...ignored }, { ...requested, ...ignored }))
    throw idempotencyKeyReused();
}
