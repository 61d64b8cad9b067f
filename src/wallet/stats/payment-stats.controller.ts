import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import { AllowApiKey } from '../../common/security/allow-api-key.decorator';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { PaymentStatsResponse, toPaymentStatsResponse } from './dto/payment-stats.response';
import { StatsQuery } from './dto/stats.query.dto';
import { WalletStatsService } from './wallet-stats.service';

/** Serves wallet data under /payments, as the HTTP contract requires. */
@ApiTags('Payments')
@Controller('payments/stats')
export class PaymentStatsController {
  constructor(private readonly stats: WalletStatsService) {}

  /** Spending, top-ups and success rate. */
  @Get()
  @Authenticated()
  @AllowApiKey('read')
  async paymentStats(
    @CurrentActor() actor: Actor,
    @Query() query: StatsQuery,
  ): Promise<PaymentStatsResponse> {
    return toPaymentStatsResponse(await this.stats.getStats(actor.userId, query.month, query.year));
  }
}
