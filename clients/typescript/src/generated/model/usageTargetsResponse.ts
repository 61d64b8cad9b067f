import type { UsageTargetsData } from './usageTargetsData';

export interface UsageTargetsResponse {
  data: UsageTargetsData;
  success: boolean;
}
