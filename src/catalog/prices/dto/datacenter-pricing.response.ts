import type { DatacenterOffer } from '../../catalog.types';

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
