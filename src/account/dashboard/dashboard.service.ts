import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { dayOf } from '../../common/time/calendar';
import { Clock, DAY } from '../../common/time/clock';
import { ProxyOverviewService } from '../../proxies/proxy-overview.service';
import { toMegabytes } from '../../proxies/proxy.types';
import { UsageService } from '../../proxies/usage/usage.service';
import { StatementService } from '../../wallet/statement/statement.service';
import { WalletStatsService } from '../../wallet/statement/wallet-stats.service';
import { WalletService } from '../../wallet/wallet.service';
import { CURRENCY_SYMBOL } from '../../wallet/wallet.types';
import type {
  DashboardOverviewResponse,
  DashboardStatsData,
  MonthlyUsageData,
  MonthlyUsageItem,
  PaymentDashboardData,
  RecentActivityData,
} from './dashboard.dto';

const MONTHS = 6;
const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const RECENT_TRANSACTIONS = 5;
const COMPARISON_PERIOD_MS = 30 * DAY;
const OPEN_PAYMENT_MS = 7 * DAY;

/** Figures of one customer: proxies, traffic and the wallet. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly clock: Clock,
    private readonly stats: WalletStatsService,
    private readonly statement: StatementService,
    private readonly wallets: WalletService,
    private readonly proxies: ProxyOverviewService,
    private readonly usage: UsageService,
  ) {}

  async getDashboard(actor: Actor): Promise<PaymentDashboardData> {
    return {
      ...(await this.getStats(actor)),
      monthly_data: await this.findMonths(actor),
      ...(await this.getRecentActivity(actor)),
      overview: await this.getOverview(actor),
    };
  }

  async getStats({ userId }: Actor): Promise<DashboardStatsData> {
    const now = this.clock.now();
    const before = this.clock.in(-COMPARISON_PERIOD_MS);
    const [counts, countsBefore, money, moneyBefore] = await Promise.all([
      this.proxies.countAt(userId, now),
      this.proxies.countAt(userId, before),
      this.stats.getTotals(userId),
      this.stats.getTotals(userId, undefined, before),
    ]);
    return {
      total_proxies: counts.total,
      active_proxies: counts.active,
      total_transactions: money.transactions,
      total_top_ups: money.topUps.toNaira(),
      symbol: CURRENCY_SYMBOL,
      changes: {
        total_proxies: percentChange(countsBefore.total, counts.total),
        active_proxies: percentChange(countsBefore.active, counts.active),
        total_transactions: percentChange(moneyBefore.transactions, money.transactions),
        total_top_ups: percentChange(Number(moneyBefore.topUps.kobo), Number(money.topUps.kobo)),
      },
    };
  }

  async getRecentActivity(actor: Actor): Promise<RecentActivityData> {
    const lines = await this.statement.findRecent(actor, RECENT_TRANSACTIONS);
    return {
      recent_activity: lines.map(
        ({ id, reference, description, type, amount, status, created_at, review, reversals }) => ({
          ...{ id, reference, description, type, amount, status, created_at, review, reversals },
        }),
      ),
    };
  }

  async getMonthlyUsage(actor: Actor): Promise<MonthlyUsageData> {
    return { monthly_data: await this.findMonths(actor), symbol: CURRENCY_SYMBOL };
  }

  /** The last six calendar months, oldest first, the current one last. */
  private async findMonths({ userId }: Actor): Promise<MonthlyUsageItem[]> {
    const months = await this.stats.getMonthlySpending(userId, MONTHS);
    const traffic = await this.usage.getMonthlyTraffic(
      userId,
      months.map(({ month }) => month),
    );
    return months.map(({ month, spending }, index) => {
      const { usedBytes, limitBytes } = traffic[index]!;
      return {
        month: MONTH_NAMES[Number(month.slice(5)) - 1] ?? month,
        period: month,
        usage: toUsedPercent(usedBytes, limitBytes),
        used_mb: toMegabytes(usedBytes),
        spending: spending.toNaira(),
      };
    });
  }

  private async getOverview(actor: Actor): Promise<DashboardOverviewResponse> {
    const { userId } = actor;
    const since = this.clock.in(-OPEN_PAYMENT_MS);
    const [balance, { trafficLeftBytes, lowTraffic, nextExpiry, hasUsed }, failures, topUp] =
      await Promise.all([
        this.wallets.getBalance(userId),
        this.proxies.getOverview(userId),
        this.usage.getFailures(actor, { from: dayOf(this.clock.now()) }),
        this.statement.findLatestTopUp(actor, since),
      ]);
    return {
      balance: balance.toNairaFloor(),
      traffic_left_mb: trafficLeftBytes === null ? null : toMegabytes(trafficLeftBytes),
      low_traffic: lowTraffic && { proxies: lowTraffic.proxies, proxy_id: lowTraffic.proxyId },
      failures_today: failures.reduce((sum, { count }) => sum + count, 0),
      open_payment:
        topUp && (topUp.status === 'pending' || topUp.status === 'failed')
          ? {
              ...{ reference: topUp.reference, status: topUp.status },
              ...{ amount: topUp.amount.toNaira(), created_at: topUp.createdAt },
            }
          : null,
      next_expiry: nextExpiry && {
        proxy_id: nextExpiry.proxyId,
        expires_at: nextExpiry.expiresAt,
        auto_renew: nextExpiry.isRenewed,
        proxies: nextExpiry.proxies,
        not_renewing: nextExpiry.notRenewed,
      },
      has_used_proxy: hasUsed,
    };
  }
}

const toOneDecimal = (value: number): number => Math.round(value * 10) / 10;

const percentChange = (before: number, now: number): number | null =>
  before === 0 ? null : toOneDecimal((100 * (now - before)) / before);

const toUsedPercent = (used: bigint, limit: bigint): number =>
  limit === 0n ? 0 : Math.min(100, toOneDecimal((100 * Number(used)) / Number(limit)));
