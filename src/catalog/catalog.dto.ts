import { ApiProperty, PickType } from '@nestjs/swagger';
import { IsIn, IsOptional, Matches, IsInt, Max, Min } from 'class-validator';
import { ToInteger, PlainLowerCase } from '../common/http/fields';
import {
  DATACENTER_PERIODS,
  DATACENTER_PRODUCT,
  type DatacenterPeriod,
  OFFERED_PROTOCOLS,
  MAX_QUANTITY,
  POOL_KINDS,
  RANDOM_LOCATION,
  type PoolKind,
} from './catalog.types';
import { Transform } from 'class-transformer';
import { toPlainText } from '../common/text/plain-text';
import { MAX_ID } from '../common/http/request.pipes';
import type { Money } from '../common/money/money';
import { QuantityTierDto } from './prices/price-list.dto';

export class CatalogQuery {
  /** The product; only datacenter addresses are counted in stock. @example individual_ipv4 */
  @ApiProperty({ enum: [DATACENTER_PRODUCT], enumName: 'DatacenterProduct', required: false })
  @IsOptional()
  @IsIn([DATACENTER_PRODUCT], { message: 'type must be individual_ipv4.' })
  type?: typeof DATACENTER_PRODUCT;

  /** Period in minutes: 43200 (default), 86400 or 129600. @example 43200 */
  // Unnamed: a query parameter would declare the named enum as text.
  @ApiProperty({
    enum: DATACENTER_PERIODS,
    type: 'number',
    required: false,
  })
  @IsOptional()
  @ToInteger()
  @IsIn(DATACENTER_PERIODS, { message: 'duration must be 43200, 86400 or 129600 minutes.' })
  duration?: DatacenterPeriod;
}

export class CatalogItemResponse {
  /** `id` of the country. @example 1 */
  country_id: number;
  /** Number of available addresses. @example 24 */
  quantity: number;
  @ApiProperty({ enum: OFFERED_PROTOCOLS, enumName: 'Protocol', isArray: true })
  protocols: string[];
}

export class DatacenterCountryResponse {
  /** `country_id` of the datacenter calls. @example 1 */
  id: number;
  /** Two-letter code, lower case. @example ng */
  code: string;
  /** @example Nigeria */
  name: string;
}

const MINUTES_PER_DAY = 24 * 60;

export class DatacenterPeriodResponse {
  /** @example 43200 */
  duration_minutes: number;
  /** @example 30 */
  days: number;
  /** @example 30 Days */
  label: string;
  /** Multiple of the 30-day period. @example 1 */
  multiplier: number;
}

export class DatacenterInfoData {
  /** @example individual_ipv4 */
  proxy_type: string;
  periods: DatacenterPeriodResponse[];
  /** Protocols of every address; the chosen one can be changed later. */
  @ApiProperty({ enum: OFFERED_PROTOCOLS, enumName: 'Protocol', isArray: true })
  protocols: string[];
  /** @example 1 */
  min_quantity: number;
  /** Maximum number of addresses in one order; stock may be lower. @example 1000 */
  max_quantity: number;
  /** Discounts by quantity; the largest `from` that the order reaches counts. */
  @ApiProperty({ type: [QuantityTierDto] })
  quantity_discounts: QuantityTierDto[];
}

export const toDatacenterInfo = (quantity_discounts: QuantityTierDto[]): DatacenterInfoData => ({
  proxy_type: DATACENTER_PRODUCT,
  periods: DATACENTER_PERIODS.map((minutes) => ({
    duration_minutes: minutes,
    days: minutes / MINUTES_PER_DAY,
    label: `${minutes / MINUTES_PER_DAY} Days`,
    multiplier: minutes / DATACENTER_PERIODS[0],
  })),
  protocols: [...OFFERED_PROTOCOLS],
  min_quantity: 1,
  max_quantity: MAX_QUANTITY,
  quantity_discounts,
});

/** Empty text and `zz` mean "any", as does leaving it out. */
const OptionalCode = () =>
  Transform(({ value }: { value: unknown }) => {
    if (typeof value !== 'string') return value;
    const code = toPlainText(value).toLowerCase();
    return code === '' || code === RANDOM_LOCATION ? undefined : code;
  });

const CODE = /^[\w.-]{1,64}$/;

export class PoolQuery {
  /** Kind of the pool. Defaults to residential. @example residential */
  @ApiProperty({ enum: POOL_KINDS, enumName: 'ConnectionType', required: false })
  @IsOptional()
  @IsIn(POOL_KINDS, { message: 'connection_type must be residential or mobile.' })
  connection_type?: PoolKind;
}

