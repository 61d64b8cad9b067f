import type { InboxMessageResponse } from './inboxMessageResponse';
import type { PaginationResponse } from './paginationResponse';

export interface InboxData {
  /** Newest first. */
  notifications: InboxMessageResponse[];
  pagination: PaginationResponse;
  /** Unread notifications on all pages. */
  unread_count: number;
}
