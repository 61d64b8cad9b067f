import type { Paged } from '../../common/http/pagination.dto';
import type { NotificationKind } from '../notifications.types';

/** What a notification says in the web app. */
export interface InboxContent {
  readonly title: string;
  /** Plain text; a line break separates items. */
  readonly text: string;
  /** Path of the web app, e.g. `/proxyhistory/12`. */
  readonly link: string;
}

export interface NewInboxMessage extends InboxContent {
  readonly userId: number;
  readonly kind: NotificationKind;
}

export interface InboxItem extends InboxContent {
  readonly id: number;
  readonly kind: NotificationKind;
  readonly createdAt: Date;
  /** Null while unread. */
  readonly readAt: Date | null;
}

export interface InboxPage {
  readonly messages: Paged<InboxItem>;
  /** On all pages. */
  readonly unread: number;
}
