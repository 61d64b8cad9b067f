import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { RANDOM_LOCATION } from '../catalog/catalog.types';
import { invalidFields } from '../common/errors/domain-error';
import { AS_NUMBER, toAsCode } from '../common/gateway/as-number';
import { toPlainText } from '../common/text/plain-text';
import { ApiProperty } from '@nestjs/swagger';
import { DAY } from '../common/time/clock';
import {
  AUTO_RENEW_REASONS,
  AUTO_TRAFFIC_REASONS,
  GIGABYTE,
  MAX_TAG,
  MAX_TTL_MINUTES,
  PROTOCOLS,
  PROXY_STATUSES,
  PROXY_TYPES,
  toMegabytes,
  TYPE_ALIASES,
  type AutoRenewReason,
  type AutoTrafficReason,
  type Protocol,
  type ProxyStatus,
  type ProxyType,
  type Targeting,
} from './proxy.types';
import { ReversalResponse } from '../wallet/statement/reversal.types';
import type { OwnedProxy } from './proxies.service';
import { PageQuery, PaginationResponse } from '../common/http/pagination.dto';
import { PlainText, ToInteger } from '../common/http/fields';

const lower = (value: unknown) =>
  typeof value === 'string' ? toPlainText(value).toLowerCase() : value;

/** A two-letter country code or `zz`, in either case. */
export const CountryCode = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => lower(value)),
    Matches(/^[a-z]{2}$/, { message: 'Choose a country.' }),
  );

const TTL = {
  message: `Choose a session type: ttl_minutes is 0, -1 or from 1 to ${MAX_TTL_MINUTES}.`,
};

/** How long a pool proxy keeps an address. */
export const SessionTtl = () =>
  applyDecorators(ToInteger(), IsInt(TTL), Min(-1, TTL), Max(MAX_TTL_MINUTES, TTL));

/** Null, empty text, `zz` and nothing at all mean "any" and become null. */
export const anyToNull = ({ value }: { value: unknown }) => {
  const code = lower(value);
  return code === '' || code === RANDOM_LOCATION || code === undefined ? null : code;
};

/** A code of the catalog, or any place. */
export const OptionalPlaceCode = () =>
  applyDecorators(
    Transform(anyToNull),
    IsOptional(),
    Matches(/^[\w.-]{1,64}$/, { message: '$property is not a code from the catalog.' }),
  );

/** Text, though a program may write it as a number. */
const toAsNumber = ({ value }: { value: unknown }) =>
  anyToNull({ value: typeof value === 'number' ? String(value) : value });

/** A more precise place than the proxy was bought for; what is left out is as it was bought. */
export class PlaceChoiceDto {
  /** Country code, where the proxy was bought for any country. @example ng */
  @Transform(anyToNull)
  @IsOptional()
  @Matches(/^[a-z]{2}$/, { message: 'country is a two-letter code.' })
  country?: string | null;

  /** Region code, where the proxy was bought for any region. @example lagos */
  @OptionalPlaceCode()
  region?: string | null;

  /** City code, where the proxy was bought for any city. @example ikeja */
  @OptionalPlaceCode()
  city?: string | null;

  /** Provider code, where the proxy was bought for any provider. @example mtn */
  @OptionalPlaceCode()
  isp?: string | null;

  /** In place of `isp`: the AS number of a provider, with or without AS before it. @example 37148 */
  @Transform(toAsNumber)
  @IsOptional()
  @Matches(AS_NUMBER, { message: 'asn is an AS number, such as 37148 or AS37148.' })
  asn?: string | null;
}

/** The codes of a place, as a purchase or a change of the place takes them. */
export class PlaceCodesDto {
  /** Region code; null, empty or `zz` for any. @example lagos */
  @OptionalPlaceCode()
  region?: string | null;

  /** City code; null, empty or `zz` for any. @example ikeja */
  @OptionalPlaceCode()
  city?: string | null;

  /** ISP code; null, empty or `zz` for any. @example mtn */
  @OptionalPlaceCode()
  isp?: string | null;
}

/** Null is any. */
export const toPlace = ({
  country,
  region = null,
  city = null,
  isp = null,
}: PlaceCodesDto & { country: string }): Targeting => ({ country, region, city, isp });

/** Null is as it was bought. */
export const toPlaceChoice = ({ asn, ...choice }: PlaceChoiceDto = {}) => {
  if (asn && choice.isp) throw invalidFields({ asn: ['Choose an ISP or an AS number, not both.'] });
  return {
    ...toPlace({ ...choice, country: '', isp: asn ? toAsCode(asn) : choice.isp }),
    country: choice.country ?? null,
  };
};

