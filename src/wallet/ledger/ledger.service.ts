import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Money } from '../../common/money/money';
import { prepareStatement } from '../../database/prepared-statement';
import { UnitOfWork } from '../../database/unit-of-work';
import { insufficientBalance } from '../wallet.errors';
import {
  CURRENCY,
  RECEIVABLE,
  type NewTransaction,
  type PostingResult,
  type SystemPosting,
  type WalletPosting,
} from '../wallet.types';
import { LedgerAccount, type AccountKind } from './ledger.entity';
import { AdvisoryLock } from '../../database/advisory-locks';
import { HashChain } from '../../database/hash-chain';

type CustomerAccountKind = Exclude<AccountKind, 'system'>;

interface PostingRow {
  /** Null when the idempotency key was posted before. */
  readonly id: string | null;
  /** Null when the wallet's balance is too low. */
  readonly balance: string | null;
  /** Null when nothing was posted or no line was given. */
  readonly line_id: number | null;
  readonly created_at: Date | null;
  readonly processed_at: Date | null;
}

/** Inserts the statement line of a posting, unless $7 is null or nothing was posted. */
const INSERT_LINE = `
  INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description,
                                  payment_method, metadata, ledger_transaction_id, refund_of, processed_at)
  SELECT $4, $3, n.type, n.purpose, 'successful', abs($5::bigint), n.description, n.payment_method,
         n.metadata, header.id, n.refund_of, now()
  FROM header, wallet, jsonb_to_record($7::jsonb)
    AS n (type text, purpose text, description text, payment_method text, metadata jsonb, refund_of integer)
  WHERE $7 IS NOT NULL
  RETURNING id, created_at, processed_at`;

/**
 * Writes header, wallet, both entries and the statement line in one statement. All parts depend on the header, so a
 * repeated idempotency key writes nothing. When an account cannot take part, a single entry remains and the ledger's
 * constraint trigger rejects the unbalanced transaction.
 */
const buildPostingQuery = (wallet: string, contra: string, entry: string) => `
  WITH header AS (
    INSERT INTO ledger_transaction (idempotency_key, kind, reference)
    VALUES ($1, $2, $3)
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING id
  ), wallet AS (${wallet} RETURNING id, balance_kobo, version, currency
  )${contra}, entries AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, balance_after_kobo, account_version)
    SELECT header.id, wallet.id, $5::bigint, wallet.balance_kobo, wallet.version FROM header, wallet
    UNION ALL
    SELECT header.id, contra.id, -$5::bigint, NULL, NULL FROM ${entry}
  ), line AS (${INSERT_LINE})
  SELECT (SELECT id FROM header) AS id, (SELECT balance_kobo FROM wallet) AS balance,
         line.id AS line_id, line.created_at, line.processed_at
  FROM (SELECT) AS always LEFT JOIN line ON true`;

/** The UPDATE checks the balance against the latest committed row. */
const DEBIT_WALLET = `
    UPDATE ledger_account SET balance_kobo = balance_kobo + $5::bigint, version = version + 1
    WHERE user_id = $4 AND kind = 'wallet' AND currency = '${CURRENCY}'
      AND balance_kobo + $5::bigint >= 0 AND EXISTS (SELECT FROM header)`;

/** Opens the wallet with its first credit. */
const CREDIT_WALLET = `
    INSERT INTO ledger_account AS a (code, kind, user_id, currency, balance_kobo, version)
    SELECT 'wallet:' || $4::int, 'wallet', $4, '${CURRENCY}', $5::bigint, 1 FROM header
    ON CONFLICT (code, currency) DO UPDATE
    SET balance_kobo = a.balance_kobo + EXCLUDED.balance_kobo, version = a.version + 1`;

/** Against a system account, which is only read: postings share no row that they write. */
const againstSystem = (wallet: string) =>
  buildPostingQuery(
    wallet,
    '',
    `header, wallet JOIN ledger_account contra USING (currency) WHERE contra.code = $6`,
  );

/**
 * Against the customer's receivable. It is an asset of the shop: its balance moves with the wallet's
 * and its entries carry the opposite sign. Its row is always locked after the wallet's.
 */
const againstReceivable = (wallet: string) =>
  buildPostingQuery(
    wallet,
    `, contra AS (
    UPDATE ledger_account SET balance_kobo = balance_kobo + $5::bigint, version = version + 1
    WHERE code = $6 || ':' || $4::int AND currency = (SELECT currency FROM wallet)
      AND balance_kobo + $5::bigint >= 0
    RETURNING id
  )`,
    'header, wallet, contra',
  );

