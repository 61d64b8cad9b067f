import { Injectable } from '@nestjs/common';
import type { Money } from '../common/money/money';
import type { Actor } from '../common/security/actor';
import { Clock, DAY } from '../common/time/clock';
import { ProxiesService } from '../proxies/proxies.service';
import type { ProxyOverview } from '../proxies/proxy.types';
import { ProxyUsageService } from '../proxies/usage/proxy-usage.service';
import { WalletStatsService } from '../wallet/stats/wallet-stats.service';
import { WalletService } from '../wallet/wallet.service';
import type { StatementLine } from '../wallet/wallet.types';

const MONTHS = 6;
const RECENT_TRANSACTIONS = 5;
const COMPARISON_PERIOD_MS = 30 * DAY;

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

export interface MonthlyFigures {
  /** `YYYY-MM`. */
  readonly month: string;
  /** Percent of the traffic available in the month that was used, 0 to 100. */
  readonly usage: number;
  readonly usedBytes: bigint;
  readonly spending: Money;
}

/** What a customer asks first. */
export interface DashboardOverview extends ProxyOverview {
  readonly balance: Money;
}

/** Figures of one customer: proxies, traffic and the wallet. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly clock: Clock,
    private readonly wallet: WalletStatsService,
    private readonly wallets: WalletService,
    private readonly proxies: ProxiesService,
    private readonly usage: ProxyUsageService,
  ) {}

  async getStats({ userId }: Actor): Promise<DashboardStats> {
    const now = this.clock.now();
    const before = this.clock.in(-COMPARISON_PERIOD_MS);
    const [counts, countsBefore, money, moneyBefore] = await Promise.all([
      this.proxies.countAt(userId, now),
      this.proxies.countAt(userId, before),
      this.wallet.getTotals(userId),
      this.wallet.getTotals(userId, undefined, before),
    ]);
    return {
      totalProxies: counts.total,
      activeProxies: counts.active,
      transactions: money.transactions,
      topUps: money.topUps,
      changes: {
        totalProxies: percentChange(countsBefore.total, counts.total),
        activeProxies: percentChange(countsBefore.active, counts.active),
        transactions: percentChange(moneyBefore.transactions, money.transactions),
        topUps: percentChange(Number(moneyBefore.topUps.kobo), Number(money.topUps.kobo)),
      },
    };
  }

  async getOverview({ userId }: Actor): Promise<DashboardOverview> {
    const [balance, proxies] = await Promise.all([
      this.wallets.getBalance(userId),
      this.proxies.getOverview(userId),
    ]);
    return { balance, ...proxies };
  }

  getRecentActivity({ userId }: Actor): Promise<StatementLine[]> {
    return this.wallet.findRecentTransactions(userId, RECENT_TRANSACTIONS);
  }

  /** The last six calendar months, oldest first, the current one last. */
  async getMonthlyUsage({ userId }: Actor): Promise<MonthlyFigures[]> {
    const spendingByMonth = await this.wallet.getMonthlySpending(userId, MONTHS);
    const traffic = await this.usage.getMonthlyTraffic(
      userId,
      spendingByMonth.map(({ month }) => month),
    );
    return spendingByMonth.map(({ month, spending }, index) => {
      const { usedBytes, limitBytes } = traffic[index]!;
      return { month, usedBytes, usage: toUsedPercent(usedBytes, limitBytes), spending };
    });
  }
}

const toOneDecimal = (value: number): number => Math.round(value * 10) / 10;

const percentChange = (before: number, now: number): number | null =>
  before === 0 ? null : toOneDecimal((100 * (now - before)) / before);

const toUsedPercent = (used: bigint, limit: bigint): number =>
  limit === 0n ? 0 : Math.min(100, toOneDecimal((100 * Number(used)) / Number(limit)));
