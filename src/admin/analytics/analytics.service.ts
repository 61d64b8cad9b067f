import { Injectable } from '@nestjs/common';
import { Clock, DAY } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { QueryCache } from '../paging/query-cache';
import { PerformanceQueries } from '../performance/performance.queries';
import { AnalyticsQueries } from './analytics.queries';
import type { Analytics, AnalyticsPeriod, PerformanceStatistics } from './analytics.types';

const TABLES = ['users', 'proxy', 'proxy_order', 'performance_minute', 'usage_hour'];
const MONTH = 30 * DAY;
const HOURS_A_DAY = 24;
const MINUTES_A_DAY = 60 * HOURS_A_DAY;

/** Statistics of a period, compared with the period before. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly cache: QueryCache,
    private readonly queries: AnalyticsQueries,
    private readonly performance: PerformanceQueries,
  ) {}

  getAnalytics(period: AnalyticsPeriod): Promise<Analytics> {
    return this.cache.getOrCompute(`analytics:${period}`, TABLES, () => this.compute(period));
  }

  private async compute(period: AnalyticsPeriod): Promise<Analytics> {
    const to = this.clock.now();
    const from = new Date(to.getTime() - period * DAY);
    const before = new Date(from.getTime() - period * DAY);
    const monthAgo = new Date(to.getTime() - MONTH);
    const [current, previous, months, types, countries, recurring, performance] =
      await this.uow.all(
        () => this.queries.getStatistics(from, to),
        () => this.queries.getStatistics(before, from),
        () => this.queries.months(from, to),
        () => this.queries.types(from, to),
        () => this.queries.countries(from, to),
        () => this.queries.getRecurringRevenue(new Date(monthAgo.getTime() - MONTH), monthAgo, to),
        () => this.getPerformance(period),
      );
    return { period, current, previous, months, types, countries, recurring, performance };
  }

  private async getPerformance(period: AnalyticsPeriod): Promise<PerformanceStatistics> {
    const [measured, bandwidth] = await this.uow.all(
      () => this.performance.measure(period * MINUTES_A_DAY),
      () => this.performance.traffic(period * HOURS_A_DAY),
    );
    return {
      averageResponse: measured.averageMs,
      p95Response: measured.p95Ms,
      successRate:
        measured.errorRate === null ? null : Math.round((100 - measured.errorRate) * 100) / 100,
      uptime: measured.uptime,
      requests: measured.requests,
      bandwidth,
    };
  }
}
