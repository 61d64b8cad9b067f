import type { MonthlyUsageItem } from './monthlyUsageItem';

export interface MonthlyUsageData {
  /** Six months, oldest first, ending with the current one. */
  monthly_data: MonthlyUsageItem[];
  symbol: string;
}
