import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Download } from '../../common/http/api.decorators';
import type { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { toReportRange, toSpan, type DayRange, type Span } from '../../common/time/period';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { renderReport } from '../analytics/report-file';
import { QueryCache } from '../paging/query-cache';
import {
  buildProfitReport,
  labelProfitRow,
  renderProfitCsv,
  toMarginPercent,
  type ProfitReport,
} from './profit-report';
import {
  allocateToNetworks,
  spreadPurchase,
  toCostFigures,
  toProfitRows,
  toTotals,
  type ProfitAmounts,
  type ProfitFigures,
  type StockCost,
} from './profit-rows';
import type {
  ExportProfitDto,
  ProfitData,
  ProfitFormat,
  ProfitGroup,
  ProfitQuery,
  ProfitTotals,
} from './profit.dto';
import { ProfitQueries } from './profit.queries';

const TABLES = [
  ...['proxy_order', 'wallet_transaction', 'ledger_entry', 'usage_hour', 'supply_usage'],
];

/** Key of the costs of addresses in stock, of which neither network nor customer is known. */
const STOCK_KEYS: Record<ProfitGroup, (cost: StockCost) => string | null> = {
  day: ({ day }) => day,
  kind: () => 'datacenter',
  country: ({ country }) => country,
  network: () => null,
  customer: () => null,
};

/** What the shop earned in a period, and what its supply cost. */
@Injectable()
export class ProfitService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly cache: QueryCache,
    private readonly queries: ProfitQueries,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  /** @throws DomainError invalid with errors.to when the period ends before it starts or is too long. */
  async getProfit(query: ProfitQuery): Promise<ProfitData> {
    const report = await this.getReport(query);
    return {
      ...report.period,
      group_by: report.group,
      rows: report.rows.map((row) => ({ key: row.key, label: row.label, ...toWire(row) })),
      totals: toWire(report.totals),
      exchange_rate: report.exchangeRate,
      unpriced_units: report.unpricedUnits,
    };
  }

  /** The same as a file. @throws DomainError as `getProfit`. */
  async export(actor: Actor, body: ExportProfitDto): Promise<Download> {
    const report = await this.getReport(body);
    const { from, to } = report.period;
    const file = await this.render(`profit-${report.group}-${from}-${to}`, body.format, report);
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.report_exported',
        target: 'report:profit',
        details: `Exported ${file.name}`,
      }),
    );
    return file;
  }

  private async render(
    name: string,
    format: ProfitFormat,
    report: ProfitReport,
  ): Promise<Download> {
    if (format === 'csv')
      return {
        ...{ name: `${name}.csv`, type: 'text/csv; charset=utf-8' },
        content: renderProfitCsv(report),
      };
    const { siteName } = await this.settings.current();
    return renderReport(name, format, buildProfitReport(siteName, report, this.clock.now()));
  }

  private async getReport(query: ProfitQuery): Promise<ProfitReport> {
    const group = query.group_by ?? 'day';
    const period = toReportRange(query, this.clock.now());
    const { exchangeRate } = await this.settings.current();
    const key = `profit:${period.from}:${period.to}:${group}:${exchangeRate}`;
    return this.cache.getOrCompute(key, TABLES, () => this.compute(period, group, exchangeRate));
  }

  private async compute(
    period: DayRange,
    group: ProfitGroup,
    exchangeRate: number,
  ): Promise<ProfitReport> {
    const span = toSpan(period);
    const [sold, purchases, unpricedUnits] = await this.uow.all(
      () => this.getFigures(group, span),
      () => this.queries.findPurchases(span),
      () => this.queries.countUnpricedUnits(),
    );
    const stock = purchases
      .flatMap((purchase) => spreadPurchase(purchase, span))
      .map((cost) => toCostFigures(STOCK_KEYS[group](cost), cost.picos));
    const names = await this.findNames(group, sold);
    const rows = toProfitRows(group, [...sold, ...stock], exchangeRate);
    return {
      ...{ period, group, exchangeRate, unpricedUnits },
      rows: rows.map((row) => ({ ...row, label: labelProfitRow(group, row.key, names) })),
      totals: toTotals([...sold, ...stock], exchangeRate),
    };
  }

  private async getFigures(group: ProfitGroup, span: Span): Promise<ProfitFigures[]> {
    if (group !== 'network') return this.queries.getFigures(group, span);
    const [kinds, networks] = await this.uow.all(
      () => this.queries.getFigures('kind', span),
      () => this.queries.getNetworks(span),
    );
    return allocateToNetworks(kinds, networks);
  }

  private async findNames(
    group: ProfitGroup,
    figures: readonly ProfitFigures[],
  ): Promise<ReadonlyMap<string, string>> {
    const ids = figures.map(({ key }) => Number(key)).filter((id) => id > 0);
    if (group === 'network') return this.queries.findNames('supply_network', ids);
    return group === 'customer' ? this.queries.findNames('users', ids) : new Map<string, string>();
  }
}

const toWire = (amounts: ProfitAmounts): ProfitTotals => {
  const naira = (money: Money) => Number(money.toDecimalString());
  return {
    revenue: naira(amounts.revenue),
    refunds: naira(amounts.refunds),
    chargebacks: naira(amounts.chargebacks),
    net_revenue: naira(amounts.net),
    cost: naira(amounts.cost),
    margin: naira(amounts.margin),
    fees: naira(amounts.fees),
    bonuses: naira(amounts.bonuses),
    goodwill: naira(amounts.goodwill),
    profit: naira(amounts.profit),
    margin_percent: toMarginPercent(amounts),
    traffic_bytes: Number(amounts.bytes),
    billed_bytes: amounts.billedBytes === null ? null : Number(amounts.billedBytes),
  };
};
