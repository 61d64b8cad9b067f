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
import { bigintColumn } from '../../common/money/money.column';
import type { OrderKind, OrderRequest, OrderStatus, ProxyType } from '../proxy.types';

/** A purchase, renewal, addition of traffic or dearer place, inserted in the transaction that charges the wallet. */
@Entity('proxy_order')
@Unique(['userId', 'idempotencyKey'])
@Unique(['transactionId'])
@Index(['userId', 'createdAt'])
@Index(['createdAt'])
@Index(['proxyId'], { where: 'proxy_id IS NOT NULL' })
@Check('proxy_order_kind_check', `kind IN ('purchase', 'renewal', 'traffic', 'place')`)
@Check('proxy_order_proxy_id_check', `(kind = 'purchase') = (proxy_id IS NULL)`)
@Check('proxy_order_status_check', `status IN ('delivered', 'refunded')`)
@Check(
  'proxy_order_amount_check',
  'amount_kobo > 0 AND quantity > 0 AND refunded_kobo BETWEEN 0 AND amount_kobo',
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

  /** Kobo charged for the whole order. */
  @Column('bigint', { transformer: bigintColumn })
  amountKobo: bigint;

  /** Kobo given back. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  refundedKobo: bigint;

  @Column('text', { default: 'delivered' })
  status: OrderStatus;

  @Column('jsonb')
  request: OrderRequest;

  /** Where what it bought may leave; null: everywhere, as it was sold before. */
  @Column('jsonb', { nullable: true })
  reach: PlaceReach | null;

  /** The debit on the wallet statement. */
  @ForeignKey('WalletTransaction')
  @Column('integer')
  transactionId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

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
