import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsOptional, Matches } from 'class-validator';
import { RANDOM_LOCATION } from '../catalog/catalog.types';
import { toPlainText } from '../common/text/plain-text';
import { withMessage } from '../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { DAY } from '../common/time/clock';
import {
  AUTO_RENEW_REASONS,
  PROTOCOLS,
  PROXY_STATUSES,
  PROXY_TYPES,
  toMegabytes,
  type AutoRenewReason,
  type OwnedProxy,
  type Protocol,
  type ProxyStatus,
  type ProxyType,
} from './proxy.types';

const lower = (value: unknown) =>
  typeof value === 'string' ? toPlainText(value).toLowerCase() : value;

/** A two-letter country code or `zz`, in either case. */
export const CountryCode = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => lower(value)),
    Matches(/^[a-z]{2}$/, { message: 'Choose a country.' }),
  );

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
}

/** @returns null for each part that is left out. */
export const toPlaceChoice = (choice: PlaceChoiceDto | undefined) => ({
  country: choice?.country ?? null,
  region: choice?.region ?? null,
  city: choice?.city ?? null,
  isp: choice?.isp ?? null,
});

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
  /** Price paid, whole naira. @example 24000 */
  price: number;
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

const toAutoRenew = ({ autoRenew }: OwnedProxy): AutoRenewResponse => ({
  enabled: autoRenew?.enabled ?? false,
  gigabytes: autoRenew?.gigabytes ?? null,
  duration_minutes: autoRenew?.durationMinutes ?? null,
  next_charge_at: autoRenew?.nextChargeAt ?? null,
  failures: autoRenew?.failures ?? 0,
  stopped_reason: autoRenew?.stoppedReason ?? null,
});

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
    price: proxy.price.toNaira(),
    created_at: proxy.createdAt,
    expires_at: proxy.expiresAt,
    proxy_api_id: proxy.apiId,
    ip: proxy.ip,
    auto_renew: toAutoRenew(proxy),
    suspended_by_owner: proxy.suspendedByOwner,
    note: proxy.note,
    tags: [...proxy.tags],
    can_replace_address: proxy.canReplaceAddress,
    can_renew: proxy.canRenew,
  };
}

export const toProxyDetail = (proxy: OwnedProxy, now: Date, text?: string): ProxyDetailData =>
  withMessage({ proxy: toProxyResponse(proxy, now) }, text);
