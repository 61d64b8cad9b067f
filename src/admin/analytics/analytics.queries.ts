import { Injectable } from '@nestjs/common';
import { Money } from '../../common/money/money';
import { UnitOfWork } from '../../database/unit-of-work';
import { KIND_OF_TYPE, PROXY_TYPES, type ProxyType } from '../../proxies/proxy.types';
import { ZONE } from '../../common/time/calendar';
import type { CountryUsage, MonthRevenue, PeriodStatistics, TypeUsage } from './analytics.types';

const TOP_COUNTRIES = 10;
const NET = 'o.amount_kobo - o.refunded_kobo';

const money = (kobo: string): Money => Money.kobo(BigInt(kobo));

/**
 * Read only. `from` is inclusive, `to` exclusive; revenue is what orders brought in, refunds taken off. Orders
 * refunded in full and their proxies do not count as sold; new users are customers.
 */
@Injectable()
export class AnalyticsQueries {
  constructor(private readonly uow: UnitOfWork) {}

  async getStatistics(from: Date, to: Date): Promise<PeriodStatistics> {
    const [row] = await this.uow.manager.query(
      `SELECT (SELECT count(*)::int FROM users
               WHERE role = 'user' AND created_at >= $1 AND created_at < $2) AS users,
              (SELECT count(*)::int FROM proxy p JOIN proxy_order sold ON sold.id = p.order_id
                 AND sold.status <> 'refunded'
               WHERE p.created_at >= $1 AND p.created_at < $2) AS proxies,
              count(*) FILTER (WHERE o.status <> 'refunded')::int AS orders,
              coalesce(sum(${NET}), 0)::bigint AS revenue
       FROM proxy_order o WHERE o.created_at >= $1 AND o.created_at < $2`,
      [from, to],
    );
    return {
      newUsers: row.users,
      proxies: row.proxies,
      orders: row.orders,
      revenue: money(row.revenue),
    };
  }

  /** Every calendar month the period touches, oldest first. */
  async months(from: Date, to: Date): Promise<MonthRevenue[]> {
    const rows = await this.uow.manager.query(
      `WITH month AS (
         SELECT generate_series(date_trunc('month', $1::timestamptz AT TIME ZONE '${ZONE}'),
                                $2::timestamptz AT TIME ZONE '${ZONE}', interval '1 month') AS start
       ), span AS (
         SELECT start, greatest(start AT TIME ZONE '${ZONE}', $1) AS first,
                least((start + interval '1 month') AT TIME ZONE '${ZONE}', $2) AS last FROM month
       )
       SELECT to_char(start, 'YYYY-MM') AS month,
              (SELECT coalesce(sum(${NET}), 0)::bigint FROM proxy_order o
               WHERE o.created_at >= first AND o.created_at < last) AS revenue,
              (SELECT count(*)::int FROM users u
               WHERE u.role = 'user' AND u.created_at >= first AND u.created_at < last) AS users
       FROM span ORDER BY start`,
      [from, to],
    );
    return rows.map((row: { month: string; revenue: string; users: number }) => ({
      month: row.month,
      revenue: money(row.revenue),
      users: row.users,
    }));
  }

  /** All kinds, also those that were not sold. */
  async types(from: Date, to: Date): Promise<TypeUsage[]> {
    const rows: { type: ProxyType; count: number; revenue: string }[] =
      await this.uow.manager.query(
        `SELECT type, (SELECT count(*)::int FROM proxy p JOIN proxy_order sold ON sold.id = p.order_id
                         AND sold.status <> 'refunded' WHERE p.type = kind.type
                         AND p.created_at >= $1 AND p.created_at < $2) AS count,
                (SELECT coalesce(sum(${NET}), 0)::bigint FROM proxy_order o WHERE o.type = kind.type
                   AND o.created_at >= $1 AND o.created_at < $2) AS revenue
         FROM unnest($3::text[]) WITH ORDINALITY AS kind (type, position) ORDER BY position`,
        [from, to, PROXY_TYPES],
      );
    return rows.map(({ type, count, revenue }) => ({
      type: KIND_OF_TYPE[type],
      count,
      revenue: money(revenue),
    }));
  }

  /** The ten that brought in most. */
  async countries(from: Date, to: Date): Promise<CountryUsage[]> {
    const rows = await this.uow.manager.query(
      `SELECT coalesce(o.request->>'country', 'zz') AS country, count(DISTINCT o.user_id)::int AS users,
              sum(${NET})::bigint AS revenue
       FROM proxy_order o
       WHERE o.created_at >= $1 AND o.created_at < $2 AND o.status <> 'refunded'
       GROUP BY 1 ORDER BY revenue DESC, country LIMIT ${TOP_COUNTRIES}`,
      [from, to],
    );
    return rows.map((row: { country: string; users: number; revenue: string }) => ({
      country: row.country,
      users: row.users,
      revenue: money(row.revenue),
    }));
  }

  /** Revenue of a month from customers who had bought in the month before it as well. */
  async getRecurringRevenue(before: Date, from: Date, to: Date): Promise<Money> {
    const [row] = await this.uow.manager.query(
      `SELECT coalesce(sum(${NET}), 0)::bigint AS kobo
       FROM proxy_order o
       WHERE o.created_at >= $2 AND o.created_at < $3 AND EXISTS (
         SELECT FROM proxy_order earlier WHERE earlier.user_id = o.user_id
           AND earlier.status <> 'refunded' AND earlier.created_at >= $1 AND earlier.created_at < $2)`,
      [before, from, to],
    );
    return money(row.kobo);
  }
}
