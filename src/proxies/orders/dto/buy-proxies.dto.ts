import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import { ToInteger } from '../../../common/http/fields';
import {
  POOL_PROXY_TYPES,
  PROTOCOLS,
  SESSION_TTLS,
  type PoolProxyType,
  type Protocol,
  type SessionTtl,
} from '../../proxy.types';
import type { PoolPurchaseRequest } from '../order.types';
import { CountryCode, OptionalPlaceCode } from '../../dto/location-code.decorator';
import { ExpectedTotal } from './expected-total.decorator';

export class BuyProxiesDto {
  /** @example residential_ipv4 */
  @ApiProperty({ enum: POOL_PROXY_TYPES, enumName: 'PoolProxyType' })
  @IsIn(POOL_PROXY_TYPES, { message: 'proxy_type must be residential_ipv4 or mobile_ipv4.' })
  proxy_type: PoolProxyType;

  /** Country code from `GET /pool/countries`, or `zz` for any. @example ng */
  @CountryCode()
  country: string;

  /**
   * How long an address is kept: 0 as long as possible, -1 a new one on every request, else 1, 2,
   * 5 or 10 minutes.
   * @example 0
   */
  @ApiProperty({ enum: SESSION_TTLS, enumName: 'SessionTtl' })
  @ToInteger()
  @IsIn(SESSION_TTLS, { message: 'Choose a session type: ttl_minutes is 0, -1, 1, 2, 5 or 10.' })
  ttl_minutes: SessionTtl;

  /** @example http */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol: Protocol;

  /**
   * The traffic package in GB, despite the historical name; one of `GET /pool/pricing`, as a
   * number or a string. 1 GB is 2^30 bytes (1024 MB of 2^20 bytes).
   * @example 5
   */
  @ToInteger()
  @IsInt({ message: 'Please select a traffic limit to continue.' })
  @Min(1, { message: 'Please select a traffic limit to continue.' })
  @Max(1_000_000, { message: 'Please select a traffic limit to continue.' })
  traffic_limit_mb: number;

  /** Region code; null, empty or `zz` for any. @example lagos */
  @OptionalPlaceCode()
  region?: string | null;

  /** City code; null, empty or `zz` for any. @example ikeja */
  @OptionalPlaceCode()
  city?: string | null;

  /** ISP code; null, empty or `zz` for any. @example mtn */
  @OptionalPlaceCode()
  isp?: string | null;

  /**
   * The total that you agreed to, in whole naira. If the price differs by now, nothing is bought and the
   * answer is 409 `PRICE_CHANGED`.
   * @example 24000
   */
  @ExpectedTotal()
  expected_total?: number;
}

export const toPoolPurchase = (body: BuyProxiesDto): PoolPurchaseRequest => ({
  type: body.proxy_type,
  protocol: body.protocol,
  ttlMinutes: body.ttl_minutes,
  gigabytes: body.traffic_limit_mb,
  country: body.country,
  region: body.region ?? null,
  city: body.city ?? null,
  isp: body.isp ?? null,
});
