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

/** One call to a provider that spends. Written before the call, never deleted. */
@Entity('provider_attempt')
@Unique(['key'])
@Index(['orderId'])
@Index(['nextCheckAt'], { where: `status IN ('created', 'sent', 'unknown')` })
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

  /** The provider's idempotency key; the same one in every question about this attempt. */
  @Column('uuid')
  key: string;

  @Column('text', { default: 'created' })
  status: AttemptStatus;

  /** Why it failed or is unknown. */
  @Column('text', { nullable: true })
  reason: string | null;

  @Column('integer', { default: 0 })
  checks: number;

  /** When reconcile looks at it next; in the future while a purchase is at work on it. */
  @Column('timestamptz')
  nextCheckAt: Date;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}
