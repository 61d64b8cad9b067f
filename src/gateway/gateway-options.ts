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
  /** How often expiry and idleness are looked for. */
  sweepMs: number;
  flushMs: number;
  /** A credential is read again after this, notified or not. */
  credentialTtlMs: number;
  /** The same while notifications are interrupted, for proxies with open connections. */
  credentialTtlUnnotifiedMs: number;
  /** How long a cached credential serves while PostgreSQL does not answer. */
  credentialStaleMs: number;
  /** Negative cache TTL of an unknown username: new accounts are not announced. */
  negativeTtlMs: number;
  maxCachedAccounts: number;
  exitReloadMs: number;
  /** At shutdown, how long open connections may finish by themselves. */
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
  drainMs: 3 * SECOND,
  flushRetentionMs: DAY,
});
