import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NoticeKind } from './notification.types';

/** How far a feed has been looked through. Its row is held while somebody looks. */
@Entity('notification_cursor')
export class NotificationCursor {
  @PrimaryColumn('text')
  kind: NoticeKind;

  /** In the feed's own words; null before the first look. */
  @Column('text', { nullable: true })
  cursor: string | null;
}
