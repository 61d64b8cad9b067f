import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { Clock } from '../../common/time/clock';
import { dayOf } from '../../common/time/zone';
import { StatementRepository } from '../statement/statement.repository';
import { WalletStatsRepository } from './wallet-stats.repository';
import type { PeriodTotals, StatementLine, WalletStats } from '../wallet.types';

/** Statistics of one customer's wallet. */
@Injectable()
export class WalletStatsService {
  constructor(
    private readonly clock: Clock,
    private readonly stats: WalletStatsRepository,
    private readonly statement: StatementRepository,
  ) {}

  /** @param month 1 to 12, of `year`; the current month when either is missing. */
  async getStats(userId: number, month?: number, year?: number): Promise<WalletStats> {
    const now = toLagosMonth(this.clock.now());
    const bounds = await this.stats.getMonthBounds(year ?? now.year, month ?? now.month);
    const [ever, inMonth] = await Promise.all([
      this.stats.getTotals(userId),
      this.stats.getTotals(userId, bounds.from, bounds.to),
    ]);
    return {
      thisMonthSpending: inMonth.spent,
      totalTopUps: ever.topUps,
      successRate: ever.finished ? Math.round((1000 * ever.successful) / ever.finished) / 10 : 0,
      finishedTransactions: ever.finished,
      averageMonthlySpending: getMonthlyAverage(ever.spent, ever.firstSpentAt, this.clock.now()),
    };
  }

  /** Totals of all time or of a period. @param from inclusive; @param to exclusive. */
  async getTotals(userId: number, from?: Date, to?: Date) {
    return this.stats.getTotals(userId, from, to);
  }

  /** Totals of a period by user; users whose money did not move are left out. @param to exclusive. */
  getTotalsByUser(
    userIds: readonly number[],
    from: Date,
    to: Date,
  ): Promise<Map<number, PeriodTotals>> {
    return this.stats.getTotalsByUser(userIds, from, to);
  }

  /** Spending per calendar month (`YYYY-MM`), oldest first, the current one last. */
  getMonthlySpending(
    userId: number,
    months: number,
  ): Promise<{ month: string; spending: Money }[]> {
    return this.stats.getMonthlySpending(userId, months);
  }

  findRecentTransactions(userId: number, limit: number): Promise<StatementLine[]> {
    return this.statement.findRecent(userId, limit);
  }
}

function toLagosMonth(at: Date): { year: number; month: number } {
  const [year, month] = dayOf(at).split('-').map(Number);
  return { year: year!, month: month! };
}

function getMonthlyAverage(spent: Money, first: Date | null, now: Date): Money {
  if (!first) return Money.zero;
  const [from, to] = [toLagosMonth(first), toLagosMonth(now)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return Money.kobo(spent.kobo / BigInt(Math.max(0, months) + 1));
}
