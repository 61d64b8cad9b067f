import { Envelope, ApiErrors } from '../../common/http/api.decorators';
import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { toPage, SearchQuery } from '../../common/http/pagination.dto';
import { ParseIdPipe } from '../../common/http/request.pipes';
import { ReasonDto } from '../../common/http/common.dto';
import type { Actor } from '../../common/security/actor';
import { CurrentActor, StaffOnly } from '../../common/security/access.decorators';
import { CouponAdministrationService } from './coupon-administration.service';
import { StaffAction } from '../../common/http/staff-action.decorator';
import { CreateCouponDto, CouponResponse, CouponListData } from './coupon.admin.dto';

const PER_PAGE = 20;

@ApiTags('Admin payments')
@Controller('admin/coupons')
export class AdminCouponsController {
  constructor(private readonly coupons: CouponAdministrationService) {}

  /** Codes that add to top-ups, newest first, with what each has cost. */
  @Get()
  @StaffOnly('coupons.manage')
  adminListCoupons(@Query() query: SearchQuery): Promise<CouponListData> {
    return this.coupons.list(toPage(query, PER_PAGE), query.search);
  }

  /** Makes a code. Its terms never change; it can be ended. */
  @Post()
  @StaffOnly('coupons.manage')
  @ApiErrors({ 422: 'The code exists, or a field is missing or invalid.' })
  @Envelope({ name: 'CouponChange', message: true })
  adminCreateCoupon(
    @CurrentActor() actor: Actor,
    @Body() body: CreateCouponDto,
  ): Promise<CouponResponse> {
    return this.coupons.create(actor, body);
  }

  /** Ends a code for new top-ups. Those that were started with it keep their bonus. */
  @StaffAction('coupons.manage', ':id/end', { 404: 'No coupon has this id.', 409: 'COUPON_ENDED.' })
  @Envelope({ name: 'CouponChange', message: true })
  adminEndCoupon(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIdPipe) id: number,
    @Body() { reason }: ReasonDto,
  ): Promise<CouponResponse> {
    return this.coupons.end(actor, id, reason);
  }
}
