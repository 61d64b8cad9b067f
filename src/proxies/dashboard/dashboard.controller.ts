import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import {
  DashboardStatsResponse,
  MonthlyUsageResponse,
  PaymentDashboardResponse,
  RecentActivityResponse,
  toDashboardStats,
  toMonthlyUsage,
  toPaymentDashboard,
  toRecentActivity,
} from './dto/dashboard.response';
import { DashboardService } from './dashboard.service';

@ApiTags('Dashboard')
@Controller()
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  /** Everything the customer's dashboard shows. */
  @Get('payments/dashboard')
  @Authenticated()
  async paymentDashboard(@CurrentActor() actor: Actor): Promise<PaymentDashboardResponse> {
    return toPaymentDashboard(
      await this.dashboard.stats(actor),
      await this.dashboard.monthlyUsage(actor),
      await this.dashboard.recentActivity(actor),
    );
  }

  /** The four figures of the dashboard and how they changed in 30 days. */
  @Get('dashboard/stats')
  @Authenticated()
  async dashboardStats(@CurrentActor() actor: Actor): Promise<DashboardStatsResponse> {
    return toDashboardStats(await this.dashboard.stats(actor));
  }

  /** The five latest transactions. */
  @Get('dashboard/recent-activity')
  @Authenticated()
  async recentActivity(@CurrentActor() actor: Actor): Promise<RecentActivityResponse> {
    return toRecentActivity(await this.dashboard.recentActivity(actor));
  }

  /** Traffic and spending of the last six months. */
  @Get('dashboard/monthly-usage')
  @Authenticated()
  async monthlyUsage(@CurrentActor() actor: Actor): Promise<MonthlyUsageResponse> {
    return toMonthlyUsage(await this.dashboard.monthlyUsage(actor));
  }
}
