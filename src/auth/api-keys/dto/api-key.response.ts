import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../../common/security/actor';
import type { ApiKeyView, CreatedApiKey } from '../api-keys.types';

export class ApiKeyResponse {
  /** @example 7 */
  id: number;
  /** @example Price watcher */
  name: string;
  /** The visible beginning of the key. @example np_live_Ab3dE9 */
  prefix: string;
  @ApiProperty({ enum: API_KEY_SCOPES, enumName: 'ApiKeyScope', isArray: true })
  scopes: ApiKeyScope[];
  /** Addresses and CIDR ranges; empty allows every address. @example ["203.0.113.7"] */
  allowed_addresses: string[];
  /** Whole naira a day; null without a cap. @example 20000 */
  daily_limit: number | null;
  /** What purchases with the key have cost today, in whole naira. @example 4960 */
  spent_today: number;
  created_at: Date;
  /** Null for a key that does not expire. */
  expires_at: Date | null;
  /** To the minute; null before the first use. */
  last_used_at: Date | null;
}

export class CreatedApiKeyData extends ApiKeyResponse {
  /** Shown this once. Send it as `Authorization: Bearer np_live_…`. */
  key: string;
}

const toApiKey = (key: ApiKeyView): ApiKeyResponse => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: [...key.scopes],
  allowed_addresses: [...key.allowedAddresses],
  daily_limit: key.dailyLimit?.toNairaFloor() ?? null,
  spent_today: key.spentToday.toNairaCeil(),
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
});

export const toApiKeys = (keys: ApiKeyView[]): ApiKeyResponse[] => keys.map(toApiKey);

export const toCreatedApiKey = (created: CreatedApiKey): CreatedApiKeyData =>
  withMessage(
    { ...toApiKey(created), key: created.key },
    'Copy the key now. It will not be shown again.',
  );
