import type { Money } from '../../common/money/money';
import type { Moves } from '../../common/state-machine';
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
import { moneyColumn } from '../../common/money/money.column';

export type RefundStatus = 'created' | 'sent' | 'succeeded' | 'failed' | 'unknown';

/**
 * `sent` is committed before the provider is called. `unknown`: the outcome of the call is unknown; only
 * a lookup leads to a final status.
 */
export const REFUND_TRANSITIONS: Moves<RefundStatus> = {
  created: ['sent'],
  sent: ['succeeded', 'failed', 'unknown'],
  unknown: ['succeeded', 'failed'],
  succeeded: [],
  failed: [],
};

/**
 * A card refund of money that was never credited. Inserted before the provider is called and never
 * deleted; `reference` is also the provider's key of the refund.
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

  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  @Column('text', { default: 'created' })
  status: RefundStatus;

  /** Reason given by staff. */
  @Column('text')
  reason: string;

  /** The provider's last status, or the reason of the failure. */
  @Column('text', { nullable: true })
  providerNote: string | null;

  @Column('integer', { default: 0 })
  checks: number;

  /** Time of the worker's next step; null once it is final. */
  @Column('timestamptz', { nullable: true })
  nextCheckAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  /** Time of the last status transition. */
  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
