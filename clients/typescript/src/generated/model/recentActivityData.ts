import type { ActivityItem } from './activityItem';

export interface RecentActivityData {
  /** The five latest transactions, newest first. */
  recent_activity: ActivityItem[];
}
