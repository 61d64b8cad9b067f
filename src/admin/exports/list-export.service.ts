import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { AuditValues } from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import { invalidFields } from '../../common/errors/domain-error';
import type { Download } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { can, type Permission } from '../../common/security/permissions';
import { dayOf } from '../../common/time/calendar';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import type { RowId } from '../paging/list-paginator';
import { NEWEST_FIRST, toOrderSql, toWhere, type ListQuery } from '../paging/list-query';
import { mayNotSee } from '../paging/list-range';
import { MAX_XLSX_ROWS, SHEET_TYPES, writeSheet, type Sheet, type SheetFormat } from './sheet-file';

const BATCH = 1000;

export interface ListExport<Row> extends Sheet<Row> {
  /** Of the file and of the audit. */
  readonly name: string;
  /** Without which the list is not shown. */
  readonly permission: Permission;
  readonly list: ListQuery;
  /** As the list shows them, in their order. */
  readonly load: (ids: readonly RowId[]) => Promise<Row[]>;
}

/** Lists as files of any length. What the list withholds from its viewer, the file does too. */
@Injectable()
export class ListExportService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  /**
   * @param filter as it was asked for, for the audit.
   * @throws DomainError forbidden without access to the list; invalid with errors.format for more rows than a workbook has.
   */
  async export<Row>(
    actor: Actor,
    { format, ...filter }: { readonly format: SheetFormat },
    source: ListExport<Row>,
  ): Promise<Download> {
    if (!can(actor, source.permission)) throw mayNotSee('this list');
    if (format === 'xlsx') await this.assertFits(source.list);
    const now = this.clock.now();
    const name = `${source.name}-${dayOf(now)}.${format}`;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.list_exported',
        target: `list:${source.name}`,
        details: `Exported ${name}`,
        after: { filter: JSON.parse(JSON.stringify(filter)) as AuditValues },
      }),
    );
    const content = Readable.from(writeSheet(format, source, this.batches(source, now)));
    return { name, type: SHEET_TYPES[format], content };
  }

  private async assertFits(list: ListQuery): Promise<void> {
    const [{ rows }] = await this.uow.manager.query<[{ rows: number }]>(
      `SELECT count(*)::int AS rows FROM (
         SELECT FROM ${list.table} t WHERE ${toWhere(list)} LIMIT ${MAX_XLSX_ROWS + 1}) found`,
      [...list.values],
    );
    if (rows > MAX_XLSX_ROWS)
      throw invalidFields({
        format: ['A workbook takes 1,000,000 rows. Export CSV, or choose a shorter period.'],
      });
  }

  /** What there was at the start, by keyset pagination. */
  private async *batches<Row>(
    { list, load }: ListExport<Row>,
    now: Date,
  ): AsyncGenerator<readonly Row[]> {
    const { column, isAscending } = list.order ?? NEWEST_FIRST;
    const next = list.values.length + 1;
    const type = column === 'created_at' ? 'timestamptz' : 'bigint';
    const after = `AND (t.${column}, t.id) ${isAscending ? '>' : '<'} ($${next + 2}::${type}, $${next + 3}::bigint)`;
    let last: readonly (string | number)[] = [];
    for (;;) {
      const rows: readonly { id: RowId; key: string }[] = await this.uow.manager.query(
        `SELECT t.id, t.${column}::text AS key FROM ${list.table} t
         WHERE ${toWhere(list)} AND t.created_at <= $${next} ${last.length ? after : ''}
         ${toOrderSql(list)} LIMIT $${next + 1}`,
        [...list.values, now, BATCH, ...last],
      );
      const end = rows.at(-1);
      if (!end) return;
      last = [end.key, end.id];
      yield await load(rows.map(({ id }) => id));
      if (rows.length < BATCH) return;
    }
  }
}
