import { ApiProperty } from '@nestjs/swagger';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../common/security/actor';
import { MAX_KEY_ADDRESSES, type NewApiKey } from './api-key.entity';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsIn,
  IsInt,
  IsISO8601,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
} from 'class-validator';
import { invalidFields } from '../../common/errors/domain-error';
import { trim, PlainText, IsPlausible, HasVisibleLetter } from '../../common/http/fields';
import { Money } from '../../common/money/money';
import { toCanonicalRange } from './parse-ranges';

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

const SCOPES = { message: `scopes is a list of ${API_KEY_SCOPES.join(', ')}` };
const ADDRESSES = { message: 'allowed_addresses is a list of addresses and CIDR ranges' };
const LIMIT = { message: 'The daily limit is a whole number of naira from 1 to 100,000,000' };

export class CreateApiKeyDto {
  /** For your own list, up to 60 characters. @example Price watcher */
  @Transform(trim)
  @IsString({ message: 'Please enter a name' })
  @HasVisibleLetter({ message: 'Please enter a name' })
  @Length(1, 60, { message: 'A name has 1 to 60 characters' })
  name: string;

  /**
   * What the key may do. `read`: every GET of your own data and quotes. `proxies`: configure, rotate, reissue, lists and
   * connections. `buy`: purchases, renewals, traffic and auto-renewal. `wallet`: top-ups.
   */
  @ApiProperty({ enum: API_KEY_SCOPES, enumName: 'ApiKeyScope', isArray: true })
  @IsArray(SCOPES)
  @ArrayNotEmpty({ message: 'Choose at least one scope' })
  @ArrayUnique(SCOPES)
  @IsIn(API_KEY_SCOPES, { ...SCOPES, each: true })
  scopes: ApiKeyScope[];

  /**
   * Up to 20 IPv4 and IPv6 addresses and CIDR ranges from which the key works. Empty or left out: from everywhere.
   * @example ["203.0.113.7", "2001:db8::/32"]
   */
  @IsOptional()
  @IsArray(ADDRESSES)
  @ArrayMaxSize(MAX_KEY_ADDRESSES, { message: 'A key has at most 20 allowed addresses' })
  @IsString({ ...ADDRESSES, each: true })
  @PlainText()
  allowed_addresses?: string[] | null;

  /** When the key stops working, in the future; left out or null, never. */
  @ApiProperty({ type: String, format: 'date-time', required: false, nullable: true })
  @IsOptional()
  @IsPlausible({ message: 'The expiry must be before the year 2100' })
  @IsISO8601({ strict: true }, { message: 'The expiry must be a date and time' })
  expires_at?: string | null;

  /**
   * Whole naira that may be spent with the key in a day from midnight to midnight in Lagos; left out or null, without a
   * cap. @example 20000
   */
  @IsOptional()
  @IsInt(LIMIT)
  @Min(1, LIMIT)
  @Max(100_000_000, LIMIT)
  daily_limit?: number | null;
}

/** @throws DomainError invalid with errors.allowed_addresses or errors.expires_at. */
export function toNewApiKey(body: CreateApiKeyDto, now: Date): NewApiKey {
  const ranges = (body.allowed_addresses ?? []).map((text) => {
    const range = toCanonicalRange(text);
    if (range === undefined)
      throw invalidFields({
        allowed_addresses: [`“${text.slice(0, 60)}” is neither an IP address nor a CIDR range`],
      });
    return range;
  });
  const expiresAt = body.expires_at == null ? null : new Date(body.expires_at);
  if (expiresAt && !(expiresAt > now))
    throw invalidFields({ expires_at: ['The expiry must be in the future'] });
  return {
    name: body.name,
    scopes: API_KEY_SCOPES.filter((scope) => body.scopes.includes(scope)),
    allowedAddresses: [...new Set(ranges)],
    expiresAt,
    dailyLimit: body.daily_limit == null ? null : Money.naira(body.daily_limit),
  };
}
