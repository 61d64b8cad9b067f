/** How a client speaks to the gateway: requests in plain HTTP, tunnels by CONNECT, or SOCKS5 with its UDP. */
export const CONNECTION_PROTOCOLS = ['http', 'connect', 'socks5'] as const;
export type ConnectionProtocol = (typeof CONNECTION_PROTOCOLS)[number];

/** Payload: the id of a row of `gateway_command`. */
export const COMMAND_CHANNEL = 'gateway_command';
/** `application_name` of the connection on which each gateway process listens; counts who will answer. */
export const LISTENER_APPLICATION = 'gateway-listener';
/** Newest connections that one gateway, and one list of all gateways, contains. */
export const MAX_LISTED_CONNECTIONS = 500;

/** `list` the open connections of an account, or `close` one of them (all when `connectionId` is null). */
export interface GatewayCommand {
  readonly kind: 'list' | 'close';
  readonly connectionId: string | null;
  /** Whether a list contains target hosts. */
  readonly withTargets: boolean;
}

/** An open connection as a gateway reports it. */
export interface ReportedConnection {
  /** Of this connection among those of all gateways. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly protocol: ConnectionProtocol;
  readonly client: string;
  /** Null unless the command asks for targets. */
  readonly target: string | null;
  readonly session: string;
  /** Bytes. */
  readonly up: number;
  readonly down: number;
}

/** Answer of one gateway process. */
export interface GatewayReply {
  /** Id of the gateway. */
  readonly gateway: string;
  /** Connections that are open, or were closed. */
  readonly count: number;
  /** Newest first; empty for `close`. */
  readonly connections: readonly ReportedConnection[];
}

/** Payload: the id of a row of `supply_probe_request`. */
export const PROBE_CHANNEL = 'supply_probe';

/** What a gateway found out by fetching the echo address through an exit or a network. */
export interface ProbeOutcome {
  readonly ok: boolean;
  /** The address that the echo saw. */
  readonly exitIp: string | null;
  /** Country that the echo's answer states, in lower case. */
  readonly statedCountry: string | null;
  /** From the first packet to the last byte of the answer. */
  readonly latencyMs: number | null;
  /** A sentence without secrets; null when it went well. */
  readonly error: string | null;
  /** False: what failed may be ours, such as a gateway that is stopped or an echo address that nobody reaches. */
  readonly isConclusive: boolean;
}

/** A probe of which nothing follows about the exit or network. */
export const inconclusive = (error: string): ProbeOutcome => ({
  ...{ ok: false, exitIp: null, statedCountry: null, latencyMs: null },
  ...{ error, isConclusive: false },
});
