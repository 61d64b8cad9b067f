import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { Difference } from './reconciliation.types';

/** One comparison of our payments with the provider's list. Rows are never updated. */
@Entity('payment_reconciliation')
@Index(['startedAt'])
export class PaymentReconciliation {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('timestamptz')
  windowFrom: Date;

  @Column('timestamptz')
  windowTo: Date;

  /** False when the provider's list could not be read completely; missing entries are then ignored. */
  @Column('boolean')
  complete: boolean;

  /** Number of charges in the provider's list, of any status. */
  @Column('integer')
  listed: number;

  /** Our credited payments in the window. */
  @Column('integer')
  credited: number;

  /** Payments that this run found paid and settled. */
  @Column('integer')
  settled: number;

  @Column('jsonb', { default: [] })
  differences: Difference[];

  /** Reason why the run is incomplete. */
  @Column('text', { nullable: true })
  note: string | null;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz')
  finishedAt: Date;
}
