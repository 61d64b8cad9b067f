import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv';
import type { Download } from '../../common/http/api.decorators';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { ZONE } from '../../common/time/calendar';
import { Clock, SECOND } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { TransactionStatus, TransactionType } from '../wallet.types';
import {
  StatementService,
  toStatementPeriod,
  type EntryRange,
  type StatementBalances,
} from './statement.service';

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

/** The transactions of a period as CSV. */
@Injectable()
export class StatementExportService {
  constructor(
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
    private readonly statement: StatementService,
  ) {}

  /**
   * Streams the statement as CSV, one batch at a time. The balances and the last entry are read first; postings that
   * follow are left out, so the file adds up however long its download takes.
   * @param from first day in the shop's zone, `YYYY-MM-DD`.
   * @param to last day, itself included.
   */
  async export({ userId }: Actor, from: string, to: string): Promise<Download> {
    const period = toStatementPeriod({ from, to }) as ExportPeriod;
    const balances = await this.statement.findBalances(userId, period);
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
