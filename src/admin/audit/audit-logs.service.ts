import { Injectable } from '@nestjs/common';
import type { Page, Paged } from '../../common/http/pagination';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { KeptAnswers } from '../paging/kept-answers';
import { ListPages } from '../paging/list-pages';
import { TableSizes } from '../paging/table-sizes';
import { seesMoney } from '../withheld';
import { auditList } from './audit-list.source';
import type { AuditFigures, AuditFilter, AuditLine } from './audit-log.types';
import { AuditLogsQueries } from './audit-logs.queries';

const TABLES = ['audit_log'];
const AMOUNT = /₦\s?[\d,.]*\d/g;
/** How money is written among what changed: "12500.00". */
const DECIMAL = /^-?\d+\.\d\d$/;

/** The audit as staff read it. */
@Injectable()
export class AuditLogsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly queries: AuditLogsQueries,
    private readonly pages: ListPages,
    private readonly kept: KeptAnswers,
    private readonly sizes: TableSizes,
  ) {}

  /** A sub-admin sees neither what is of high severity nor amounts. */
  async list(
    actor: Actor,
    filter: AuditFilter,
    page: Page,
  ): Promise<[Paged<AuditLine>, AuditFigures]> {
    const all = seesMoney(actor);
    const source = auditList(filter, all, await this.sizes.anyLarge(TABLES));
    const [{ ids, total }, figures] = await this.uow.all(
      () => this.pages.find(source, page),
      () => this.kept.of(`audit:${all}`, TABLES, () => this.queries.figures(all, this.clock.now())),
    );
    const rows = await this.queries.byIds(ids);
    return [{ rows: all ? rows : rows.map(withoutAmounts), total, page }, figures];
  }
}

const withoutAmounts = (line: AuditLine): AuditLine => ({
  ...line,
  details: line.details.replace(AMOUNT, '₦•••'),
  changes:
    line.changes === null || line.category === 'wallet' || line.category === 'payment'
      ? null
      : (JSON.parse(JSON.stringify(line.changes), hideDecimal) as AuditLine['changes']),
});

const hideDecimal = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && DECIMAL.test(value) ? null : value;
