import { Injectable } from '@nestjs/common';
import { ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import type { DailyUsage } from '../proxy.types';

/** Nigeria observes no daylight saving time. */
const LAGOS_OFFSET = '+01';

/** How far the meters are read, in the order of their last changes. */
export interface MeterPosition {
  readonly minute: Date;
  readonly proxyId: number;
}

/**
 * The first minute that is read again. A meter that changes again in the same minute keeps its place, and a change is
 * committed after its time.
 */
const UNSETTLED = `date_trunc('minute', now()) - interval '1 minute'`;

/** What the gateways have metered. Their tables are no entities: reports and sums in SQL. */
@Injectable()
export class ProxyUsageRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Rolls the meters that changed last into their proxies, up to `limit` of them. One worker at a time: others skip the
   * locked position. What is stored stays behind the clock, so that a run that ends anywhere leaves nothing out.
   * @param after where the run is; null at its beginning, which is where the stored position is.
   * @returns how many were read, and the last of them.
   */
  async rollUp(
    limit: number,
    after: MeterPosition | null,
  ): Promise<{ count: number; last: MeterPosition | null }> {
    const [row] = await this.uow
      .requireTransaction()
      .query<[{ count: number; minute: Date | null; proxyId: number | null }]>(
        `WITH position AS MATERIALIZED (
         SELECT coalesce($2::timestamptz, minute) AS minute, coalesce($3::int, proxy_id) AS proxy_id
         FROM usage_rollup FOR UPDATE SKIP LOCKED),
       changed AS MATERIALIZED (
         SELECT m.proxy_id, m.bytes_up + m.bytes_down AS used, m.changed_minute AS minute
         FROM gateway_meter m WHERE (m.changed_minute, m.proxy_id) > (SELECT minute, proxy_id FROM position)
         ORDER BY m.changed_minute, m.proxy_id LIMIT $1),
       behind AS MATERIALIZED (
         SELECT p.id, c.used FROM changed c JOIN proxy p ON p.id = c.proxy_id WHERE p.used_bytes < c.used
         ORDER BY p.id FOR NO KEY UPDATE OF p),
       rolled AS (
         UPDATE proxy p SET used_bytes = b.used, usage_synced_at = now() FROM behind b WHERE p.id = b.id),
       last AS (SELECT minute, proxy_id FROM changed ORDER BY minute DESC, proxy_id DESC LIMIT 1),
       moved AS (
         UPDATE usage_rollup r SET minute = least(last.minute, ${UNSETTLED}),
           proxy_id = CASE WHEN last.minute < ${UNSETTLED} THEN last.proxy_id ELSE 0 END
         FROM last)
       SELECT read.count, last.minute, last.proxy_id AS "proxyId"
       FROM (SELECT count(*)::int AS count FROM changed) AS read LEFT JOIN last ON true`,
        [limit, after?.minute ?? null, after?.proxyId ?? null],
      );
    const { count, minute, proxyId } = row;
    return { count, last: minute && { minute, proxyId: proxyId! } };
  }

  /** Bought bytes of the proxies that were valid in each month. @param months `YYYY-MM`. */
  async sumLimitsByMonth(userId: number, months: string[]): Promise<Map<string, bigint>> {
    const rows = await this.uow.manager.query<{ month: string; bytes: string }[]>(
      `WITH period AS (
         SELECT month, (month || '-01 00:00:00${LAGOS_OFFSET}')::timestamptz AS start
         FROM unnest($2::text[]) AS month)
       SELECT period.month, coalesce(sum(p.limit_bytes), 0)::bigint AS bytes
       FROM period LEFT JOIN proxy p ON p.user_id = $1 AND p.limit_bytes IS NOT NULL
        AND p.expires_at > period.start AND p.created_at < period.start + interval '1 month'
       GROUP BY period.month`,
      [userId, months],
    );
    return new Map(rows.map((row) => [row.month, BigInt(row.bytes)]));
  }

  /** Traffic of the limited proxies of a customer per calendar month since `from`; months without any are left out. */
  async sumByMonth(userId: number, from: Date): Promise<Map<string, bigint>> {
    const rows = await this.uow.manager.query<{ month: string; used: string }[]>(
      `SELECT to_char(u.hour AT TIME ZONE '${ZONE}', 'YYYY-MM') AS month,
              sum(u.bytes_up + u.bytes_down)::bigint AS used
       FROM proxy p JOIN usage_hour u ON u.proxy_id = p.id
       WHERE p.user_id = $1 AND p.limit_bytes IS NOT NULL AND p.expires_at > $2 AND u.hour >= $2 GROUP BY 1`,
      [userId, from],
    );
    return new Map(rows.map(({ month, used }) => [month, BigInt(used)]));
  }

  /** Traffic of one proxy per day of the shop's zone since `from`; days without any are left out. */
  async sumByDay(proxyId: number, from: Date): Promise<DailyUsage[]> {
    const rows = await this.uow.manager.query<
      { date: string; up: string; down: string; requests: string }[]
    >(
      `SELECT to_char(u.hour AT TIME ZONE '${ZONE}', 'YYYY-MM-DD') AS date,
              sum(u.bytes_up)::bigint AS up, sum(u.bytes_down)::bigint AS down,
              sum(u.requests)::bigint AS requests
       FROM usage_hour u WHERE u.proxy_id = $1 AND u.hour >= $2 GROUP BY 1`,
      [proxyId, from],
    );
    return rows.map((row) => ({
      date: row.date,
      bytesUp: BigInt(row.up),
      bytesDown: BigInt(row.down),
      requests: Number(row.requests),
    }));
  }

  /** Deletes up to `limit` rows. @returns their number. */
  async deleteHoursBefore(moment: Date, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query<[unknown, number]>(
      `DELETE FROM usage_hour WHERE (proxy_id, hour) IN (
         SELECT proxy_id, hour FROM usage_hour WHERE hour < $1 ORDER BY hour LIMIT $2)`,
      [moment, limit],
    );
    return deleted;
  }

  /** As `deleteHoursBefore`, for counts of failures. */
  async deleteFailuresBefore(moment: Date, limit: number): Promise<number> {
    const [, deleted] = await this.uow.manager.query<[unknown, number]>(
      `DELETE FROM usage_failure WHERE (proxy_id, hour, reason) IN (
         SELECT proxy_id, hour, reason FROM usage_failure WHERE hour < $1 ORDER BY hour LIMIT $2)`,
      [moment, limit],
    );
    return deleted;
  }
}
