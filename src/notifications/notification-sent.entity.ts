import { Check, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { NoticeKind } from './notification.types';

/** What was told to whom, written with the mail: the key is what keeps it from being told again. */
@Entity('notification_sent')
@Index(['sentAt'])
@Check('notification_sent_kind_check', `kind IN ('low_balance', 'expiry', 'traffic', 'sign_in')`)
export class NotificationSent {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @PrimaryColumn('text')
  kind: NoticeKind;

  @PrimaryColumn('text')
  subject: string;

  @PrimaryColumn('integer')
  threshold: number;

  @CreateDateColumn({ type: 'timestamptz' })
  sentAt: Date;
}
