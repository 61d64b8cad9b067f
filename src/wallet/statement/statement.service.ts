import { Injectable } from '@nestjs/common';
import type { SelectQueryBuilder } from 'typeorm';
import { toOffset, toPage, toPagination } from '../../common/http/pagination.dto';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { DAY, Clock, SECOND } from '../../common/time/clock';
import { startOfDay, ZONE } from '../../common/time/calendar';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { LedgerTransaction } from '../ledger/ledger.entity';
import {
  toTransaction,
  TransactionListData,
  type StatementQuery,
  type TransactionResponse,
} from '../wallet.dto';
import { invalidDateRange, periodArchived } from '../wallet.errors';
import {
  CURRENCY,
  toReview,
  type StatementLine,
  type StatementPeriod,
  type TransactionStatus,
  type TransactionType,
} from '../wallet.types';
import { WalletTransaction } from './wallet-transaction.entity';
import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv';
import type { Download } from '../../common/http/api.decorators';

const PAGE_SIZE = 15;

/** Entries of the wallet that a period can contain. Their ids rise with their postings, which lock the wallet. */
export interface EntryRange {
  readonly walletId: number;
  readonly firstId: string;
  /** The last one posted when the balances were read. */
  readonly lastId: string;
}

/** Opening balance + posted credits − posted debits of the period = closing balance, to the kobo. */
export interface StatementBalances {
  readonly opening: Money;
  readonly closing: Money;
  /** Null for a customer without a wallet. */
  readonly entries: EntryRange | null;
}

interface BalancesRow {
  readonly wallet_id: number;
  readonly opening: string;
  readonly closing: string;
  readonly first_id: string;
  readonly last_id: string;
  /** Null unless the balances would need archived entries. */
  readonly archived_until: Date | null;
}

const TIME_OF_LINE = 'coalesce(posting.createdAt, line.createdAt)';

