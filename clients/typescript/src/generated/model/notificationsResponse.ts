import type { NotificationsData } from './notificationsData';

export interface NotificationsResponse {
  data: NotificationsData;
  message?: string;
  success: boolean;
}
