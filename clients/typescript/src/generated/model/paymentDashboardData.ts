import type { DashboardChangesResponse } from './dashboardChangesResponse';
import type { MonthlyUsageItem } from './monthlyUsageItem';
import type { DashboardOverviewResponse } from './dashboardOverviewResponse';
import type { ActivityItem } from './activityItem';

export interface PaymentDashboardData {
  active_proxies: number;
  changes: DashboardChangesResponse;
  /** Six months, oldest first, ending with the current one. */
  monthly_data: MonthlyUsageItem[];
  overview: DashboardOverviewResponse;
  /** The five latest transactions, newest first. */
  recent_activity: ActivityItem[];
  symbol: string;
  total_proxies: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
  total_transactions: number;
}