/** A customer's own transactions, newest first. */
@Injectable()
export class StatementService {
  constructor(
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  list({ userId }: Actor, query: StatementQuery): Promise<TransactionListData> {
    const period = toStatementPeriod(query);
    const page = toPage(query, PAGE_SIZE);
    return this.uow.readSnapshot(async () => {
      // Of the period, whatever the filter leaves out.
      const { opening, closing } = await this.findBalances(userId, period);
      const [rows, total] = await this.select(userId, period, query)
        .limit(page.perPage)
        .offset(toOffset(page))
        .getManyAndCount();
      return {
        transactions: await this.toTransactions(rows),
        pagination: toPagination({ rows, total, page }),
        opening_balance: opening.toDecimalString(),
        closing_balance: closing.toDecimalString(),
      };
    });
  }

  async findRecent(
    { userId }: Pick<Actor, 'userId'>,
    limit: number,
  ): Promise<TransactionResponse[]> {
    return this.toTransactions(await this.select(userId).limit(limit).getMany());
  }

  /** With what has arrived for the top-ups that are under review, whatever the status of their lines. */
  private async toTransactions(rows: readonly StatementLine[]): Promise<TransactionResponse[]> {
    const uncredited = rows.filter(
      ({ purpose, status }) => purpose === 'topup' && status !== 'successful',
    );
    if (!uncredited.length) return rows.map((row) => toTransaction(row));
    const found = await this.uow.manager.query<{ id: number; received: string | null }[]>(
      `SELECT transaction_id AS id, received_kobo AS received FROM payment
       WHERE transaction_id = ANY($1) AND status = 'review'`,
      [uncredited.map(({ id }) => id)],
    );
    const reviews = new Map(
      found.map(({ id, received }) => [
        id,
        toReview(received === null ? null : Money.kobo(BigInt(received))),
      ]),
    );
    return rows.map((row) => toTransaction(row, reviews.get(row.id)));
  }

  /** Whatever became of it; null without one since then. */
  findLatestTopUp({ userId }: Pick<Actor, 'userId'>, since: Date): Promise<StatementLine | null> {
    return this.select(userId)
      .andWhere(`line.purpose = 'topup' AND line.createdAt >= :since`, { since })
      .limit(1)
      .getOne();
  }

  /**
   * One statement sees one snapshot, and sums continue from the last month closed before the period.
   */
  async findBalances(userId: number, { from, until }: StatementPeriod): Promise<StatementBalances> {
    const [row] = await this.uow.manager.query<BalancesRow[]>(
      `WITH closed AS (SELECT month, ends_at, next_entry_id FROM ledger_period
         WHERE ends_at <= $2 ORDER BY ledger_period.month DESC LIMIT 1)
       SELECT a.id AS wallet_id, coalesce(c.next_entry_id, 0) AS first_id,
         coalesce((SELECT max(id) FROM ledger_entry WHERE account_id = a.id), 0) AS last_id,
         coalesce(b.closing_kobo, 0) + coalesce(s.before, 0) AS opening,
         CASE WHEN $3 = 'infinity'::timestamptz THEN a.balance_kobo
              ELSE coalesce(b.closing_kobo, 0) + coalesce(s.through, 0) END AS closing,
         CASE WHEN coalesce(c.ends_at, '-infinity') < archived.until
           AND ($2 > '-infinity'::timestamptz OR $3 < 'infinity'::timestamptz) THEN archived.until END AS archived_until
       FROM ledger_account a CROSS JOIN (SELECT ledger_archived_until() AS until) AS archived
       LEFT JOIN closed c ON true
       LEFT JOIN ledger_period_balance b ON b.month = c.month AND b.account_id = a.id
       LEFT JOIN LATERAL (
         SELECT sum(e.amount_kobo) FILTER (WHERE e.created_at < $2) AS before,
                sum(e.amount_kobo) FILTER (WHERE e.created_at < $3) AS through
         FROM ledger_entry e WHERE e.account_id = a.id AND e.id >= coalesce(c.next_entry_id, 0)
           AND e.created_at >= coalesce(c.ends_at, '-infinity'))
         AS s ON $2 > '-infinity'::timestamptz OR $3 < 'infinity'::timestamptz
       WHERE a.user_id = $1 AND a.kind = 'wallet' AND a.currency = '${CURRENCY}'`,
      [userId, from ?? '-infinity', until ?? 'infinity'],
    );
    if (row?.archived_until) throw periodArchived(row.archived_until);
    if (!row) return { opening: Money.zero, closing: Money.zero, entries: null };
    return {
      opening: Money.kobo(BigInt(row.opening)),
      closing: Money.kobo(BigInt(row.closing)),
      entries: { walletId: row.wallet_id, firstId: row.first_id, lastId: row.last_id },
    };
  }

  /**
   * Streams the statement as CSV, one batch at a time. The balances and the last entry are read first; postings that
   * follow are left out, so the file adds up however long its download takes.
   * @param from first day in the shop's zone, `YYYY-MM-DD`.
   * @param to last day, itself included.
   */
  async export({ userId }: Actor, from: string, to: string): Promise<Download> {
    const period = toStatementPeriod({ from, to }) as ExportPeriod;
    const balances = await this.findBalances(userId, period);
    return {
      name: `statement-${from}-${to}.csv`,
      type: 'text/csv; charset=utf-8',
      content: Readable.from(this.generateCsv(userId, period, balances)),
    };
  }

  private async *generateCsv(
    userId: number,
    period: ExportPeriod,
    { opening, closing, entries }: StatementBalances,
  ): AsyncGenerator<string> {
    const end = Math.min(period.until.getTime() - SECOND, this.clock.now().getTime());
    yield BYTE_ORDER_MARK + csvLine(CSV_HEADER);
    yield csvLine(toBalanceRow(period.from, 'Opening balance', opening));
    const posted = readBatches<string>(async (after) =>
      entries ? this.findPosted(entries, period, after, BATCH_SIZE) : { lines: [], last: null },
    );
    const open = readBatches<OpenLineCursor>((after) =>
      this.findOpen(userId, entries, period, after, BATCH_SIZE),
    );
    yield* joinRows(mergeByTime(posted, open));
    yield csvLine(toBalanceRow(new Date(end), 'Closing balance', closing));
  }

  /** Posted lines of the period in the order of their postings. @param after id of an entry. */
  private async findPosted(
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
  private async findOpen(
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

  private select(
    userId: number,
    { from, until }: StatementPeriod = { from: null, until: null },
    { status, search }: Pick<StatementQuery, 'status' | 'search'> = {},
  ): SelectQueryBuilder<WalletTransaction> {
    const query = this.uow.manager
      .createQueryBuilder(WalletTransaction, 'line')
      .where('line.userId = :userId', { userId })
      .orderBy('line.createdAt', 'DESC')
      .addOrderBy('line.id', 'DESC');
    if (from || until)
      query.leftJoin(LedgerTransaction, 'posting', 'posting.id = line.ledgerTransactionId');
    if (from) query.andWhere(`${TIME_OF_LINE} >= :from`, { from });
    // No line is posted before it is created: the first condition has an index.
    if (until) query.andWhere(`line.createdAt < :until AND ${TIME_OF_LINE} < :until`, { until });
    if (status) query.andWhere('line.status = :status', { status });
    if (search)
      query.andWhere(
        `(line.reference ILIKE :search OR line.description ILIKE :search OR line.type ILIKE :search)`,
        { search: toLikePattern(search) },
      );
    return query;
  }
}

/**
 * @param days in the shop's zone, `YYYY-MM-DD`, both included.
 */
export function toStatementPeriod({ from, to }: { from?: string; to?: string }): StatementPeriod {
  if (from && to && to < from) throw invalidDateRange();
  return {
    from: from ? startOfDay(from) : null,
    until: to ? new Date(startOfDay(to).getTime() + DAY) : null,
  };
}

const BATCH_SIZE = 1000;

const CSV_HEADER = [
  ...['Date', 'Reference', 'Type', 'Description', 'Amount (NGN)', 'Status', 'Method'],
  'Balance after',
];

interface ExportedLine {
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

interface ExportPeriod {
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

interface StatementBatch<C> {
  readonly lines: ExportedLine[];
  /** The last line read, where the next batch begins. */
  readonly last: C | null;
}

interface OpenLineCursor {
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

async function* readBatches<C>(
  read: (after: C | null) => Promise<StatementBatch<C>>,
): AsyncGenerator<ExportedLine> {
  for (let after: C | null = null; ;) {
    const { lines, last }: StatementBatch<C> = await read(after);
    yield* lines;
    if (lines.length < BATCH_SIZE) return;
    after = last;
  }
}

/** Keeps the order within each source. */
async function* mergeByTime(
  ...sources: [AsyncGenerator<ExportedLine>, AsyncGenerator<ExportedLine>]
): AsyncGenerator<ExportedLine> {
  const [left, right] = sources;
  let [a, b] = [await left.next(), await right.next()];
  while (!a.done || !b.done)
    if (!a.done && (b.done || a.value.at <= b.value.at)) {
      yield a.value;
      a = await left.next();
    } else if (!b.done) {
      yield b.value;
      b = await right.next();
    }
}

/** One chunk per batch instead of one per line. */
async function* joinRows(lines: AsyncGenerator<ExportedLine>): AsyncGenerator<string> {
  let chunk: string[] = [];
  for await (const line of lines) {
    chunk.push(csvLine(toCsvRow(line)));
    if (chunk.length < BATCH_SIZE) continue;
    yield chunk.join('');
    chunk = [];
  }
  if (chunk.length) yield chunk.join('');
}

/** Amounts are always positive; the type gives the direction. Times are in the shop's zone. */
const toCsvRow = (line: ExportedLine): string[] => [
  toCsvTime(line.at),
  line.reference,
  capitalize(line.type),
  line.description,
  line.amount.toDecimalString(),
  capitalize(line.status),
  line.paymentMethod === null ? '' : capitalize(line.paymentMethod.replaceAll('_', ' ')),
  line.balanceAfter?.toDecimalString() ?? '',
];

/** Has no amount, so that the sum of the amounts stays that of the transactions. */
const toBalanceRow = (at: Date, description: string, balance: Money): string[] => [
  ...[toCsvTime(at), '', '', description, '', '', ''],
  balance.toDecimalString(),
];

/** The sv-SE format is what spreadsheets parse: 2026-03-31 14:05:09. */
const toCsvTime = (at: Date): string => at.toLocaleString('sv-SE', { timeZone: ZONE });

const capitalize = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

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
