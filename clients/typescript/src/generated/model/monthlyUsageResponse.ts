import type { MonthlyUsageData } from './monthlyUsageData';

export interface MonthlyUsageResponse {
  data: MonthlyUsageData;
  success: boolean;
}
