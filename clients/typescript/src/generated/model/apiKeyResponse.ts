import type { ApiKeyScope } from './apiKeyScope';

export interface ApiKeyResponse {
  /** Addresses and CIDR ranges; empty allows every address. */
  allowed_addresses: string[];
  created_at: string;
  /**
   * Whole naira a day; null without a cap.
   * @nullable
   */
  daily_limit: number | null;
  /**
   * Null for a key that does not expire.
   * @nullable
   */
  expires_at: string | null;
  id: number;
  /**
   * To the minute; null before the first use.
   * @nullable
   */
  last_used_at: string | null;
  name: string;
  /** The visible beginning of the key. */
  prefix: string;
  scopes: ApiKeyScope[];
  /** What purchases with the key have cost today, in whole naira. */
  spent_today: number;
}
