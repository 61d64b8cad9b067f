import type { DashboardChangesResponse } from './dashboardChangesResponse';

export interface DashboardStatsData {
  active_proxies: number;
  changes: DashboardChangesResponse;
  symbol: string;
  total_proxies: number;
  /** Total top-ups, whole naira. */
  total_top_ups: number;
  total_transactions: number;
}
