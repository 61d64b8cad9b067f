import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  Unique,
} from 'typeorm';
import type { Money } from '../../common/money/money';
import { bigintColumn, moneyColumn } from '../../common/money/money.column';
import type { PostingKind, SystemPostingKind } from '../wallet.types';

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
   * For a wallet the sum of its entries, for a receivable the negated sum (the amount owed), 0 for
   * system accounts.
   */
  @Column('bigint', { name: 'balance_kobo', default: 0, transformer: moneyColumn })
  balance: Money;

  /** Number of entries. Each wallet entry stores the version it created, which reveals gaps. */
  @Column('bigint', { default: 0, transformer: bigintColumn })
  version: bigint;
}

/** One balanced movement of money. Append-only. */
@Entity('ledger_transaction')
@Unique(['idempotencyKey'])
@Index(['reference'])
export class LedgerTransaction {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  /** Unique key that prevents a second posting, e.g. `topup:TOPUP-123`. */
  @Column('text')
  idempotencyKey: string;

  @Column('text')
  kind: PostingKind | SystemPostingKind;

  @Column('text')
  reference: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

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

  /** Signed: positive adds to the account. */
  @Column('bigint', { name: 'amount_kobo', transformer: moneyColumn })
  amount: Money;

  /** Balance of the wallet after this entry; null for other accounts. */
  @Column('bigint', { name: 'balance_after_kobo', nullable: true, transformer: moneyColumn })
  balanceAfter: Money | null;

  /** Version of the wallet created by this entry; null for other accounts. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  accountVersion: bigint | null;

  @PrimaryColumn('timestamptz', { default: () => 'now()' })
  createdAt: Date;
}

/** One link of the hash chain over the ledger. Append-only. */
@Entity('ledger_chain_link')
@Unique(['ledgerTransactionId'])
export class LedgerChainLink {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id: string;

  @ForeignKey('LedgerTransaction')
  @Column('bigint')
  ledgerTransactionId: string;

  @Column('bytea')
  previousHash: Buffer;

  @Column('bytea')
  hash: Buffer;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;
}

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

/** Balances of an account at the begin and the end of a closed month. Sums of entries, also for receivables. */
@Entity('ledger_period_balance')
export class LedgerPeriodBalance {
  @PrimaryColumn('date')
  month: string;

  @ForeignKey('LedgerAccount')
  @PrimaryColumn('integer')
  accountId: number;

  @Column('bigint', { name: 'opening_kobo', transformer: moneyColumn })
  opening: Money;

  @Column('bigint', { name: 'sum_kobo', transformer: moneyColumn })
  sum: Money;

  @Column('bigint', { name: 'closing_kobo', transformer: moneyColumn })
  closing: Money;

  /** Last entry up to the end of the month. */
  @Column('bigint')
  lastEntryId: string;

  /** Version of the wallet at the end of the month; null for other accounts. */
  @Column('bigint', { nullable: true, transformer: bigintColumn })
  accountVersion: bigint | null;
}

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
