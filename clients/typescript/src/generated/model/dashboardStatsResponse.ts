import type { DashboardStatsData } from './dashboardStatsData';

export interface DashboardStatsResponse {
  data: DashboardStatsData;
  success: boolean;
}
