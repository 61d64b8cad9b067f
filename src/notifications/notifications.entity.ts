import { Money } from '../common/money/money';
import {
  Check,
  Column,
  Entity,
  ForeignKey,
  PrimaryColumn,
  UpdateDateColumn,
  CreateDateColumn,
  Index,
  PrimaryGeneratedColumn,
} from 'typeorm';
import { moneyColumn } from '../common/money/money.column';

/** What a user can choose. */
export type NotificationPreferences = Omit<NotificationPreference, 'userId' | 'updatedAt'>;

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  lowBalance: true,
  lowBalanceThreshold: Money.naira(1000),
  expiry: true,
  traffic: true,
  security: true,
  weeklySummary: false,
  purchases: true,
  topUps: true,
};

/** Kinds of notifications. Persisted: never rename one. */
export const NOTIFICATION_KINDS = [
  'low_balance',
  'expiry',
  'traffic',
  'sign_in',
  'auto_renewal',
  'weekly_summary',
  'purchase',
  'top_up',
  'ticket',
  'announcement',
  'compensation',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

const IS_KIND = `kind IN (${NOTIFICATION_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

/** The preference that enables the mails of a kind; null: they are always sent. */
export const PREFERENCE_BY_KIND: Record<NotificationKind, keyof NotificationPreferences | null> = {
  low_balance: 'lowBalance',
  expiry: 'expiry',
  traffic: 'traffic',
  sign_in: 'security',
  auto_renewal: 'expiry',
  weekly_summary: 'weeklySummary',
  purchase: 'purchases',
  top_up: 'topUps',
  ticket: null,
  announcement: null,
  compensation: null,
};

/** Preferences of a user who changed them; all others have the defaults. */
@Entity('notification_preference')
@Check('notification_preference_low_balance_kobo_check', 'low_balance_kobo > 0')
export class NotificationPreference {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @Column('boolean')
  lowBalance: boolean;

  /** The balance below which a purchase triggers the mail. */
  @Column('bigint', { name: 'low_balance_kobo', transformer: moneyColumn })
  lowBalanceThreshold: Money;

  @Column('boolean')
  expiry: boolean;

  @Column('boolean')
  traffic: boolean;

  /** New sign-ins. Mails about the password cannot be switched off. */
  @Column('boolean')
  security: boolean;

  @Column('boolean', { default: false })
  weeklySummary: boolean;

  /** Receipts of purchases, renewals, traffic and places. */
  @Column('boolean', { default: true })
  purchases: boolean;

  /** Receipts of top-ups. */
  @Column('boolean', { default: true })
  topUps: boolean;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

/** A notification, inserted with its mail and inbox message. The primary key prevents a second one. */
@Entity('notification_sent')
@Index(['sentAt'])
@Check('notification_sent_kind_check', IS_KIND)
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

/** Position of a rule in its feed of events. A worker that reads the feed locks the row. */
@Entity('notification_cursor')
export class NotificationCursor {
  @PrimaryColumn('text')
  kind: NotificationKind;

  /** Opaque position of the feed; null before the first read. */
  @Column('text', { nullable: true })
  cursor: string | null;
}

/** A notification as its customer reads it in the web app. Deleted after 90 days. */
@Entity('inbox_message')
// TypeORM knows no descending index.
@Index('inbox_message_user_id_id_idx', { synchronize: false })
@Index('inbox_message_unread_idx', ['userId'], { where: 'read_at IS NULL' })
@Index(['createdAt'])
@Check('inbox_message_kind_check', IS_KIND)
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

  /** Path of the web app, e.g. `/proxyhistory/12`. */
  @Column('text')
  link: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt: Date;

  @Column('timestamptz', { nullable: true })
  readAt: Date | null;
}

/** What a notification says in the web app; a line break in its plain text separates items. */
export type InboxContent = Pick<InboxMessage, 'title' | 'text' | 'link'>;
