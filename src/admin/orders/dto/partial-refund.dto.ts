import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { ReasonDto } from '../../../common/http/common.dto';

const MAXIMUM = 1_000_000_000;
const AMOUNT = { message: 'Amount must be a whole number of naira, at least ₦1' };

export class PartialRefundDto extends ReasonDto {
  /**
   * Whole naira to refund instead of the unused part; the proxies then stay in service. All that is left of the
   * price is a refund in full, which ends them. @example 1500
   */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: MAXIMUM, required: false })
  @IsOptional()
  @IsInt(AMOUNT)
  @Min(1, AMOUNT)
  @Max(MAXIMUM, AMOUNT)
  amount?: number;

  /**
   * For the unused part: the whole naira that were shown. Nothing is refunded when it is another amount by now.
   * @example 2480
   */
  @ApiProperty({ type: 'integer', minimum: 0, maximum: MAXIMUM, required: false })
  @IsOptional()
  @IsInt(AMOUNT)
  @Min(0, AMOUNT)
  @Max(MAXIMUM, AMOUNT)
  expected_amount?: number;
}
