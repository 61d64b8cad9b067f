import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Difference } from './reconciliation.types';

/** One comparison of our payments with the provider's own list. Append-only by habit. */
@Entity('payment_reconciliation')
@Index(['startedAt'])
export class PaymentReconciliation {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('timestamptz')
  windowFrom: Date;

  @Column('timestamptz')
  windowTo: Date;

  /** False when the provider's list could not be read to its end; then nothing is concluded from what it lacks. */
  @Column('boolean')
  complete: boolean;

  /** Pay-ins the provider listed, of any status. */
  @Column('integer')
  listed: number;

  /** Payments of ours in the window that are credited. */
  @Column('integer')
  credited: number;

  /** Found paid by this run and credited through the one settle. */
  @Column('integer')
  settled: number;

  @Column('jsonb', { default: [] })
  differences: Difference[];

  /** Why it is not complete. */
  @Column('text', { nullable: true })
  note: string | null;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz')
  finishedAt: Date;
}
