import { Injectable } from '@nestjs/common';
import { Money } from '../common/money/money';
import { UnitOfWork } from '../database/unit-of-work';
import type { BuyerBatch, LowWallet, PaidTopUp, WalletThreshold } from './wallet.types';

/** Keyset cursor over all transactions by time and id. */
interface TransactionCursor {
  /** ISO 8601 with microseconds, as PostgreSQL writes it. */
  readonly at: string;
  readonly id: number;
}

/**
 * A row becomes visible after its `created_at`, so a reader that has caught up re-reads this interval.
 */
const OVERLAP = `interval '2 minutes'`;
/** Start of the first read. */
const INITIAL_LOOKBACK = `interval '1 hour'`;

/** Source of notifications about wallets. Its cost grows with what was posted, not with the number of wallets. */
@Injectable()
export class WalletNotificationSourceService {
  constructor(private readonly uow: UnitOfWork) {}

  /** Customers who bought since the cursor; at least once each. @param cursor null starts an hour ago. */
  async findBuyersSince(cursor: string | null, limit: number): Promise<BuyerBatch> {
    const position = cursor === null ? null : (JSON.parse(cursor) as TransactionCursor);
    const rows = await this.uow.manager.query<{ id: number; user_id: number; at: string }[]>(
      `SELECT id, user_id, created_at::text AS at FROM wallet_transaction
       WHERE (created_at, id) > (coalesce($1::timestamptz, now() - ${INITIAL_LOOKBACK}), $2::int)
         AND type = 'debit' AND purpose = 'purchase'
       ORDER BY created_at, id LIMIT $3`,
      [position?.at ?? null, position?.id ?? 0, limit],
    );
    const last = rows.at(-1);
    const hasMore = rows.length === limit;
    const next = hasMore && last ? { at: last.at, id: last.id } : await this.getOverlapCursor();
    return {
      userIds: [...new Set(rows.map((row) => row.user_id))],
      hasMore,
      cursor: JSON.stringify(next),
    };
  }

  /**
   * The wallets that are below their threshold now. `since` is the last entry that left the wallet at or above its
   * threshold, 0 when there is none.
   */
  async findBelowThreshold(lines: readonly WalletThreshold[]): Promise<LowWallet[]> {
    if (!lines.length) return [];
    const rows = await this.uow.manager.query<{ userId: number; kobo: string; since: string }[]>(
      `SELECT l.user_id AS "userId", a.balance_kobo AS kobo, coalesce((
         SELECT e.id FROM ledger_entry e
         WHERE e.account_id = a.id AND e.balance_after_kobo >= l.line
         ORDER BY e.id DESC LIMIT 1), 0)::text AS since
       FROM unnest($1::int[], $2::bigint[]) AS l (user_id, line)
       JOIN ledger_account a ON a.user_id = l.user_id AND a.kind = 'wallet' AND a.currency = 'NGN'
        AND a.balance_kobo < l.line`,
      [lines.map(({ userId }) => userId), lines.map(({ threshold }) => threshold.kobo.toString())],
    );
    return rows.map(({ kobo, ...row }) => ({ ...row, balance: Money.kobo(BigInt(kobo)) }));
  }

  /**
   * Top-ups that were credited since the cursor, at least once each. A line is older than its posting, so the cursor is one
   * over the ledger.
   * @param cursor null starts an hour ago.
   */
  async findTopUpsSince(
    cursor: string | null,
    limit: number,
  ): Promise<{ topUps: PaidTopUp[]; cursor: string; hasMore: boolean }> {
    const { manager } = this.uow;
    const after = cursor ?? (await this.getFirstPosting());
    const rows = await manager.query<(Omit<PaidTopUp, 'amount'> & { kobo: string; at: string })[]>(
      `SELECT t.id, t.user_id AS "userId", t.reference, t.payment_method AS "paymentMethod",
         t.amount_kobo AS kobo, l.id AS at
       FROM ledger_transaction l JOIN wallet_transaction t ON t.ledger_transaction_id = l.id
       WHERE l.id > $1 AND l.kind = 'topup' AND t.status = 'successful' ORDER BY l.id LIMIT $2`,
      [after, limit],
    );
    const hasMore = rows.length === limit;
    const next = hasMore ? rows.at(-1)!.at : await this.getOverlapPosting(after);
    const topUps = rows.map(({ kobo, at: _, ...row }) => ({
      ...row,
      amount: Money.kobo(BigInt(kobo)),
    }));
    return { topUps, cursor: next, hasMore };
  }

  private async getFirstPosting(): Promise<string> {
    const [row] = await this.uow.manager.query<{ id: string }[]>(
      `SELECT id FROM ledger_transaction WHERE created_at < now() - ${INITIAL_LOOKBACK}
       ORDER BY id DESC LIMIT 1`,
    );
    return row?.id ?? '0';
  }

  /** A posting becomes visible after its id is taken. */
  private async getOverlapPosting(after: string): Promise<string> {
    const [row] = await this.uow.manager.query<{ id: string }[]>(
      `SELECT coalesce((SELECT min(id) FROM ledger_transaction WHERE id > $1 AND created_at > now() - ${OVERLAP}) - 1,
         (SELECT max(id) FROM ledger_transaction), 0)::text AS id`,
      [after],
    );
    return row!.id;
  }

  private async getOverlapCursor(): Promise<TransactionCursor> {
    const [row] = await this.uow.manager.query(`SELECT (now() - ${OVERLAP})::text AS at`);
    return { at: row.at, id: 0 };
  }
}
