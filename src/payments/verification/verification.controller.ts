import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { VerifyPaymentQuery, toVerifyPaymentResponse, VerifyPaymentData } from './verification.dto';
import { VerificationService } from './verification.service';

@ApiTags('Payments')
@Controller('payments')
export class VerificationController {
  constructor(private readonly verification: VerificationService) {}

  /**
   * Verifies one of your top-ups with the provider and settles it when it is paid. Idempotent: a payment
   * is credited exactly once.
   */
  @Get('verify')
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  @Envelope({ message: true })
  @ApiErrors({ 404: 'You have no such top-up.', 422: 'The reference is missing.' })
  async verifyPayment(
    @CurrentActor() actor: Actor,
    @Query() query: VerifyPaymentQuery,
  ): Promise<VerifyPaymentData> {
    return toVerifyPaymentResponse(await this.verification.verify(actor, query.reference));
  }
}