/** What only residential and mobile proxies have. */
export class PoolDataResponse {
  /** Name of the sticky session. @example k3v9d2m7 */
  session_id: string;
  /** Used traffic in MB of 2^20 bytes, six decimals. @example 12.5 */
  used_mb: number;
  /** Bought traffic in MB of 2^20 bytes; 1024 per GB. @example 5120 */
  limit_mb: number;
  /** Country code, or `zz` for any. @example ng */
  country: string;
  region: string | null;
  city: string | null;
  isp: string | null;
  /** 0 as long as possible, -1 a new address for every request, else minutes. */
  ttl_minutes: number;
}

/** Renewal from the wallet before each end. */
export class AutoRenewResponse {
  enabled: boolean;
  /** The traffic package in GB of a residential or mobile proxy, else null. @example 5 */
  gigabytes: number | null;
  /** The period in minutes of a datacenter proxy, else null. @example 43200 */
  duration_minutes: number | null;
  /** When the wallet is charged, or the charge is tried again; null when none is planned. */
  next_charge_at: Date | null;
  /** Failed attempts before this end; the third switches it off. */
  failures: number;
  /** Why it was switched off; null when it is on, or its owner switched it off. */
  @ApiProperty({ enum: AUTO_RENEW_REASONS, enumName: 'AutoRenewReason', nullable: true })
  stopped_reason: AutoRenewReason | null;
  /** Traffic is bought when less GB are left; null when it is not. @example 1 */
  top_up_below_gb: number | null;
  /** The traffic package in GB that is bought then. @example 5 */
  top_up_gigabytes: number | null;
  /** What these purchases may cost in a calendar month, whole naira. @example 50000 */
  monthly_limit: number | null;
  /** Why the last of these purchases was refused, or why they were switched off; null when nothing is in their way. */
  @ApiProperty({ enum: AUTO_TRAFFIC_REASONS, enumName: 'AutoTrafficReason', nullable: true })
  top_up_problem: AutoTrafficReason | null;
}

export class ProxyResponse {
  id: number;
  uuid: string;
  @ApiProperty({ enum: PROXY_TYPES, enumName: 'ProxyType' })
  type: ProxyType;
  /** Country code, or `zz` for any. @example ng */
  location: string;
  /** host:port for the chosen protocol. @example localhost:3128 */
  connection_string: string;
  /** @example localhost */
  host: string;
  /** Port for HTTP. @example 3128 */
  port: number;
  /** Port for SOCKS5. @example 1080 */
  port_socks5: number;
  username: string;
  password: string;
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  protocol: Protocol;
  /** `expired` whenever `is_expired`. */
  @ApiProperty({ enum: PROXY_STATUSES, enumName: 'ProxyStatus' })
  status: ProxyStatus;
  is_expired: boolean;
  /** Days until the expiry, started days included; 0 when expired. @example 30 */
  days_until_expiration: number;
  /** Null for datacenter proxies. */
  pool_data: PoolDataResponse | null;
  /** Percent of the traffic used, 0 to 100, one decimal; null when not limited by traffic. */
  bandwidth_usage_percentage: number | null;
  /** GB of 2^30 bytes that can still be used, three decimals, rounded down; null when not limited by traffic. @example 4.75 */
  remaining_gb: number | null;
  /** GB of its purchase or last renewal; null for a datacenter proxy. @example 5 */
  package_gb: number | null;
  /** Minutes of the purchase or last renewal of a datacenter proxy, else null. @example 43200 */
  period_minutes: number | null;
  /** Price paid, whole naira; 0 for a free trial. @example 24000 */
  price: number;
  /** Refunds of its purchase and its renewals, oldest first. */
  reversals: ReversalResponse[];
  created_at: Date;
  expires_at: Date;
  /** `proxy_id` of the update calls. */
  proxy_api_id: string;
  /** Dedicated address of a datacenter proxy, else null. */
  ip: string | null;
  auto_renew: AutoRenewResponse;
  /** You suspended it yourself, and can resume it. */
  suspended_by_owner: boolean;
  /** What you wrote on it. @example Scraper of prices */
  note: string | null;
  /** What you sort it by. */
  tags: string[];
  /** Whether you can replace its address: an active datacenter proxy that is not on one of the shop's own exits. */
  can_replace_address: boolean;
  /**
   * Whether you can renew it: not suspended by staff, not refunded, and not expired; residential and mobile proxies also
   * up to 30 days after their expiry.
   */
  can_renew: boolean;
}

export class ProxyDetailData {
  proxy: ProxyResponse;
}

/** One decimal; shows 100 only when all of it is used. */
function toUsedPercent(used: bigint, limit: bigint | null): number | null {
  if (limit === null) return null;
  if (used >= limit) return 100;
  return Math.floor((Number(used) / Number(limit)) * 1000) / 10;
}

/** Rounded down, so that what is shown can be used. */
function toRemainingGigabytes(used: bigint, limit: bigint | null): number | null {
  if (limit === null) return null;
  return used >= limit ? 0 : Number(((limit - used) * 1000n) / GIGABYTE) / 1000;
}

