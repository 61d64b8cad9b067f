import { Column, CreateDateColumn, Entity, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** A signed notification, kept before it is acted on. Repeats of the same bytes are one row. */
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

  /** How often the same bytes came. */
  @Column('integer', { default: 1 })
  deliveries: number;

  @CreateDateColumn({ type: 'timestamptz' })
  receivedAt: Date;

  @Column('timestamptz', { nullable: true })
  processedAt: Date | null;
}
