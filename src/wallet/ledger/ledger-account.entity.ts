import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { bigintColumn } from '../../common/money/money.column';

export type AccountKind = 'wallet' | 'receivable' | 'system';

/**
 * Wallets and receivables store their balance, updated in the transaction of their entries. A system
 * account's balance is the sum of its entries, so that sales do not contend for one shared row. The database
 * fixes code, kind, owner and currency, and refuses postings between accounts of different currencies.
 */
@Entity('ledger_account')
@Unique(['code', 'currency'])
@Index(['userId', 'kind', 'currency'])
@Check('ledger_account_code_check', `kind = 'system' OR code = kind || ':' || user_id`)
@Check('ledger_account_kind_check', `kind IN ('wallet', 'receivable', 'system')`)
@Check('ledger_account_owner_check', `(kind = 'system') = (user_id IS NULL)`)
@Check('ledger_account_balance_check', `balance_kobo >= 0`)
@Check('ledger_account_currency_check', `currency ~ '^[A-Z]{3}$'`)
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

  /** ISO 4217. Only naira are on sale. */
  @Column('char', { length: 3, default: 'NGN' })
  currency: string;

  /**
   * Kobo. For a wallet the sum of its entries, for a receivable the negated sum (the amount owed), 0 for
   * system accounts.
   */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  balanceKobo: bigint;

  /** Number of entries. Each wallet entry stores the version it created, which reveals gaps. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  version: bigint;
}
