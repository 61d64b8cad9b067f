import type { InboxData } from './inboxData';

export interface InboxResponse {
  data: InboxData;
  success: boolean;
}
