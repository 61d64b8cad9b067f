import type { UsageProtocol } from './usageProtocol';

export interface ProtocolUsageResponse {
  /** Bytes received through the proxies. */
  down: number;
  /** `http`: forwarded requests; `connect`: tunnels, as for HTTPS; `socks5`: with its UDP; `unknown`: not counted by protocol then. */
  protocol: UsageProtocol;
  /** HTTP requests and tunnels that were let in. */
  requests: number;
  /** Bytes sent through the proxies. */
  up: number;
}
