import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { ImportCounts, PayoutSource } from './payout.types';

/** One import of payouts. Rows are never updated; those of the list are deleted after 30 days. */
@Entity('payment_payout_import')
@Index(['startedAt'])
export class PayoutImport {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  @Column('text')
  source: PayoutSource;

  /** False when not everything could be read; the next import continues. */
  @Column('boolean')
  complete: boolean;

  @Column('jsonb')
  counts: ImportCounts;

  /** Reason why the import is incomplete. */
  @Column('text', { nullable: true })
  note: string | null;

  /** Member of staff who uploaded the file; null for an import by the worker. */
  @ForeignKey('User')
  @Column('integer', { nullable: true })
  importedBy: number | null;

  @Column('timestamptz')
  startedAt: Date;

  @Column('timestamptz')
  finishedAt: Date;
}
