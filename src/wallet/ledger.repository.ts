import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import { UnitOfWork } from '../database/unit-of-work';
import type { WalletPosting } from './wallet.types';

export interface PostedRow {
  /** Null when the key had been posted before. */
  ledgerTransactionId: string | null;
  /** Null when no wallet could bear the amount. */
  balance: Money | null;
}

/**
 * Header, wallet and both entries in one statement. The header comes first and everything else
 * hangs on it, so a key seen before moves nothing; the balance is checked by the update itself,
 * which sees the row as the last committed writer left it.
 */
const POST = `
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
  ), entries AS (
    INSERT INTO ledger_entry (transaction_id, account_id, amount_kobo, balance_after_kobo, account_version)
    SELECT header.id, wallet.id, $5::bigint, wallet.balance_kobo, wallet.version FROM header, wallet
    UNION ALL
    SELECT header.id, contra.id, -$5::bigint, NULL, NULL
    FROM header, wallet, ledger_account contra WHERE contra.code = $6
    RETURNING 1
  )
  SELECT (SELECT id FROM header) AS id, (SELECT balance_kobo FROM wallet) AS balance,
         (SELECT count(*) FROM entries) AS entries`;

@Injectable()
export class LedgerRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Makes the wallet exist; a no-op from the second time on. */
  async openWallet(userId: number): Promise<void> {
    await this.uow.required().query(
      `INSERT INTO ledger_account (code, kind, user_id) VALUES ('wallet:' || $1::int, 'wallet', $1)
       ON CONFLICT DO NOTHING`,
      [userId],
    );
  }

  async post(posting: WalletPosting): Promise<PostedRow> {
    const [row] = await this.uow
      .required()
      .query(POST, [
        posting.idempotencyKey,
        posting.kind,
        posting.reference,
        posting.userId,
        posting.amount.kobo.toString(),
        posting.against,
      ]);
    if (row.balance !== null && Number(row.entries) !== 2)
      throw new Error(`Ledger account ${posting.against} does not exist`);
    return {
      ledgerTransactionId: row.id,
      balance: row.balance === null ? null : Money.kobo(BigInt(row.balance)),
    };
  }

  /** What an earlier posting under this key did to the wallet. */
  async findPosted(idempotencyKey: string): Promise<{ id: string; balance: Money } | null> {
    const [row] = await this.uow.manager.query(
      `SELECT t.id, e.balance_after_kobo AS balance
       FROM ledger_transaction t
       JOIN ledger_entry e ON e.transaction_id = t.id AND e.balance_after_kobo IS NOT NULL
       WHERE t.idempotency_key = $1`,
      [idempotencyKey],
    );
    return row ? { id: row.id, balance: Money.kobo(BigInt(row.balance)) } : null;
  }

  async balanceOf(userId: number): Promise<Money> {
    const [row] = await this.uow.manager.query(
      `SELECT balance_kobo FROM ledger_account WHERE user_id = $1 AND kind = 'wallet'`,
      [userId],
    );
    return row ? Money.kobo(BigInt(row.balance_kobo)) : Money.zero;
  }
}
