import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  hideMarkedMoney,
  type AuditValues,
  type StoredChanges,
} from '../../audit/audit-changes.types';
import { AuditService } from '../../audit/audit.service';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv';
import { invalidFields } from '../../common/errors/domain-error';
import type { Download } from '../../common/http/api.decorators';
import { toPage, toPagination } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { dayOf, startOfDay } from '../../common/time/calendar';
import { toLikePattern } from '../../database/like-pattern';
import { UnitOfWork } from '../../database/unit-of-work';
import { ListPaginator, toPaged } from '../paging/list-paginator';
import { buildListQuery, toWhere, type ListQuery } from '../paging/list-query';
import { QueryCache } from '../paging/query-cache';
import { can } from '../../common/security/permissions';
import type {
  AuditFilterQuery,
  AuditLogListData,
  AuditLogResponse,
  AuditStatistics,
  ExportAuditDto,
} from './audit.dto';

const PER_PAGE = 15;
const EXPORT_BATCH = 1000;
const ONLY_DAY = /^\d{4}-\d\d-\d\d$/;
const AMOUNT = /₦\s?[\d,.]*\d/g;
/** Format of amounts in `changes` of rows without marks: "12500.00". */
const DECIMAL = /^-?\d+\.\d\d$/;

const COLUMNS = `t.id::float8 AS id, t.created_at AS timestamp, t.actor_id AS user_id, t.actor_name AS user,
  t.actor_role AS "userRole", t.action, t.category, t.target, t.details, t.ip AS "ipAddress",
  t.user_agent AS "userAgent", t.severity, t.changes`;

type AuditRow = Omit<AuditLogResponse, 'changes'> & { readonly changes: StoredChanges | null };

/** Exports store it with the times, so that the audit log says what was exported. */
export interface AuditFilter extends Pick<
  AuditFilterQuery,
  'search' | 'category' | 'severity' | 'action'
> {
  readonly userId?: number;
  readonly aboutUser?: number;
  readonly from?: Date;
  /** Exclusive. */
  readonly to?: Date;
}

const FILES = {
  csv: {
    type: 'text/csv; charset=utf-8',
    before:
      BYTE_ORDER_MARK +
      csvLine([
        ...['ID', 'Timestamp', 'User', 'User Role', 'Action', 'Category', 'Target', 'Details'],
        ...['IP Address', 'User Agent', 'Severity'],
      ]),
    row: (log: AuditLogResponse) =>
      csvLine([
        ...[String(log.id), log.timestamp.toISOString(), log.user, log.userRole, log.action],
        ...[log.category, log.target, log.details, log.ipAddress, log.userAgent, log.severity],
      ]),
    first: '',
    between: '',
    after: '',
  },
  json: {
    type: 'application/json; charset=utf-8',
    before: '[',
    row: (log: AuditLogResponse) => JSON.stringify(log),
    first: '\n',
    between: ',\n',
    after: '\n]\n',
  },
} as const;

/** The audit log for staff. A sub-admin sees neither rows of high severity nor amounts. */
@Injectable()
export class AuditLogsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly paginator: ListPaginator,
    private readonly cache: QueryCache,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError invalid when the range ends before it starts. */
  async list(actor: Actor, query: AuditFilterQuery): Promise<AuditLogListData> {
    const all = can(actor, 'money.read');
    const page = toPage(query, PER_PAGE);
    const list = buildAuditListQuery(toFilter(query), all);
    const [found, statistics] = await this.uow.all(
      () => this.paginator.findPage(list, page, query.exact_total),
      () => this.cache.getOrCompute(`audit:${all}`, ['audit_log'], () => this.getStatistics(all)),
    );
    const rows = await this.uow.manager.query<AuditRow[]>(
      `SELECT ${COLUMNS} FROM audit_log t WHERE t.id = ANY($1::bigint[])
       ORDER BY array_position($1::bigint[], t.id)`,
      [found.ids],
    );
    const logs = (all ? rows : rows.map(withoutAmounts)).map(toAuditLog);
    return { logs, statistics, pagination: toPagination(toPaged(found, logs, page)) };
  }

  /**
   * Streams what matches, read in batches. The export is audited before its first byte leaves, and is not in the file itself.
   * @throws DomainError as `list`.
   */
  async export(actor: Actor, { format, ...query }: ExportAuditDto): Promise<Download> {
    const filter = toFilter(query);
    const now = this.clock.now();
    const until = filter.to && filter.to < now ? filter.to : now;
    const list = buildAuditListQuery({ ...filter, to: until }, true);
    const name = `audit-logs-${dayOf(now)}.${format}`;
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.audit_exported',
        target: 'audit',
        details: `Exported ${name}`,
        after: { filter: JSON.parse(JSON.stringify(filter)) as AuditValues },
      }),
    );
    return { name, type: FILES[format].type, content: Readable.from(this.text(format, list)) };
  }

  private async *text(format: ExportAuditDto['format'], list: ListQuery): AsyncGenerator<string> {
    const { before, row, first, between, after } = FILES[format];
    yield before;
    let separator: string = first;
    for await (const batch of this.batches(list)) {
      yield separator + batch.map((log) => row(toAuditLog(log))).join(between);
      separator = between;
    }
    yield after;
  }

  /** What matches, newest first. */
  private async *batches(list: ListQuery): AsyncGenerator<AuditRow[]> {
    const next = list.values.length + 1;
    for (let last: [at: string, id: number] = ['infinity', 0]; ;) {
      const rows = await this.uow.manager.query<(AuditRow & { exact?: string })[]>(
        `SELECT ${COLUMNS}, t.created_at::text AS exact FROM audit_log t
         WHERE ${toWhere(list)} AND (t.created_at, t.id) < ($${next}::timestamptz, $${next + 1}::bigint)
         ORDER BY t.created_at DESC, t.id DESC LIMIT $${next + 2}`,
        [...list.values, ...last, EXPORT_BATCH],
      );
      const end = rows.at(-1);
      if (!end) return;
      last = [end.exact!, end.id];
      yield rows.map(({ exact: _, ...row }) => row);
      if (rows.length < EXPORT_BATCH) return;
    }
  }

  /** Over everything the viewer may see. */
  private async getStatistics(all: boolean): Promise<AuditStatistics> {
    const [row] = await this.uow.manager.query<[AuditStatistics]>(
      `SELECT count(*)::int AS total_logs,
              ${all ? `count(*) FILTER (WHERE severity = 'high')::int` : 'NULL'} AS high_severity,
              count(*) FILTER (WHERE created_at >= $1)::int AS todays_activity,
              count(*) FILTER (WHERE actor_role IN ('admin', 'sub-admin'))::int AS admin_actions
       FROM audit_log WHERE ${all ? 'TRUE' : `severity <> 'high'`}`,
      [startOfDay(dayOf(this.clock.now()))],
    );
    return row;
  }
}

