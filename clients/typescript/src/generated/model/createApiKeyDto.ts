import type { ApiKeyScope } from './apiKeyScope';

export interface CreateApiKeyDto {
  /**
   * Up to 20 IPv4 and IPv6 addresses and CIDR ranges from which the key works. Empty or left out: from everywhere.
   * @nullable
   */
  allowed_addresses?: string[] | null;
  /**
   * Whole naira that may be spent with the key in a day from midnight to midnight in Lagos; left out or null, without a
cap.
   * @minimum 1
   * @maximum 100000000
   * @nullable
   */
  daily_limit?: number | null;
  /**
   * When the key stops working, in the future; left out or null, never.
   * @nullable
   */
  expires_at?: string | null;
  /**
   * For your own list, up to 60 characters.
   * @minLength 1
   * @maxLength 60
   */
  name: string;
  /**
   * What the key may do. `read`: every GET of your own data and quotes. `proxies`: configure, rotate, reissue, lists and
connections. `buy`: purchases, renewals, traffic and auto-renewal. `wallet`: top-ups.
   * @minItems 1
   */
  scopes: ApiKeyScope[];
}
