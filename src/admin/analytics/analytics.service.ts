import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Download } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { dayOf, ZONE } from '../../common/time/calendar';
import { Clock, DAY, MINUTE } from '../../common/time/clock';
import {
  countDays,
  readableRange,
  toDayRange,
  toPreviousSpan,
  toReportRange,
  toSpan,
  type DayRange,
  type PeriodName,
  type Span,
} from '../../common/time/period';
import { toNairaSql } from '../../database/naira';
import { UnitOfWork } from '../../database/unit-of-work';
import { KIND_OF_TYPE, PROXY_TYPES } from '../../proxies/proxy.types';
import { SettingsService } from '../../settings/settings.service';
import { QueryCache } from '../paging/query-cache';
import { PerformanceService } from '../performance/performance.service';
import type { CardColor } from '../statistics/stat-card.types';
import { formatChange, toPercent } from '../statistics/percent';
import { buildAnalyticsReport } from './analytics-report';
import type {
  AnalyticsCountry,
  AnalyticsData,
  AnalyticsMonth,
  AnalyticsPerformance,
  AnalyticsQuery,
  AnalyticsStat,
  AnalyticsTypeUsage,
  ExportAnalyticsDto,
} from './analytics.dto';
import { renderReport } from './report-file';

const TABLES = ['users', 'proxy', 'proxy_order', 'performance_minute', 'usage_hour'];
const DEFAULT_PERIOD = 30;
const MONTH = 30 * DAY;
const MINUTES_AN_HOUR = 60;
const GIGABYTE = 2 ** 30;
const TOP_COUNTRIES = 10;

/** What an order brought in: refunds are taken off. */
const NET = 'o.amount_kobo - o.refunded_kobo';
const REVENUE = toNairaSql(`coalesce(sum(${NET}), 0)`);
const IN_PERIOD = 'created_at >= $1 AND created_at < $2';

/** What a report is of. */
interface ReportPeriod {
  /** Its number of days. */
  readonly length: number;
  readonly days: DayRange;
  readonly current: Span;
  /** What it is compared with. */
  readonly previous: Span;
}

interface PeriodStatistics {
  readonly users: number;
  readonly proxies: number;
  readonly orders: number;
  readonly revenue: Money;
}

