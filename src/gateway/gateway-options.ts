import { DAY, MINUTE, SECOND } from '../common/time/clock';

/** Times in milliseconds and bounds. Tests shorten them; production runs the defaults. */
export interface GatewayOptions {
  /** From accept to a complete, authenticated first request. */
  handshakeMs: number;
  /** Without a byte in either direction, a tunnel or a request ends. */
  idleMs: number;
  /** Between two requests of a kept-alive client connection. */
  keepAliveMs: number;
  /** To reach the target, or the upstream and through it the target. */
  dialMs: number;
  /** Interval of the expiry and idle sweep. */
  sweepMs: number;
  flushMs: number;
  /** Credential TTL while notifications arrive. */
  credentialTtlMs: number;
  /** The same while notifications are interrupted, for proxies with open connections. */
  credentialTtlUnnotifiedMs: number;
  /** How long a cached credential is valid while PostgreSQL is unavailable. */
  credentialStaleMs: number;
  /** Negative cache TTL of an unknown username: there is no notification for new accounts. */
  negativeTtlMs: number;
  maxCachedAccounts: number;
  exitReloadMs: number;
  /** How often the files of the TLS certificate are looked at. */
  certificatePollMs: number;
  /** Grace period for open connections at shutdown. */
  drainMs: number;
  /** Rows that make flushes idempotent are kept this long. */
  flushRetentionMs: number;
}

export const GATEWAY_DEFAULTS: Readonly<GatewayOptions> = Object.freeze({
  handshakeMs: 10 * SECOND,
  idleMs: 5 * MINUTE,
  keepAliveMs: MINUTE,
  dialMs: 10 * SECOND,
  sweepMs: SECOND,
  flushMs: SECOND,
  credentialTtlMs: 30 * SECOND,
  credentialTtlUnnotifiedMs: 3 * SECOND,
  credentialStaleMs: 10 * MINUTE,
  negativeTtlMs: SECOND,
  maxCachedAccounts: 20_000,
  exitReloadMs: MINUTE,
  certificatePollMs: MINUTE,
  drainMs: 3 * SECOND,
  flushRetentionMs: DAY,
});
