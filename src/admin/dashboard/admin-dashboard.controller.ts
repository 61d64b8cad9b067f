import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { AdminDashboardService } from './admin-dashboard.service';
import { AdminDashboardData } from './dashboard.dto';

@ApiTags('Admin dashboard')
@Controller('admin/dashboard')
export class AdminDashboardController {
  constructor(private readonly dashboard: AdminDashboardService) {}

  /** Statistics and recent activity of the platform. */
  @Get('full')
  @StaffOnly('dashboard.read')
  adminDashboard(@CurrentActor() actor: Actor): Promise<AdminDashboardData> {
    return this.dashboard.getDashboard(actor);
  }
}
