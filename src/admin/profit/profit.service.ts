import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { SettingsService } from '../../settings/settings.service';
import { QueryCache } from '../paging/query-cache';
import { allocateToNetworks } from './network-allocation';
import { toProfitPeriod, toProfitSpan } from './profit-period';
import { ProfitQueries } from './profit.queries';
import type {
  ProfitFigures,
  ProfitGroup,
  ProfitPeriod,
  ProfitReport,
  ProfitSpan,
} from './profit.types';
import { labelProfitRow } from './profit-labels';
import { toProfitRows, toTotals } from './profit-rows';
import { type StockCost, spreadPurchase } from './stock-cost';

const TABLES = ['proxy_order', 'wallet_transaction', 'usage_hour', 'supply_usage'];

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
  ) {}

  /** @throws DomainError invalid when the period ends before it starts or is too long. */
  async getReport(days: Partial<ProfitPeriod>, group: ProfitGroup): Promise<ProfitReport> {
    const period = toProfitPeriod(days, this.clock.now());
    const { exchangeRate } = await this.settings.current();
    const key = `profit:${period.from}:${period.to}:${group}:${exchangeRate}`;
    return this.cache.getOrCompute(key, TABLES, () => this.compute(period, group, exchangeRate));
  }

  private async compute(
    period: ProfitPeriod,
    group: ProfitGroup,
    exchangeRate: number,
  ): Promise<ProfitReport> {
    const span = toProfitSpan(period);
    const [sold, purchases, unpricedUnits] = await this.uow.all(
      () => this.getFigures(group, span),
      () => this.queries.findPurchases(span),
      () => this.queries.countUnpricedUnits(),
    );
    const stock = purchases
      .flatMap((purchase) => spreadPurchase(purchase, span))
      .map((cost) => toStockFigures(STOCK_KEYS[group](cost), cost.picos));
    const names = await this.findNames(group, sold);
    const rows = toProfitRows(group, [...sold, ...stock], exchangeRate);
    return {
      ...{ period, group, exchangeRate, unpricedUnits },
      rows: rows.map((row) => ({ ...row, label: labelProfitRow(group, row.key, names) })),
      totals: toTotals([...sold, ...stock], exchangeRate),
    };
  }

  private async getFigures(group: ProfitGroup, span: ProfitSpan): Promise<ProfitFigures[]> {
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
    if (group === 'network') return this.queries.nameNetworks(ids);
    return group === 'customer' ? this.queries.nameCustomers(ids) : new Map<string, string>();
  }
}

const toStockFigures = (key: string | null, costPicos: bigint): ProfitFigures => ({
  ...{ key, revenueKobo: 0n, refundsKobo: 0n, chargebacksKobo: 0n },
  ...{ bytes: 0n, billedBytes: 0n, costPicos },
});