const POSTINGS = {
  credit: {
    system: prepareStatement('ledger.credit', againstSystem(CREDIT_WALLET)),
    receivable: prepareStatement('ledger.credit-receivable', againstReceivable(CREDIT_WALLET)),
  },
  debit: {
    system: prepareStatement('ledger.debit', againstSystem(DEBIT_WALLET)),
    receivable: prepareStatement('ledger.debit-receivable', againstReceivable(DEBIT_WALLET)),
  },
};

const FIND_BALANCE = prepareStatement(
  'ledger.balance',
  `SELECT balance_kobo AS balance FROM ledger_account
   WHERE kind = $1 AND user_id = $2 AND currency = '${CURRENCY}'`,
);

/**
 * One statement, as the ledger's trigger requires. An unknown account leaves one entry, which the trigger
 * rejects. The accounts are only read: postings share no row that they write.
 */
const POST_BETWEEN_SYSTEM_ACCOUNTS = `
  WITH header AS (
    INSERT INTO ledger_transaction (idempotency_key, kind, reference)
    VALUES ($1, $2, $3)
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING id
  ), entries AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo)
    SELECT header.id, account.id, CASE account.code WHEN $6 THEN $4::bigint ELSE -$4::bigint END
    FROM header, ledger_account account
    WHERE account.code IN ($5, $6) AND account.currency = '${CURRENCY}'
  )
  SELECT count(*)::int AS posted FROM header`;

/** Double-entry ledger: every movement is one balanced, immutable transaction, written by one statement. */
@Injectable()
export class LedgerService {
  constructor(private readonly uow: UnitOfWork) {}

  getBalance(userId: number): Promise<Money> {
    return this.findBalance('wallet', userId);
  }

  /** By user id; zero where a user has no wallet yet. */
  async getBalances(userIds: readonly number[]): Promise<Map<number, Money>> {
    const accounts = await this.uow.manager.find(LedgerAccount, {
      select: { userId: true, balance: true },
      where: { userId: In([...userIds]), kind: 'wallet', currency: CURRENCY },
    });
    const stored = new Map(accounts.map(({ userId, balance }) => [userId, balance]));
    return new Map(userIds.map((id) => [id, stored.get(id) ?? Money.zero]));
  }

  /** @returns what the customer owes, as committed by now. */
  getReceivableBalance(userId: number): Promise<Money> {
    return this.findBalance('receivable', userId);
  }

  /** Opens the wallet if needed and locks it until the unit of work ends. @returns its balance. */
  async lockWallet(userId: number): Promise<Money> {
    await this.openAccount('wallet', userId);
    return this.lockBalance(userId);
  }

  /** As `lockWallet`, but does not open a wallet: a concurrent first credit is not waited for. */
  async lockBalance(userId: number): Promise<Money> {
    const account = await this.uow.requireTransaction().findOne(LedgerAccount, {
      where: { userId, kind: 'wallet', currency: CURRENCY },
      lock: { mode: 'pessimistic_write' },
    });
    return account?.balance ?? Money.zero;
  }

  /** Whether this idempotency key was posted. */
  async isPosted(idempotencyKey: string): Promise<boolean> {
    return (await this.findPosting(idempotencyKey)) !== null;
  }

  /**
   * Moves money between a wallet and another account, at most once per key. Needs an open unit
   * of work, which must be left to roll back when this throws.
   * @param line of the statement, inserted with the posting; its reference and amount are the posting's.
   */
  async post(posting: WalletPosting, line: NewTransaction | null = null): Promise<PostingResult> {
    const { userId, amount, against } = posting;
    if (amount.isZero) throw new RangeError('A posting must not be zero');
    if (against === RECEIVABLE) await this.openAccount('receivable', userId);
    const postings = amount.isPositive ? POSTINGS.credit : POSTINGS.debit;
    const statement = against === RECEIVABLE ? postings.receivable : postings.system;
    const { rows } = await this.uow.executeInTransaction<PostingRow>(statement, [
      posting.idempotencyKey,
      posting.kind,
      posting.reference,
      userId,
      amount.kobo.toString(),
      against,
      line && JSON.stringify(toLineRecord(line)),
    ]);
    const row = rows[0]!;
    if (row.id === null) return this.replay(posting);
    if (row.balance === null)
      throw insufficientBalance(amount.negated(), await this.getBalance(userId));
    return {
      ledgerTransactionId: row.id,
      balance: Money.kobo(BigInt(row.balance)),
      line: toInsertedLine(row),
      replayed: false,
    };
  }

