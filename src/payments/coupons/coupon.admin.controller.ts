import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toPage, SearchQuery } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { ReasonDto } from '../../common/http/common.dto';
import { Money } from '../../common/money/money';
import type { Actor } from '../../common/security/actor';
import { Authenticated, CurrentActor } from '../../common/security/access.decorators';
import { CouponAdministrationService } from './coupon-administration.service';
import { couponNeedsOneBonus } from '../payments.errors';
import { StaffAction } from '../../common/http/staff-action.decorator';
import {
  CreateCouponDto,
  CouponResponse,
  CouponListData,
  toCouponChange,
  toCouponList,
} from './coupon.admin.dto';

const PER_PAGE = 20;

const naira = (amount: number | undefined): Money | null =>
  amount === undefined ? null : Money.naira(amount);

@ApiTags('Admin payments')
@Controller('admin/coupons')
export class AdminCouponsController {
  constructor(private readonly coupons: CouponAdministrationService) {}

  /** Codes that add to top-ups, newest first, with what each has cost. */
  @Get()
  @Authenticated('admin')
  async adminListCoupons(@Query() query: SearchQuery): Promise<CouponListData> {
    return toCouponList(await this.coupons.list(toPage(query, PER_PAGE), query.search));
  }

  /** Makes a code. Its terms never change; it can be ended. */
  @Post()
  @Authenticated('admin')
  @ApiErrors({ 422: 'The code exists, or a field is missing or invalid.' })
  @Envelope({ name: 'CouponChange', message: true })
  async adminCreateCoupon(
    @CurrentActor() actor: Actor,
    @Body() body: CreateCouponDto,
  ): Promise<CouponResponse> {
    if ((body.percent === undefined) === (body.bonus === undefined)) throw couponNeedsOneBonus();
    const coupon = await this.coupons.create(actor, {
      code: body.code,
      percent: body.percent ?? null,
      bonus: naira(body.bonus),
      maxBonus: body.percent === undefined ? null : naira(body.max_bonus),
      minimumTopup: Money.naira(body.minimum_topup ?? 0),
      startsAt: body.starts_at ?? null,
      endsAt: body.ends_at ?? null,
      maxUses: body.max_uses ?? null,
      perCustomer: body.per_customer ?? 1,
    });
    return toCouponChange(coupon, `The coupon ${coupon.code} is ready.`);
  }

  /** Ends a code for new top-ups. Those that were started with it keep their bonus. */
  @StaffAction(':id/end', { 404: 'No coupon has this id.', 409: 'COUPON_ENDED.' })
  @Envelope({ name: 'CouponChange', message: true })
  async adminEndCoupon(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<CouponResponse> {
    return toCouponChange(await this.coupons.end(actor, id, reason), 'The coupon was ended.');
  }
}
