import { ApiProperty, PickType } from '@nestjs/swagger';
import { EXIT_KINDS, type ExitKind } from '../catalog.types';
import {
  EXIT_FILTERS,
  EXIT_STATUSES,
  GATEWAY_STATUSES,
  type ExitFilter,
  type ExitStatus,
  type GatewayStatus,
} from './exit.entity';
import {
  PaginationResponse,
  emptyFilterToUndefined,
  SearchQuery,
} from '../../common/http/pagination.dto';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsBoolean,
  IsIn,
  IsInt,
  Matches,
  Max,
  Min,
  IsOptional,
} from 'class-validator';
import { MAX_ID } from '../../common/http/request.pipes';

export class ExitStockResponse {
  /** Dedicated addresses. */
  total: number;
  /** Those that belong to an order. */
  sold: number;
  /** Who have them. */
  customers: number;
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
  /** False: nothing new is sold on it, and the proxies that use it go on. */
  selling: boolean;
  /** Traffic leaves from the machine of the gateway, whatever the country says. */
  simulated: boolean;
  @ApiProperty({
    enum: EXIT_STATUSES,
    enumName: 'ExitStatus',
    description:
      '`in_service`: a gateway serves it, or did in the last two minutes, so that it is on sale. `not_served`: no gateway has its addresses, or it has not answered the last probes, see `down_since`. `not_selling`: it is served and serves, and nothing new is sold on it. `disabled`: staff have switched it off.',
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
  not_selling: number;
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
      '`live`; `draining`: it is being stopped, or staff have drained it; `silent`: four heartbeats in a row are missing.',
  })
  status: GatewayStatus;
  started_at: Date;
  heartbeat_at: Date;
  /** Since when staff want it to take no new connections; null: they do not. */
  drain_requested_at: Date | null;
  /** Addresses of exits that its machine has. */
  addresses: number;
  /** Enabled exits that it serves. */
  exits: number;
}

export class GatewaysData {
  gateways: GatewayResponse[];
}

const WEIGHT = { message: 'Weight must be a whole number from 1 to 1000' };

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

  @ApiProperty({
    enum: EXIT_FILTERS,
    enumName: 'ExitFilter',
    required: false,
    description: 'A status, or `out_of_sale`: three tests in a row have failed.',
  })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(EXIT_FILTERS)
  status?: ExitFilter;
}

/** What is left out stays. */
export class UpdateExitDto {
  /** A disabled exit gets no new connection and is not on sale. */
  @IsOptional()
  @IsBoolean({ message: 'Enabled must be true or false' })
  enabled?: boolean;

  /** False: nothing new is sold on it, and the proxies that use it go on. */
  @IsOptional()
  @IsBoolean({ message: 'Selling must be true or false' })
  selling?: boolean;

  /** Relative share of the sessions of its place, 1 to 1000. */
  @IsOptional()
  @IsInt(WEIGHT)
  @Min(1, WEIGHT)
  @Max(1000, WEIGHT)
  weight?: number;
}

const IDS = { message: 'Choose 1 to 100 exits' };

export class SellExitsDto {
  /** Up to 100. @example [12, 13] */
  @ArrayMinSize(1, IDS)
  @ArrayMaxSize(100, IDS)
  @IsInt({ each: true, ...IDS })
  @Min(1, { each: true, ...IDS })
  @Max(MAX_ID, { each: true, ...IDS })
  ids: number[];

  /** False: nothing new is sold on them, and the proxies that use them go on. */
  @IsBoolean({ message: 'Selling must be true or false' })
  selling: boolean;
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
  /** Exits on sale. */
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

/** Searches names and codes of countries. */
export class ListCoverageQuery extends PickType(ListExitsQuery, [
  'page',
  'per_page',
  'search',
  'kind',
]) {}
