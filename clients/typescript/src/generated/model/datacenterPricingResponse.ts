import type { DatacenterPricingData } from './datacenterPricingData';

export interface DatacenterPricingResponse {
  data: DatacenterPricingData;
  success: boolean;
}
