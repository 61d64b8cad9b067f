import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, IdempotencyKey, Idempotent, RateLimit } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { HOUR } from '../../common/time/clock';
import { COUPON_CALLS_PER_HOUR } from '../payments.types';
import {
  InitializeTopupDto,
  InitializeTopupResponse,
  toInitializeTopupResponse,
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
  async initializeTopup(
    @CurrentActor() actor: Actor,
    @Body() body: InitializeTopupDto,
    @IdempotencyKey() idempotencyKey?: string,
  ): Promise<InitializeTopupResponse> {
    return toInitializeTopupResponse(
      await this.topups.initialize(actor, {
        amount: body.amount,
        reference: body.reference,
        callbackUrl: body.callback_url,
        metadata: body.metadata ?? {},
        channel: body.channel,
        coupon: body.coupon,
        idempotencyKey,
      }),
    );
  }
}