/**
 * Statistics of a period, compared with the period before. Orders refunded in full and their proxies do not count as
 * sold; new users are customers.
 */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly cache: QueryCache,
    private readonly performance: PerformanceService,
    private readonly settings: SettingsService,
    private readonly audit: AuditService,
  ) {}

  getAnalytics(query: AnalyticsQuery): Promise<AnalyticsData> {
    const period = toReportPeriod(query, this.clock.now());
    const { from, to } = period.days;
    const key = `analytics:${query.from ?? query.to ?? query.period ?? query.date_range}:${from}:${to}`;
    return this.cache.getOrCompute(key, TABLES, () => this.compute(period));
  }

  /** A report as a file. */
  async export(actor: Actor, body: ExportAnalyticsDto): Promise<Download> {
    const tab = body.report_type ?? body.tab ?? 'overview';
    const [analytics, { siteName }] = await Promise.all([
      this.getAnalytics(body),
      this.settings.current(),
    ]);
    const createdAt = this.clock.now();
    const format = body.format === 'excel' ? 'xlsx' : body.format;
    const report = buildAnalyticsReport(siteName, tab, analytics, createdAt);
    const file = await renderReport(`analytics-${tab}-${dayOf(createdAt)}`, format, report);
    await this.uow.run(() =>
      this.audit.record(actor, {
        action: 'system.report_exported',
        target: `report:${tab}`,
        details: `Exported ${file.name} over ${readableRange(analytics)}`,
      }),
    );
    return file;
  }

  private async compute(report: ReportPeriod): Promise<AnalyticsData> {
    const { length, days, current: span, previous: before } = report;
    const [current, previous, months, types, countries, recurring, performance] =
      await this.uow.all(
        () => this.getStatistics(span),
        () => this.getStatistics(before),
        () => this.findMonths(span),
        () => this.findTypes(span),
        () => this.findCountries(span),
        () => this.getRecurringRevenue(this.clock.now()),
        () => this.getPerformance(span),
      );
    const sold = types.reduce((sum, type) => sum + type.count, 0);
    const revenue = current.revenue.toNaira();
    return {
      ...{ period: length, from: days.from, to: days.to },
      overview_stats: toOverview(current, previous),
      revenue_data: months,
      proxy_type_usage: types.map((type) => ({
        ...type,
        percentage: toPercent(type.count, sold),
      })),
      top_countries: countries.map((country) => ({
        ...country,
        percentage: toPercent(country.revenue, revenue),
      })),
      revenue_analytics: {
        total_revenue: revenue,
        total_orders: current.orders,
        monthly_recurring: recurring,
        average_order: current.orders ? Math.round(revenue / current.orders) : 0,
      },
      performance_metrics: performance,
    };
  }

  private async getStatistics({ from, until }: Span): Promise<PeriodStatistics> {
    const [row] = await this.uow.manager.query<
      [Omit<PeriodStatistics, 'revenue'> & { kobo: string }]
    >(
      `SELECT (SELECT count(*)::int FROM users WHERE role = 'user' AND ${IN_PERIOD}) AS users,
              (SELECT count(*)::int FROM proxy p JOIN proxy_order sold ON sold.id = p.order_id
                 AND sold.status <> 'refunded'
               WHERE p.created_at >= $1 AND p.created_at < $2) AS proxies,
              count(*) FILTER (WHERE o.status <> 'refunded' AND o.amount_kobo > 0)::int AS orders,
              coalesce(sum(${NET}), 0)::bigint AS kobo
       FROM proxy_order o WHERE ${IN_PERIOD}`,
      [from, until],
    );
    const { kobo, ...counts } = row;
    return { ...counts, revenue: Money.kobo(BigInt(kobo)) };
  }

  /** Every calendar month the period touches, oldest first. */
  private findMonths({ from, until }: Span): Promise<AnalyticsMonth[]> {
    return this.uow.manager.query<AnalyticsMonth[]>(
      `WITH month AS (
         SELECT generate_series(date_trunc('month', $1::timestamptz AT TIME ZONE '${ZONE}'),
                                $2::timestamptz AT TIME ZONE '${ZONE}', interval '1 month') AS start
       ), span AS (
         SELECT start, greatest(start AT TIME ZONE '${ZONE}', $1) AS first,
                least((start + interval '1 month') AT TIME ZONE '${ZONE}', $2) AS last FROM month
       )
       SELECT to_char(start, 'YYYY-MM') AS month,
              (SELECT ${REVENUE} FROM proxy_order o
               WHERE o.created_at >= first AND o.created_at < last) AS revenue,
              (SELECT count(*)::int FROM users u
               WHERE u.role = 'user' AND u.created_at >= first AND u.created_at < last) AS users
       FROM span ORDER BY start`,
      [from, until],
    );
  }

  /** All kinds, also those that were not sold. */
  private findTypes({ from, until }: Span): Promise<Omit<AnalyticsTypeUsage, 'percentage'>[]> {
    return this.uow.manager.query<Omit<AnalyticsTypeUsage, 'percentage'>[]>(
      `SELECT kind.name AS type,
              (SELECT count(*)::int FROM proxy p JOIN proxy_order sold ON sold.id = p.order_id
                 AND sold.status <> 'refunded' WHERE p.type = kind.type
                 AND p.created_at >= $1 AND p.created_at < $2) AS count,
              (SELECT ${REVENUE} FROM proxy_order o WHERE o.type = kind.type AND ${IN_PERIOD}) AS revenue
       FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS kind (type, name, position)
       ORDER BY position`,
      [from, until, PROXY_TYPES, PROXY_TYPES.map((type) => KIND_OF_TYPE[type])],
    );
  }

  /** The ten that brought in most. */
  private findCountries({ from, until }: Span): Promise<Omit<AnalyticsCountry, 'percentage'>[]> {
    return this.uow.manager.query<Omit<AnalyticsCountry, 'percentage'>[]>(
      `SELECT coalesce(o.request->>'country', 'zz') AS country,
              count(DISTINCT o.user_id)::int AS users, ${REVENUE} AS revenue
       FROM proxy_order o WHERE ${IN_PERIOD} AND o.status <> 'refunded'
       GROUP BY 1 ORDER BY sum(${NET}) DESC, country LIMIT ${TOP_COUNTRIES}`,
      [from, until],
    );
  }

  /** Whole naira of the last 30 days from customers who had bought in the 30 days before as well. */
  private async getRecurringRevenue(to: Date): Promise<number> {
    const from = new Date(to.getTime() - MONTH);
    const [row] = await this.uow.manager.query<[{ revenue: number }]>(
      `SELECT ${REVENUE} AS revenue FROM proxy_order o WHERE ${IN_PERIOD} AND EXISTS (
         SELECT FROM proxy_order earlier WHERE earlier.user_id = o.user_id
           AND earlier.status <> 'refunded' AND earlier.amount_kobo > 0 AND earlier.created_at >= $3 AND earlier.created_at < $1)`,
      [from, to, new Date(from.getTime() - MONTH)],
    );
    return row.revenue;
  }

  private async getPerformance({ from, until }: Span): Promise<AnalyticsPerformance> {
    const minutes = Math.round((until.getTime() - from.getTime()) / MINUTE);
    // The end of a day belongs to the next one.
    const last = until < this.clock.now() ? new Date(until.getTime() - 1) : undefined;
    const [measured, bytes] = await this.uow.all(
      () => this.performance.measure(minutes, last),
      () => this.performance.traffic(Math.ceil(minutes / MINUTES_AN_HOUR), last),
    );
    const { averageMs, p95Ms, errorRate, uptime, requests } = measured;
    return {
      avg_response_time: averageMs,
      p95_response_time: p95Ms,
      success_rate: errorRate === null ? null : Math.round((100 - errorRate) * 100) / 100,
      bandwidth_usage: Math.round((100 * Number(bytes)) / GIGABYTE) / 100,
      ...{ uptime, requests },
    };
  }
}

