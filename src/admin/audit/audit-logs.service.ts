import { Injectable } from '@nestjs/common';
import { hideMarkedMoney, type StoredChanges } from '../../audit/audit-changes.types';
import type { AuditCategory } from '../../audit/audit.types';
import type { Page, Paged } from '../../common/http/pagination.dto';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { QueryCache } from '../paging/query-cache';
import { ListPaginator, toPaged } from '../paging/list-paginator';
import { canViewMoney } from '../permissions';
import { buildAuditListQuery } from './audit-list.query';
import type { AuditLogStatistics, AuditFilter, AuditLogEntry } from './audit-log.types';
import { AuditLogsQueries } from './audit-logs.queries';

const TABLES = ['audit_log'];
const AMOUNT = /₦\s?[\d,.]*\d/g;
/** Format of amounts in `changes` of rows without marks: "12500.00". */
const DECIMAL = /^-?\d+\.\d\d$/;

/** Lists the audit log for staff. */
@Injectable()
export class AuditLogsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly queries: AuditLogsQueries,
    private readonly paginator: ListPaginator,
    private readonly cache: QueryCache,
  ) {}

  /** Hides high severity rows and amounts from a sub-admin. */
  async list(
    actor: Actor,
    filter: AuditFilter,
    page: Page,
    exactTotal = false,
  ): Promise<[Paged<AuditLogEntry>, AuditLogStatistics]> {
    const all = canViewMoney(actor);
    const source = buildAuditListQuery(filter, all);
    const [found, statistics] = await this.uow.all(
      () => this.paginator.findPage(source, page, exactTotal),
      () =>
        this.cache.getOrCompute(`audit:${all}`, TABLES, () =>
          this.queries.getStatistics(all, this.clock.now()),
        ),
    );
    const rows = await this.queries.findByIds(found.ids);
    return [toPaged(found, all ? rows : rows.map(withoutAmounts), page), statistics];
  }
}

const withoutAmounts = (entry: AuditLogEntry): AuditLogEntry => ({
  ...entry,
  details: entry.details.replace(AMOUNT, '₦•••'),
  changes: entry.changes && hideMoney(entry.changes, entry.category),
});

/** Rows of earlier versions have no marks: there the form of a value decides. */
function hideMoney(changes: StoredChanges, category: AuditCategory): StoredChanges | null {
  if (changes.money) return hideMarkedMoney(changes, changes.money);
  return category === 'wallet' || category === 'payment'
    ? null
    : (JSON.parse(JSON.stringify(changes), hideDecimal) as StoredChanges);
}

const hideDecimal = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && DECIMAL.test(value) ? null : value;
