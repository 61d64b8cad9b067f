import type { ProxyErrorReason } from './proxy-errors';

/** How a client speaks to the gateway: requests in plain HTTP, tunnels by CONNECT, or SOCKS5 with its UDP. */
export const CONNECTION_PROTOCOLS = ['http', 'connect', 'socks5'] as const;
export type ConnectionProtocol = (typeof CONNECTION_PROTOCOLS)[number];

/** Payload: the id of a row of `gateway_command`. */
export const COMMAND_CHANNEL = 'gateway_command';
/** `application_name` of the connection on which each gateway process listens; counts who will answer. */
export const LISTENER_APPLICATION = 'gateway-listener';
/** Newest connections that one gateway, and one list of all gateways, contains. */
export const MAX_LISTED_CONNECTIONS = 500;

/**
 * `list` the open connections of an account, or `close` one of them (all when `connectionId` is null). `measure` concerns no
 * account: how many are open, and what they carry.
 */
export interface GatewayCommand {
  readonly kind: 'list' | 'close' | 'measure';
  readonly connectionId: string | null;
  /** Whether a list contains target hosts. */
  readonly withTargets: boolean;
  /** Whether a list tells what the process would do with a request of the proxy. */
  readonly withState: boolean;
}

/** A connection of a proxy that a gateway process asked an exit for. */
export interface ReportedDial {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Id of the exit; the negative of its id for a network. */
  readonly exit: number;
  /** Place that was asked for. */
  readonly country: string;
  readonly ms: number;
  /** Null when it connected. Else a reason of the gateway or, after its id, how the network failed. */
  readonly error: string | null;
}

/** What one gateway process would do with a request that names a proxy and nothing else, and what it remembers of it. */
export interface ReportedState {
  /** Why it would refuse the request. */
  readonly refusal: { readonly code: ProxyErrorReason; readonly message: string } | null;
  /** The exit that it would choose; null when it would refuse, or when each request has another one. */
  readonly chosen: number | null;
  /** When the choice ends, in milliseconds since 1970; null when it does not by itself. */
  readonly chosenUntil: number | null;
  /** Among what it would choose: networks first, at most 50. */
  readonly candidates: readonly {
    readonly exit: number;
    /** `resting`: its circuit breaker is open; `full`: it has as many connections as it may have. */
    readonly state: 'ready' | 'resting' | 'full';
  }[];
  readonly candidateCount: number;
  /** Newest first, since the process began. */
  readonly dials: readonly ReportedDial[];
  /** Within the last hour; anybody can send them. */
  readonly wrongPasswords: { readonly count: number; readonly lastAt: number } | null;
  /** Connections that the proxy may have at once. */
  readonly connectionLimit: number;
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
  /** Bytes per second of the last ten; for `measure` only. */
  readonly throughput?: number;
  /** Newest first; for `list` only. */
  readonly connections: readonly ReportedConnection[];
  /** Missing unless the command asks for it, and from a process of an earlier release. */
  readonly state?: ReportedState;
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
