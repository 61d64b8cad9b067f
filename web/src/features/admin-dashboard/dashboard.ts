import type { adminDashboard } from '@/api/generated/admin-dashboard';

export type DashboardData = Awaited<ReturnType<typeof adminDashboard>>['data'];
export type Activity = DashboardData['recent_activity'][number];

/** Whether the server sent no figures. */
export const isEmptyDashboard = (data: DashboardData): boolean =>
  data.stats.length === 0 &&
  data.server_stats.length === 0 &&
  data.recent_activity.length === 0 &&
  data.monthly_data.length === 0;