  /**
   * Moves money that belongs to no wallet, at most once per key. Needs an open unit of work.
   * @returns false when the key was posted before.
   */
  async postBetweenSystemAccounts(posting: SystemPosting): Promise<boolean> {
    if (!posting.amount.isPositive) throw new RangeError('A system posting has a positive amount');
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ posted: number }]>(POST_BETWEEN_SYSTEM_ACCOUNTS, [
        posting.idempotencyKey,
        posting.kind,
        posting.reference,
        posting.amount.kobo.toString(),
        posting.from,
        posting.to,
      ]);
    return row.posted === 1;
  }

  private async replay({ idempotencyKey: key, userId }: WalletPosting): Promise<PostingResult> {
    const earlier = await this.findPosting(key);
    if (!earlier) throw new Error(`Ledger key ${key} has a header without a wallet entry`);
    const balance = earlier.balance ?? (await this.getBalance(userId));
    return { ledgerTransactionId: earlier.id, balance, line: null, replayed: true };
  }

  /** The earlier posting under an idempotency key. `balance` is null when its entries are archived. */
  private async findPosting(
    idempotencyKey: string,
  ): Promise<{ id: string; balance: Money | null } | null> {
    const [row] = await this.uow.manager.query<{ id: string; balance: string | null }[]>(
      `SELECT t.id, e.balance_after_kobo AS balance
       FROM ledger_transaction t
       LEFT JOIN ledger_entry e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
       WHERE t.idempotency_key = $1 AND (e.id IS NOT NULL OR t.created_at < ledger_archived_until())`,
      [idempotencyKey],
    );
    if (!row) return null;
    return { id: row.id, balance: row.balance === null ? null : Money.kobo(BigInt(row.balance)) };
  }

  /** Creates the account unless it exists. */
  private async openAccount(kind: CustomerAccountKind, userId: number): Promise<void> {
    await this.uow
      .requireTransaction()
      .createQueryBuilder()
      .insert()
      .into(LedgerAccount)
      .values({ code: `${kind}:${userId}`, kind, userId, currency: CURRENCY })
      .orIgnore()
      .execute();
  }

  private async findBalance(kind: CustomerAccountKind, userId: number): Promise<Money> {
    const { rows } = await this.uow.execute<{ balance: string }>(FIND_BALANCE, [kind, userId]);
    return Money.kobo(BigInt(rows[0]?.balance ?? 0));
  }
}

const toInsertedLine = (row: PostingRow): PostingResult['line'] =>
  row.line_id === null || row.created_at === null
    ? null
    : { id: row.line_id, createdAt: row.created_at, processedAt: row.processed_at };

const toLineRecord = (line: NewTransaction) => ({
  type: line.type,
  purpose: line.purpose,
  description: line.description,
  payment_method: line.paymentMethod ?? null,
  metadata: line.metadata ?? {},
  refund_of: line.refundOf ?? null,
});

const TIME = `'YYYY-MM-DD"T"HH24:MI:SS.US'`;

/** A transaction with all its entries, so that an entry added later breaks the chain as well. */
export const LEDGER_CANONICAL = `json_build_array(r.id, r.idempotency_key, r.kind, r.reference,
  to_char(r.created_at AT TIME ZONE 'UTC', ${TIME}),
  (SELECT json_agg(json_build_array(e.id, e.account_id, e.amount_kobo, e.balance_after_kobo, e.account_version,
      to_char(e.created_at AT TIME ZONE 'UTC', ${TIME})) ORDER BY e.id)
   FROM ledger_entry e WHERE e.transaction_id = r.id))::text`;

/** The hash chain of the ledger: one link per posted transaction with its entries. */
@Injectable()
export class LedgerChainService extends HashChain {
  constructor(uow: UnitOfWork) {
    super(uow, {
      lock: AdvisoryLock.ledgerChain,
      table: 'ledger_transaction',
      linkTable: 'ledger_chain_link',
      rowColumn: 'ledger_transaction_id',
      canonicalSql: LEDGER_CANONICAL,
      archivedSql: 'r.created_at < ledger_archived_until()',
    });
  }
}
