import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiErrors, RateLimit } from '../../common/http/api.decorators';
import type { Actor } from '../../common/security/actor';
import {
  AllowApiKey,
  Authenticated,
  OwnerOnly,
  CurrentActor,
} from '../../common/security/access.decorators';
import { HOUR } from '../../common/time/clock';
import { COUPON_CALLS_PER_HOUR } from '../payments.types';
import { CouponsService } from './coupons.service';
import { CouponQuoteDto, CouponQuoteData } from './coupons.dto';

@ApiTags('Payments')
@Controller('user/coupons')
export class CouponsController {
  constructor(private readonly coupons: CouponsService) {}

  /** What a code would add to a top-up. Send it as `coupon` of POST /payments/initialize-topup. */
  @Post('quote')
  @HttpCode(200)
  @Authenticated('user')
  @OwnerOnly()
  @AllowApiKey('wallet')
  @RateLimit('coupon', COUPON_CALLS_PER_HOUR, HOUR)
  @ApiErrors({
    422: '`errors.coupon`: unknown, not yet or no longer valid, used before, or for larger top-ups.',
  })
  quoteCoupon(
    @CurrentActor() actor: Actor,
    @Body() body: CouponQuoteDto,
  ): Promise<CouponQuoteData> {
    return this.coupons.quote(actor.userId, body);
  }
}
