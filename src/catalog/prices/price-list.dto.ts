import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsObject,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Length,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
  IsISO8601,
} from 'class-validator';
import {
  IfGiven,
  IsCountryCode,
  trim,
  HasVisibleLetter,
  IsPlausible,
} from '../../common/http/fields';
import { MAX_ID } from '../../common/http/request.pipes';
import { DATACENTER_PERIODS, MAX_QUANTITY, PRODUCTS, type Product } from '../catalog.types';
import { ReasonDto } from '../../common/http/common.dto';
import { PaginationResponse } from '../../common/http/pagination.dto';

const USD = {
  message: 'Enter a price from 0.000001 to 100,000 US dollars, with at most 6 decimals',
};
const NAIRA = { message: 'Enter a price from 1 to 100,000,000 whole naira' };
const COST = { message: 'Enter a cost from 0 to 100,000 US dollars, with at most 6 decimals' };
const COUNTRY = { message: 'Choose a country by its code of two small letters' };
const GROUP = { message: 'A group has a name of 2 to 50 characters' };
const SWITCH = { message: 'Choose true or false' };
const SIZE = { message: 'Enter a size from 1 to 100,000 whole gigabytes' };
const VALIDITY = { message: 'Enter a validity from 1 to 730 whole days' };
const SURCHARGE = { message: 'Enter a surcharge from 0 to 1000 percent, with at most 2 decimals' };
const PERIOD = { message: `Choose a period of ${DATACENTER_PERIODS.join(', ')} minutes` };
const QUANTITY = { message: `Enter a quantity from 2 to ${MAX_QUANTITY}` };
const DISCOUNT = { message: 'Enter a discount from 0.01 to 99 percent, with at most 2 decimals' };
const CUSTOMER = { message: 'Enter the id of a customer' };
const PRODUCT = { message: `Choose ${PRODUCTS.join(', ')} or null for all of them` };
const NOTE = { message: 'A note has at most 200 characters' };
const LIST = (most: number) => ({ message: `A list has at most ${most} entries` });

const Entries = (type: () => new () => object, most: number): PropertyDecorator =>
  applyDecorators(
    IsArray({ message: 'Send a list' }),
    ArrayMaxSize(most, LIST(most)),
    IsObject({ each: true, message: 'Send an object for each entry' }),
    ValidateNested({ each: true }),
    Type(type),
  );

/** A list is an object without any of the fields to `ValidateNested`. */
export const Part = (type: () => new () => object, message: string): PropertyDecorator =>
  applyDecorators(IsObject({ message }), ValidateNested(), Type(type));

const Percent = (least: number, most: number, message: { message: string }): PropertyDecorator =>
  applyDecorators(
    IsNumber({ maxDecimalPlaces: 2 }, message),
    Min(least, message),
    Max(most, message),
  );

/** Exactly one of `usd` and `naira`. */
export class PriceTagDto {
  /** US dollars, converted with the exchange rate and the markup of the settings. @example 3.1 */
  @IfGiven()
  @IsNumber({ maxDecimalPlaces: 6 }, USD)
  @Min(0.000001, USD)
  @Max(100_000, USD)
  usd?: number;

  /** Whole naira, whatever the settings. @example 5000 */
  @IfGiven()
  @IsInt(NAIRA)
  @Min(1, NAIRA)
  @Max(100_000_000, NAIRA)
  naira?: number;
}

/** Another price in one country, or in the countries of one group. */
export class PriceOverrideDto extends PriceTagDto {
  /** ISO 3166-1 code in lower case. @example ng */
  @IfGiven()
  @IsCountryCode(COUNTRY)
  country?: string;

  /** Name of one of `groups`. */
  @IfGiven()
  @IsString(GROUP)
  @Length(2, 50, GROUP)
  group?: string;

  /** Whether it is sold there, also where the default price is off sale, and the reverse. */
  @IsBoolean(SWITCH)
  on_sale: boolean;
}

export class PeriodOverrideDto extends PriceOverrideDto {
  /** US dollars that an address costs the shop there; the period's without it. */
  @IfGiven()
  @IsNumber({ maxDecimalPlaces: 6 }, COST)
  @Min(0, COST)
  @Max(100_000, COST)
  cost_usd?: number;
}

export class TrafficPackageDto extends PriceTagDto {
  /** 1 GB is 2^30 bytes. @example 5 */
  @IsInt(SIZE)
  @Min(1, SIZE)
  @Max(100_000, SIZE)
  gigabytes: number;

