import type { PricingInfoData } from './pricingInfoData';

export interface PricingInfoResponse {
  data: PricingInfoData;
  success: boolean;
}
