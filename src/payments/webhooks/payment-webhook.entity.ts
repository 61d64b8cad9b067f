import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A verified notification, stored before it is processed. Repeated deliveries share one row. */
@Entity('payment_webhook')
@Unique(['bodyHash'])
@Index(['receivedAt'], { where: 'processed_at IS NULL' })
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

  @Column('jsonb')
  payload: unknown;

  /** Number of deliveries. */
  @Column('integer', { default: 1 })
  deliveries: number;

  @CreateDateColumn({ type: 'timestamptz' })
  receivedAt: Date;

  @Column('timestamptz', { nullable: true })
  processedAt: Date | null;
}
