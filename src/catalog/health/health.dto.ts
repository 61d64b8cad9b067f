import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsIn, IsOptional } from 'class-validator';
import { EXIT_KINDS, type ExitKind } from '../catalog.types';
import {
  PageQuery,
  emptyFilterToUndefined,
  PaginationResponse,
} from '../../common/http/pagination.dto';
import { HEALTH_STATES, type HealthState } from './health.entity';
import { DIALECT_IDS } from '../../common/dialects/dialects';
import { GatewayResponse } from '../exits/exit.dto';

/** Filters networks and exits; pages count the exits. */
export class SupplyHealthQuery extends PageQuery {
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(EXIT_KINDS)
  kind?: ExitKind;

  @ApiProperty({ enum: HEALTH_STATES, enumName: 'SupplyHealthState', required: false })
  @IsOptional()
  @Transform(emptyFilterToUndefined)
  @IsIn(HEALTH_STATES)
  state?: HealthState;
}

const STATE = {
  enum: HEALTH_STATES,
  enumName: 'SupplyHealthState',
  description:
    '`healthy`; `degraded`: on sale although the last probes failed, it leaves in another country than is sold, or a part of a network is down; `down`: out of sale after three failures in a row; `unknown`: not probed yet, or simulated; `disabled`: staff have switched it off.',
};

export class ProbedResponse {
  @ApiProperty(STATE)
  state: HealthState;
  /** Customers can buy it, and gateways choose it. */
  on_sale: boolean;
  /** Null until it was probed. */
  last_probe_at: Date | null;
  /** Milliseconds to dial and fetch the echo address; null after a failure. */
  latency_ms: number | null;
  /** Of the last probe; null when it went well. */
  last_error: string | null;
  /** Failures in a row. */
  misses: number;
  /** Since when it is out of sale. */
  down_since: Date | null;
  /** Where the last address was, in lower case; null when that is unknown. */
  country_found: string | null;
  /** The last address that the echo saw; null for sub-admins. */
  exit_ip: string | null;
}

export class NetworkPlaceHealthResponse extends ProbedResponse {
  /** Place sold; `zz` is any country. @example ng */
  country: string;
  country_name: string;
}

export class NetworkHealthResponse {
  id: number;
  name: string;
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind' })
  kind: ExitKind;
  @ApiProperty({ enum: DIALECT_IDS, enumName: 'DialectId' })
  dialect: string;
  weight: number;
  @ApiProperty(STATE)
  state: HealthState;
  /** The countries that are probed: those in use and the first ones. Of `latency_ms` and errors each has its own. */
  countries: NetworkPlaceHealthResponse[];
}

export class ExitHealthResponse extends ProbedResponse {
  id: number;
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ExitKind' })
  kind: ExitKind;
  /** Place sold. @example ng */
  country: string;
  country_name: string;
  region: string | null;
  city: string | null;
  isp: string | null;
  is_upstream: boolean;
  simulated: boolean;
  /** Ids of the live gateways that serve it. */
  gateways: string[];
}

/** Exits of the whole shop by their state. */
export class ExitHealthCountsResponse {
  healthy: number;
  degraded: number;
  down: number;
  unknown: number;
  disabled: number;
}

export class SupplyHealthData {
  /** By name; 200 at most. */
  networks: NetworkHealthResponse[];
  /** The worst first. */
  exits: ExitHealthResponse[];
  exit_counts: ExitHealthCountsResponse;
  pagination: PaginationResponse;
  gateways: GatewayResponse[];
}

export class ProbeData {
  /** Whether the echo address answered through it. */
  ok: boolean;
  /** The address that the echo saw; null without an answer. */
  exit_ip: string | null;
  /** Lower case; by the bundled table of addresses, else what the echo states; null when neither knows. */
  country_found: string | null;
  /** Milliseconds to dial and fetch; null without an answer. */
  latency_ms: number | null;
  /** What went wrong, without secrets; null when nothing did. */
  error: string | null;
}
