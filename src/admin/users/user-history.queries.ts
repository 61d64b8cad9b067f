import { Injectable } from '@nestjs/common';
import { toLikePattern } from '../../database/like-pattern';
import { toOffset, type Page } from '../../common/http/pagination.dto';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { RANDOM_LOCATION } from '../../catalog/catalog.types';
import { KIND_OF_TYPE } from '../../proxies/proxy.types';
import {
  PURPOSE_LABELS,
  type PaymentRow,
  type PurchaseRow,
  type PurchaseState,
  type WalletRow,
} from './admin-users.types';

interface Found<T> {
  rows: T[];
  total: number;
}

type Row = Record<string, unknown>;

/** Maps stored values to their labels, so that a search matches the displayed text. */
const toLabelSql = (column: string, words: Readonly<Record<string, string>>): string =>
  `CASE ${column} ${Object.entries(words)
    .map(([stored, word]) => `WHEN '${stored}' THEN '${word}'`)
    .join(' ')} ELSE ${column} END`;

const ORDERS = `
  SELECT o.id, '#' || o.id AS number, ${toLabelSql('o.type', KIND_OF_TYPE)} AS type, o.amount_kobo, o.created_at,
         coalesce(p.count, 0)::int AS proxies, o.request->>'country' AS country,
         CASE o.request->>'country' WHEN '${RANDOM_LOCATION}' THEN 'Random' ELSE c.name END AS place,
         coalesce((o.request->>'durationMinutes')::int / 1440, (o.request->>'validityDays')::int, 0) AS days,
         CASE WHEN o.status = 'refunded' THEN 'refunded'
              WHEN p.until > now() THEN 'active' ELSE 'expired' END AS status
  FROM proxy_order o LEFT JOIN catalog_country c ON c.code = o.request->>'country'
  LEFT JOIN LATERAL (
    SELECT count(*) AS count, max(p.expires_at) FILTER (WHERE p.status <> 'expired') AS until
    FROM proxy p WHERE p.order_id = o.id OR p.id = o.proxy_id) p ON true
  WHERE o.user_id = $1`;

const PAYMENTS = `
  SELECT t.id, t.purpose, ${toLabelSql('t.purpose', PURPOSE_LABELS)} AS type, t.amount_kobo, t.created_at,
         ${toLabelSql('t.status', { successful: 'completed' })} AS status, t.reference,
         CASE WHEN t.purpose IN ('purchase', 'refund') THEN 'Wallet'
              WHEN t.purpose IN ('funding', 'goodwill', 'correction') THEN 'Admin'
              ELSE coalesce(upper(left(t.payment_method, 1)) || replace(substr(t.payment_method, 2), '_', ' '),
                            'N/A') END AS method
  FROM wallet_transaction t WHERE t.user_id = $1`;

/** Only transactions that were posted to the ledger. */
const MOVEMENTS = `
  SELECT t.id, t.type, t.amount_kobo, t.description, coalesce(t.processed_at, t.created_at) AS created_at,
         t.reference, e.balance_after_kobo, l.created_at < ledger_archived_until() AS is_archived
  FROM wallet_transaction t
  LEFT JOIN ledger_transaction l ON l.id = t.ledger_transaction_id
  -- Posted by one statement, so the time selects the partition.
  LEFT JOIN LATERAL (
    SELECT balance_after_kobo FROM ledger_entry
    WHERE transaction_id = l.id AND created_at = l.created_at AND balance_after_kobo IS NOT NULL
    LIMIT 1) e ON true
  WHERE t.user_id = $1 AND t.ledger_transaction_id IS NOT NULL`;

/** Read only; every statement starts from the user's own index. */
@Injectable()
export class UserHistoryQueries {
  constructor(private readonly uow: UnitOfWork) {}

  purchases(userId: number, search: string | undefined, page: Page): Promise<Found<PurchaseRow>> {
    return this.page(
      ORDERS,
      ['number', 'type', 'country', 'place', 'status'],
      userId,
      search,
      page,
      (row) => ({
        id: row.id as number,
        type: row.type as PurchaseRow['type'],
        country: row.country as string,
        amount: money(row.amount_kobo),
        date: row.created_at as Date,
        status: row.status as PurchaseState,
        days: row.days as number,
        proxies: row.proxies as number,
      }),
    );
  }

  payments(userId: number, search: string | undefined, page: Page): Promise<Found<PaymentRow>> {
    const columns = ['reference', 'type', 'method', 'status'];
    return this.page(PAYMENTS, columns, userId, search, page, (row) => ({
      id: row.id as number,
      purpose: row.purpose as PaymentRow['purpose'],
      amount: money(row.amount_kobo),
      date: row.created_at as Date,
      method: row.method as string,
      status: row.status as string,
      reference: row.reference as string,
    }));
  }

  wallet(userId: number, search: string | undefined, page: Page): Promise<Found<WalletRow>> {
    const columns = ['reference', 'description', 'type'];
    return this.page(MOVEMENTS, columns, userId, search, page, (row) => ({
      id: row.id as number,
      type: row.type as WalletRow['type'],
      amount: money(row.amount_kobo),
      isArchived: row.is_archived as boolean,
      balanceAfter: row.balance_after_kobo === null ? null : money(row.balance_after_kobo),
      description: row.description as string,
      date: row.created_at as Date,
      reference: row.reference as string,
    }));
  }

  private async page<T>(
    sql: string,
    searchColumns: string[],
    userId: number,
    search: string | undefined,
    page: Page,
    map: (row: Row) => T,
  ): Promise<Found<T>> {
    const matches = searchColumns.map((column) => `${column} ILIKE $2`).join(' OR ');
    const where = search ? `WHERE ${matches}` : 'WHERE $2::text IS NULL';
    const values = [userId, search ? toLikePattern(search) : null];
    const [rows, [{ total }]] = await Promise.all([
      this.uow.manager.query(
        `SELECT * FROM (${sql}) line ${where}
         ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
        [...values, page.perPage, toOffset(page)],
      ),
      this.uow.manager.query(`SELECT count(*)::int AS total FROM (${sql}) line ${where}`, values),
    ]);
    return { rows: rows.map(map), total };
  }
}

const money = (kobo: unknown): Money => Money.kobo(BigInt(kobo as string));
