import {
  Check,
  Column,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

/** One side of a movement. The entries of a transaction sum to zero; append-only. In monthly partitions. */
@Entity('ledger_entry')
@Index(['transactionId'])
@Index(['accountId', 'id'])
@Check('ledger_entry_amount_check', 'amount_kobo <> 0')
export class LedgerEntry {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @ForeignKey('LedgerTransaction')
  @Column('bigint')
  transactionId: string;

  @ForeignKey('LedgerAccount')
  @Column('integer')
  accountId: number;

  /** Kobo, signed: positive adds to the account. */
  @Column('bigint', { transformer: bigintColumn })
  amountKobo: bigint;

  /** Kobo in the wallet after this entry; null for other accounts. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  balanceAfterKobo: bigint | null;

  /** Version of the wallet created by this entry; null for other accounts. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  accountVersion: bigint | null;

  @PrimaryColumn('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}
