import { Injectable } from '@nestjs/common';
import { BYTE_ORDER_MARK, csvLine } from '../../common/csv';
import {
  CONNECTION_PROTOCOLS,
  type ConnectionProtocol,
} from '../../common/gateway/gateway-messages';
import { PROXY_ERROR_HELP, isProxyErrorReason } from '../../common/gateway/proxy-errors';
import type { Download } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import { Clock, DAY } from '../../common/time/clock';
import { dayOf, startOfDay, ZONE } from '../../common/time/calendar';
import { UnitOfWork } from '../../database/unit-of-work';
import { assertOwnsProxy } from '../proxy.sql';
import type { ProxyType } from '../proxy.types';
import {
  listBuckets,
  projectEnd,
  rateWindows,
  toUsagePeriod,
  type QuotaUsage,
  type UsageInterval,
  type UsagePeriod,
} from './usage-period';
import type {
  CountryUsageResponse,
  ProtocolUsageResponse,
  ProxyUsageDayResponse,
  UsageFailureResponse,
  UsageRangeQuery,
  UsageReportData,
  UsageReportQuery,
  UsageTotalsResponse,
} from './usage.dto';

/** Whose usage: a proxy of somebody else has none. */
export interface UsageOwner {
  readonly userId: number;
  /** Null for all. */
  readonly proxyId: number | null;
}

/** The customer, also for staff who look at the proxies of one. */
type UsageReader = Pick<Actor, 'userId'>;

/** Traffic of one proxy; bytes in both directions. */
export interface ProxyTraffic {
  readonly id: number;
  readonly type: ProxyType;
  /** ISO code or `zz`. */
  readonly country: string;
  readonly bytes: bigint;
}

/** Traffic of all proxies of a customer; those with the most bytes are listed, the most first. */
export interface CustomerTraffic {
  readonly bytes: bigint;
  readonly mostUsed: readonly ProxyTraffic[];
}

/** Traffic of all proxies of a customer in one month. */
export interface MonthlyTraffic {
  readonly usedBytes: bigint;
  /** Bought traffic that was valid in the month. */
  readonly limitBytes: bigint;
}

type ProtocolField = `${ConnectionProtocol}_${'up' | 'down' | 'requests'}`;

/** Whole numbers up to 2^53, which is eight million gigabytes. */
type UsageSum = UsageTotalsResponse & Record<ProtocolField | 'peak_connections', number>;
type UsageBucket = UsageSum & { readonly from: Date };
type UsageRow = UsageBucket & { readonly country: string };

const PROTOCOL_FIELDS = CONNECTION_PROTOCOLS.flatMap((protocol): ProtocolField[] => [
  `${protocol}_up`,
  `${protocol}_down`,
  `${protocol}_requests`,
]);
/** Sums that hours of usage have. */
const TRAFFIC_FIELDS = ['up', 'down', 'requests', ...PROTOCOL_FIELDS] as const;
const SUMMED_FIELDS = [...TRAFFIC_FIELDS, 'failures'] as const;

const toColumn = (field: string): string =>
  field === 'up' || field === 'down' ? `bytes_${field}` : field;
const selectSums = (table: string): string =>
  TRAFFIC_FIELDS.map((field) => `sum(${table}.${toColumn(field)}) AS ${toColumn(field)}`).join(
    ', ',
  );

const OWNER = `p.user_id = $1 AND ($2::int IS NULL OR p.id = $2)`;

const CSV_HEADER = [
  ...['From', 'Upload (bytes)', 'Download (bytes)', 'Requests', 'Failures'],
  ...['HTTP (bytes)', 'CONNECT (bytes)', 'SOCKS5 (bytes)', 'Most connections at once'],
];
/** Characters of "2026-03-31 14:05:09" that tell a bucket. */
const LABEL_LENGTHS: Record<UsageInterval, number> = { hour: 16, day: 10, month: 7 };

/** What a customer's proxies have used, as the gateways have counted it, in the time zone of the shop. */
@Injectable()
export class UsageService {
  constructor(
    private readonly clock: Clock,
    private readonly uow: UnitOfWork,
  ) {}

