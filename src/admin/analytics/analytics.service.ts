import { Injectable } from '@nestjs/common';
import { AuditService } from '../../audit/audit.service';
import type { Download } from '../../common/http/api.decorators';
import { formatNaira, Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { dayOf, ZONE } from '../../common/time/calendar';
import { Clock, DAY } from '../../common/time/clock';
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
  AnalyticsPeriod,
  AnalyticsQuery,
  AnalyticsStat,
  AnalyticsTypeUsage,
  ExportAnalyticsDto,
} from './analytics.dto';
import { renderReport } from './report-file';

const TABLES = ['users', 'proxy', 'proxy_order', 'performance_minute', 'usage_hour'];
const DEFAULT_PERIOD = 30;
const MONTH = 30 * DAY;
const HOURS_A_DAY = 24;
const MINUTES_A_DAY = 60 * HOURS_A_DAY;
const GIGABYTE = 2 ** 30;
const TOP_COUNTRIES = 10;

/** What an order brought in: refunds are taken off. */
const NET = 'o.amount_kobo - o.refunded_kobo';
const REVENUE = toNairaSql(`coalesce(sum(${NET}), 0)`);
const IN_PERIOD = 'created_at >= $1 AND created_at < $2';

/** `from` is inclusive, `to` exclusive. */
type Span = readonly [from: Date, to: Date];

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
    const period = query.period ?? query.date_range ?? DEFAULT_PERIOD;
    return this.cache.getOrCompute(`analytics:${period}`, TABLES, () => this.compute(period));
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
        details: `Exported ${file.name} over ${analytics.period} days`,
      }),
    );
    return file;
  }

  private async compute(period: AnalyticsPeriod): Promise<AnalyticsData> {
    const to = this.clock.now();
    const from = new Date(to.getTime() - period * DAY);
    const before = new Date(from.getTime() - period * DAY);
    const [current, previous, months, types, countries, recurring, performance] =
      await this.uow.all(
        () => this.getStatistics([from, to]),
        () => this.getStatistics([before, from]),
        () => this.findMonths([from, to]),
        () => this.findTypes([from, to]),
        () => this.findCountries([from, to]),
        () => this.getRecurringRevenue(to),
        () => this.getPerformance(period),
      );
    const sold = types.reduce((sum, type) => sum + type.count, 0);
    const revenue = current.revenue.toNaira();
    return {
      period,
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

  private async getStatistics(span: Span): Promise<PeriodStatistics> {
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
      [...span],
    );
    const { kobo, ...counts } = row;
    return { ...counts, revenue: Money.kobo(BigInt(kobo)) };
  }

  /** Every calendar month the period touches, oldest first. */
  private findMonths(span: Span): Promise<AnalyticsMonth[]> {
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
      [...span],
    );
  }

  /** All kinds, also those that were not sold. */
  private findTypes(span: Span): Promise<Omit<AnalyticsTypeUsage, 'percentage'>[]> {
    return this.uow.manager.query<Omit<AnalyticsTypeUsage, 'percentage'>[]>(
      `SELECT kind.name AS type,
              (SELECT count(*)::int FROM proxy p JOIN proxy_order sold ON sold.id = p.order_id
                 AND sold.status <> 'refunded' WHERE p.type = kind.type
                 AND p.created_at >= $1 AND p.created_at < $2) AS count,
              (SELECT ${REVENUE} FROM proxy_order o WHERE o.type = kind.type AND ${IN_PERIOD}) AS revenue
       FROM unnest($3::text[], $4::text[]) WITH ORDINALITY AS kind (type, name, position)
       ORDER BY position`,
      [...span, PROXY_TYPES, PROXY_TYPES.map((type) => KIND_OF_TYPE[type])],
    );
  }

  /** The ten that brought in most. */
  private findCountries(span: Span): Promise<Omit<AnalyticsCountry, 'percentage'>[]> {
    return this.uow.manager.query<Omit<AnalyticsCountry, 'percentage'>[]>(
      `SELECT coalesce(o.request->>'country', 'zz') AS country,
              count(DISTINCT o.user_id)::int AS users, ${REVENUE} AS revenue
       FROM proxy_order o WHERE ${IN_PERIOD} AND o.status <> 'refunded'
       GROUP BY 1 ORDER BY sum(${NET}) DESC, country LIMIT ${TOP_COUNTRIES}`,
      [...span],
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

  private async getPerformance(period: AnalyticsPeriod): Promise<AnalyticsPerformance> {
    const [measured, bytes] = await this.uow.all(
      () => this.performance.measure(period * MINUTES_A_DAY),
      () => this.performance.traffic(period * HOURS_A_DAY),
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
