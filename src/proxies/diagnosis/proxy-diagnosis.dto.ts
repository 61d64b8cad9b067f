import { ApiProperty } from '@nestjs/swagger';
import { EXIT_KINDS, type ExitKind } from '../../catalog/catalog.types';
import { PROXY_ERROR_REASONS, type ProxyErrorReason } from '../../common/gateway/proxy-errors';
import { AdminConnectionsData } from '../connections/connections.dto';
import { PROTOCOLS, PROXY_STATUSES, type Protocol, type ProxyStatus } from '../proxy.types';
import { UsageFailureResponse, UsageTotalsResponse } from '../usage/usage.dto';

/** Found beside the reasons of the gateway. */
const FOUND_REASONS = [
  'GATEWAY_SILENT',
  'GATEWAY_NOT_ANSWERING',
  'NETWORK_TROUBLE',
  'WRONG_PASSWORD',
  'ADDRESS_NOT_ALLOWED',
  'NO_REQUESTS',
] as const;
export const DIAGNOSIS_CODES = [...PROXY_ERROR_REASONS, ...FOUND_REASONS] as const;
export type DiagnosisCode = (typeof DIAGNOSIS_CODES)[number];

const DIAGNOSIS_STATUSES = ['ok', 'failing', 'blocked'] as const;
export type DiagnosisStatus = (typeof DIAGNOSIS_STATUSES)[number];

/** Of a network, for the place of the proxy. */
const NETWORK_STATES = [
  ...(['ready', 'resting', 'full', 'down', 'spent', 'refused'] as const),
  ...(['disabled', 'elsewhere', 'cannot_target'] as const),
] as const;
export type DiagnosedNetworkState = (typeof NETWORK_STATES)[number];

export class DiagnosisReasonResponse {
  @ApiProperty({ enum: DIAGNOSIS_CODES, enumName: 'DiagnosisCode' })
  code: DiagnosisCode;
  /** Whether every request is refused for it now. */
  is_blocking: boolean;
  /** @example It expired on 12 Oct 2026, 14:05. */
  message: string;
  /** For staff; what the customer has to do is in quotation marks. */
  how_to_fix: string;
}

const ROUTE_KINDS = ['exit', 'network'] as const;

/** What traffic leaves through. */
export class RouteResponse {
  @ApiProperty({ enum: ROUTE_KINDS, enumName: 'RouteKind' })
  kind: (typeof ROUTE_KINDS)[number];
  id: number;
  /** Name of the network, or place of the exit; only the id without permission to see supply. @example Lagos, Nigeria */
  name: string;
}

export class DiagnosedDialResponse {
  at: Date;
  /** Id of the gateway. */
  gateway: string;
  route: RouteResponse;
  /** Country that was asked for; `zz` is any. */
  country: string;
  /** Until it connected or failed. */
  latency_ms: number;
  /** Null when it connected; a reason of the gateway, or how the network failed. @example place_empty */
  error: string | null;
}

export class DiagnosedNetworkResponse {
  id: number;
  name: string;
  @ApiProperty({
    enum: NETWORK_STATES,
    enumName: 'DiagnosedNetworkState',
    description:
      '`resting`: a gateway keeps connections away for half a minute, since too many failed; `full`: as many connections as it may have; `down`: out of sale after failed tests; `spent`: its budget is used up; `refused`: its provider refuses the account; `elsewhere`: it does not sell the country; `cannot_target`: it sells the country, but the gateways cannot ask it for the place, or cannot read its account.',
  })
  state: DiagnosedNetworkState;
  /** Of the last failed test; null unless it is down. */
  last_error: string | null;
  /** Of this proxy in the last 7 days. */
  requests: number;
  /** Of this proxy in the last 7 days. */
  bytes: number;
  /** The last of these days on which the proxy used it. */
  last_used_on: Date | null;
}

/** What one gateway would do with a request that has the plain username of the proxy. */
export class WouldUseResponse {
  /** Id of the gateway. */
  gateway: string;
  /** Null when it would let the request in. */
  @ApiProperty({ enum: PROXY_ERROR_REASONS, enumName: 'ProxyErrorReason', nullable: true })
  refused_for: ProxyErrorReason | null;
  /** Null when nothing serves the place, and when each request leaves through another one. */
  route: RouteResponse | null;
  /** When another one is chosen; null when the choice does not end by itself. */
  until: Date | null;
  /** Exits and networks that it chooses among. */
  candidates: number;
}

export class DiagnosedUsageResponse extends UsageTotalsResponse {
  /** The most connections at once, at one gateway. */
  peak_connections: number;
  /** When a gateway counted something of it last; null when none ever has. */
  last_seen_at: Date | null;
  /** Bytes used since it was bought. */
  used_bytes: number;
  /** Bytes bought; null without a limit. */
  limit_bytes: number | null;
  /** Connections that it may have at once; null when no gateway says. */
  connection_limit: number | null;
}

export class DiagnosedCustomerResponse {
  id: number;
  name: string;
  email: string;
}

class ProxyNameResponse {
  id: number;
  @ApiProperty({ enum: EXIT_KINDS, enumName: 'ProxyKind' })
  type: ExitKind;
  /** Two letters, or `zz` for any. @example us */
  location: string;
}

export class DiagnosedProxyResponse extends ProxyNameResponse {
  region: string | null;
  city: string | null;
  isp: string | null;
  @ApiProperty({ enum: PROXY_STATUSES, enumName: 'ProxyStatus' })
  status: ProxyStatus;
  /** Past its expiry, whatever the status. */
  is_expired: boolean;
  expires_at: Date;
  @ApiProperty({ enum: PROTOCOLS, enumName: 'Protocol' })
  protocol: Protocol;
  /** What the customer connects to, for its protocol. @example gate.example.com:3128 */
  endpoint: string;
  /** Dedicated address of a datacenter proxy. */
  ip: string | null;
  user: DiagnosedCustomerResponse;
}

export class ProxyDiagnosisData {
  proxy: DiagnosedProxyResponse;
  @ApiProperty({
    enum: DIAGNOSIS_STATUSES,
    enumName: 'DiagnosisStatus',
    description:
      '`blocked`: every request is refused now; `failing`: requests were refused in the last hour; `ok`: neither.',
  })
  status: DiagnosisStatus;
  /** What refuses requests now first, then what failed in the last hour, then what may be wrong. */
  reasons: DiagnosisReasonResponse[];
  /** What the data cannot tell. */
  not_known: string[];
  /** Of the last 24 hours, the most frequent first. */
  failures: UsageFailureResponse[];
  /** The last connections to exits and networks, newest first; gateways remember them since their start. */
  exits: DiagnosedDialResponse[];
  /** Those of its kind that sell its place or that it used in the last 7 days. */
  networks: DiagnosedNetworkResponse[];
  /** Of the last 24 hours. */
  usage: DiagnosedUsageResponse;
  connections: AdminConnectionsData;
  /** By gateway, those first that customers reach by the address of the proxy. */
  would_use: WouldUseResponse[];
}

export class TroubledProxyResponse extends ProxyNameResponse {
  /** Refused requests in the last hour. */
  failures: number;
  last_at: Date;
  /** Of the most frequent reason. @example Traffic used up */
  title: string;
}

export class TroubledProxiesData {
  /** The most failures first, at most 20. */
  proxies: TroubledProxyResponse[];
  total: number;
}
