import type { Logger } from 'pino';
import type { Admission } from './auth/admission';
import type { Client } from './client';
import type { GatewayOptions } from './gateway-options';
import type { GatewayMetrics } from './gateway-metrics';
import type { RouteOpener } from './net/route-opener';
import { ProxyRefusal } from './proxy-refusal';

/** What the protocol handlers share. */
export interface FrontContext {
  admission: Admission;
  routes: RouteOpener;
  metrics: GatewayMetrics;
  log: Logger;
  options: GatewayOptions;
}

/** Speaks one protocol with the clients it is given. */
export interface Front {
  /** The socket is paused and its first bytes can still be read. */
  accept(client: Client): void;
}

/** Counts a refusal and turns a defect into one, after logging it. */
export function refusalOf(error: unknown, { metrics, log }: FrontContext): ProxyRefusal {
  const refusal = error instanceof ProxyRefusal ? error : new ProxyRefusal('UNAVAILABLE');
  if (refusal !== error) log.error({ err: error }, 'A connection failed unexpectedly');
  metrics.rejected.inc({ reason: refusal.reason });
  return refusal;
}
