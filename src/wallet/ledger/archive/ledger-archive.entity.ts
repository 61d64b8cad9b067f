import { Column, CreateDateColumn, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../common/money/money.column';

/** A closed month whose entries are in a file. Append-only; the months are consecutive from the first one. */
@Entity('ledger_archive')
export class LedgerArchive {
  @ForeignKey('LedgerPeriod')
  @PrimaryColumn('date')
  month: string;

  /** End of the month: earlier entries are archived. */
  @Column('timestamptz')
  endsAt: Date;

  @Column('text')
  fileName: string;

  /** Of the compressed file. */
  @Column('bytea')
  sha256: Buffer;

  @Column('bigint', { transformer: bigintColumn })
  entryCount: bigint;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
