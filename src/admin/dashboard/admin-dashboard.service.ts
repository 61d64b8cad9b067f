import { Injectable } from '@nestjs/common';
import type { Actor } from '../../common/security/actor';
import { Clock } from '../../common/time/clock';
import { UnitOfWork } from '../../database/unit-of-work';
import { AlertsService } from '../alerts/alerts.service';
import { KeptAnswers } from '../paging/kept-answers';
import { PerformanceQueries } from '../performance/performance.queries';
import { seesMoney } from '../withheld';
import { ActivityQueries } from './activity.queries';
import { DashboardQueries } from './dashboard.queries';
import type { AdminDashboard, ServerFigures } from './dashboard.types';

const MONTHS = 6;
const ACTIVITIES = 12;
const HOUR_MINUTES = 60;
const UPTIME_MINUTES = 30 * 24 * HOUR_MINUTES;

const FIGURES_OF = ['users', 'proxy', 'proxy_order'];
const MONTHS_OF = ['proxy', 'proxy_order'];

/** The platform at a glance. */
@Injectable()
export class AdminDashboardService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly kept: KeptAnswers,
    private readonly queries: DashboardQueries,
    private readonly activity: ActivityQueries,
    private readonly performance: PerformanceQueries,
    private readonly alerts: AlertsService,
  ) {}

  async of(actor: Actor): Promise<AdminDashboard> {
    const money = seesMoney(actor);
    const [{ figures, at }, months, activity, server, alerts] = await this.uow.all(
      () =>
        this.kept.of('dashboard', FIGURES_OF, async () => ({
          figures: await this.queries.figures(),
          at: this.clock.now(),
        })),
      () => this.kept.of(`months:${money}`, MONTHS_OF, () => this.queries.months(MONTHS, money)),
      () => this.activity.latest(ACTIVITIES, money),
      () => this.server(),
      () => this.alerts.open(),
    );
    return { figures, months, activity, server, alerts, seesMoney: money, at };
  }

  private async server(): Promise<ServerFigures> {
    const [hour, month, queueAge, databaseBytes, traffic] = await this.uow.all(
      () => this.performance.measured(HOUR_MINUTES),
      () =>
        this.kept.of('uptime', ['performance_minute'], () =>
          this.performance.measured(UPTIME_MINUTES),
        ),
      () => this.performance.queueAge(),
      () => this.performance.databaseBytes(),
      () => this.kept.of('traffic', ['usage_hour'], () => this.performance.traffic(24)),
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