const toPoolData = (proxy: OwnedProxy): PoolDataResponse | null =>
  proxy.limitBytes === null
    ? null
    : {
        session_id: proxy.sessionId ?? '',
        used_mb: toMegabytes(proxy.usedBytes),
        limit_mb: toMegabytes(proxy.limitBytes),
        country: proxy.country,
        region: proxy.region,
        city: proxy.city,
        isp: proxy.isp,
        ttl_minutes: proxy.ttlMinutes ?? 0,
      };

const NO_AUTO_RENEW: AutoRenewResponse = {
  enabled: false,
  gigabytes: null,
  duration_minutes: null,
  next_charge_at: null,
  failures: 0,
  stopped_reason: null,
  top_up_below_gb: null,
  top_up_gigabytes: null,
  monthly_limit: null,
  top_up_problem: null,
};

export function toProxyResponse(proxy: OwnedProxy, now: Date): ProxyResponse {
  const left = proxy.expiresAt.getTime() - now.getTime();
  return {
    id: proxy.id,
    uuid: proxy.uuid,
    type: proxy.type,
    location: proxy.country,
    connection_string: `${proxy.host}:${proxy.protocol === 'socks5' ? proxy.portSocks5 : proxy.port}`,
    host: proxy.host,
    port: proxy.port,
    port_socks5: proxy.portSocks5,
    username: proxy.username,
    password: proxy.password,
    protocol: proxy.protocol,
    status: proxy.isExpired ? 'expired' : proxy.status,
    is_expired: proxy.isExpired,
    days_until_expiration: proxy.isExpired ? 0 : Math.max(0, Math.ceil(left / DAY)),
    pool_data: toPoolData(proxy),
    bandwidth_usage_percentage: toUsedPercent(proxy.usedBytes, proxy.limitBytes),
    remaining_gb: toRemainingGigabytes(proxy.usedBytes, proxy.limitBytes),
    package_gb: proxy.type === 'individual_ipv4' ? null : proxy.boughtSize,
    period_minutes: proxy.type === 'individual_ipv4' ? proxy.boughtSize : null,
    price: proxy.price.toNaira(),
    reversals: [...proxy.reversals],
    created_at: proxy.createdAt,
    expires_at: proxy.expiresAt,
    proxy_api_id: proxy.apiId,
    ip: proxy.ip,
    auto_renew: { ...NO_AUTO_RENEW, ...proxy.autoRenew, ...proxy.autoTraffic },
    suspended_by_owner: proxy.suspendedByOwner,
    note: proxy.note,
    tags: [...proxy.tags],
    can_replace_address: proxy.canReplaceAddress,
    can_renew: proxy.canRenew,
  };
}

export const DEFAULT_PER_PAGE = 10;

const TYPE_FILTERS = [...Object.keys(TYPE_ALIASES), ...PROXY_TYPES];

/** Forms send `all` or an empty text for "no filter". */
const emptyToUndefined = (value: unknown) => (value === '' || value === 'all' ? undefined : value);

export class ProxyListQuery extends PageQuery {
  /** Id, or a substring of uuid, type, country (code or name), IP address, host, username, note or tag. */
  @IsOptional()
  @IsString()
  @PlainText()
  @MaxLength(100, { message: 'The search takes at most 100 characters.' })
  search?: string;

  /** `expired` includes every proxy past its expiry. */
  @ApiProperty({ enum: PROXY_STATUSES, enumName: 'ProxyStatus', required: false })
  @Transform(({ value }: { value: unknown }) => emptyToUndefined(value))
  @IsOptional()
  @IsIn(PROXY_STATUSES, { message: 'status must be active, expired or suspended.' })
  status?: ProxyStatus;

  /** The short names are aliases of the full names. */
  @ApiProperty({ enum: TYPE_FILTERS, enumName: 'ProxyTypeFilter', required: false })
  @Transform(({ value }: { value: unknown }) => {
    const word = emptyToUndefined(value);
    return typeof word === 'string' ? (TYPE_ALIASES[word] ?? word) : word;
  })
  @IsOptional()
  @IsIn(PROXY_TYPES, { message: `type must be one of ${TYPE_FILTERS.join(', ')}.` })
  type?: ProxyType;

  /** One of your tags, in any case. */
  @Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value))
  @IsOptional()
  @IsString()
  @MaxLength(MAX_TAG, { message: `A tag has at most ${MAX_TAG} characters.` })
  tag?: string;
}

/** Over everything the user ever bought, whatever the filter. */
export class ProxyStatisticsResponse {
  active_proxies: number;
  total_proxies: number;
  /** Paid for proxies that were delivered, whole naira. @example 48000 */
  total_spent: number;
  /** Number of distinct countries, without random ones. */
  total_countries: number;
  /** Number of proxies per type. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { residential_ipv4: 2 },
  })
  proxy_types: Record<string, number>;
}

export class ProxyListData {
  proxies: ProxyResponse[];
  pagination: PaginationResponse;
  statistics: ProxyStatisticsResponse;
}
