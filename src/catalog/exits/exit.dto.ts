import { withMessage } from '../../common/http/api.decorators';
import { ApiProperty, PickType } from '@nestjs/swagger';
import { EXIT_KINDS, type ExitKind, POOL_KINDS, type PoolKind } from '../catalog.types';
import {
  EXIT_STATUSES,
  type ExitListing,
  type ExitStatus,
  type ListedExit,
  GATEWAY_STATUSES,
  type GatewayStatus,
  type ListedGateway,
} from './exit.entity';
import {
  toPagination,
  PaginationResponse,
  emptyFilterToUndefined,
  SearchQuery,
  type Paged,
} from '../../common/http/pagination.dto';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  IsOptional,
} from 'class-validator';
import { IfGiven, trim } from '../../common/http/fields';
import {
  PROXY_LIST_FORMATS,
  type ProxyListFormat,
  STATIC_PROTOCOLS,
  type StaticProtocol,
} from '../../common/proxy-list';
import type { CoverageRow } from './coverage.service';

export class ExitStockResponse {
  /** Dedicated addresses. */
  total: number;
  /** Those that belong to an order. */
  sold: number;
  /** Those that no gateway serves. */
  not_served: number;
}

export class ExitResponse {
  id: number;
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind' })
  kind: ExitKind;
  /** @example ng */
  country: string;
  country_name: string;
  region: string | null;
  city: string | null;
  isp: string | null;
  /** Address of a gateway's machine; null for an exit that is another proxy. */
  local_address: string | null;
  /** Scheme, host and port of another proxy, without credentials; null for sub-admins. @example http://upstream.example:8000 */
  upstream: string | null;
  is_upstream: boolean;
  /** Id or region of the gateways that may serve it; null: every gateway that has its address. */
  gateway_group: string | null;
  /** Relative share of the sessions of its place. */
  weight: number;
  enabled: boolean;
  /** Traffic leaves from the machine of the gateway, whatever the country says. */
  simulated: boolean;
  @ApiProperty({
    enum: EXIT_STATUSES,
    enumName: 'ExitStatus',
    description:
      '`in_service`: a gateway serves it, or did in the last two minutes, so that it is on sale. `not_served`: no gateway has its addresses, or it has not answered the last probes, see `down_since`. `disabled`: staff have switched it off.',
  })
  status: ExitStatus;
  /** Since when the probes have it out of sale, because it does not answer; null: they do not. */
  down_since: Date | null;
  /** What the last probe said; null unless it is out of sale. */
  down_reason: string | null;
  /** Ids of the live gateways that serve it. */
  gateways: string[];
  addresses: ExitStockResponse;
  created_at: Date;
}

/** Exits of the whole shop by their status. */
export class ExitCountsResponse {
  in_service: number;
  not_served: number;
  disabled: number;
}

export class ExitsData {
  exits: ExitResponse[];
  counts: ExitCountsResponse;
  pagination: PaginationResponse;
}

export class ExitData {
  exit: ExitResponse;
}

/** @param withUpstream whether the account at another proxy's operator may be seen. */
const toExit = (exit: ListedExit, withUpstream: boolean): ExitResponse => ({
  id: exit.id,
  kind: exit.kind,
  country: exit.country,
  country_name: exit.countryName,
  region: exit.regionName,
  city: exit.cityName,
  isp: exit.ispName,
  local_address: exit.localAddress,
  upstream: withUpstream ? exit.upstream : null,
  is_upstream: exit.leave === 'upstream',
  gateway_group: exit.gatewayGroup,
  weight: exit.weight,
  enabled: exit.enabled,
  simulated: exit.simulated,
  status: exit.status,
  down_since: exit.downSince,
  down_reason: exit.downReason,
  gateways: [...exit.gateways],
  addresses: {
    total: exit.stock.total,
    sold: exit.stock.sold,
    not_served: exit.stock.notServed,
  },
  created_at: exit.createdAt,
});

export const toExits = ({ exits, counts }: ExitListing, withUpstream: boolean): ExitsData => ({
  exits: exits.rows.map((exit) => toExit(exit, withUpstream)),
  counts: { ...counts },
  pagination: toPagination(exits),
});

export const toOneExit = (exit: ListedExit): ExitData =>
  withMessage({ exit: toExit(exit, true) }, 'The exit is changed.');

export class GatewayResponse {
  id: string;
  region: string;
  /** Name of its machine. */
  machine: string;
  /** What customers connect to. */
  public_host: string;
  http_port: number;
  socks5_port: number;
  /** Null without a certificate. */
  https_port: number | null;
  version: string;
  @ApiProperty({
    enum: GATEWAY_STATUSES,
    enumName: 'GatewayStatus',
    description:
      '`live`; `draining`: it is being stopped; `silent`: four heartbeats in a row are missing.',
  })
  status: GatewayStatus;
  started_at: Date;
  heartbeat_at: Date;
  /** Addresses of exits that its machine has. */
  addresses: number;
  /** Enabled exits that it serves. */
  exits: number;
}

export class GatewaysData {
  gateways: GatewayResponse[];
}

