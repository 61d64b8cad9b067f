import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { RECEIVABLE, type WalletPosting } from '../wallet.types';

export interface PostingRow {
  /** Null when the key had been posted before. */
  ledgerTransactionId: string | null;
  /** Null when no wallet could bear the amount. */
  balance: Money | null;
}

/**
 * Header, wallet and both entries in one statement. The header comes first and everything else
 * hangs on it, so a key seen before moves nothing; the balance is checked by the update itself,
 * which sees the row as the last committed writer left it. An account that cannot take part leaves
 * one entry alone, which the books refuse.
 */
const buildPostingQuery = (contra: string, entry: string) => `
  WITH header AS (
    INSERT INTO ledger_transaction (idempotency_key, kind, reference)
    VALUES ($1, $2, $3)
    ON CONFLICT (idempotency_key) DO NOTHING
    RETURNING id
  ), wallet AS (
    UPDATE ledger_account SET balance_kobo = balance_kobo + $5::bigint, version = version + 1
    WHERE user_id = $4 AND kind = 'wallet' AND balance_kobo + $5::bigint >= 0
      AND EXISTS (SELECT FROM header)
    RETURNING id, balance_kobo, version
  )${contra}, entries AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, balance_after_kobo, account_version)
    SELECT header.id, wallet.id, $5::bigint, wallet.balance_kobo, wallet.version FROM header, wallet
    UNION ALL
    SELECT header.id, contra.id, -$5::bigint, NULL, NULL FROM ${entry}
  )
  SELECT (SELECT id FROM header) AS id, (SELECT balance_kobo FROM wallet) AS balance`;

/** Against a system account, which is only read: no row that all movements share is written. */
const POST_AGAINST_SYSTEM = buildPostingQuery(
  '',
  'header, wallet, ledger_account contra WHERE contra.code = $6',
);

/**
 * Against what the customer owes. A receivable is an asset of the shop: what the wallet gains from it
 * is owed, so its balance moves with the wallet's and its entries the other way. Its row is always
 * taken after the wallet's.
 */
const POST_AGAINST_RECEIVABLE = buildPostingQuery(
  `, contra AS (
    UPDATE ledger_account SET balance_kobo = balance_kobo + $5::bigint, version = version + 1
    WHERE code = $6 || ':' || $4::int AND balance_kobo + $5::bigint >= 0
      AND EXISTS (SELECT FROM wallet)
    RETURNING id
  )`,
  'header, wallet, contra',
);

@Injectable()
export class LedgerRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Makes the wallet exist; a no-op from the second time on. */
  async openWallet(userId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO ledger_account (code, kind, user_id) VALUES ('wallet:' || $1::int, 'wallet', $1)
       ON CONFLICT DO NOTHING`,
      [userId],
    );
  }

  /** Makes the account of what a customer owes exist; a no-op from the second time on. */
  async openReceivable(userId: number): Promise<void> {
    await this.uow.requireTransaction().query(
      `INSERT INTO ledger_account (code, kind, user_id)
       VALUES ('receivable:' || $1::int, 'receivable', $1) ON CONFLICT DO NOTHING`,
      [userId],
    );
  }

  /** Holds the wallet until the unit of work ends: nothing moves it in between. */
  async lockWallet(userId: number): Promise<Money> {
    const [row] = await this.uow
      .requireTransaction()
      .query(
        `SELECT balance_kobo FROM ledger_account WHERE user_id = $1 AND kind = 'wallet' FOR UPDATE`,
        [userId],
      );
    return row ? Money.kobo(BigInt(row.balance_kobo)) : Money.zero;
  }

  async post(posting: WalletPosting): Promise<PostingRow> {
    const statement =
      posting.against === RECEIVABLE ? POST_AGAINST_RECEIVABLE : POST_AGAINST_SYSTEM;
    const [row] = await this.uow
      .requireTransaction()
      .query(statement, [
        posting.idempotencyKey,
        posting.kind,
        posting.reference,
        posting.userId,
        posting.amount.kobo.toString(),
        posting.against,
      ]);
    return {
      ledgerTransactionId: row.id,
      balance: row.balance === null ? null : Money.kobo(BigInt(row.balance)),
    };
  }

  /** What an earlier posting under this key did to the wallet. */
  async findPosting(idempotencyKey: string): Promise<{ id: string; balance: Money } | null> {
    const [row] = await this.uow.manager.query(
      `SELECT t.id, e.balance_after_kobo AS balance
       FROM ledger_transaction t
       JOIN ledger_entry e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
       WHERE t.idempotency_key = $1`,
      [idempotencyKey],
    );
    return row ? { id: row.id, balance: Money.kobo(BigInt(row.balance)) } : null;
  }

  /** What the customer owes; as committed by now, whatever this statement's neighbours saw. */
  async getReceivableBalance(userId: number): Promise<Money> {
    const [row] = await this.uow.manager.query(
      `SELECT balance_kobo FROM ledger_account WHERE user_id = $1 AND kind = 'receivable'`,
      [userId],
    );
    return row ? Money.kobo(BigInt(row.balance_kobo)) : Money.zero;
  }

  async getBalance(userId: number): Promise<Money> {
    const [row] = await this.uow.manager.query(
      `SELECT balance_kobo FROM ledger_account WHERE user_id = $1 AND kind = 'wallet'`,
      [userId],
    );
    return row ? Money.kobo(BigInt(row.balance_kobo)) : Money.zero;
  }
}
