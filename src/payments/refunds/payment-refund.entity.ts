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
import type { RefundStatus } from './refund.state';

/**
 * Money of a payment that was never credited, on its way back to the card. Written before the
 * provider is asked and never deleted; `reference` is the key the provider knows it by.
 */
@Entity('payment_refund')
@Unique(['reference'])
@Index('payment_refund_live_idx', ['paymentId'], { unique: true, where: `status <> 'failed'` })
@Index(['nextCheckAt'], { where: 'next_check_at IS NOT NULL' })
@Check('payment_refund_amount_check', 'amount_kobo > 0')
@Check(
  'payment_refund_status_check',
  `status IN ('created', 'sent', 'succeeded', 'failed', 'unknown')`,
)
@Check('payment_refund_open_check', `(status IN ('succeeded', 'failed')) = (next_check_at IS NULL)`)
export class PaymentRefund {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('Payment')
  @Column('integer')
  paymentId: number;

  @Column('text')
  reference: string;

  /** Kobo. */
  @Column('bigint', { transformer: bigintColumn })
  amountKobo: bigint;

  @Column('text', { default: 'created' })
  status: RefundStatus;

  /** The words of whoever asked for it. */
  @Column('text')
  reason: string;

  /** What the provider said last, or why it failed. */
  @Column('text', { nullable: true })
  providerNote: string | null;

  @Column('integer', { default: 0 })
  checks: number;

  /** When the worker acts on it again; null once it is decided. */
  @Column('timestamptz', { nullable: true })
  nextCheckAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** When it came to its present status. */
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
