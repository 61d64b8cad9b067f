import {
  Check,
  Column,
  CreateDateColumn,
  Entity,
  ForeignKey,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import type { NotificationKind } from '../notifications.types';

/** A notification as its customer reads it in the web app. Deleted after 90 days. */
@Entity('inbox_message')
// TypeORM knows no descending index.
@Index('inbox_message_user_id_id_idx', { synchronize: false })
@Index('inbox_message_unread_idx', ['userId'], { where: 'read_at IS NULL' })
@Index(['createdAt'])
@Check(
  'inbox_message_kind_check',
  `kind IN ('low_balance', 'expiry', 'traffic', 'sign_in', 'auto_renewal', 'weekly_summary')`,
)
@Check('inbox_message_link_check', `link ~ '^/([^/]|$)'`)
export class InboxMessage {
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'BY DEFAULT' })
  id: string;

  @ForeignKey('User', { onDelete: 'CASCADE' })
  @Column('integer')
  userId: number;

  @Column('text')
  kind: NotificationKind;

  @Column('text')
  title: string;

  @Column('text')
  text: string;

  /** Path of the web app. */
  @Column('text')
  link: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  readAt: Date | null;
}
