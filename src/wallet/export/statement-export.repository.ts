import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { EntryRange } from '../statement/statement-balances.repository';
import type { TransactionStatus, TransactionType } from '../wallet.types';

export interface ExportedLine {
  /** When it was posted; when it was created if no money has moved. */
  readonly at: Date;
  readonly reference: string;
  readonly type: TransactionType;
  readonly description: string;
  readonly amount: Money;
  readonly status: TransactionStatus;
  readonly paymentMethod: string | null;
  /** Balance after the transaction; null when no money has moved. */
  readonly balanceAfter: Money | null;
}

export interface ExportPeriod {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

export interface StatementBatch<C> {
  readonly lines: ExportedLine[];
  /** The last line read, where the next batch begins. */
  readonly last: C | null;
}

export interface OpenLineCursor {
  /** With microseconds, as PostgreSQL writes it. */
  readonly at: string;
  readonly id: number;
}

interface LineRow {
  readonly at: Date;
  readonly reference: string;
  readonly type: TransactionType;
  readonly description: string;
  readonly amount_kobo: string;
  readonly status: TransactionStatus;
  readonly payment_method: string | null;
  readonly balance_after_kobo: string | null;
}

/** SQL for the keysets: posted lines by their entries, which are final, and others by time and id. */
@Injectable()
export class StatementExportRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Posted lines of the period in the order of their postings. @param after id of an entry. */
  async findPosted(
    entries: EntryRange,
    { from, until }: ExportPeriod,
    after: string | null,
    limit: number,
  ): Promise<StatementBatch<string>> {
    const rows = await this.uow.manager.query<(LineRow & { entry_id: string })[]>(
      `SELECT e.id AS entry_id, e.created_at AS at, e.balance_after_kobo, abs(e.amount_kobo) AS amount_kobo,
              t.reference, t.type, t.description, t.status, t.payment_method
       FROM ledger_entry e JOIN wallet_transaction t ON t.ledger_transaction_id = e.transaction_id
       WHERE e.account_id = $1 AND e.id >= $2 AND e.id <= $3 AND e.id > $4
         AND e.created_at >= $5 AND e.created_at < $6
       ORDER BY e.id LIMIT $7`,
      [entries.walletId, entries.firstId, entries.lastId, after ?? '0', from, until, limit],
    );
    return { lines: rows.map(toLine), last: rows.at(-1)?.entry_id ?? null };
  }

  /** The owner's other lines by creation, also those that were open when the last entry of `entries` was made. */
  async findOpen(
    userId: number,
    entries: EntryRange | null,
    { from, until }: ExportPeriod,
    after: OpenLineCursor | null,
    limit: number,
  ): Promise<StatementBatch<OpenLineCursor>> {
    const rows = await this.uow.manager.query<(LineRow & { id: number; position: string })[]>(
      `SELECT t.id, t.created_at AS at, t.created_at::text AS position, NULL AS balance_after_kobo, t.amount_kobo,
              t.reference, t.type, t.description, t.payment_method,
              CASE WHEN e.id IS NULL THEN t.status ELSE 'pending' END AS status
       FROM wallet_transaction t
       LEFT JOIN ledger_transaction l ON l.id = t.ledger_transaction_id
       -- Posted by one statement, so the time selects the partition.
       LEFT JOIN LATERAL (
         SELECT id, created_at FROM ledger_entry
         WHERE transaction_id = l.id AND created_at = l.created_at AND balance_after_kobo IS NOT NULL
         LIMIT 1) e ON true
       WHERE t.user_id = $1 AND t.created_at >= $2 AND t.created_at < $3
         AND (t.created_at, t.id) > (coalesce($4::timestamptz, '-infinity'), $5::int)
         AND (e.id IS NULL OR e.id > $6 AND e.created_at > t.created_at)
       ORDER BY t.created_at, t.id LIMIT $7`,
      [userId, from, until, after?.at ?? null, after?.id ?? 0, entries?.lastId ?? '0', limit],
    );
    const last = rows.at(-1);
    return { lines: rows.map(toLine), last: last ? { at: last.position, id: last.id } : null };
  }
}

const kobo = (value: string): Money => Money.kobo(BigInt(value));

const toLine = (row: LineRow): ExportedLine => ({
  at: row.at,
  reference: row.reference,
  type: row.type,
  description: row.description,
  amount: kobo(row.amount_kobo),
  status: row.status,
  paymentMethod: row.payment_method,
  balanceAfter: row.balance_after_kobo === null ? null : kobo(row.balance_after_kobo),
});
