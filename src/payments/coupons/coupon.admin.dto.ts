import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsDate, IsInt, Matches, Max, Min } from 'class-validator';
import { IfGiven, IsPlausible } from '../../common/http/fields';
import { COUPON_STATES, type CouponState } from './coupon.entity';
import { MAXIMUM_TOPUP } from '../../settings/settings.types';
import { toPlainText } from '../../common/text/plain-text';
import { PaginationResponse } from '../../common/http/pagination.dto';

const COUPON_CODE = /^[A-Z0-9-]{4,32}$/;
const CODE = { message: 'A code has 4 to 32 letters, digits or hyphens' };
const PERCENT = { message: 'A percentage is a whole number from 1 to 100' };
const NAIRA = { message: 'An amount is whole naira from 1 to 1,000,000' };
const MINIMUM = { message: 'The smallest top-up is whole naira from 0 to 1,000,000' };
const USES = { message: 'Uses are a whole number from 1 to 1,000,000' };
const PER_CUSTOMER = { message: 'Uses per customer are a whole number from 1 to 1,000' };
const TIME = { message: 'Enter a date and time' };
const YEARS = { message: 'Enter a date between the years 2000 and 2099' };

export class CreateCouponDto {
  /** In any case. @example WELCOME10 */
  @Transform(({ value }) => (typeof value === 'string' ? toPlainText(value).toUpperCase() : value))
  @Matches(COUPON_CODE, CODE)
  code: string;

  /** Percent of the top-up, either this or `bonus`. @example 10 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 100, required: false })
  @IfGiven()
  @Max(100, PERCENT)
  @Min(1, PERCENT)
  @IsInt(PERCENT)
  percent?: number;

  /** Fixed bonus, whole naira. @example 500 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM_TOPUP, required: false })
  @IfGiven()
  @Max(MAXIMUM_TOPUP, NAIRA)
  @Min(1, NAIRA)
  @IsInt(NAIRA)
  bonus?: number;

  /** Most that a percentage adds to one top-up, whole naira; without it, no limit. @example 5000 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM_TOPUP, required: false })
  @IfGiven()
  @Max(MAXIMUM_TOPUP, NAIRA)
  @Min(1, NAIRA)
  @IsInt(NAIRA)
  max_bonus?: number;

  /** Smallest top-up that it is for, whole naira; without it, any. @example 5000 */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAXIMUM_TOPUP, required: false })
  @IfGiven()
  @Max(MAXIMUM_TOPUP, MINIMUM)
  @Min(0, MINIMUM)
  @IsInt(MINIMUM)
  minimum_topup?: number;

  /** Without it, at once. */
  @IfGiven()
  @Type(() => Date)
  @IsPlausible(YEARS)
  @IsDate(TIME)
  starts_at?: Date;

  /** Without it, until staff end it. */
  @IfGiven()
  @Type(() => Date)
  @IsPlausible(YEARS)
  @IsDate(TIME)
  ends_at?: Date;

  /** For all customers together; without it, any number. @example 1000 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 1_000_000, required: false })
  @IfGiven()
  @Max(1_000_000, USES)
  @Min(1, USES)
  @IsInt(USES)
  max_uses?: number;

  /** Without it, 1. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 1000, required: false })
  @IfGiven()
  @Max(1000, PER_CUSTOMER)
  @Min(1, PER_CUSTOMER)
  @IsInt(PER_CUSTOMER)
  per_customer?: number;
}

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
