import { Injectable } from '@nestjs/common';
import { CONNECTION_PROTOCOLS } from '../../common/gateway/gateway-messages';
import { isProxyErrorReason } from '../../common/gateway/proxy-errors';
import { ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UsagePeriod } from './usage-period';
import { type QuotaUsage, rateWindows } from './usage-projection';
import type {
  CustomerTraffic,
  FailureCount,
  ProxyTraffic,
  TrafficFigures,
  UsageInterval,
  UsageRow,
} from './usage-reports.types';
import { mapProtocols } from './usage-sums';

/** Whose usage: a proxy of somebody else has none. */
export interface UsageOwner {
  readonly userId: number;
  /** Null for all. */
  readonly proxyId: number | null;
}

const SUMS = [
  ...(['bytes_up', 'bytes_down', 'requests'] as const),
  ...CONNECTION_PROTOCOLS.flatMap((protocol) =>
    (['up', 'down', 'requests'] as const).map((what) => `${protocol}_${what}` as const),
  ),
];

/** Null: none, or not counted by protocol. */
type BucketRow = Record<(typeof SUMS)[number], string | null> & {
  start: Date;
  country: string;
  failures: string;
  peak: number | null;
};

const sumAll = (table: string): string =>
  SUMS.map((column) => `sum(${table}.${column})::bigint AS ${column}`).join(', ');

const OWNER = `p.user_id = $1 AND ($2::int IS NULL OR p.id = $2)`;

