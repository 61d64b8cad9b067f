import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors } from '../../common/http/api-errors.decorator';
import type { Actor } from '../../common/security/actor';
import { Authenticated } from '../../common/security/authenticated.decorator';
import { CurrentActor } from '../../common/security/current-actor.decorator';
import { VerifyPaymentQuery } from './dto/verify-payment.dto';
import { toVerifyPaymentResponse, VerifyPaymentResponse } from './dto/verify-payment.response';
import { VerificationService } from './verification.service';

@ApiTags('Payments')
@Controller('payments')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  /**
   * Asks the provider about one of your own top-ups and settles it when it is paid. Safe to repeat:
   * a payment is credited exactly once.
   */
  @Get('verify')
  @Authenticated('user')
  @ApiErrors({ 404: 'No such top-up of yours.', 422: 'The reference is missing.' })
  async verifyPayment(
    @CurrentActor() actor: Actor,
    @Query() query: VerifyPaymentQuery,
  ): Promise<VerifyPaymentResponse> {
    return toVerifyPaymentResponse(await this.verification.verify(actor, query.reference));
  }
}
