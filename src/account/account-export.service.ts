import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../database/unit-of-work';
import { type AccountSection, SECTION_QUERIES, ACCOUNT_SECTIONS } from './account-sections';
import { Readable } from 'node:stream';
import { AuditService } from '../audit/audit.service';
import { BYTE_ORDER_MARK, csvLine } from '../common/csv';
import type { Actor } from '../common/security/actor';
import type { ExportFormat } from './account.dto';

type ExportRow = Record<string, unknown>;

const PAGE_SIZE = 500;

export interface AccountFile {
  readonly name: string;
  readonly type: string;
  readonly content: Readable;
}

/** All that the shop stores about a customer, as a file. */
@Injectable()
export class AccountExportService {
  constructor(
    private readonly audit: AuditService,
    private readonly uow: UnitOfWork,
  ) {}

  async open(actor: Actor, format: ExportFormat, section?: AccountSection): Promise<AccountFile> {
    const { userId } = actor;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'user.data_exported',
        target: `user:${userId}`,
        details: `Exported ${section ?? 'all'} data of the account as ${format}`,
      }),
    );
    if (format === 'csv') {
      const name = section ?? 'transactions';
      return {
        name: `account-${userId}-${name}.csv`,
        type: 'text/csv; charset=utf-8',
        content: Readable.from(this.writeCsv(userId, name)),
      };
    }
    return {
      name: `account-${userId}.json`,
      type: 'application/json; charset=utf-8',
      content: Readable.from(this.writeJson(userId, section ? [section] : ACCOUNT_SECTIONS)),
    };
  }

  private async *writeJson(userId: number, sections: readonly AccountSection[]) {
    yield '{"success":true,"data":{';
    for (const [index, section] of sections.entries()) {
      yield `${index ? ',' : ''}"${section}":[`;
      let isFirst = true;
      for await (const rows of this.readPages(userId, section)) {
        yield `${isFirst ? '' : ','}${rows.map((row) => JSON.stringify(row)).join(',')}`;
        isFirst = false;
      }
      yield ']';
    }
    yield '}}';
  }

  private async *writeCsv(userId: number, section: AccountSection) {
    yield BYTE_ORDER_MARK;
    yield csvLine(await this.findColumns(userId, section));
    for await (const rows of this.readPages(userId, section))
      yield rows.map((row) => csvLine(Object.values(row).map(toText))).join('');
  }

  /** Names of a section's columns, also when it is empty. */
  private async findColumns(userId: number, section: AccountSection): Promise<string[]> {
    // The row that matches nothing has every column.
    const [row] = await this.uow.manager.query<ExportRow[]>(
      `SELECT s.* FROM (VALUES (1)) AS one LEFT JOIN (${SECTION_QUERIES[section]}) AS s ON true`,
      [userId, null, 0],
    );
    return Object.keys(row!).filter((name) => name !== 'key');
  }

  /** Pages of rows, oldest first, so that an export of any length takes little memory. */
  private async *readPages(userId: number, section: AccountSection): AsyncGenerator<ExportRow[]> {
    for (let last: unknown = null; ;) {
      const rows = await this.uow.manager.query<ExportRow[]>(SECTION_QUERIES[section], [
        userId,
        last,
        PAGE_SIZE,
      ]);
      if (rows.length === 0) return;
      last = rows.at(-1)!.key;
      yield rows.map(({ key: _key, ...row }) => row);
    }
  }
}

function toText(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
