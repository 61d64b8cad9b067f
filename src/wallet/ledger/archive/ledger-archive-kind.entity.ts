import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { bigintColumn } from '../../../common/money/money.column';

/** What the archived postings of a kind moved in wallets, for checks that compare kinds. Append-only. */
@Entity('ledger_archive_kind')
export class LedgerArchiveKind {
  @ForeignKey('LedgerArchive')
  @PrimaryColumn('date')
  month: string;

  @PrimaryColumn('text')
  kind: string;

  @Column('bigint', { transformer: bigintColumn })
  walletKobo: bigint;
}
