import type { DashboardOverviewResponseNextExpiry } from './dashboardOverviewResponseNextExpiry';

export interface DashboardOverviewResponse {
  /** Whole naira, rounded down. */
  balance: number;
  /** Whether traffic went through any of the proxies. */
  has_used_proxy: boolean;
  /**
   * Of the proxies in service, the one that ends next.
   * @nullable
   */
  next_expiry: DashboardOverviewResponseNextExpiry;
  /**
   * MB of 2^20 bytes left of proxies in service; null without one that has a limit.
   * @nullable
   */
  traffic_left_mb: number | null;
}
