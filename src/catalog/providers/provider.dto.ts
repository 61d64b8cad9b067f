import {
  ValidateBy,
  type ValidationOptions,
  IsBoolean,
  IsIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  MaxLength,
  Min,
  IsInt,
} from 'class-validator';
import { isCountryCode, IfGiven, trim, HasVisibleLetter } from '../../common/http/fields';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  PROVIDER_KINDS,
  type ProviderKind,
  REPLACEMENT_REASONS,
  type ReplacementReason,
} from './providers.types';

/** Country codes in lower case with 1 to 1000 units each. */
export const IsMinimumStock = (options?: ValidationOptions): PropertyDecorator =>
  ValidateBy(
    {
      name: 'isMinimumStock',
      validator: {
        validate: (value: unknown) =>
          typeof value === 'object' &&
          value !== null &&
          Object.entries(value).every(
            ([country, count]) =>
              isCountryCode(country) &&
              Number.isInteger(count) &&
              (count as number) >= 1 &&
              (count as number) <= 1000,
          ),
        defaultMessage: () => 'Use country codes in lower case with 1 to 1000 units each',
      },
    },
    options,
  );

const NAME = { message: 'Enter a name of 2 to 100 characters' };
const BASE_URL = { message: 'Enter a URL such as https://proxy-seller.com/personal/api/v2' };
const API_KEY = { message: 'Enter the API key: 1 to 500 printable characters without spaces' };
const SWITCH = { message: 'Choose true or false' };
const BUDGET = { message: 'Enter a budget from 1 to 100,000 US dollars, with at most 2 decimals' };
const DAILY = {
  message: 'Enter a daily limit from 1 to 100,000 US dollars, with at most 2 decimals',
};
const PERIOD = { message: 'Enter the provider’s id of a period, such as 1m' };
const NOTE = { message: 'A note has at most 1000 characters' };

export class ProviderDto {
  /** What staff call it; unique, 2 to 100 characters. @example Proxy-Seller main account */
  @Transform(trim)
  @IsString(NAME)
  @HasVisibleLetter(NAME)
  @Length(2, 100, NAME)
  name: string;

  /** Whose API it is; it stays. */
  @ApiProperty({ enum: PROVIDER_KINDS, enumName: 'ProviderKind' })
  @IsIn(PROVIDER_KINDS, { message: 'Choose a provider of the list' })
  kind: ProviderKind;

  /** Of the API; the provider's own when it is left out. @example https://proxy-seller.com/personal/api/v2 */
  @IfGiven()
  @Transform(trim)
  @Matches(/^https?:\/\/[a-z0-9.:[\]-]{1,253}(\/[\w./-]{0,200})?$/i, BASE_URL)
  base_url?: string;

  /** Whether the shop uses it. */
  @IsBoolean(SWITCH)
  enabled: boolean;

  /** US dollars that purchases may cost in a calendar month (UTC); no limit when it is empty. @example 200 */
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 }, BUDGET)
  @Min(1, BUDGET)
  @Max(100_000, BUDGET)
  monthly_budget_usd?: number | null;

  /** Whether the shop buys by itself what is missing below `minimum_stock`; needs a monthly budget. */
  @IsBoolean(SWITCH)
  buys_automatically: boolean;

  /** US dollars that automatic purchases may cost in a day (UTC); no limit but the budget when it is empty. @example 25 */
  @IsOptional()
  @IsNumber({ maxDecimalPlaces: 2 }, DAILY)
  @Min(1, DAILY)
  @Max(100_000, DAILY)
  daily_automatic_usd?: number | null;

  /** Period of automatic purchases, as the provider names it; `3m` when it is left out. Units are sold for 30 days or longer, so it must be longer. @example 3m */
  @IfGiven()
  @Matches(/^[\w-]{1,20}$/, PERIOD)
  automatic_period?: string;

  /** Country code in lower case → free units to keep, 1 to 1000. @example {"us": 20, "de": 5} */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  @IsObject({ message: 'Enter a number of units per country' })
  @IsMinimumStock({ message: 'Use country codes in lower case with 1 to 1000 units each' })
  minimum_stock: Record<string, number>;

  /** For staff, at most 1000 characters. */
  @IsOptional()
  @IsString(NOTE)
  @MaxLength(1000, NOTE)
  note?: string | null;
}

export class CreateProviderDto extends ProviderDto {
  /** Stored encrypted and never shown again. @example 3f9a1c */
  @Matches(/^[!-~]{1,500}$/, API_KEY)
  api_key: string;
}

export class UpdateProviderDto extends ProviderDto {
  /** Without it, or masked as it was read, the stored one stays; a new `base_url` needs it again. */
  @IfGiven()
  @Matches(/^([!-~]{1,500}|•+)$/, API_KEY)
  api_key?: string;
}

const QUANTITY = { message: 'Enter a quantity from 1 to 1000' };
const PURCHASE_PERIOD = { message: 'Choose a period of the provider' };
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
  @Matches(/^[\w-]{1,20}$/, PURCHASE_PERIOD)
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
  @Matches(/^[\w-]{1,20}$/, PURCHASE_PERIOD)
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
