import type { Money } from '../../../common/money/money';
import type { PricingTerms, TrafficPackage } from '../../catalog.types';

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