  /** Days the traffic may be used. @example 30 */
  @IsInt(VALIDITY)
  @Min(1, VALIDITY)
  @Max(730, VALIDITY)
  validity_days: number;

  @IsBoolean(SWITCH)
  on_sale: boolean;

  @Entries(() => PriceOverrideDto, 300)
  overrides: PriceOverrideDto[];
}

/** Percent on top of the price for each part of the place that the customer chooses. */
export class SurchargeDto {
  @Percent(0, 1000, SURCHARGE)
  region: number;

  @Percent(0, 1000, SURCHARGE)
  city: number;

  @Percent(0, 1000, SURCHARGE)
  isp: number;
}

export class TrafficPricesDto {
  /** In the order in which customers see them. */
  @Entries(() => TrafficPackageDto, 50)
  packages: TrafficPackageDto[];

  @Part(() => SurchargeDto, 'Send the surcharges')
  surcharge_percent: SurchargeDto;
}

export class PeriodPriceDto extends PriceTagDto {
  @ApiProperty({ enum: DATACENTER_PERIODS, enumName: 'DatacenterPeriod' })
  @IsIn(DATACENTER_PERIODS, PERIOD)
  duration_minutes: number;

  @IsBoolean(SWITCH)
  on_sale: boolean;

  /** US dollars that an address costs the shop for the period. */
  @IfGiven()
  @IsNumber({ maxDecimalPlaces: 6 }, COST)
  @Min(0, COST)
  @Max(100_000, COST)
  cost_usd?: number;

  @Entries(() => PeriodOverrideDto, 300)
  overrides: PeriodOverrideDto[];
}

export class QuantityTierDto {
  /** Addresses in the order, from which the discount counts. @example 10 */
  @IsInt(QUANTITY)
  @Min(2, QUANTITY)
  @Max(MAX_QUANTITY, QUANTITY)
  from: number;

  /** @example 5 */
  @Percent(0.01, 99, DISCOUNT)
  percent_off: number;
}

export class AddressPricesDto {
  @Entries(() => PeriodPriceDto, DATACENTER_PERIODS.length)
  periods: PeriodPriceDto[];

  /** Discounts by quantity; the largest `from` that the order reaches counts. */
  @Entries(() => QuantityTierDto, 20)
  tiers: QuantityTierDto[];
}

export class CountryGroupDto {
  /** @example West Africa */
  @Transform(trim)
  @HasVisibleLetter(GROUP)
  @IsString(GROUP)
  @Length(2, 50, GROUP)
  name: string;

  /** ISO 3166-1 codes in lower case. @example ["ng", "gh"] */
  @IsArray({ message: 'Choose at least one country' })
  @ArrayMinSize(1, { message: 'Choose at least one country' })
  @ArrayMaxSize(250, LIST(250))
  @ArrayUnique({ message: 'A country is in the group twice' })
  @IsCountryCode({ ...COUNTRY, each: true })
  countries: string[];
}

/** What one customer pays less; of several the largest counts. */
export class CustomerRateDto {
  @IsInt(CUSTOMER)
  @Min(1, CUSTOMER)
  @Max(MAX_ID, CUSTOMER)
  user_id: number;

  /** @example 10 */
  @Percent(0.01, 99, DISCOUNT)
  percent_off: number;

  /** Null: all of them. */
  @ApiProperty({ enum: PRODUCTS, enumName: 'PricedProduct', nullable: true })
  @ValidateIf((_, value) => value !== null)
  @IsIn(PRODUCTS, PRODUCT)
  product: Product | null;

  /** For staff. */
  @IfGiven()
  @Transform(trim)
  @IsString(NOTE)
  @MaxLength(200, NOTE)
  note?: string;
}

/** All prices of the shop. */
export class PriceListDto {
  @Part(() => TrafficPricesDto, 'Send the prices of residential traffic')
  residential: TrafficPricesDto;

  @Part(() => TrafficPricesDto, 'Send the prices of mobile traffic')
  mobile: TrafficPricesDto;

  @Part(() => AddressPricesDto, 'Send the prices of datacenter addresses')
  datacenter: AddressPricesDto;

  /** Countries that have prices in common. */
  @Entries(() => CountryGroupDto, 50)
  groups: CountryGroupDto[];

  @Entries(() => CustomerRateDto, 500)
  customers: CustomerRateDto[];
}

