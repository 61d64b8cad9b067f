import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

export type AccountKind = 'wallet' | 'receivable' | 'system';

/**
 * Wallets carry their balance, moved in the transaction of the entries, and so do receivables. System
 * accounts do not: theirs is the sum of their entries, so that no sale waits for a row all sales share.
 */
@Entity('ledger_account')
@Unique(['code'])
@Index(['userId'], { unique: true, where: `kind = 'wallet'` })
@Index('ledger_account_receivable_user_id_idx', ['userId'], {
  unique: true,
  where: `kind = 'receivable'`,
})
@Check('ledger_account_kind_check', `kind IN ('wallet', 'receivable', 'system')`)
@Check('ledger_account_owner_check', `(kind = 'system') = (user_id IS NULL)`)
@Check('ledger_account_balance_check', `balance_kobo >= 0`)
@Check('ledger_account_currency_check', `currency = 'NGN'`)
export class LedgerAccount {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'BY DEFAULT' })
  id: number;

  /** `wallet:<user>`, `receivable:<user>`, or the name of a system account. */
  @Column('text')
  code: string;

  @Column('text')
  kind: AccountKind;

  @ForeignKey('User')
  @Column('integer', { nullable: true })
  userId: number | null;

  @Column('char', { length: 3, default: 'NGN' })
  currency: string;

  /**
   * Kobo. Of a wallet the sum of its entries; of a receivable what the customer owes, which is the
   * sum of its entries with the sign turned; 0 elsewhere.
   */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  balanceKobo: bigint;

  /** Number of entries so far; each entry of a wallet carries the one it made, so a gap shows. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  version: bigint;
}