  /** One entry for each of the last `days` days, oldest first, today last. */
  async getDailyUsage(
    { userId }: Actor,
    proxyId: number,
    days: number,
  ): Promise<ProxyUsageDayResponse[]> {
    await assertOwnsProxy(this.uow, userId, proxyId);
    const today = startOfDay(dayOf(this.clock.now())).getTime();
    const starts = Array.from({ length: days }, (_, ago) => new Date(today - ago * DAY)).reverse();
    return this.uow.manager.query(
      `WITH used AS (
         SELECT to_char(u.hour AT TIME ZONE '${ZONE}', 'YYYY-MM-DD') AS date, sum(u.bytes_up) AS up,
                sum(u.bytes_down) AS down, sum(u.requests) AS requests
         FROM usage_hour u WHERE u.proxy_id = $1 AND u.hour >= $2 GROUP BY 1)
       SELECT d.date, coalesce(u.up, 0)::float8 AS bytes_up, coalesce(u.down, 0)::float8 AS bytes_down,
              coalesce(u.requests, 0)::float8 AS requests
       FROM unnest($3::text[]) WITH ORDINALITY AS d (date, place) LEFT JOIN used u ON u.date = d.date
       ORDER BY d.place`,
      [proxyId, starts[0], starts.map(dayOf)],
    );
  }

  /** Of proxies that are limited by traffic, for each month in the order given. @param months `YYYY-MM`, oldest first. */
  async getMonthlyTraffic(userId: number, months: string[]): Promise<MonthlyTraffic[]> {
    const rows = await this.uow.manager.query<{ used: string; bought: string }[]>(
      `WITH used AS (
         SELECT to_char(u.hour AT TIME ZONE '${ZONE}', 'YYYY-MM') AS month, sum(u.bytes_up + u.bytes_down) AS bytes
         FROM proxy p JOIN usage_hour u ON u.proxy_id = p.id
         WHERE p.user_id = $1 AND p.limit_bytes IS NOT NULL AND p.expires_at > $3 AND u.hour >= $3 GROUP BY 1),
       period AS (
         SELECT month, place, (month || '-01')::timestamp AT TIME ZONE '${ZONE}' AS start
         FROM unnest($2::text[]) WITH ORDINALITY AS m (month, place))
       SELECT coalesce((SELECT bytes FROM used WHERE used.month = period.month), 0)::bigint AS used,
              coalesce((SELECT sum(p.limit_bytes) FROM proxy p WHERE p.user_id = $1 AND p.limit_bytes IS NOT NULL
                AND p.expires_at > period.start AND p.created_at < period.start + interval '1 month'), 0)::bigint AS bought
       FROM period ORDER BY place`,
      [userId, months, startOfDay(`${months[0]}-01`)],
    );
    return rows.map(({ used, bought }) => ({
      usedBytes: BigInt(used),
      limitBytes: BigInt(bought),
    }));
  }

  async getReport(actor: UsageReader, query: UsageReportQuery): Promise<UsageReportData> {
    const { interval, period, owner, buckets, rows } = await this.compile(actor, query);
    const totals = rows.reduce(add, NOTHING);
    const now = this.clock.now();
    const quotas = await this.findQuotas(owner, now);
    const ends = quotas.flatMap((quota) => projectEnd(quota, now)?.getTime() ?? []);
    return {
      interval,
      from: period.from,
      to: period.until,
      buckets: buckets.map((bucket) => ({
        from: bucket.from,
        ...toTotals(bucket),
        peak_connections: bucket.peak_connections,
      })),
      totals: toTotals(totals),
      countries: toCountries(rows),
      protocols: toProtocols(totals),
      peak_connections: totals.peak_connections,
      projected_end_at: ends.length > 0 ? new Date(Math.min(...ends)) : null,
    };
  }

