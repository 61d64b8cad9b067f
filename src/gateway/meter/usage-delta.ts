import type { ConnectionProtocol } from '../../common/gateway/gateway-messages';
import type { ProxyErrorReason } from '../proxy-error';
import type { SubUserDelta } from './sub-user-meter';

export type Direction = 'up' | 'down';

/** Bytes that passed, and requests and tunnels that were let in. */
export interface Traffic {
  up: number;
  down: number;
  requests: number;
}

export type FailureCounts = Partial<Record<ProxyErrorReason, number>>;
export type ProtocolTraffic = Partial<Record<ConnectionProtocol, Traffic>>;

/** What one batch adds for one proxy. */
export interface UsageDelta extends Traffic {
  proxyId: number;
  /** The same traffic by protocol. */
  protocols?: ProtocolTraffic;
  /** The most connections that were open at once since the last batch. */
  peak?: number;
  /** Refused requests and tunnels by reason; missing without any. */
  failures?: FailureCounts;
  /** Lease to ask for, in bytes; 0 returns it. */
  wanted: number;
  /** The part of its sub-users; missing without any. */
  subUsers?: SubUserDelta[];
}

export const noUsage = (proxyId: number): UsageDelta => ({
  proxyId,
  up: 0,
  down: 0,
  requests: 0,
  wanted: 0,
});

export const hasTraffic = (delta: Traffic): boolean =>
  delta.up > 0 || delta.down > 0 || delta.requests > 0;

/** Whether there is nothing to save of it; a lease may still be asked for or returned. */
export const isEmpty = (delta: UsageDelta): boolean =>
  !hasTraffic(delta) && delta.failures === undefined;

/** The part of a protocol, which is added when it is missing. */
export function trafficOf(delta: UsageDelta, protocol: ConnectionProtocol): Traffic {
  const protocols = (delta.protocols ??= {});
  return (protocols[protocol] ??= { up: 0, down: 0, requests: 0 });
}