function toFilter(query: AuditFilterQuery): AuditFilter {
  const { search, category, severity, action, user_id: userId, about_user: aboutUser } = query;
  const [from, to] = [query.start_date, query.end_date].map((text, index) => {
    if (text === undefined || !ONLY_DAY.test(text)) return text && new Date(text);
    // The last day is meant as a whole.
    return new Date(startOfDay(text).getTime() + index * DAY);
  }) as [Date | undefined, Date | undefined];
  if (from && to && to <= from)
    throw invalidFields({ end_date: ['The end date is before the start date.'] });
  return { search, category, severity, action, userId, aboutUser, from, to };
}

/** Viewers without access to amounts cannot search by them. */
const VISIBLE_DETAILS = `t.details ILIKE ? AND regexp_replace(t.details, '₦[ 0-9,.]*[0-9]', '₦•••', 'g') ILIKE ?`;

/** @param all false leaves out what is of high severity, whatever the filter says, and amounts. */
export function buildAuditListQuery(filter: AuditFilter, all: boolean): ListQuery {
  const { search, category, severity, action, userId, aboutUser, from, to } = filter;
  const details = all ? 't.details ILIKE ?' : VISIBLE_DETAILS;
  return buildListQuery(
    'audit_log',
    [
      [all ? 'TRUE' : `t.severity <> 'high'`],
      ['t.category = ?', category],
      ['t.severity = ?', severity],
      ['t.actor_id = ?', userId],
      [`t.actor_id = ? OR t.target = 'user:' || ?::int`, aboutUser],
      ['t.created_at >= ?', from],
      ['t.created_at < ?', to],
      // Few actions have a name like any other, and many rows.
      ['t.action ILIKE ?', action && toLikePattern(action)],
    ],
    {
      term: search,
      texts: ['t.target', 't.actor_name', 't.action', 't.ip'],
      others: search ? [[details, toLikePattern(search)]] : [],
    },
  );
}

const asObject = (value: unknown): Record<string, unknown> | null =>
  (value ?? null) as Record<string, unknown> | null;

const toAuditLog = ({ changes, ...row }: AuditRow): AuditLogResponse => ({
  ...row,
  changes: changes && { before: asObject(changes.before), after: asObject(changes.after) },
});

const withoutAmounts = (row: AuditRow): AuditRow => ({
  ...row,
  details: row.details.replace(AMOUNT, '₦•••'),
  changes: row.changes && hideMoney(row.changes, row.category),
});

/** Rows of earlier versions have no marks: there the form of a value decides. */
function hideMoney(
  changes: StoredChanges,
  category: AuditLogResponse['category'],
): StoredChanges | null {
  if (changes.money) return hideMarkedMoney(changes, changes.money);
  return category === 'wallet' || category === 'payment'
    ? null
    : (JSON.parse(JSON.stringify(changes), hideDecimal) as StoredChanges);
}

const hideDecimal = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && DECIMAL.test(value) ? null : value;