  /** A row per bucket in the shop's time, so that the columns add up to the totals. */
  async exportReport(actor: Actor, query: UsageReportQuery): Promise<Download> {
    const { interval, period, buckets } = await this.compile(actor, query);
    const formatter = new Intl.DateTimeFormat('sv-SE', {
      timeZone: ZONE,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const lines = buckets.map((bucket) =>
      csvLine([
        formatter.format(bucket.from).slice(0, LABEL_LENGTHS[interval]),
        ...[bucket.up, bucket.down, bucket.requests, bucket.failures].map(String),
        ...CONNECTION_PROTOCOLS.map((one) => String(bucket[`${one}_up`] + bucket[`${one}_down`])),
        String(bucket.peak_connections),
      ]),
    );
    return {
      name: `usage-${dayOf(period.from)}-${dayOf(new Date(period.until.getTime() - 1))}.csv`,
      type: 'text/csv; charset=utf-8',
      content: BYTE_ORDER_MARK + csvLine(CSV_HEADER) + lines.join(''),
    };
  }

  /** The most frequent reason first, of the last 30 days where the range does not say. */
  async getFailures(actor: UsageReader, query: UsageRangeQuery): Promise<UsageFailureResponse[]> {
    const { from, until } = toUsagePeriod(query, 'day', this.clock.now(), 'hour');
    const { userId, proxyId } = await this.findOwner(actor, query);
    const rows = await this.uow.manager.query<{ reason: string; count: number; last_at: Date }[]>(
      `SELECT f.reason, sum(f.count)::float8 AS count, max(f.last_at) AS last_at
       FROM proxy p JOIN usage_failure f ON f.proxy_id = p.id
       WHERE ${OWNER} AND f.hour >= $3 AND f.hour < $4
       GROUP BY f.reason ORDER BY 2 DESC, 1`,
      [userId, proxyId, from, until],
    );
    return rows.flatMap(({ reason, count, last_at }) => {
      if (!isProxyErrorReason(reason)) return [];
      const { title, cause, howToFix } = PROXY_ERROR_HELP[reason];
      return [{ reason, count, last_at, title, cause, how_to_fix: howToFix }];
    });
  }

  /** Whose usage a range is about, and its period of whole days. */
  async resolve(
    actor: Actor,
    query: UsageRangeQuery,
  ): Promise<{ owner: UsageOwner; period: UsagePeriod }> {
    const period = toUsagePeriod(query, 'day', this.clock.now());
    return { period, owner: await this.findOwner(actor, query) };
  }

  /**
   * Traffic by user, the same as the totals of their reports; users without any are left out.
   * @param until exclusive, both whole hours. @param count how many of each user's proxies are listed.
   */
  async getTrafficByUser(
    userIds: readonly number[],
    from: Date,
    until: Date,
    count: number,
  ): Promise<Map<number, CustomerTraffic>> {
    const rows = await this.uow.manager.query<
      (Omit<ProxyTraffic, 'bytes'> & { userId: number; bytes: string; total: string })[]
    >(
      `SELECT s.user_id AS "userId", s.id, s.type, s.country, s.bytes, s.total
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
    for (const { userId, bytes, total, ...proxy } of rows) {
      if (!traffic.has(userId)) traffic.set(userId, { bytes: BigInt(total), mostUsed: [] });
      traffic.get(userId)!.mostUsed.push({ ...proxy, bytes: BigInt(bytes) });
    }
    return traffic;
  }

  /** Buckets and totals are added up from the same rows, so that they agree while traffic goes on. */
  private async compile(actor: UsageReader, query: UsageReportQuery) {
    const { interval = 'day' } = query;
    const period = toUsagePeriod(query, interval, this.clock.now());
    const owner = await this.findOwner(actor, query);
    const rows = await this.sumByBucket(owner, period, interval);
    const sums = sumBy(rows, ({ from }) => from.getTime());
    const buckets: UsageBucket[] = listBuckets(period, interval).map((from) => ({
      ...(sums.get(from.getTime()) ?? NOTHING),
      from,
    }));
    return { interval, period, owner, rows, buckets };
  }

  /** Buckets and countries without any are left out. */
  private sumByBucket(
    { userId, proxyId }: UsageOwner,
    { from, until }: UsagePeriod,
    interval: UsageInterval,
  ): Promise<UsageRow[]> {
    const sums = SUMMED_FIELDS.map(
      (field) => `coalesce(sum(n.${toColumn(field)}), 0)::float8 AS ${field}`,
    );
    return this.uow.manager.query<UsageRow[]>(
      // By hour first: the beginning of a bucket costs more than the sums of a row.
      `SELECT date_trunc($5, n.hour, '${ZONE}') AS from, n.country, ${sums.join(', ')},
              coalesce(max(n.peak), 0) AS peak_connections
       FROM (
         SELECT u.hour, p.country, ${selectSums('u')}, 0 AS failures, max(u.peak_connections) AS peak
         FROM proxy p JOIN usage_hour u ON u.proxy_id = p.id
         WHERE ${OWNER} AND u.hour >= $3 AND u.hour < $4
         GROUP BY 1, 2
         UNION ALL
         SELECT f.hour, p.country, ${TRAFFIC_FIELDS.map(() => 'NULL').join(', ')}, sum(f.count), NULL
         FROM proxy p JOIN usage_failure f ON f.proxy_id = p.id
         WHERE ${OWNER} AND f.hour >= $3 AND f.hour < $4
         GROUP BY 1, 2) n
       GROUP BY 1, 2`,
      [userId, proxyId, from, until, interval],
    );
  }

  private async findQuotas({ userId, proxyId }: UsageOwner, now: Date): Promise<QuotaUsage[]> {
    const { day, week } = rateWindows(now);
    const rows = await this.uow.manager.query<
      { limit: string; used: string; createdAt: Date; lastDay: string; lastWeek: string }[]
    >(
      `SELECT p.limit_bytes AS limit, coalesce(m.bytes_up + m.bytes_down, 0)::bigint AS used,
              p.created_at AS "createdAt", u.last_day AS "lastDay", u.last_week AS "lastWeek"
       FROM proxy p LEFT JOIN gateway_meter m ON m.proxy_id = p.id
       CROSS JOIN LATERAL (
         SELECT coalesce(sum(h.bytes_up + h.bytes_down) FILTER (WHERE h.hour >= $3), 0)::bigint AS last_day,
                coalesce(sum(h.bytes_up + h.bytes_down), 0)::bigint AS last_week
         FROM usage_hour h WHERE h.proxy_id = p.id AND h.hour >= $4) u
       WHERE ${OWNER} AND p.limit_bytes IS NOT NULL AND p.status = 'active' AND p.expires_at > $5`,
      [userId, proxyId, day, week, now],
    );
    return rows.map(({ createdAt, limit, used, lastDay, lastWeek }) => ({
      createdAt,
      ...{ limit: BigInt(limit), used: BigInt(used) },
      ...{ lastDay: BigInt(lastDay), lastWeek: BigInt(lastWeek) },
    }));
  }

  private async findOwner({ userId }: UsageReader, query: UsageRangeQuery): Promise<UsageOwner> {
    const proxyId = query.proxy_id ?? null;
    if (proxyId !== null) await assertOwnsProxy(this.uow, userId, proxyId);
    return { userId, proxyId };
  }
}

const NOTHING = Object.fromEntries(
  [...SUMMED_FIELDS, 'peak_connections'].map((field) => [field, 0]),
) as unknown as UsageSum;

function add(a: UsageSum, b: UsageSum): UsageSum {
  const sum = { ...NOTHING, peak_connections: Math.max(a.peak_connections, b.peak_connections) };
  for (const field of SUMMED_FIELDS) sum[field] = a[field] + b[field];
  return sum;
}

function sumBy<K>(rows: readonly UsageRow[], toKey: (row: UsageRow) => K): Map<K, UsageSum> {
  const sums = new Map<K, UsageSum>();
  for (const row of rows) sums.set(toKey(row), add(sums.get(toKey(row)) ?? NOTHING, row));
  return sums;
}

const toTotals = ({ up, down, requests, failures }: UsageSum): UsageTotalsResponse => ({
  ...{ up, down, requests, failures },
});

const byBytes = (a: Record<'up' | 'down', number>, b: Record<'up' | 'down', number>): number =>
  b.up + b.down - a.up - a.down;

const toCountries = (rows: readonly UsageRow[]): CountryUsageResponse[] =>
  [...sumBy(rows, ({ country }) => country)]
    .map(([country, sum]) => ({ country, ...toTotals(sum) }))
    .sort((a, b) => byBytes(a, b) || b.failures - a.failures);

/** Parts that add up to the sum. */
function toProtocols(total: UsageSum): ProtocolUsageResponse[] {
  const unknown = { protocol: 'unknown' as const, ...toTotals(total) };
  const known = CONNECTION_PROTOCOLS.map((protocol) => {
    const [up, down] = [total[`${protocol}_up`], total[`${protocol}_down`]];
    return { protocol, up, down, requests: total[`${protocol}_requests`] };
  });
  for (const field of ['up', 'down', 'requests'] as const)
    unknown[field] -= known.reduce((sum, one) => sum + one[field], 0);
  const { failures: _, ...rest } = unknown;
  return [...known, rest]
    .filter(({ up, down, requests }) => up + down > 0 || requests > 0)
    .sort(byBytes);
}
