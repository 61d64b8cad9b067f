import type { RecentActivityData } from './recentActivityData';

export interface RecentActivityResponse {
  data: RecentActivityData;
  success: boolean;
}
