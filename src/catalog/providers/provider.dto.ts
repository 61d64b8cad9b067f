import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
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
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { HasVisibleLetter, IfGiven, isCountryCode, trim } from '../../common/http/fields';
import { EnableAnywayDto } from '../enable-anyway.dto';
import { PROVIDER_KINDS, PROVIDER_RULES, type ProviderKind } from './provider.entity';

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

export class ProviderDto extends EnableAnywayDto {
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

  /** Whether the shop uses it. Its key is tested first, and it stays disabled when the test fails. */
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

export class ProviderKindResponse {
  @ApiProperty({ enum: PROVIDER_KINDS, enumName: 'ProviderKind' })
  kind: ProviderKind;
  /** @example Proxy-Seller */
  name: string;
  /** Of its API. */
  base_url: string;
  /** What to enter as the key. */
  key_label: string;
  /** Whether addresses can be bought and prolonged. */
  buys: boolean;
  /** Whether its addresses can be listed and replaced. */
  lists: boolean;
}

export class ProviderKindsData {
  kinds: ProviderKindResponse[];
}

export class SupplyProviderResponse {
  id: number;
  name: string;
  @ApiProperty({ enum: PROVIDER_KINDS, enumName: 'ProviderKind' })
  kind: ProviderKind;
  base_url: string;
  /** Bullets. */
  api_key: string;
  enabled: boolean;
  /** US dollars a calendar month (UTC); null: no limit. */
  monthly_budget_usd: number | null;
  /** US dollars bought, or on the way, this month. */
  spent_usd: number;
  buys_automatically: boolean;
  /** US dollars that automatic purchases may cost in a day (UTC); null: no limit but the budget. */
  daily_automatic_usd: number | null;
  /** US dollars bought automatically today, or on the way. */
  automatic_today_usd: number;
  automatic_period: string;
  /** Country code → free units to keep. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'integer' } })
  minimum_stock: Record<string, number>;
  note: string | null;
  /** US dollars that the provider says are left; null: not told yet. */
  balance_usd: number | null;
  /** Paid traffic that is left, in gigabytes of the provider; null: it tells none. */
  left_gb: number | null;
  balance_at: Date | null;
  /** Why the last job for it failed; null: it did not. */
  last_error: string | null;
  /** Units of stock that were bought here. */
  units: number;
  created_at: Date;
  updated_at: Date;
}

export class SupplyProvidersData {
  providers: SupplyProviderResponse[];
}

export class SupplyProviderData {
  provider: SupplyProviderResponse;
}

export class SavedProviderData extends SupplyProviderData {
  /** Why the test failed, and the account is disabled; null when it passed or none was needed. */
  test_error: string | null;
}

export class SyncData {
  /** Addresses that the account has. */
  listed: number;
  /** New in stock. */
  added: number;
  /** In stock, and not in the account any more; free ones are off sale now. */
  missing: number;
}

export const toProviderKinds = (): ProviderKindsData => ({
  kinds: PROVIDER_KINDS.map((kind) => {
    const { name, baseUrl, keyLabel, buys, lists } = PROVIDER_RULES[kind];
    return { kind, name, base_url: baseUrl, key_label: keyLabel, buys, lists };
  }),
});