const VERSION = { message: 'Send the version that was changed' };
const TIME = { message: 'Choose a time in the future, such as 2026-12-01T00:00:00+01:00' };
const TEXT = { message: 'Paste a price list of at most 200,000 characters' };

export class ChangePricesDto extends ReasonDto {
  @Part(() => PriceListDto, 'Send the prices')
  prices: PriceListDto;

  /** `latest_version` of `GET /admin/prices` when the change began. */
  @IsInt(VERSION)
  @Min(0, VERSION)
  @Max(MAX_ID, VERSION)
  version: number;

  /** When the prices begin; at once without it. */
  @IfGiven()
  @IsPlausible({ message: 'Choose a time before the year 2100' })
  @IsISO8601({ strict: true }, TIME)
  effective_at?: string;

  /** Confirms that prices below their cost are meant. */
  @IfGiven()
  @IsBoolean({ message: 'Choose true or false' })
  confirm_below_cost?: boolean;
}

export class PreviewPricesDto {
  @Part(() => PriceListDto, 'Send the prices')
  prices: PriceListDto;
}

export class ImportPricesDto extends PreviewPricesDto {
  /** CSV as `GET /admin/prices/export` writes it. Packages and periods of `prices` are replaced by its rows. */
  @IsString(TEXT)
  @Length(1, 200_000, TEXT)
  text: string;
}

/** A network that carries, or would carry, the traffic of a package. */
export class CostSourceResponse {
  name: string;
  /** Its share of the traffic by weight, among the networks in service; all of a place sum up to 100. @example 72 */
  percent: number;
  /** US dollars for a gigabyte as customers count it. @example 1 */
  usd_per_gb: number;
  /** False when tests found it down, or its budget is used up: it carries nothing then, unless no other is in service. */
  in_service: boolean;
}

/** One price as customers see it, in whole naira. Costs and margins are null for sub-admins. */
export class PreviewRowResponse {
  @ApiProperty({ enum: PRODUCTS, enumName: 'PricedProduct' })
  product: Product;
  /** Of a package; null for an address. */
  gigabytes: number | null;
  /** Of an address; null for a package. */
  duration_minutes: number | null;
  /** `zz` is every country without a price of its own; null for a group. */
  country: string | null;
  group: string | null;
  on_sale: boolean;
  price: number;
  /** After the largest discount by quantity and of a customer. */
  lowest: number;
  /** With the smallest surcharge for a region, city or ISP, after the largest discounts; null for addresses. */
  targeted: number | null;
  /** Null when it is not known, too. */
  cost: number | null;
  /** What the cost is made of, the largest share first; empty for addresses, and for sub-admins. */
  cost_sources: CostSourceResponse[];
  /** Cost with a region, city or ISP. */
  targeted_cost: number | null;
  /** Percent of the price, with one decimal. */
  margin_percent: number | null;
  below_cost: boolean | null;
}

export class PriceVersionResponse {
  id: number;
  effective_at: Date;
  reason: string;
  author: string;
  created_at: Date;
  prices: PriceListDto;
}

export class PricesData {
  /** Null in a shop without prices, which sells nothing. */
  in_force: PriceVersionResponse | null;
  /** Prices that begin later, the next one first. Each replaces the whole list. */
  scheduled: PriceVersionResponse[];
  /** Send it with a change. */
  latest_version: number;
  /** Naira for a US dollar. */
  exchange_rate: number;
  /** Percent on top of dollar prices; 0 when it is switched off. */
  markup_percent: number;
  preview: PreviewRowResponse[];
}

export class PriceChangeResponse {
  /** @example Residential 5 GB in Nigeria */
  what: string;
  /** Null for what is new. */
  before: string | null;
  /** Null for what is gone. */
  after: string | null;
}

export class PreviewData {
  rows: PreviewRowResponse[];
  /** Against the prices in force. */
  changes: PriceChangeResponse[];
}

export class PriceDraftData {
  prices: PriceListDto;
}

export class PriceSavedData {
  version: number;
  effective_at: Date;
}

export class PriceHistoryEntry {
  id: number;
  effective_at: Date;
  created_at: Date;
  /** Null unless it was cancelled before it began. */
  cancelled_at: Date | null;
  in_force: boolean;
  reason: string;
  author: string;
  /** Against the prices that were in force when it was made. */
  changes: PriceChangeResponse[];
}

export class PriceHistoryData {
  versions: PriceHistoryEntry[];
  pagination: PaginationResponse;
}
