import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type { TransactionStatus, TransactionType } from '../wallet.types';

export interface ExportedLine {
  readonly id: number;
  readonly createdAt: Date;
  readonly reference: string;
  readonly type: TransactionType;
  readonly description: string;
  readonly amount: Money;
  readonly status: TransactionStatus;
  readonly paymentMethod: string | null;
  /** Balance after the transaction; null when no money has moved. */
  readonly balanceAfter: Money | null;
}

/** Keyset cursor: the last line read. */
export interface StatementCursor {
  /** With microseconds, as PostgreSQL writes it. */
  readonly at: string;
  readonly id: number;
}

export interface StatementBatch {
  readonly lines: ExportedLine[];
  readonly last: StatementCursor | null;
}

/** SQL for the keyset over time and id and for the lateral join of the balance. */
@Injectable()
export class StatementExportRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The owner's lines in `[from, until)` after a cursor, oldest first. */
  async findBatch(
    userId: number,
    from: Date,
    until: Date,
    after: StatementCursor | null,
    limit: number,
  ): Promise<StatementBatch> {
    const rows: Record<string, unknown>[] = await this.uow.manager.query(
      `SELECT t.id, t.created_at, t.created_at::text AS position, t.reference, t.type,
              t.description, t.amount_kobo, t.status, t.payment_method, e.balance_after_kobo
       FROM wallet_transaction t
       LEFT JOIN LATERAL (
         SELECT balance_after_kobo FROM ledger_entry e
         -- Posted by one statement; the time selects the partition.
         JOIN ledger_transaction l ON l.id = e.transaction_id AND l.created_at = e.created_at
         WHERE l.id = t.ledger_transaction_id AND balance_after_kobo IS NOT NULL
         LIMIT 1) e ON true
       WHERE t.user_id = $1 AND t.created_at >= $2 AND t.created_at < $3
         AND (t.created_at, t.id) > (coalesce($4::timestamptz, '-infinity'), $5::int)
       ORDER BY t.created_at, t.id LIMIT $6`,
      [userId, from, until, after?.at ?? null, after?.id ?? 0, limit],
    );
    const last = rows.at(-1);
    return {
      lines: rows.map(toLine),
      last: last ? { at: last.position as string, id: last.id as number } : null,
    };
  }
}

const kobo = (value: unknown): Money => Money.kobo(BigInt(value as string));

const toLine = (row: Record<string, unknown>): ExportedLine => ({
  id: row.id as number,
  createdAt: row.created_at as Date,
  reference: row.reference as string,
  type: row.type as TransactionType,
  description: row.description as string,
  amount: kobo(row.amount_kobo),
  status: row.status as TransactionStatus,
  paymentMethod: row.payment_method as string | null,
  balanceAfter: row.balance_after_kobo === null ? null : kobo(row.balance_after_kobo),
});
