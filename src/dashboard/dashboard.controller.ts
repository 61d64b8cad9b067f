import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../common/security/actor';
import { AllowApiKey } from '../common/security/allow-api-key.decorator';
import { Authenticated } from '../common/security/authenticated.decorator';
import { CurrentActor } from '../common/security/current-actor.decorator';
import {
  DashboardStatsResponse,
  MonthlyUsageResponse,
  RecentActivityResponse,
  toDashboardStats,
  toMonthlyUsage,
  toRecentActivity,
} from './dto/dashboard.response';
import { DashboardService } from './dashboard.service';

@ApiTags('Dashboard')
@Controller('dashboard')
export class DashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  /** The four figures of the dashboard with their change over 30 days. */
  @Get('stats')
  @Authenticated()
  @AllowApiKey('read')
  async dashboardStats(@CurrentActor() actor: Actor): Promise<DashboardStatsResponse> {
    return toDashboardStats(await this.dashboard.getStats(actor));
  }

  /** The five latest transactions. */
  @Get('recent-activity')
  @Authenticated()
  @AllowApiKey('read')
  async recentActivity(@CurrentActor() actor: Actor): Promise<RecentActivityResponse> {
    return toRecentActivity(await this.dashboard.getRecentActivity(actor));
  }

  /** Traffic and spending of the last six months. */
  @Get('monthly-usage')
  @Authenticated()
  @AllowApiKey('read')
  async monthlyUsage(@CurrentActor() actor: Actor): Promise<MonthlyUsageResponse> {
    return toMonthlyUsage(await this.dashboard.getMonthlyUsage(actor));
  }
}
