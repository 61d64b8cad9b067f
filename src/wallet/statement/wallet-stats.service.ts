import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { Clock } from '../../common/time/clock';
import { dayOf, ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import type { PaymentStatsData } from '../wallet.dto';
import { CURRENCY_SYMBOL, type PeriodTotals } from '../wallet.types';

/** Kobo spent per row: purchases minus refunds. */
const SPENT = `CASE WHEN purpose = 'purchase' AND status IN ('successful', 'refunded') THEN amount_kobo
                    WHEN purpose = 'refund' AND status = 'successful' THEN -amount_kobo ELSE 0 END`;

const TOPPED_UP = `CASE WHEN purpose = 'topup' AND status = 'successful' THEN amount_kobo ELSE 0 END`;

export interface WalletTotals {
  transactions: number;
  successful: number;
  finished: number;
  topUps: Money;
  spent: Money;
  /** First month with a purchase; null when there was none. */
  firstSpentAt: Date | null;
}

/** Statistics of one customer's wallet, in SQL: conditional sums and calendar months of the shop's zone. */
@Injectable()
export class WalletStatsService {
  constructor(
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /** @param month 1 to 12, of `year`; the current month when either is missing. */
  async getStats(userId: number, month?: number, year?: number): Promise<PaymentStatsData> {
    const now = toLagosMonth(this.clock.now());
    const bounds = await this.getMonthBounds(year ?? now.year, month ?? now.month);
    const [ever, inMonth] = await Promise.all([
      this.getTotals(userId),
      this.getTotals(userId, bounds.from, bounds.to),
    ]);
    const average = getMonthlyAverage(ever.spent, ever.firstSpentAt, this.clock.now());
    return {
      this_month_spending: inMonth.spent.toNaira(),
      total_top_ups: ever.topUps.toNaira(),
      success_rate: ever.finished ? Math.round((1000 * ever.successful) / ever.finished) / 10 : 0,
      finished_transactions: ever.finished,
      average_monthly_spending: average.toNaira(),
      symbol: CURRENCY_SYMBOL,
    };
  }

  /** Totals of all time or of a period. @param from inclusive; @param to exclusive. */
  async getTotals(userId: number, from?: Date, to?: Date): Promise<WalletTotals> {
    const [row] = await this.uow.manager.query(
      `SELECT count(*)::int AS transactions,
              count(*) FILTER (WHERE status IN ('successful', 'refunded'))::int AS successful,
              count(*) FILTER (WHERE status NOT IN ('pending', 'cancelled'))::int AS finished,
              coalesce(sum(${TOPPED_UP}), 0)::bigint AS top_ups,
              coalesce(sum(${SPENT}), 0)::bigint AS spent,
              min(created_at) FILTER (WHERE purpose = 'purchase') AS first_spent_at
       FROM wallet_transaction
       WHERE user_id = $1 AND created_at >= coalesce($2::timestamptz, '-infinity')
         AND created_at < coalesce($3::timestamptz, 'infinity')`,
      [userId, from ?? null, to ?? null],
    );
    return {
      transactions: row.transactions,
      successful: row.successful,
      finished: row.finished,
      topUps: Money.kobo(BigInt(row.top_ups)),
      spent: Money.kobo(BigInt(row.spent)),
      firstSpentAt: row.first_spent_at,
    };
  }

  /** By user; users without a transaction that moved money are left out. @param to exclusive. */
  async getTotalsByUser(
    userIds: readonly number[],
    from: Date,
    to: Date,
  ): Promise<Map<number, PeriodTotals>> {
    const rows: { user_id: number; top_ups: string; spent: string }[] =
      await this.uow.manager.query(
        `SELECT user_id, coalesce(sum(${TOPPED_UP}), 0)::bigint AS top_ups,
                coalesce(sum(${SPENT}), 0)::bigint AS spent
         FROM wallet_transaction
         WHERE user_id = ANY($1) AND created_at >= $2 AND created_at < $3
           AND status IN ('successful', 'refunded')
         GROUP BY user_id`,
        [userIds, from, to],
      );
    return new Map(
      rows.map((row) => [
        row.user_id,
        { topUps: Money.kobo(BigInt(row.top_ups)), spent: Money.kobo(BigInt(row.spent)) },
      ]),
    );
  }

  /** Spending of the last `months` calendar months, the current one last; months without any are 0. */
  async getMonthlySpending(
    userId: number,
    months: number,
  ): Promise<{ month: string; spending: Money }[]> {
    const rows = await this.uow.manager.query(
      `WITH month AS (
         SELECT generate_series(
           date_trunc('month', now() AT TIME ZONE '${ZONE}') - make_interval(months => $2::int - 1),
           date_trunc('month', now() AT TIME ZONE '${ZONE}'), interval '1 month') AS start
       )
       SELECT to_char(month.start, 'YYYY-MM') AS month, coalesce(sum(${SPENT}), 0)::bigint AS spent
       FROM month LEFT JOIN wallet_transaction t ON t.user_id = $1
        AND t.created_at >= month.start AT TIME ZONE '${ZONE}'
        AND t.created_at < (month.start + interval '1 month') AT TIME ZONE '${ZONE}'
       GROUP BY month.start ORDER BY month.start`,
      [userId, months],
    );
    return rows.map((row: { month: string; spent: string }) => ({
      month: row.month,
      spending: Money.kobo(BigInt(row.spent)),
    }));
  }

  /** Bounds of a calendar month of the shop's zone. @param month 1 to 12. */
  private async getMonthBounds(year: number, month: number): Promise<{ from: Date; to: Date }> {
    const [row] = await this.uow.manager.query(
      `SELECT make_timestamptz($1, $2, 1, 0, 0, 0, '${ZONE}') AS from,
              (make_timestamp($1, $2, 1, 0, 0, 0) + interval '1 month') AT TIME ZONE '${ZONE}' AS to`,
      [year, month],
    );
    return row;
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
