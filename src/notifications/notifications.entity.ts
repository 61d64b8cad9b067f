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
import { bigintColumn } from '../common/money/money.column';
import type { Paged } from '../common/http/pagination.dto';

/** Notifications that a user can switch on and off by mail. */
export interface NotificationPreferences {
  readonly lowBalance: boolean;
  /** The balance below which a purchase triggers the mail. */
  readonly lowBalanceThreshold: Money;
  readonly expiry: boolean;
  readonly traffic: boolean;
  /** New sign-ins. Mails about the password cannot be switched off. */
  readonly security: boolean;
  readonly weeklySummary: boolean;
}

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  lowBalance: true,
  lowBalanceThreshold: Money.naira(1000),
  expiry: true,
  traffic: true,
  security: true,
  weeklySummary: false,
};

/** Kinds of notifications. Persisted: never rename one. */
export const NOTIFICATION_KINDS = [
  'low_balance',
  'expiry',
  'traffic',
  'sign_in',
  'auto_renewal',
  'weekly_summary',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** The preference that enables the mails of a kind. */
export const PREFERENCE_BY_KIND: Record<NotificationKind, keyof NotificationPreferences> = {
  low_balance: 'lowBalance',
  expiry: 'expiry',
  traffic: 'traffic',
  sign_in: 'security',
  auto_renewal: 'expiry',
  weekly_summary: 'weeklySummary',
};

/** A notification to be sent at most once. */
export interface DueNotification {
  readonly userId: number;
  /** Subject of the notification, e.g. `proxy:12`. */
  readonly subject: string;
  /** In the unit of the kind (hours, percent or naira); 0 where there is none. */
  readonly threshold: number;
}

/** Preferences of a user who changed them; all others have the defaults. */
@Entity('notification_preference')
@Check('notification_preference_low_balance_kobo_check', 'low_balance_kobo > 0')
export class NotificationPreference {
  @PrimaryColumn('integer')
  @ForeignKey('User')
  userId: number;

  @Column('boolean')
  lowBalance: boolean;

  /** Kobo below which the balance counts as low. */
  @Column('bigint', { transformer: bigintColumn })
  lowBalanceKobo: bigint;

  @Column('boolean')
  expiry: boolean;

  @Column('boolean')
  traffic: boolean;

  @Column('boolean')
  security: boolean;

  @Column('boolean', { default: false })
  weeklySummary: boolean;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt: Date;
}

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

/** Position of a rule in its feed of events. A worker that reads the feed locks the row. */
@Entity('notification_cursor')
export class NotificationCursor {
  @PrimaryColumn('text')
  kind: NotificationKind;

  /** Opaque position of the feed; null before the first read. */
  @Column('text', { nullable: true })
  cursor: string | null;
}

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
