import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsNumber, Matches, Max, Min } from 'class-validator';
import { REPLACEMENT_REASONS, type ReplacementReason } from '../providers.types';

const QUANTITY = { message: 'Enter a quantity from 1 to 1000' };
const PERIOD = { message: 'Choose a period of the provider' };
const TOTAL = { message: 'Enter the total of the quote in US dollars' };

export class QuotePurchaseDto {
  /** ISO 3166-1 code in lower case. @example us */
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country: string;

  /** @example 10 */
  @IsInt(QUANTITY)
  @Min(1, QUANTITY)
  @Max(1000, QUANTITY)
  quantity: number;

  /** Id of a period that the provider offers. @example 1m */
  @Matches(/^[\w-]{1,20}$/, PERIOD)
  period: string;
}

export class CreatePurchaseDto extends QuotePurchaseDto {
  /** The total of the quote; nothing is bought at another price. @example 25 */
  @IsNumber({ maxDecimalPlaces: 6 }, TOTAL)
  @Min(0, TOTAL)
  @Max(100_000, TOTAL)
  expected_total_usd: number;
}

export class QuoteProlongationDto {
  /** Id of a period that the provider offers. @example 1m */
  @Matches(/^[\w-]{1,20}$/, PERIOD)
  period: string;
}

export class ProlongUnitDto extends QuoteProlongationDto {
  /** The total of the quote; nothing is bought at another price. @example 2.5 */
  @IsNumber({ maxDecimalPlaces: 6 }, TOTAL)
  @Min(0, TOTAL)
  @Max(100_000, TOTAL)
  expected_total_usd: number;
}

export class RequestReplacementDto {
  @ApiProperty({ enum: REPLACEMENT_REASONS, enumName: 'ReplacementReason' })
  @IsIn(REPLACEMENT_REASONS, { message: 'Choose a reason of the list' })
  reason: ReplacementReason;
}
