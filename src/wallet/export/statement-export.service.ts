import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv/csv';
import type { Actor } from '../../common/security/actor';
import { Clock, SECOND } from '../../common/time/clock';
import { StatementBalancesRepository } from '../statement/statement-balances.repository';
import { toStatementPeriod } from '../statement/statement-period';
import { CSV_HEADER, toBalanceRow, toCsvRow } from './statement-csv';
import {
  StatementExportRepository,
  type ExportedLine,
  type ExportPeriod,
  type OpenLineCursor,
  type StatementBatch,
} from './statement-export.repository';

const BATCH_SIZE = 1000;

type Balances = Awaited<ReturnType<StatementBalancesRepository['find']>>;

export interface StatementFile {
  readonly name: string;
  readonly content: Readable;
}

/**
 * Streams the statement as CSV, one batch at a time. The balances and the last entry are read first; postings that
 * follow are left out, so the file adds up however long its download takes.
 */
@Injectable()
export class StatementExportService {
  constructor(
    private readonly clock: Clock,
    private readonly balances: StatementBalancesRepository,
    private readonly repository: StatementExportRepository,
  ) {}

  /**
   * @param from first day in the shop's zone, `YYYY-MM-DD`.
   * @param to last day, itself included.
   * @throws DomainError invalid with errors.to when `to` is before `from`, with errors.from when the period is archived.
   */
  async export({ userId }: Actor, from: string, to: string): Promise<StatementFile> {
    const period = toStatementPeriod({ from, to }) as ExportPeriod;
    const balances = await this.balances.find(userId, period);
    return {
      name: `statement-${from}-${to}.csv`,
      content: Readable.from(this.generateCsv(userId, period, balances)),
    };
  }

  private async *generateCsv(
    userId: number,
    period: ExportPeriod,
    { opening, closing, entries }: Balances,
  ): AsyncGenerator<string> {
    const end = Math.min(period.until.getTime() - SECOND, this.clock.now().getTime());
    yield BYTE_ORDER_MARK + csvLine(CSV_HEADER);
    yield csvLine(toBalanceRow(period.from, 'Opening balance', opening));
    const posted = readBatches<string>(async (after) =>
      entries
        ? this.repository.findPosted(entries, period, after, BATCH_SIZE)
        : { lines: [], last: null },
    );
    const open = readBatches<OpenLineCursor>((after) =>
      this.repository.findOpen(userId, entries, period, after, BATCH_SIZE),
    );
    yield* joinRows(mergeByTime(posted, open));
    yield csvLine(toBalanceRow(new Date(end), 'Closing balance', closing));
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