export class PoolPricingQuery extends PoolQuery {
  /** Two-letter country code of the place; the default prices without it. @example ng */
  @OptionalCode()
  @IsOptional()
  @Matches(/^[a-z]{2}$/, { message: 'country_code takes a two-letter country code.' })
  country_code?: string;
}

export class PoolPlaceQuery extends PoolQuery {
  /** Two-letter country code, case-insensitive. `zz` (random) has no regions, cities or ISPs. @example ng */
  @PlainLowerCase()
  @Matches(/^[A-Za-z]{2}$/, { message: 'country_code takes a two-letter country code.' })
  country_code: string;

  /** Only cities and ISPs of this region. @example lagos */
  @OptionalCode()
  @IsOptional()
  @Matches(CODE, { message: 'region_code is not a region code.' })
  region_code?: string;

  /** Only ISPs of this city. @example ikeja */
  @OptionalCode()
  @IsOptional()
  @Matches(CODE, { message: 'city_code is not a city code.' })
  city_code?: string;
}

export class PlaceResponse {
  /** Code to use in a purchase. @example lagos */
  code: string;
  /** @example Lagos */
  name: string;
}

export class PoolCountryResponse {
  /** Two-letter code, lower case. @example ng */
  code: string;
  /** @example Nigeria */
  name: string;
  /** Whether a region can be chosen there. */
  has_regions: boolean;
  /** Whether a city can be chosen there. */
  has_cities: boolean;
  /** Whether an ISP can be chosen there. */
  has_isps: boolean;
  /** Whether a provider can be chosen there by its AS number. */
  has_asns: boolean;
}

export class DatacenterPricingQuery extends PickType(CatalogQuery, ['duration']) {}

export class DatacenterPriceItem {
  /** `id` of the country. @example 1 */
  country_id: number;
  /** Two-letter code, lower case. @example ng */
  code: string;
  /** @example Nigeria */
  name: string;
  /** Number of available addresses. @example 24 */
  quantity: number;
  /** Whole naira for one address and the whole period. @example 4800 */
  price_per_unit: number;
}

export class DatacenterPricingData {
  /** Only countries with stock, by name. */
  priceList: DatacenterPriceItem[];
}

export class PriceQuoteDto {
  /** `id` of a country from `GET /countries`. @example 1 */
  @ToInteger()
  @IsInt({ message: 'Choose a location.' })
  @Min(1, { message: 'Choose a location.' })
  @Max(MAX_ID, { message: 'Choose a location.' })
  country_id: number;

  /** Period in minutes: 43200, 86400 or 129600. @example 43200 */
  @ApiProperty({ enum: DATACENTER_PERIODS, enumName: 'DatacenterPeriod' })
  @ToInteger()
  @IsIn(DATACENTER_PERIODS, { message: 'Choose a period of 43200, 86400 or 129600 minutes.' })
  duration_minutes: DatacenterPeriod;

  /** @example individual_ipv4 */
  @ApiProperty({ enum: [DATACENTER_PRODUCT], enumName: 'DatacenterProduct' })
  @IsIn([DATACENTER_PRODUCT], { message: 'proxy_type must be individual_ipv4.' })
  proxy_type: typeof DATACENTER_PRODUCT;
}

export class ExchangeRateData {
  /** Naira for one US dollar. @example 1600 */
  exchange_rate: number;
}

export class PricingInfoData extends ExchangeRateData {
  /** Whether the markup is enabled. */
  markup_enabled: boolean;
  /** Percent on top of the converted price; applies only when enabled. @example 0 */
  markup_percentage: number;
  /** @example NGN */
  currency: string;
  /** @example ₦ */
  symbol: string;
  /** Smallest top-up, whole naira. @example 1000 */
  minimum_topup: number;
  /** Largest top-up, whole naira. @example 1000000 */
  maximum_topup: number;
}

export class PriceQuoteData {
  /** Whole naira for one address and the whole period. @example 6400 */
  price_per_unit: number;
  /** @example NGN */
  currency: string;
}

export class TrafficPriceItem {
  /** GB in the package, as a string. @example 5 */
  traffic: string;
  /** Price of the package, whole naira. @example 24000 */
  price: number;
  /** Days the traffic may be used. @example 30 */
  validity_days: number;
}

export class PoolPricingData {
  /** Packages on sale, in the order that the shop set. */
  priceList: TrafficPriceItem[];
}

export const toPriceQuoteResponse = (price: Money): PriceQuoteData => ({
  price_per_unit: price.toNaira(),
  currency: price.currency,
});
