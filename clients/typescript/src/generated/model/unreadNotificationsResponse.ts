import type { UnreadNotificationsData } from './unreadNotificationsData';

export interface UnreadNotificationsResponse {
  data: UnreadNotificationsData;
  success: boolean;
}
