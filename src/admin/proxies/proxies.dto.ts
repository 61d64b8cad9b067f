import { ApiProperty } from '@nestjs/swagger';
import { EXIT_KINDS, type ExitKind } from '../../catalog/catalog.types';
import { PaginationResponse, emptyFilterToUndefined } from '../../common/http/pagination.dto';
import { ROLES, type Role } from '../../common/security/actor';
import {
  PROTOCOLS,
  PROXY_STATUSES,
  type Protocol,
  type ProxyStatus,
  KIND_OF_TYPE,
  type ProxyType,
} from '../../proxies/proxy.types';
import { AdminReversalResponse } from '../../wallet/statement/reversal.types';
import { Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ToInteger } from '../../common/http/fields';
import { SHEET_FORMATS, type SheetFormat } from '../exports/sheet-file';
import { SortedListQuery } from '../paging/paging.dto';

/** Product name. */
export const PROXY_KINDS = EXIT_KINDS;
export type ProxyKind = ExitKind;

export class AdminProxyPoolData {
  /** Megabytes (1024²) used. */
  used_mb: number;
  /** Megabytes (1024²) bought; null when traffic is not limited. */
  limit_mb: number | null;
  session_id: string | null;
  /** 0 as long as possible, -1 every request, else minutes. */
  ttl_minutes: number | null;
}

export class AdminProxyOwner {
  id: number;
  name: string;
  email: string;
  @ApiProperty({ enum: ROLES, enumName: 'Role' })
  role: Role;
}

/** A proxy as the back office sees one. */
export class AdminProxyResponse {
  id: number;
  uuid: string;
  /** The purchase that it is of. */
  order_id: number;
  @ApiProperty({ enum: PROXY_KINDS, enumName: 'ProxyKind' })
  type: ProxyKind;
  @ApiProperty({ enum: PROXY_STATUSES, enumName: 'ProxyStatus' })
  status: ProxyStatus;
  /** Past its expiry; then it shows as expired regardless of its status. */
  is_expired: boolean;
  /** Days left, started days included; 0 once expired. */
  days_until_expiration: number;
  /** Two letters, or `zz` for any. @example us */
  location: string;
  region: string | null;
  city: string | null;
  isp: string | null;
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  protocol: Protocol;
  /** host:port for its protocol; null for a sub-admin. @example gate.example.com:3128 */
  connection_string: string | null;
  host: string;
  /** Port for HTTP. */
  port: number;
  port_socks5: number;
  /** Dedicated address of a datacenter proxy. */
  ip: string | null;
  /** Null for a sub-admin. */
  username: string | null;
  /** Null for a sub-admin, and when the stored value cannot be decrypted with the platform's key. */
  password: string | null;
  /** Whole naira paid; null for a sub-admin. */
  price: number | null;
  /** Refunds of its purchase and its renewals, oldest first. */
  reversals: AdminReversalResponse[];
  created_at: Date;
  expires_at: Date;
  /** 0 to 100, one decimal; 0 when traffic is not limited. */
  bandwidth_usage_percentage: number;
  pool_data: AdminProxyPoolData;
  user: AdminProxyOwner;
}

export class CountryCount {
  /** Two letters, or `zz` for any. */
  country: string;
  count: number;
}

export class TopProxyUser {
  user_id: number;
  user_name: string;
  user_email: string;
  proxy_count: number;
}

/** Over all proxies, whatever the filters. */
export class AdminProxyStatistics {
  total_proxies: number;
  active_proxies: number;
  /** Whole naira of all orders, net of refunds; null for a sub-admin. */
  total_revenue: number | null;
  /** Users who own a proxy. */
  total_users: number;
  /** The five with most proxies. */
  top_countries: CountryCount[];
  /** The five with most proxies. */
  top_users: TopProxyUser[];
}

export class AdminProxyListData {
  proxies: AdminProxyResponse[];
  pagination: PaginationResponse;
  statistics: AdminProxyStatistics;
}

/** A product name is taken for its kind. */
const asKind = (params: TransformFnParams): unknown => {
  const value = emptyFilterToUndefined(params);
  return KIND_OF_TYPE[value as ProxyType] ?? value;
};

/** Searches the id, uuid, user name of the proxy, type, country, address, and the owner's name and e-mail. */
export class ListProxiesQuery extends SortedListQuery {
  /** A proxy past its expiry counts as expired, regardless of its stored status. */
  @ApiProperty({ enum: PROXY_STATUSES, enumName: 'ProxyStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(PROXY_STATUSES)
  status?: ProxyStatus;

  @ApiProperty({ enum: PROXY_KINDS, enumName: 'ProxyKind', required: false })
  @IsOptional()
  @Transform(asKind)
  @IsIn(PROXY_KINDS)
  type?: ProxyKind;

  /** Only those of this user. */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @ToInteger()
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  user_id?: number;
}

/** All that match, in their order; paging is ignored. */
export class ExportProxiesDto extends ListProxiesQuery {
  @ApiProperty({ enum: SHEET_FORMATS, enumName: 'ListExportFormat' })
  @IsIn(SHEET_FORMATS, { message: 'The format must be csv or xlsx' })
  format: SheetFormat;
}
