import type { PoolPricingData } from './poolPricingData';

export interface PoolPricingResponse {
  data: PoolPricingData;
  success: boolean;
}
