import { PickType, ApiProperty } from '@nestjs/swagger';
import { CatalogQuery } from '../stock/stock.dto';
import {
  type DatacenterOffer,
  DATACENTER_PERIODS,
  DATACENTER_PRODUCT,
  type DatacenterPeriod,
  type PricingTerms,
  type TrafficPackage,
} from '../catalog.types';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { MAX_ID } from '../../common/http/request.pipes';
import { ToInteger } from '../../common/http/fields';
import type { Money } from '../../common/money/money';

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

export const toDatacenterPricing = (offers: DatacenterOffer[]): DatacenterPricingData => ({
  priceList: offers.map(({ countryId, code, name, quantity, price }) => ({
    country_id: countryId,
    code,
    name,
    quantity,
    price_per_unit: price.toNaira(),
  })),
});

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

export const toExchangeRateResponse = (terms: PricingTerms): ExchangeRateData => ({
  exchange_rate: terms.exchangeRate,
});

export const toPricingInfoResponse = (terms: PricingTerms): PricingInfoData => ({
  exchange_rate: terms.exchangeRate,
  markup_enabled: terms.markupEnabled,
  markup_percentage: terms.markupPercentage,
  currency: 'NGN',
  symbol: '₦',
  minimum_topup: terms.minimumTopup.toNaira(),
  maximum_topup: terms.maximumTopup.toNaira(),
});

export const toPriceQuoteResponse = (price: Money): PriceQuoteData => ({
  price_per_unit: price.toNaira(),
  currency: price.currency,
});

export const toPoolPricingResponse = (packages: TrafficPackage[]): PoolPricingData => ({
  priceList: packages.map(({ gigabytes, price, validityDays }) => ({
    traffic: String(gigabytes),
    price: price.toNaira(),
    validity_days: validityDays,
  })),
});
