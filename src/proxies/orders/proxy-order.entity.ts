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
} from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';
import type { OrderRequest, OrderStatus } from './order.types';
import type { ProxyType } from '../proxy.types';

/** One purchase, inserted in the transaction that charges the wallet. */
@Entity('proxy_order')
@Unique(['userId', 'idempotencyKey'])
@Unique(['transactionId'])
@Index(['userId', 'createdAt'])
@Index(['createdAt'])
@Index(['status'], { where: `status IN ('charged', 'unknown')` })
@Check(
  'proxy_order_status_check',
  `status IN ('charged', 'unknown', 'delivered', 'partly_delivered', 'refunded')`,
)
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

  @Column('integer')
  quantity: number;

  /** Kobo charged for the whole order. */
  @Column('bigint', { transformer: bigintColumn })
  amountKobo: bigint;

  /** Kobo given back. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  refundedKobo: bigint;

  @Column('text', { default: 'charged' })
  status: OrderStatus;

  @Column('jsonb')
  request: OrderRequest;

  /** The debit on the wallet statement. */
  @ForeignKey('WalletTransaction')
  @Column('integer')
  transactionId: number;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
