import type { TrafficPriceItem } from './trafficPriceItem';

export interface PoolPricingData {
  /** Packages on sale, in the order that the shop set. */
  priceList: TrafficPriceItem[];
}
