import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { AlertsService } from '../alerts/alerts.service';
import { QueryCache } from '../paging/query-cache';
import { PerformanceQueries } from '../performance/performance.queries';
import { canViewMoney } from '../permissions';
import { ActivityQueries } from './activity.queries';
import { DashboardQueries } from './dashboard.queries';
import type { AdminDashboard, ServerStatistics } from './dashboard.types';

const MONTHS = 6;
const ACTIVITIES = 12;
const HOUR_MINUTES = 60;
const UPTIME_MINUTES = 30 * 24 * HOUR_MINUTES;

const STATISTICS_TABLES = ['users', 'proxy', 'proxy_order'];
const MONTHLY_TABLES = ['proxy', 'proxy_order'];

/** Statistics and recent activity of the platform. */
@Injectable()
export class AdminDashboardService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly cache: QueryCache,
    private readonly queries: DashboardQueries,
    private readonly activity: ActivityQueries,
    private readonly performance: PerformanceQueries,
    private readonly alerts: AlertsService,
  ) {}

  async getDashboard(actor: Actor): Promise<AdminDashboard> {
    const money = canViewMoney(actor);
    const [{ statistics, at }, months, activity, server, alerts] = await this.uow.all(
      () =>
        this.cache.getOrCompute('dashboard', STATISTICS_TABLES, async () => ({
          statistics: await this.queries.getStatistics(),
          at: this.clock.now(),
        })),
      () =>
        this.cache.getOrCompute(`months:${money}`, MONTHLY_TABLES, () =>
          this.queries.months(MONTHS, money),
        ),
      () => this.activity.findLatest(ACTIVITIES, money),
      () => this.getServerStatistics(),
      () => this.alerts.findOpen(),
    );
    return { statistics, months, activity, server, alerts, canViewMoney: money, at };
  }

  private async getServerStatistics(): Promise<ServerStatistics> {
    const [hour, month, queueAge, databaseBytes, traffic] = await this.uow.all(
      () => this.performance.measure(HOUR_MINUTES),
      () =>
        this.cache.getOrCompute('uptime', ['performance_minute'], () =>
          this.performance.measure(UPTIME_MINUTES),
        ),
      () => this.performance.queueAge(),
      () => this.performance.databaseBytes(),
      () => this.cache.getOrCompute('traffic', ['usage_hour'], () => this.performance.traffic(24)),
    );
    return {
      p95Response: hour.p95Ms,
      errorRate: hour.errorRate,
      uptime: month.uptime,
      queueAge,
      databaseBytes,
      traffic,
    };
  }
}
