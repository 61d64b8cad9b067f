import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv';
import type { Actor } from '../../common/security/actor';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ExportFormat } from '../account.dto';
import { AccountExportQueries } from './account-export.queries';
import { ACCOUNT_SECTIONS, type AccountSection } from './account-sections';

export interface AccountFile {
  readonly name: string;
  readonly type: string;
  readonly content: Readable;
}

/** All that the shop stores about a customer, as a file. */
@Injectable()
export class AccountExportService {
  constructor(
    private readonly queries: AccountExportQueries,
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
    if (format === 'csv') return this.toCsv(userId, section ?? 'transactions');
    return {
      name: `account-${userId}.json`,
      type: 'application/json; charset=utf-8',
      content: Readable.from(this.writeJson(userId, section ? [section] : ACCOUNT_SECTIONS)),
    };
  }

  private toCsv(userId: number, section: AccountSection): AccountFile {
    return {
      name: `account-${userId}-${section}.csv`,
      type: 'text/csv; charset=utf-8',
      content: Readable.from(this.writeCsv(userId, section)),
    };
  }

  private async *writeJson(userId: number, sections: readonly AccountSection[]) {
    yield '{"success":true,"data":{';
    for (const [index, section] of sections.entries()) {
      yield `${index ? ',' : ''}"${section}":[`;
      let isFirst = true;
      for await (const rows of this.queries.readPages(userId, section)) {
        yield `${isFirst ? '' : ','}${rows.map((row) => JSON.stringify(row)).join(',')}`;
        isFirst = false;
      }
      yield ']';
    }
    yield '}}';
  }

  private async *writeCsv(userId: number, section: AccountSection) {
    yield BYTE_ORDER_MARK;
    yield csvLine(await this.queries.findColumns(userId, section));
    for await (const rows of this.queries.readPages(userId, section))
      yield rows.map((row) => csvLine(Object.values(row).map(toText))).join('');
  }
}

function toText(value: unknown): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}
