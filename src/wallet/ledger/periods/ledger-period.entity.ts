import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A closed month of the ledger. Append-only; the database refuses entries before its end. */
@Entity('ledger_period')
export class LedgerPeriod {
  /** First day of the month in the shop's zone, `YYYY-MM-DD`. */
  @PrimaryColumn('date')
  month: string;

  /** Entries before this time and not before the end of the previous period belong to it. */
  @Column('timestamptz')
  endsAt: Date;

  /** No later entry has a lower id. */
  @Column('bigint')
  nextEntryId: string;

  /** No later transaction has a lower id. */
  @Column('bigint')
  nextTransactionId: string;

  /** Link of the ledger's hash chain before the first one of a later month; 0 when there is none. */
  @Column('bigint')
  chainPosition: string;

  /** Ledger transaction of that link; 0 when there is none. */
  @Column('bigint')
  chainTransactionId: string;

  @Column('bytea')
  chainHash: Buffer;

  /** sha256(seal of the previous period ‖ chain hash ‖ closing rows). */
  @Column('bytea')
  seal: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}
