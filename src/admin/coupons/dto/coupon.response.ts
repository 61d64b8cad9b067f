import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { toPagination, type Paged, PaginationResponse } from '../../../common/http/pagination.dto';
import type { Money } from '../../../common/money/money';
import {
  COUPON_STATES,
  type CouponOverview,
  type CouponState,
} from '../../../payments/payments.types';

export class CouponResponse {
  id: number;
  /** @example WELCOME10 */
  code: string;
  /** Percent of the top-up; null for a fixed bonus. @example 10 */
  percent: number | null;
  /** Fixed bonus, whole naira; null for a percentage. */
  bonus: number | null;
  /** Most that a percentage adds, whole naira; null for no limit. @example 5000 */
  max_bonus: number | null;
  /** Smallest top-up, whole naira. @example 5000 */
  minimum_topup: number;
  starts_at: Date;
  /** Null until staff end it. */
  ends_at: Date | null;
  /** For all customers together; null for any number. @example 1000 */
  max_uses: number | null;
  /** @example 1 */
  per_customer: number;
  /** Top-ups that were paid with it or can still be. @example 37 */
  uses: number;
  /** Credited with it so far, less what was taken back, whole naira. @example 41500 */
  granted: number;
  @ApiProperty({ enum: COUPON_STATES, enumName: 'CouponState' })
  state: CouponState;
  created_at: Date;
}

export class CouponListData {
  coupons: CouponResponse[];
  pagination: PaginationResponse;
}

const toNaira = (money: Money | null): number | null => money && money.toNaira();

const toCoupon = (coupon: CouponOverview): CouponResponse => ({
  id: coupon.id,
  code: coupon.code,
  percent: coupon.percent,
  bonus: toNaira(coupon.bonus),
  max_bonus: toNaira(coupon.maxBonus),
  minimum_topup: coupon.minimumTopup.toNaira(),
  starts_at: coupon.startsAt,
  ends_at: coupon.endsAt,
  max_uses: coupon.maxUses,
  per_customer: coupon.perCustomer,
  uses: coupon.uses,
  granted: coupon.granted.toNairaFloor(),
  state: coupon.state,
  created_at: coupon.createdAt,
});

export const toCouponChange = (coupon: CouponOverview, text: string): CouponResponse =>
  withMessage(toCoupon(coupon), text);

export const toCouponList = (coupons: Paged<CouponOverview>): CouponListData => ({
  coupons: coupons.rows.map(toCoupon),
  pagination: toPagination(coupons),
});
