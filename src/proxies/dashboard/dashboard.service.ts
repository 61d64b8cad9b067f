import { Injectable } from '@nestjs/common';
import type { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { WalletStatsService } from '../../wallet/stats/wallet-stats.service';
import type { StatementLine } from '../../wallet/wallet.types';
import { ProxyProvider } from '../ports/proxy-provider.port';
import { DashboardRepository } from './dashboard.repository';

const MONTHS = 6;
const RECENT = 5;
const PERIOD_MS = 30 * DAY;

export interface DashboardStats {
  readonly totalProxies: number;
  readonly activeProxies: number;
  readonly transactions: number;
  readonly topUps: Money;
  /** Percent against 30 days ago; null when there was nothing to compare with. */
  readonly changes: {
    readonly totalProxies: number | null;
    readonly activeProxies: number | null;
    readonly transactions: number | null;
    readonly topUps: number | null;
  };
}

export interface MonthFigures {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Percent of the traffic one had that was used, 0 to 100. */
  readonly usage: number;
  readonly usedBytes: bigint;
  readonly spending: Money;
}

/** A customer's own figures, all from the books and the meters. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly clock: Clock,
    private readonly wallet: WalletStatsService,
    private readonly provider: ProxyProvider,
    private readonly proxies: DashboardRepository,
  ) {}

  async stats({ userId }: Actor): Promise<DashboardStats> {
    const now = this.clock.now();
    const before = this.clock.in(-PERIOD_MS);
    const [counts, countsBefore, money, moneyBefore] = await Promise.all([
      this.proxies.countsAt(userId, now),
      this.proxies.countsAt(userId, before),
      this.wallet.getTotals(userId),
      this.wallet.getTotals(userId, undefined, before),
    ]);
    return {
      totalProxies: counts.total,
      activeProxies: counts.active,
      transactions: money.transactions,
      topUps: money.topUps,
      changes: {
        totalProxies: change(countsBefore.total, counts.total),
        activeProxies: change(countsBefore.active, counts.active),
        transactions: change(moneyBefore.transactions, money.transactions),
        topUps: change(Number(moneyBefore.topUps.kobo), Number(money.topUps.kobo)),
      },
    };
  }

  recentActivity({ userId }: Actor): Promise<StatementLine[]> {
    return this.wallet.findRecentTransactions(userId, RECENT);
  }

  /** The last six calendar months, oldest first, the present one last. */
  async monthlyUsage({ userId }: Actor): Promise<MonthFigures[]> {
    const spending = await this.wallet.getMonthlySpending(userId, MONTHS);
    const months = spending.map((row) => row.month);
    const from = new Date(`${months[0]}-01T00:00:00+01:00`);
    const [limits, apiIds] = await Promise.all([
      this.proxies.trafficLimits(userId, months),
      this.proxies.trafficProxiesSince(userId, from),
    ]);
    const usage = apiIds.length ? await this.provider.usageByMonth(apiIds, from) : [];
    const used = new Map(usage.map((row) => [row.month, row.usedBytes]));
    return spending.map(({ month, spending: spent }) => {
      const usedBytes = used.get(month) ?? 0n;
      return {
        month,
        usedBytes,
        usage: percent(usedBytes, limits.get(month) ?? 0n),
        spending: spent,
      };
    });
  }
}

const oneDecimal = (value: number): number => Math.round(value * 10) / 10;

const change = (before: number, now: number): number | null =>
  before === 0 ? null : oneDecimal((100 * (now - before)) / before);

const percent = (used: bigint, limit: bigint): number =>
  limit === 0n ? 0 : Math.min(100, oneDecimal((100 * Number(used)) / Number(limit)));
