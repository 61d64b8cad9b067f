import type { NotificationKind } from './notificationKind';

export interface InboxMessageResponse {
  created_at: string;
  id: number;
  kind: NotificationKind;
  /** Page of the web app that it is about. */
  link: string;
  /**
   * Null while unread.
   * @nullable
   */
  read_at: string | null;
  /** Plain text, with a line break between items. */
  text: string;
  title: string;
}
