import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  Index,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';

/** A verified notification, stored before it is processed. Repeated deliveries share one row. */
@Entity('payment_webhook')
@Unique(['bodyHash'])
@Index(['receivedAt'], { where: 'processed_at IS NULL' })
@Index(['nextAttemptAt'], { where: 'processed_at IS NULL AND parked_at IS NULL' })
@Check(
  'payment_webhook_parked_check',
  'parked_at IS NULL OR (processed_at IS NULL AND last_error IS NOT NULL)',
)
export class PaymentWebhook {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  provider: string;

  @Column('text')
  bodyHash: string;

  @Column('text')
  event: string;

  @Column('text')
  reference: string;

  /** Our reference of the naira account that a transfer went to. */
  @Column('text', { nullable: true })
  nairaAccount: string | null;

  @Column('jsonb')
  payload: unknown;

  @Column('integer', { default: 1 })
  deliveries: number;

  @CreateDateColumn({ type: 'timestamptz' })
  receivedAt: Date;

  @Column('timestamptz', { nullable: true })
  processedAt: Date | null;

  /** Tries that brought no result. */
  @Column('integer', { default: 0 })
  attempts: number;

  @Column('timestamptz', { default: () => 'now()' })
  nextAttemptAt: Date;

  /** Why the last try brought no result; null once one did. */
  @Column('text', { nullable: true })
  lastError: string | null;

  /** Since when it is not tried any more; staff can have it tried again. */
  @Column('timestamptz', { nullable: true })
  parkedAt: Date | null;
}
