import { Injectable } from '@nestjs/common';
import { toOffset, type Page, type Paged } from '../../common/http/pagination';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import type {
  NewTransaction,
  StatementLine,
  TransactionUpdate,
  TransactionStatus,
} from '../wallet.types';

export interface StatementFilter {
  readonly status?: TransactionStatus;
  readonly search?: string;
}

const COLUMNS = `id, reference, description, type, purpose, status, amount_kobo, currency,
  payment_method, metadata, created_at, processed_at`;

const toLine = (row: Record<string, unknown>): StatementLine => ({
  id: row.id as number,
  reference: row.reference as string,
  description: row.description as string,
  type: row.type as StatementLine['type'],
  purpose: row.purpose as StatementLine['purpose'],
  status: row.status as TransactionStatus,
  amount: Money.kobo(BigInt(row.amount_kobo as string)),
  currency: row.currency as string,
  paymentMethod: row.payment_method as string | null,
  createdAt: row.created_at as Date,
  processedAt: row.processed_at as Date | null,
});

/** LIKE's own characters mean themselves in what people type. */
const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

@Injectable()
export class StatementRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async insert(
    line: NewTransaction,
    status: TransactionStatus,
    ledgerTransactionId: string | null,
  ): Promise<number> {
    const [row] = await this.uow.requireTransaction().query(
      `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo,
         description, payment_method, metadata, ledger_transaction_id, processed_at)
       VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10, CASE WHEN $5 = 'pending' THEN NULL ELSE now() END)
       RETURNING id`,
      [
        line.userId,
        line.reference,
        line.type,
        line.purpose,
        status,
        line.amount.kobo.toString(),
        line.description,
        line.paymentMethod ?? null,
        JSON.stringify(line.metadata ?? {}),
        ledgerTransactionId,
      ],
    );
    return row.id;
  }

  /** Locks the line until the unit of work ends. */
  async lockById(id: number): Promise<(StatementLine & { userId: number }) | null> {
    const [row] = await this.uow
      .requireTransaction()
      .query(`SELECT user_id, ${COLUMNS} FROM wallet_transaction WHERE id = $1 FOR UPDATE`, [id]);
    return row ? { ...toLine(row), userId: row.user_id } : null;
  }

  async markSuccessful(
    id: number,
    ledgerTransactionId: string,
    extra: TransactionUpdate,
  ): Promise<void> {
    await this.uow.requireTransaction().query(
      `UPDATE wallet_transaction SET status = 'successful', ledger_transaction_id = $2,
         processed_at = now(), payment_method = coalesce($3, payment_method),
         metadata = metadata || $4::jsonb
       WHERE id = $1`,
      [id, ledgerTransactionId, extra.paymentMethod ?? null, JSON.stringify(extra.metadata ?? {})],
    );
  }

  /** @returns whether the line stood in `from` and moved. */
  async transition(
    id: number,
    from: TransactionStatus,
    to: TransactionStatus,
    extra: TransactionUpdate = {},
  ): Promise<boolean> {
    const [, moved] = await this.uow.requireTransaction().query(
      `UPDATE wallet_transaction SET status = $3, processed_at = now(),
         payment_method = coalesce($4, payment_method), metadata = metadata || $5::jsonb
       WHERE id = $1 AND status = $2`,
      [id, from, to, extra.paymentMethod ?? null, JSON.stringify(extra.metadata ?? {})],
    );
    return moved === 1;
  }

  async findByReference(reference: string): Promise<StatementLine | null> {
    const [row] = await this.uow.manager.query(
      `SELECT ${COLUMNS} FROM wallet_transaction WHERE reference = $1`,
      [reference],
    );
    return row ? toLine(row) : null;
  }

  async findById(id: number): Promise<StatementLine | null> {
    const [row] = await this.uow.manager.query(
      `SELECT ${COLUMNS} FROM wallet_transaction WHERE id = $1`,
      [id],
    );
    return row ? toLine(row) : null;
  }

  /** Newest first; only the owner's. */
  async list(userId: number, filter: StatementFilter, page: Page): Promise<Paged<StatementLine>> {
    const values: unknown[] = [userId];
    let where = 'user_id = $1';
    if (filter.status) where += ` AND status = $${values.push(filter.status)}`;
    if (filter.search) {
      const at = values.push(toLikePattern(filter.search));
      where += ` AND (reference ILIKE $${at} OR description ILIKE $${at} OR type ILIKE $${at})`;
    }
    const [{ total }] = await this.uow.manager.query(
      `SELECT count(*)::int AS total FROM wallet_transaction WHERE ${where}`,
      values,
    );
    const rows = await this.uow.manager.query(
      `SELECT ${COLUMNS} FROM wallet_transaction WHERE ${where}
       ORDER BY created_at DESC, id DESC LIMIT ${page.perPage} OFFSET ${toOffset(page)}`,
      values,
    );
    return { rows: rows.map(toLine), total, page };
  }

  async findRecent(userId: number, limit: number): Promise<StatementLine[]> {
    const rows = await this.uow.manager.query(
      `SELECT ${COLUMNS} FROM wallet_transaction WHERE user_id = $1
       ORDER BY created_at DESC, id DESC LIMIT $2`,
      [userId, limit],
    );
    return rows.map(toLine);
  }
}