export const toGateway = (gateway: ListedGateway): GatewayResponse => ({
  id: gateway.id,
  region: gateway.region,
  machine: gateway.host,
  public_host: gateway.publicHost,
  http_port: gateway.httpPort,
  socks5_port: gateway.socksPort,
  https_port: gateway.httpsPort,
  version: gateway.version,
  status: gateway.status,
  started_at: gateway.startedAt,
  heartbeat_at: gateway.heartbeatAt,
  addresses: gateway.addresses,
  exits: gateway.exits,
});

export const toGateways = (gateways: readonly ListedGateway[]): GatewaysData => ({
  gateways: gateways.map(toGateway),
});

const MAX_TEXT = 200_000;
const TEXT = {
  message: `Paste a list of at most ${MAX_TEXT.toLocaleString('en-NG')} characters; split a longer one`,
};
const NAME = { message: 'Enter a name of 1 to 100 characters' };
const WEIGHT = { message: 'Weight must be a whole number from 1 to 1000' };

/** Lines say protocol and place themselves, or take what the request says. */
export class ImportExitsDto {
  /** As for stock: a proxy per line or CSV, 5,000 lines at most. @example gate.example.com:7000:user:password */
  @IsString(TEXT)
  @Length(1, MAX_TEXT, TEXT)
  text: string;

  /** `auto`, the default, tells the format of each line by itself. */
  @ApiProperty({ enum: PROXY_LIST_FORMATS, enumName: 'ProxyListFormat', required: false })
  @IfGiven()
  @IsIn(PROXY_LIST_FORMATS, { message: 'Choose a format of the list' })
  format?: ProxyListFormat;

  @ApiProperty({ enum: POOL_KINDS, enumName: 'PoolKind' })
  @IsIn(POOL_KINDS, { message: 'Choose residential or mobile' })
  kind: PoolKind;

  /** ISO 3166-1 code in lower case, of lines without a country. @example ng */
  @IfGiven()
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;

  /** Name of the region of lines without one. @example Lagos */
  @IfGiven()
  @Transform(trim)
  @Length(1, 100, NAME)
  region?: string;

  /** Name of the city of lines without one. @example Ikeja */
  @IfGiven()
  @Transform(trim)
  @Length(1, 100, NAME)
  city?: string;

  /** Name of the internet provider of lines without one. @example MTN */
  @IfGiven()
  @Transform(trim)
  @Length(1, 100, NAME)
  isp?: string;

  /** Relative share of the sessions of its place, 1 to 1000; 1 when it is left out. */
  @IfGiven()
  @IsInt(WEIGHT)
  @Min(1, WEIGHT)
  @Max(1000, WEIGHT)
  weight?: number;

  /** Of lines without a protocol; `http` when it is left out. */
  @ApiProperty({ enum: STATIC_PROTOCOLS, enumName: 'StaticProtocol', required: false })
  @IfGiven()
  @IsIn(STATIC_PROTOCOLS, { message: 'Choose http or socks5' })
  protocol?: StaticProtocol;

  /** Only says what an import would do. */
  @IfGiven()
  @IsBoolean({ message: 'dry_run must be true or false' })
  dry_run?: boolean;
}

/** Searches addresses, places, and the ids and regions of gateways. */
export class ListExitsQuery extends SearchQuery {
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(EXIT_KINDS)
  kind?: ExitKind;

  /** ISO 3166-1 code in lower case. @example ng */
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @Matches(/^[a-z]{2}$/, { message: 'Country must be a code of two letters' })
  country?: string;

  @ApiProperty({ enum: EXIT_STATUSES, enumName: 'ExitStatus', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(EXIT_STATUSES)
  status?: ExitStatus;
}

/** What is left out stays. */
export class UpdateExitDto {
  /** A disabled exit gets no new connection and is not on sale. */
  @IsOptional()
  @IsBoolean({ message: 'Enabled must be true or false' })
  enabled?: boolean;

  /** Relative share of the sessions of its place, 1 to 1000. */
  @IsOptional()
  @IsInt(WEIGHT)
  @Min(1, WEIGHT)
  @Max(1000, WEIGHT)
  weight?: number;
}

export class CoverageNetworkResponse {
  id: number;
  name: string;
}

export class CoverageRowResponse {
  /** ISO code in lower case. @example ng */
  country: string;
  country_name: string;
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind' })
  kind: ExitKind;
  /** Enabled exits that a gateway serves. */
  exits: number;
  /** Enabled exits that no gateway serves, so that they are not on sale. */
  not_served: number;
  /** Enabled networks that sell the country, by name. */
  networks: CoverageNetworkResponse[];
}

export class CoverageData {
  coverage: CoverageRowResponse[];
  pagination: PaginationResponse;
}

export const toCoverage = (paged: Paged<CoverageRow>): CoverageData => ({
  coverage: paged.rows.map((row) => ({
    country: row.country,
    country_name: row.countryName,
    kind: row.kind,
    exits: row.exits,
    not_served: row.notServed,
    networks: row.networks.map(({ id, name }) => ({ id, name })),
  })),
  pagination: toPagination(paged),
});

/** Searches names and codes of countries. */
export class ListCoverageQuery extends PickType(ListExitsQuery, [
  'page',
  'per_page',
  'search',
  'kind',
]) {}
