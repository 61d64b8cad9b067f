import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { roundToOneDecimal } from '../statistics/percent';
import { ZONE } from '../../common/time/calendar';
import type { PlatformStatistics, PlatformMonth } from './dashboard.types';

const money = (kobo: string): Money => Money.kobo(BigInt(kobo));

/** Read only. The present thirty days are compared with the thirty before. */
@Injectable()
export class DashboardQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async getStatistics(): Promise<PlatformStatistics> {
    const [[users], [proxies], [orders]] = await this.uow.all(
      () =>
        this.uow.manager.query(
          `SELECT count(*) FILTER (WHERE closed_at IS NULL)::int AS now,
                count(*) FILTER (WHERE created_at <= now() - interval '30 days'
                  AND (closed_at IS NULL OR closed_at > now() - interval '30 days'))::int AS before
         FROM users`,
        ),
      () =>
        this.uow.manager.query(
          `SELECT count(*) FILTER (WHERE status = 'active' AND expires_at > now())::int AS now,
                count(*) FILTER (WHERE created_at <= now() - interval '30 days'
                  AND expires_at > now() - interval '30 days')::int AS before
         FROM proxy WHERE expires_at > now() - interval '30 days'`,
        ),
      () =>
        this.uow.manager.query(
          `SELECT count(*) FILTER (WHERE recent AND kept)::int AS now,
                count(*) FILTER (WHERE earlier AND kept)::int AS before,
                count(*) FILTER (WHERE kept)::int AS ever,
                coalesce(sum(kobo) FILTER (WHERE recent), 0)::bigint AS revenue_now,
                coalesce(sum(kobo) FILTER (WHERE earlier), 0)::bigint AS revenue_before,
                coalesce(sum(kobo), 0)::bigint AS revenue_ever
         FROM (SELECT amount_kobo - refunded_kobo AS kobo, status <> 'refunded' AS kept,
                      created_at > now() - interval '30 days' AS recent,
                      created_at > now() - interval '60 days'
                        AND created_at <= now() - interval '30 days' AS earlier
               FROM proxy_order) o`,
        ),
    );
    return {
      users,
      activeProxies: proxies,
      orders: { now: orders.now, before: orders.before },
      ordersEver: orders.ever,
      revenue: { now: money(orders.revenue_now), before: money(orders.revenue_before) },
      revenueEver: money(orders.revenue_ever),
    };
  }

  /** The last `count` calendar months, oldest first, the present one last. */
  async months(count: number, withSpending: boolean): Promise<PlatformMonth[]> {
    const spending = withSpending
      ? `, (SELECT coalesce(sum(o.amount_kobo - o.refunded_kobo), 0)::bigint FROM proxy_order o
            WHERE o.created_at >= month.start AT TIME ZONE '${ZONE}'
              AND o.created_at < (month.start + interval '1 month') AT TIME ZONE '${ZONE}') AS spending`
      : '';
    const rows = await this.uow.manager.query(
      `WITH month AS (
         SELECT generate_series(
           date_trunc('month', now() AT TIME ZONE '${ZONE}') - make_interval(months => $1::int - 1),
           date_trunc('month', now() AT TIME ZONE '${ZONE}'), interval '1 month') AS start
       )
       SELECT to_char(month.start, 'YYYY-MM') AS month, coalesce(traffic.percent, 0)::float8 AS usage${spending}
       FROM month LEFT JOIN LATERAL (
         SELECT 100.0 * sum(least(p.used_bytes, p.limit_bytes)) / nullif(sum(p.limit_bytes), 0) AS percent
         FROM proxy p WHERE p.limit_bytes IS NOT NULL
          AND p.created_at >= month.start AT TIME ZONE '${ZONE}'
          AND p.created_at < (month.start + interval '1 month') AT TIME ZONE '${ZONE}') traffic ON true
       ORDER BY month.start`,
      [count],
    );
    return rows.map((row: { month: string; usage: number; spending?: string }) => ({
      month: row.month,
      usage: roundToOneDecimal(row.usage),
      spending: row.spending === undefined ? null : money(row.spending),
    }));
  }
}
