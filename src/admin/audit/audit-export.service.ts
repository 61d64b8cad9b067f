import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AuditValues } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { ListQuery } from '../paging/list-query';
import { dayOf } from '../../common/time/calendar';
import { CSV_HEADER, toCsv } from './audit-csv';
import { buildAuditListQuery } from './audit-list.query';
import type { AuditFilter, AuditLogEntry } from './audit-log.types';
import { AuditLogsQueries } from './audit-logs.queries';
import { type AuditExportFormat, toAuditLog } from './audit.dto';

const BATCH = 1000;

export interface AuditFile {
  readonly name: string;
  readonly type: string;
  readonly content: Readable;
}

interface Kind {
  readonly type: string;
  readonly before: string;
  readonly row: (entry: AuditLogEntry, first: boolean) => string;
  readonly after: string;
}

const KINDS: Record<AuditExportFormat, Kind> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    before: BYTE_ORDER_MARK + csvLine(CSV_HEADER),
    row: toCsv,
    after: '',
  },
  json: {
    type: 'application/json; charset=utf-8',
    before: '[',
    row: (entry, first) => `${first ? '\n' : ',\n'}${JSON.stringify(toAuditLog(entry))}`,
    after: '\n]\n',
  },
};

/** Streams the audit log as a file, read in batches. */
@Injectable()
export class AuditExportService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly queries: AuditLogsQueries,
    private readonly audit: AuditService,
  ) {}

  /** The export is audited before its first byte leaves, and is not in the file itself. */
  async export(actor: Actor, format: AuditExportFormat, filter: AuditFilter): Promise<AuditFile> {
    const now = this.clock.now();
    const until = filter.to && filter.to < now ? filter.to : now;
    const source = buildAuditListQuery({ ...filter, to: until }, true);
    const name = `audit-logs-${dayOf(now)}.${format}`;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.audit_exported',
        target: 'audit',
        details: `Exported ${name}`,
        after: { filter: JSON.parse(JSON.stringify(filter)) as AuditValues },
      }),
    );
    const { type } = KINDS[format];
    return { name, type, content: Readable.from(this.text(KINDS[format], source)) };
  }

  private async *text(kind: Kind, source: ListQuery): AsyncGenerator<string> {
    yield kind.before;
    let before: { timestamp: string; id: string } | null = null;
    for (let first = true; ;) {
      const batch = await this.queries.findBatch(source, before, BATCH);
      if (batch.entries.length)
        yield batch.entries.map((entry, index) => kind.row(entry, first && index === 0)).join('');
      first &&= batch.entries.length === 0;
      before = batch.last;
      if (batch.entries.length < BATCH) break;
    }
    yield kind.after;
  }
}
