import { Money } from '../common/money/money';

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
