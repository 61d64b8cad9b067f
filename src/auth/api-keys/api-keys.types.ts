import type { Money } from '../../common/money/money';
import type { ApiKeyScope } from '../../common/security/actor';

/** Keys of one customer that have neither been removed nor expired. */
export const MAX_API_KEYS = 20;
export const MAX_KEY_ADDRESSES = 20;

/** What a customer enters for a new key. */
export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly ApiKeyScope[];
  /** Addresses and CIDR ranges; empty allows every address. */
  readonly allowedAddresses: readonly string[];
  /** Null for a key that does not expire. */
  readonly expiresAt: Date | null;
  /** What may be spent with it in a day of the shop's zone; null without a cap. */
  readonly dailyLimit: Money | null;
}

export interface ApiKeyView extends NewApiKey {
  readonly id: number;
  /** The visible beginning of the key. */
  readonly prefix: string;
  readonly createdAt: Date;
  /** To the minute; null before the first use. */
  readonly lastUsedAt: Date | null;
  readonly spentToday: Money;
}

/** A key that was just created. */
export interface CreatedApiKey extends ApiKeyView {
  /** Not stored. */
  readonly key: string;
}
