import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv/csv';
import type { Actor } from '../../common/security/actor';
import { DAY } from '../../common/time/clock';
import { startOfDay } from '../../common/time/zone';
import { invalidDateRange } from '../wallet.errors';
import { CSV_HEADER, toCsvRow } from './statement-csv';
import { StatementExportRepository } from './statement-export.repository';

const BATCH_SIZE = 1000;

export interface StatementFile {
  readonly name: string;
  readonly content: Readable;
}

/** Streams the statement as CSV, one batch at a time. */
@Injectable()
export class StatementExportService {
  constructor(private readonly repository: StatementExportRepository) {}

  /**
   * @param from first day in the shop's zone, `YYYY-MM-DD`.
   * @param to last day, itself included.
   * @throws DomainError invalid with errors.to when `to` is before `from`.
   */
  export({ userId }: Actor, from: string, to: string): StatementFile {
    if (to < from) throw invalidDateRange();
    const until = new Date(startOfDay(to).getTime() + DAY);
    return {
      name: `statement-${from}-${to}.csv`,
      content: Readable.from(this.generateCsv(userId, startOfDay(from), until)),
    };
  }

  private async *generateCsv(userId: number, from: Date, until: Date): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(CSV_HEADER);
    for (let after = null; ;) {
      const { lines, last } = await this.repository.findBatch(
        userId,
        from,
        until,
        after,
        BATCH_SIZE,
      );
      if (lines.length) yield lines.map((line) => csvLine(toCsvRow(line))).join('');
      if (lines.length < BATCH_SIZE) return;
      after = last;
    }
  }
}
