import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** A webhook delivery of the simulator; `SandboxSchema` creates the table. */
@Entity('webhook', { schema: 'sandbox', synchronize: false })
export class SandboxWebhook {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @Column('text')
  reference: string;

  @Column('text')
  url: string;

  @Column('text')
  body: string;

  @Column('text')
  signature: string;

  @Column('integer', { default: 0 })
  attempts: number;

  /** Time of the next attempt; null after the last. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  @Column('timestamptz', { nullable: true })
  deliveredAt: Date | null;

  @Column('text', { nullable: true })
  lastAnswer: string | null;
}
