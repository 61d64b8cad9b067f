import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ApiErrors,
  Envelope,
  IdempotencyKey,
  Idempotent,
  RateLimit,
} from '../../common/http/api.decorators';
import {
  AllowApiKey,
  MoreThanRead,
  Authenticated,
  CurrentActor,
  OwnerOnly,
} from '../../common/security/access.decorators';
import type { Actor } from '../../common/security/actor';
import { HOUR } from '../../common/time/clock';
import { COUPON_CALLS_PER_HOUR } from '../payments.types';
import {
  InitializeTopupDto,
  InitializeTopupResponse,
  PaymentCheckoutData,
  VerifyPaymentData,
  VerifyPaymentQuery,
} from './topup.dto';
import { TopupService } from './topup.service';

@ApiTags('Payments')
@Controller('payments')
export class TopupController {
  constructor(private readonly topups: TopupService) {}

  /**
   * Starts a wallet top-up and returns the checkout page to open in the browser. The wallet is credited
   * only when the provider's API confirms the payment; the redirect from the checkout confirms nothing.
   */
  @Post('initialize-topup')
  @HttpCode(200)
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('wallet')
  @RateLimit('coupon', COUPON_CALLS_PER_HOUR, HOUR, 'coupon')
  @Idempotent(TopupService)
  @ApiErrors({
    409: 'The reference was used before (REFERENCE_TAKEN), or ten of your top-ups are neither paid nor cancelled (TOO_MANY_OPEN_TOP_UPS; `errors.open_top_ups` lists them, oldest first: reference, amount in whole naira, created_at), or you joined a team meanwhile (ACTS_FOR_TEAM).',
    422: 'Amount out of range, invalid reference, a callback URL of another site, a `channel` that is not offered, or a `coupon` that adds nothing.',
    502: 'The provider refused (PAYMENT_REFUSED) or did not respond (UPSTREAM_UNKNOWN). Nothing was charged.',
    503: 'Top-ups are disabled.',
  })
  initializeTopup(
    @CurrentActor() actor: Actor,
    @Body() body: InitializeTopupDto,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<InitializeTopupResponse> {
    return this.topups.initialize(actor, body, idempotencyKey);
  }

  /**
   * Verifies one of your top-ups with the provider and settles it when it is paid. Idempotent: a payment
   * is credited exactly once.
   */
  @Get('verify')
  @MoreThanRead()
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  @Envelope({ message: true })
  @ApiErrors({ 404: 'You have no such top-up.', 422: 'The reference is missing.' })
  verifyPayment(
    @CurrentActor() actor: Actor,
    @Query() query: VerifyPaymentQuery,
  ): Promise<VerifyPaymentData> {
    return this.topups.verify(actor, query.reference);
  }

  /** One of your top-ups: its status, and its checkout page while it can be paid. */
  @Get(':reference/checkout')
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('read')
  @ApiErrors({ 404: 'You have no such top-up.' })
  getPaymentCheckout(
    @CurrentActor() actor: Actor,
    @Param('reference') reference: string,
  ): Promise<PaymentCheckoutData> {
    return this.topups.find(actor, reference);
  }

  /**
   * Closes one of your pending top-ups on your statement. Repeating it changes nothing. The provider's
   * checkout page stays open: a payment made there afterwards is still credited, once.
   */
  @Post(':reference/cancel')
  @HttpCode(200)
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('wallet')
  @ApiErrors({
    404: 'You have no such top-up.',
    409: 'It is not pending any more, or the provider has reported money that staff are checking.',
  })
  @Envelope({ message: true })
  cancelPayment(
    @CurrentActor() actor: Actor,
    @Param('reference') reference: string,
  ): Promise<PaymentCheckoutData> {
    return this.topups.cancel(actor, reference);
  }
}
