import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { NotificationKind } from '../notifications.types';

/** Position of a rule in its feed of events. A worker that reads the feed locks the row. */
@Entity('notification_cursor')
export class NotificationCursor {
  @PrimaryColumn('text')
  kind: NotificationKind;

  /** Opaque position of the feed; null before the first read. */
  @Column('text', { nullable: true })
  cursor: string | null;
}
