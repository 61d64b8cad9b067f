
export interface UnreadNotificationsData {
  /** Notifications that are still unread. */
  unread_count: number;
}
