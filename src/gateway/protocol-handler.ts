import type { Logger } from 'pino';
import type { GatewayAuthenticator } from './auth/gateway-authenticator';
import type { Client } from './client-connection';
import type { GatewayOptions } from './gateway-options';
import type { GatewayMetrics } from './gateway-metrics';
import type { ProxyAccount } from './meter/proxy-account';
import type { ConnectionRouter } from './net/connection-router';
import { ProxyError } from './proxy-error';
import type { UdpKinds } from './socks/udp-association';

/** Dependencies of the protocol handlers. */
export interface ProtocolContext {
  authenticator: GatewayAuthenticator;
  routes: ConnectionRouter;
  udp: UdpKinds;
  /** Where clients are told to send UDP; undefined: the address that their connection came to. */
  udpAddress: string | undefined;
  metrics: GatewayMetrics;
  log: Logger;
  options: GatewayOptions;
}

export interface ProtocolHandler {
  /** @param first what was read already; the socket is flowing, and no bytes get lost that are listened for at once. */
  accept(client: Client, first: Buffer): void;
  /** From here on clients are asked not to keep their connection, and those without a request are closed. */
  drain?(): void;
}

/**
 * Counts a refusal and turns a defect into one, after logging it.
 * @param account of an authenticated client, whose owner sees the refusal.
 */
export function toProxyError(
  error: unknown,
  { authenticator, metrics, log }: ProtocolContext,
  account?: ProxyAccount,
): ProxyError {
  const refusal = error instanceof ProxyError ? error : new ProxyError('UNAVAILABLE');
  if (refusal !== error) log.error({ err: error }, 'A connection failed unexpectedly');
  metrics.rejected.inc({ reason: refusal.reason });
  if (account) authenticator.countFailure(account, refusal.reason);
  return refusal;
}