/** Reports in SQL over what the gateways have counted, whose tables are no entities. */
@Injectable()
export class UsageReportsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async owns({ userId, proxyId }: UsageOwner): Promise<boolean> {
    const rows: unknown[] = await this.uow.manager.query(
      'SELECT FROM proxy p WHERE p.user_id = $1 AND p.id = $2',
      [userId, proxyId],
    );
    return rows.length > 0;
  }

  /** Buckets and countries without any are left out. */
  async sumByBucket(
    { userId, proxyId }: UsageOwner,
    { from, until }: UsagePeriod,
    interval: UsageInterval,
  ): Promise<UsageRow[]> {
    const rows = await this.uow.manager.query<BucketRow[]>(
      // By hour first: the beginning of a bucket costs more than the sums of a row.
      `SELECT date_trunc($5, n.hour, '${ZONE}') AS start, n.country, ${sumAll('n')},
              sum(n.failures)::bigint AS failures, max(n.peak) AS peak
       FROM (
         SELECT u.hour, p.country, ${sumAll('u')}, 0 AS failures, max(u.peak_connections) AS peak
         FROM proxy p JOIN usage_hour u ON u.proxy_id = p.id
         WHERE ${OWNER} AND u.hour >= $3 AND u.hour < $4
         GROUP BY 1, 2
         UNION ALL
         SELECT f.hour, p.country, ${SUMS.map(() => 'NULL').join(', ')}, sum(f.count)::bigint, NULL
         FROM proxy p JOIN usage_failure f ON f.proxy_id = p.id
         WHERE ${OWNER} AND f.hour >= $3 AND f.hour < $4
         GROUP BY 1, 2) n
       GROUP BY 1, 2`,
      [userId, proxyId, from, until, interval],
    );
    return rows.map((row) => ({
      from: row.start,
      country: row.country,
      failures: Number(row.failures),
      ...toTraffic(row.bytes_up, row.bytes_down, row.requests),
      protocols: mapProtocols((protocol) =>
        toTraffic(row[`${protocol}_up`], row[`${protocol}_down`], row[`${protocol}_requests`]),
      ),
      peakConnections: row.peak ?? 0,
    }));
  }

  /** By user; users without traffic are left out. @param count how many of each user's proxies are listed. */
  async sumByUser(
    userIds: readonly number[],
    { from, until }: UsagePeriod,
    count: number,
  ): Promise<Map<number, CustomerTraffic>> {
    const rows = await this.uow.manager.query<
      (Pick<ProxyTraffic, 'id' | 'type' | 'country'> & {
        user_id: number;
        bytes: string;
        total: string;
      })[]
    >(
      `SELECT s.user_id, s.id, s.type, s.country, s.bytes, s.total
       FROM (
         SELECT p.user_id, p.id, p.type, p.country, sum(u.bytes_up + u.bytes_down)::bigint AS bytes,
                (sum(sum(u.bytes_up + u.bytes_down)) OVER (PARTITION BY p.user_id))::bigint AS total,
                row_number() OVER (PARTITION BY p.user_id ORDER BY sum(u.bytes_up + u.bytes_down) DESC, p.id) AS place
         FROM proxy p JOIN usage_hour u ON u.proxy_id = p.id
         WHERE p.user_id = ANY($1) AND u.hour >= $2 AND u.hour < $3
         GROUP BY p.id) s
       WHERE s.place <= $4 AND s.bytes > 0 ORDER BY s.user_id, s.place`,
      [userIds, from, until, count],
    );
    const traffic = new Map<number, { bytes: bigint; mostUsed: ProxyTraffic[] }>();
    for (const { user_id: userId, id, type, country, bytes, total } of rows) {
      if (!traffic.has(userId)) traffic.set(userId, { bytes: BigInt(total), mostUsed: [] });
      traffic.get(userId)!.mostUsed.push({ id, type, country, bytes: BigInt(bytes) });
    }
    return traffic;
  }

  /** Proxies that have a quota and are in service. */
  async findQuotas({ userId, proxyId }: UsageOwner, now: Date): Promise<QuotaUsage[]> {
    const { day, week } = rateWindows(now);
    const rows = await this.uow.manager.query<
      { limit: string; used: string; created_at: Date; last_day: string; last_week: string }[]
    >(
      `SELECT p.limit_bytes AS limit, coalesce(m.bytes_up + m.bytes_down, 0)::bigint AS used, p.created_at,
              u.last_day, u.last_week
       FROM proxy p LEFT JOIN gateway_meter m ON m.proxy_id = p.id
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(h.bytes_up + h.bytes_down) FILTER (WHERE h.hour >= $3), 0)::bigint AS last_day,
                coalesce(sum(h.bytes_up + h.bytes_down), 0)::bigint AS last_week
         FROM usage_hour h WHERE h.proxy_id = p.id AND h.hour >= $4) u
       WHERE ${OWNER} AND p.limit_bytes IS NOT NULL AND p.status = 'active' AND p.expires_at > $5`,
      [userId, proxyId, day, week, now],
    );
    return rows.map((row) => ({
      limit: BigInt(row.limit),
      used: BigInt(row.used),
      createdAt: row.created_at,
      lastDay: BigInt(row.last_day),
      lastWeek: BigInt(row.last_week),
    }));
  }

  /** The most frequent reason first. */
  async countFailures(
    { userId, proxyId }: UsageOwner,
    { from, until }: UsagePeriod,
  ): Promise<FailureCount[]> {
    const rows = await this.uow.manager.query<{ reason: string; count: string; last_at: Date }[]>(
      `SELECT f.reason, sum(f.count)::bigint AS count, max(f.last_at) AS last_at
       FROM proxy p JOIN usage_failure f ON f.proxy_id = p.id
       WHERE ${OWNER} AND f.hour >= $3 AND f.hour < $4
       GROUP BY f.reason ORDER BY 2 DESC, 1`,
      [userId, proxyId, from, until],
    );
    return rows.flatMap(({ reason, count, last_at: lastAt }) =>
      isProxyErrorReason(reason) ? [{ reason, count: Number(count), lastAt }] : [],
    );
  }
}

const toTraffic = (
  up: string | null,
  down: string | null,
  requests: string | null,
): TrafficFigures => ({
  up: BigInt(up ?? 0),
  down: BigInt(down ?? 0),
  requests: Number(requests ?? 0),
});
