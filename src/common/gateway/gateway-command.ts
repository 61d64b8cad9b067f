import type { ConnectionProtocol } from './connection-protocol';

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
