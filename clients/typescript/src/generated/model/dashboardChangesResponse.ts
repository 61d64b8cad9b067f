
export interface DashboardChangesResponse {
  /** @nullable */
  active_proxies: number | null;
  /** @nullable */
  total_proxies: number | null;
  /** @nullable */
  total_top_ups: number | null;
  /** @nullable */
  total_transactions: number | null;
}
