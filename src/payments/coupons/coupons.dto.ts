import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsNotEmpty, IsString, Max, MaxLength, Min } from 'class-validator';
import { MAXIMUM_TOPUP } from '../../settings/settings.types';
import { UNKNOWN_COUPON } from '../payments.types';
import { PlainText } from '../../common/http/fields';

const CODE = { message: 'Enter a code' };
const AMOUNT = { message: 'Amount must be a whole number of naira' };

export class CouponQuoteDto {
  /** In any case. @example WELCOME10 */
  @PlainText()
  @MaxLength(40, { message: UNKNOWN_COUPON })
  @IsNotEmpty(CODE)
  @IsString(CODE)
  coupon: string;

  /** Of the top-up, whole naira. @example 10000 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM_TOPUP })
  @Max(MAXIMUM_TOPUP, AMOUNT)
  @Min(1, AMOUNT)
  @IsInt(AMOUNT)
  amount: number;
}

export class CouponQuoteData {
  /** What the code adds, whole naira. @example 1000 */
  bonus: number;
  /** What the wallet gets in all, whole naira. @example 11000 */
  credited: number;
}
