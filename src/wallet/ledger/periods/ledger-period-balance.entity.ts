import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../common/money/money.column';

/** Balances of an account at the begin and the end of a closed month. Sums of entries, also for receivables. */
@Entity('ledger_period_balance')
export class LedgerPeriodBalance {
  @PrimaryColumn('date')
  month: string;

  @ForeignKey('LedgerAccount')
  @PrimaryColumn('integer')
  accountId: number;

  @Column('bigint', { transformer: bigintColumn })
  openingKobo: bigint;

  @Column('bigint', { transformer: bigintColumn })
  sumKobo: bigint;

  @Column('bigint', { transformer: bigintColumn })
  closingKobo: bigint;

  /** Last entry up to the end of the month. */
  @Column('bigint')
  lastEntryId: string;

  /** Version of the wallet at the end of the month; null for other accounts. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  accountVersion: bigint | null;
}
