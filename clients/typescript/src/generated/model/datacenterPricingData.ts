import type { DatacenterPriceItem } from './datacenterPriceItem';

export interface DatacenterPricingData {
  /** Only countries with stock, by name. */
  priceList: DatacenterPriceItem[];
}
