import { Money } from '../common/money/money';

/** What somebody may switch on and off. */
export interface NotificationPreferences {
  readonly lowBalance: boolean;
  /** The balance that counts as low when it falls below. */
  readonly lowBalanceThreshold: Money;
  readonly expiry: boolean;
  readonly traffic: boolean;
  /** New sign-ins. What happens to the password is always told. */
  readonly security: boolean;
}

export const DEFAULT_PREFERENCES: NotificationPreferences = {
  lowBalance: true,
  lowBalanceThreshold: Money.naira(1000),
  expiry: true,
  traffic: true,
  security: true,
};

/** Kinds of notices. Stored: never rename one. */
export const NOTICE_KINDS = ['low_balance', 'expiry', 'traffic', 'sign_in'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The switch that governs a kind. */
export const SWITCH_OF: Record<NoticeKind, keyof NotificationPreferences> = {
  low_balance: 'lowBalance',
  expiry: 'expiry',
  traffic: 'traffic',
  sign_in: 'security',
};

/** One thing to be told, at most once. */
export interface Notice {
  readonly userId: number;
  /** What it is about, e.g. `proxy:12`. */
  readonly subject: string;
  /** Hours, percent or naira, as the kind counts; 0 where it does not. */
  readonly threshold: number;
}
