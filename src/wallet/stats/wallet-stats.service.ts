import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { Clock } from '../../common/time/clock';
import { dayOf } from '../../common/time/zone';
import { StatementRepository } from '../statement/statement.repository';
import { WalletStatsRepository } from './wallet-stats.repository';
import type { StatementLine, WalletStats } from '../wallet.types';

/** Figures over one customer's statement. */
@Injectable()
export class WalletStatsService {
  constructor(
    private readonly clock: Clock,
    private readonly stats: WalletStatsRepository,
    private readonly statement: StatementRepository,
  ) {}

  /** @param month 1 to 12, of `year`; the present month when either is missing. */
  async of(userId: number, month?: number, year?: number): Promise<WalletStats> {
    const now = lagosMonth(this.clock.now());
    const bounds = await this.stats.monthBounds(year ?? now.year, month ?? now.month);
    const [ever, inMonth] = await Promise.all([
      this.stats.totals(userId),
      this.stats.totals(userId, bounds.from, bounds.to),
    ]);
    return {
      thisMonthSpending: inMonth.spent,
      totalTopUps: ever.topUps,
      successRate: ever.finished ? Math.round((1000 * ever.successful) / ever.finished) / 10 : 0,
      averageMonthlySpending: averagePerMonth(ever.spent, ever.firstSpentAt, this.clock.now()),
    };
  }

  /** Whole-life or one period's figures. @param from inclusive; @param to exclusive. */
  async totals(userId: number, from?: Date, to?: Date) {
    return this.stats.totals(userId, from, to);
  }

  /** Spending per calendar month (`YYYY-MM`), oldest first, the present one last. */
  spendingByMonth(userId: number, months: number): Promise<{ month: string; spending: Money }[]> {
    return this.stats.spendingByMonth(userId, months);
  }

  recent(userId: number, limit: number): Promise<StatementLine[]> {
    return this.statement.recentOf(userId, limit);
  }
}

function lagosMonth(at: Date): { year: number; month: number } {
  const [year, month] = dayOf(at).split('-').map(Number);
  return { year: year!, month: month! };
}

function averagePerMonth(spent: Money, first: Date | null, now: Date): Money {
  if (!first) return Money.zero;
  const [from, to] = [lagosMonth(first), lagosMonth(now)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  return Money.kobo(spent.kobo / BigInt(Math.max(0, months) + 1));
}
