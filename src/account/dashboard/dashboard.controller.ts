import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey, Authenticated, CurrentActor } from '../../common/security/access.decorators';
import {
  DashboardStatsData,
  MonthlyUsageData,
  PaymentDashboardData,
  RecentActivityData,
} from './dashboard.dto';
import { DashboardService } from './dashboard.service';

@ApiTags('Dashboard')
@Controller()
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  /** The four figures of the dashboard with their change over 30 days. */
  @Get('dashboard/stats')
  @Authenticated()
  @AllowApiKey('read')
  dashboardStats(@CurrentActor() actor: Actor): Promise<DashboardStatsData> {
    return this.dashboard.getStats(actor);
  }

  /** The five latest transactions. */
  @Get('dashboard/recent-activity')
  @Authenticated()
  @AllowApiKey('read')
  recentActivity(@CurrentActor() actor: Actor): Promise<RecentActivityData> {
    return this.dashboard.getRecentActivity(actor);
  }

  /** Traffic and spending of the last six months. */
  @Get('dashboard/monthly-usage')
  @Authenticated()
  @AllowApiKey('read')
  monthlyUsage(@CurrentActor() actor: Actor): Promise<MonthlyUsageData> {
    return this.dashboard.getMonthlyUsage(actor);
  }

  /** Everything the customer's dashboard shows. */
  @Get('payments/dashboard')
  @Authenticated()
  @AllowApiKey('read')
  paymentDashboard(@CurrentActor() actor: Actor): Promise<PaymentDashboardData> {
    return this.dashboard.getDashboard(actor);
  }
}
