import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { POOL_KINDS, type PoolKind } from '../../catalog/catalog.types';
import { ToInteger } from '../../common/http/fields';
import {
  PROTOCOLS,
  SESSION_TTLS,
  type PoolSettings,
  type Protocol,
  type SessionTtl,
} from '../proxy.types';
import { CountryCode, OptionalPlaceCode } from '../proxies.dto';

export class UpdateDatacenterDto {
  /** `proxy_api_id` of the record. @example gw_0kq3v9d2m7x1c5b8n4z6 */
  @IsString({ message: 'proxy_id is the proxy_api_id of the record.' })
  @Length(1, 100, { message: 'proxy_id is the proxy_api_id of the record.' })
  proxy_id: string;

  /** @example socks5 */
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  @IsIn(PROTOCOLS, { message: 'Choose a protocol: http or socks5.' })
  protocol: Protocol;
}

export class UpdateResidentialMobileDto extends UpdateDatacenterDto {
  /** Country code or `zz` for any. @example ng */
  @CountryCode()
  country: string;

  /** Region code; null, empty or `zz` for any. @example lagos */
  @OptionalPlaceCode()
  region?: string | null;

  /** City code; null, empty or `zz` for any. @example ikeja */
  @OptionalPlaceCode()
  city?: string | null;

  /** ISP code; null, empty or `zz` for any. @example mtn */
  @OptionalPlaceCode()
  isp?: string | null;

  /** 0 as long as possible, -1 a new address on every request, else 1, 2, 5 or 10 minutes. @example 10 */
  @ApiProperty({ enum: SESSION_TTLS, enumName: 'SessionTtl' })
  @ToInteger()
  @IsIn(SESSION_TTLS, { message: 'Choose a session type: ttl_minutes is 0, -1, 1, 2, 5 or 10.' })
  ttl_minutes: SessionTtl;

  /** Kind of the proxy; rejected when the proxy has the other kind. @example residential */
  @ApiProperty({ enum: POOL_KINDS, enumName: 'ConnectionType', required: false })
  @IsOptional()
  @IsIn(POOL_KINDS, { message: 'connection_type must be residential or mobile.' })
  connection_type?: PoolKind;
}

export const toPoolSettings = (body: UpdateResidentialMobileDto): PoolSettings => ({
  protocol: body.protocol,
  ttlMinutes: body.ttl_minutes,
  country: body.country,
  region: body.region ?? null,
  city: body.city ?? null,
  isp: body.isp ?? null,
});