/** A number of days ends now. */
function toReportPeriod(query: AnalyticsQuery, now: Date): ReportPeriod {
  const period = query.period ?? query.date_range ?? DEFAULT_PERIOD;
  const isRange = query.from !== undefined || query.to !== undefined;
  if (!isRange && typeof period === 'number') {
    const [from, before] = [1, 2].map((times) => new Date(now.getTime() - times * period * DAY));
    const current = { from: from!, until: now };
    const days = { from: dayOf(from!), to: dayOf(now) };
    return { length: period, days, current, previous: { from: before!, until: from! } };
  }
  const name = isRange ? undefined : (period as PeriodName);
  const days = name ? toDayRange(name, now) : toReportRange(query, now);
  const { from, until } = toSpan(days);
  const current = { from, until: until > now && from < now ? now : until };
  const previous = toPreviousSpan(days, name, now);
  return { length: countDays(days), days, current, previous };
}

const count = (value: number): string => value.toLocaleString('en-NG');

const toStat = (
  label: string,
  color: CardColor,
  value: string,
  before: number,
  now: number,
): AnalyticsStat => ({ label, value, color, change: formatChange(before, now) });

const toOverview = (now: PeriodStatistics, before: PeriodStatistics): AnalyticsStat[] => [
  toStat(
    'Revenue',
    'green',
    formatNaira(now.revenue),
    Number(before.revenue.kobo),
    Number(now.revenue.kobo),
  ),
  toStat('Orders', 'blue', count(now.orders), before.orders, now.orders),
  toStat('New Users', 'purple', count(now.users), before.users, now.users),
  toStat('Proxies Sold', 'orange', count(now.proxies), before.proxies, now.proxies),
];
