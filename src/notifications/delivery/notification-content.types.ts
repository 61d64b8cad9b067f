import type { MailTemplate } from '../../mail/mail.types';
import type { InboxContent } from '../inbox/inbox.types';

/** One notification in the two places where it is read. */
export interface NotificationContent {
  readonly mail: MailTemplate;
  readonly inbox: InboxContent;
}
