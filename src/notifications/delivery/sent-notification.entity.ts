import { Check, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { NotificationKind } from '../notifications.types';

/** A notification, inserted with its mail and inbox message. The primary key prevents a second one. */
@Entity('notification_sent')
@Index(['sentAt'])
@Check(
  'notification_sent_kind_check',
  `kind IN ('low_balance', 'expiry', 'traffic', 'sign_in', 'auto_renewal', 'weekly_summary')`,
)
export class SentNotification {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @PrimaryColumn('text')
  kind: NotificationKind;

  @PrimaryColumn('text')
  subject: string;

  @PrimaryColumn('integer')
  threshold: number;

  @CreateDateColumn({ type: 'timestamptz' })
  sentAt: Date;
}
