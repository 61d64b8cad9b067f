import { withMessage } from '../../../common/http/api.decorators';
import { ApiProperty } from '@nestjs/swagger';
import { EXIT_KINDS, type ExitKind } from '../../../catalog/catalog.types';
import {
  EXIT_STATUSES,
  type ExitListing,
  type ExitStatus,
  type ListedExit,
} from '../../../catalog/exits/exits.types';
import { toPagination, PaginationResponse } from '../../../common/http/pagination.dto';

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
