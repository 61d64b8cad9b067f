import { ApiProperty } from '@nestjs/swagger';
import { PaginationResponse } from '../../common/http/pagination.dto';
import { NOTIFICATION_KINDS, type NotificationKind } from '../notifications.entity';
import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { IfGiven } from '../../common/http/fields';

export class InboxMessageResponse {
  id: number;
  @ApiProperty({ enum: NOTIFICATION_KINDS, enumName: 'NotificationKind' })
  kind: NotificationKind;
  /** @example Your balance is low */
  title: string;
  /** Plain text, with a line break between items. */
  text: string;
  /** Page of the web app that it is about. @example /proxyhistory/12 */
  link: string;
  created_at: Date;
  /** Null while unread. */
  read_at: Date | null;
}

export class InboxData {
  /** Newest first. */
  notifications: InboxMessageResponse[];
  /** Unread notifications on all pages. @example 3 */
  unread_count: number;
  pagination: PaginationResponse;
}

export class UnreadNotificationsData {
  /** Notifications that are still unread. @example 0 */
  unread_count: number;
}

const MAX_IDS = 100;
const EACH = { each: true };

export class MarkNotificationsReadDto {
  /** At most 100; all that exist by now when left out. @example [12, 13] */
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_IDS)
  @IsInt(EACH)
  @Min(1, EACH)
  @Max(Number.MAX_SAFE_INTEGER, EACH)
  ids?: number[];
}
