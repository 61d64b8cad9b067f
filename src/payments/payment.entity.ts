import type { Moves } from '../common/state-machine';
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
import type { Money } from '../common/money/money';
import { moneyColumn } from '../common/money/money.column';
import { DAY, MINUTE } from '../common/time/clock';

export type PaymentStatus =
  | 'created'
  | 'pending'
  | 'successful'
  | 'failed'
  | 'expired'
  | 'review'
  | 'rejected';

/**
 * A late success reported by the provider overrides the local statuses `failed` and `expired`.
 * `successful` and `rejected` are final.
 */
export const PAYMENT_TRANSITIONS: Moves<PaymentStatus> = {
  created: ['pending', 'successful', 'failed', 'expired', 'review'],
  pending: ['successful', 'failed', 'expired', 'review'],
  failed: ['successful', 'review'],
  expired: ['successful', 'review', 'failed'],
  review: ['successful', 'rejected'],
  successful: [],
  rejected: [],
};

/** An unpaid checkout expires after this time. */
export const PAYMENT_LIFETIME = DAY;
/** Before this age, "not found" may mean that the provider has not stored the charge yet. */
export const MISSING_IS_FINAL_AFTER = 15 * MINUTE;

/** Ended unpaid, which a late success overrides. */
export const isClosed = (status: PaymentStatus): boolean =>
  status === 'failed' || status === 'expired';

/** Started, with an outcome that is not known yet. */
export const isOpen = (status: PaymentStatus): boolean =>
  status === 'created' || status === 'pending';

/** Whether a charge lookup can still change the payment. */
export const isSettleable = (status: PaymentStatus): boolean => isOpen(status) || isClosed(status);

/**
 * One attempt to collect money through the card provider. Inserted before the provider is called and
 * never deleted; `reference` is also the provider's key of the charge.
 */
@Entity('payment')
@Unique(['reference'])
@Unique(['transactionId'])
@Index(['userId', 'createdAt'])
@Index(['userId', 'idempotencyKey'], { unique: true, where: 'idempotency_key IS NOT NULL' })
@Index(['nextCheckAt'], { where: 'next_check_at IS NOT NULL' })
@Index(['userId', 'nextCheckAt'], { where: 'next_check_at IS NOT NULL' })
@Index(['parkedAt'], { where: 'parked_at IS NOT NULL' })
@Index(['status', 'createdAt'])
@Check('payment_amount_check', 'amount_kobo > 0')
@Check(
  'payment_charged_back_check',
  `charged_back_kobo BETWEEN 0 AND coalesce(credited_kobo, amount_kobo) AND (charged_back_kobo > 0) = (charged_back_at IS NOT NULL)
   AND (charged_back_kobo = 0 OR status = 'successful')`,
)
@Check('payment_fee_booked_check', 'fee_booked_kobo >= 0')
@Check(
  'payment_parked_check',
  'parked_at IS NULL OR (next_check_at IS NULL AND last_error IS NOT NULL)',
)
@Check('payment_received_check', 'received_kobo > 0')
@Check(
  'payment_credited_check',
  `(credited_kobo IS NULL OR (credited_kobo > 0 AND status = 'successful'))
   AND goodwill_kobo >= 0 AND (goodwill_kobo = 0 OR credited_kobo IS NOT NULL)`,
)
@Check(
  'payment_status_check',
  `status IN ('created', 'pending', 'successful', 'failed', 'expired', 'review', 'rejected')`,
)
export class Payment {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('User')
  @Column('integer')
  userId: number;

  @ForeignKey('WalletTransaction')
  @Column('integer')
  transactionId: number;

  @Column('text')
  reference: string;

  /** The `Idempotency-Key` of the call that started it. */
  @Column('text', { nullable: true })
  idempotencyKey: string | null;

  @Column('text')
  provider: string;

  @Column('text')
  status: PaymentStatus;

  /** Requested amount; the only amount that is credited without a decision of staff. */
  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  @Column('char', { length: 3, default: 'NGN' })
  currency: string;

  @Column('text', { nullable: true })
  checkoutUrl: string | null;

  /** The provider's last status, verbatim. */
  @Column('text', { nullable: true })
  providerStatus: string | null;

  /** What the customer paid, fee included when they bore it. */
  @Column('bigint', { name: 'paid_kobo', nullable: true, transformer: moneyColumn })
  paid: Money | null;

  @Column('bigint', { name: 'fee_kobo', nullable: true, transformer: moneyColumn })
  fee: Money | null;

  /** Part of the provider's fee that the ledger has booked as an expense of the shop. */
  @Column('bigint', { name: 'fee_booked_kobo', default: 0, transformer: moneyColumn })
  feeBooked: Money;

  /** What a successful charge brought in, for a payment in review; null when unknown. */
  @Column('bigint', { name: 'received_kobo', nullable: true, transformer: moneyColumn })
  received: Money | null;

  /** Part of the charge that staff credited; null for a settlement, which credits `amount`. */
  @Column('bigint', { name: 'credited_kobo', nullable: true, transformer: moneyColumn })
  credited: Money | null;

  /** What the shop credited on top of an underpayment. */
  @Column('bigint', { name: 'goodwill_kobo', default: 0, transformer: moneyColumn })
  goodwill: Money;

  /** Reason for the review or the failure. */
  @Column('text', { nullable: true })
  reason: string | null;

  /** The provider's last response, for staff. */
  @Column('jsonb', { nullable: true })
  providerPayload: unknown;

  @Column('integer', { default: 0 })
  checks: number;

  /** When the provider last said whether it knows the charge, and in which state. */
  @Column('timestamptz', { nullable: true })
  lastDefiniteAt: Date | null;

  /** Lookups since then that brought no answer. */
  @Column('integer', { default: 0 })
  unansweredChecks: number;

  /** Checks in a row that ended with an error of ours. */
  @Column('integer', { default: 0 })
  failedChecks: number;

  /** The error of the last of them. */
  @Column('text', { nullable: true })
  lastError: string | null;

  /** Since when it is not checked any more because its checks kept failing; staff can have it tried again. */
  @Column('timestamptz', { nullable: true })
  parkedAt: Date | null;

  /** Time of the worker's next charge lookup; null when no further lookup is due. */
  @Column('timestamptz', { nullable: true })
  nextCheckAt: Date | null;

  @Column('timestamptz')
  expiresAt: Date;

  @Column('timestamptz', { nullable: true })
  settledAt: Date | null;

  /** Clawed back from the customer after the credit. */
  @Column('bigint', { name: 'charged_back_kobo', default: 0, transformer: moneyColumn })
  chargedBack: Money;

  @Column('timestamptz', { nullable: true })
  chargedBackAt: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
