import type { ConnectionProtocol } from '../../common/gateway/gateway-messages';

/** Calls a minute and person: each asks every gateway. */
export const CONNECTION_CALLS_PER_MINUTE = 120;

/** An open connection of a proxy. */
export interface LiveProxyConnection {
  readonly id: string;
  /** Id of the gateway it is open at. */
  readonly gateway: string;
  readonly startedAt: Date;
  readonly protocol: ConnectionProtocol;
  readonly clientAddress: string;
  /** Null when not asked for. */
  readonly targetHost: string | null;
  readonly session: string;
  readonly bytesUp: number;
  readonly bytesDown: number;
}

export interface LiveConnectionList {
  /** Newest first, bounded. */
  readonly connections: readonly LiveProxyConnection[];
  /** All that are open. */
  readonly total: number;
  /** Whether every gateway has answered. */
  readonly isComplete: boolean;
}
