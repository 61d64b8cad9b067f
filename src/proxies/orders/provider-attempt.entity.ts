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
import type { AttemptStatus } from './order.state';

/** One purchase call to a provider. Inserted before the call, never deleted. */
@Entity('provider_attempt')
@Unique(['key'])
@Index(['orderId'])
@Index(['nextCheckAt'], { where: `status IN ('created', 'sent', 'unknown')` })
@Index('provider_attempt_cancel_due_idx', ['nextCheckAt'], { where: 'cancel_due' })
@Check(
  'provider_attempt_status_check',
  `status IN ('created', 'sent', 'succeeded', 'failed', 'unknown')`,
)
export class ProviderAttempt {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @ForeignKey('ProxyOrder')
  @Column('integer')
  orderId: number;

  @Column('text')
  provider: string;

  /** Idempotency key at the provider, used by the purchase and by every lookup. */
  @Column('uuid')
  key: string;

  @Column('text', { default: 'created' })
  status: AttemptStatus;

  /** Reason of a failed or unknown result. */
  @Column('text', { nullable: true })
  reason: string | null;

  @Column('integer', { default: 0 })
  checks: number;

  /** Refunded although the provider has not confirmed that it will not deliver. */
  @Column('boolean', { default: false })
  cancelDue: boolean;

  /** Time of the next lookup; in the future while the purchase call is running. */
  @Column('timestamptz')
  nextCheckAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
