import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../common/security/actor';
import { AllowApiKey } from '../common/security/allow-api-key.decorator';
import { Authenticated } from '../common/security/authenticated.decorator';
import { CurrentActor } from '../common/security/current-actor.decorator';
import { PaymentDashboardResponse, toPaymentDashboard } from './dto/dashboard.response';
import { DashboardService } from './dashboard.service';

@ApiTags('Dashboard')
@Controller('payments/dashboard')
export class PaymentsDashboardController {
  constructor(private readonly dashboard: DashboardService) {}

  /** Everything the customer's dashboard shows. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  async paymentDashboard(@CurrentActor() actor: Actor): Promise<PaymentDashboardResponse> {
    return toPaymentDashboard(
      await this.dashboard.getStats(actor),
      await this.dashboard.getMonthlyUsage(actor),
      await this.dashboard.getRecentActivity(actor),
      await this.dashboard.getOverview(actor),
    );
  }
}
