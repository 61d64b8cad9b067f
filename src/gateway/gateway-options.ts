import { DAY, MINUTE, SECOND } from '../common/time/clock';
import type { Logger } from 'pino';
import type { AllowedAddressSource } from './access/address-access';
import type { CredentialSource, ProxyKind } from './auth/credential';
import type { OffSaleCountry } from './auth/gateway-authenticator';
import type { TargetBlock } from './net/target-blocks';
import type { CommandStore } from './process/connection-commands';
import type { ExitSource } from './exits/exit-source';
import type { UsageSpool } from './meter/usage-spool';
import type { UsageStore } from './meter/usage-store';
import type { NetworkUsageStore } from './networks/network-meter';
import type { NetworkAccountStore } from './networks/network-accounts';
import type { NameResolver } from './net/name-resolver';
import type { GuardOptions } from './net/target-guard';
import type { ProbeStore } from './networks/supply-prober';
import type { ConnectionTally } from './process/connection-tally';
import type { TargetUsageStore } from './meter/target-meter';

/** Times in milliseconds and bounds. Tests shorten them; production runs the defaults. */
export interface GatewayOptions {
  /** From accept to a complete, authenticated first request. */
  handshakeMs: number;
  /** Without a byte in either direction, a tunnel or a request ends. */
  idleMs: number;
  /** For an answer to begin, once the client of a plain request sends no more and may have left. */
  halfClosedMs: number;
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
  /** How long an address that is or is not allowed stays so without being read again. */
  addressTtlMs: number;
  /** Also without a notification, an address that was listed can be proved after this. The list can be long. */
  pendingReloadMs: number;
  maxCachedAccounts: number;
  /** Wrong passwords of one client address in a minute, before it is told to wait. */
  maxWrongPasswords: number;
  exitReloadMs: number;
  /** Also without a notification, a new block is in force after this. */
  blockReloadMs: number;
  /** The same for a changed setting. */
  settingReloadMs: number;
  /** Also without a notification, a proxy that was bought has its hosts counted after this. The list can be long. */
  countedReloadMs: number;
  /** How often PostgreSQL is asked whether it fits this gateway, for readiness. */
  probeMs: number;
  /** How often the files of the TLS certificate are looked at. */
  certificatePollMs: number;
  /** How long a gateway that is no longer ready goes on accepting, until balancers have noticed. */
  lameDuckMs: number;
  /** Grace period for open connections at shutdown, once nothing more is accepted. */
  drainMs: number;
  /** Rows of gateway processes that have ended are kept this long: as long as a spool may wait to be replayed. */
  flushRetentionMs: number;
  /** Bytes of one proxy that may pass before the database or the spool has them. */
  unsavedMaxBytes: number;
  /** The same for all proxies of a process. */
  unsavedMaxTotalBytes: number;
}

export const GATEWAY_DEFAULTS: Readonly<GatewayOptions> = Object.freeze({
  handshakeMs: 10 * SECOND,
  idleMs: 5 * MINUTE,
  halfClosedMs: 10 * SECOND,
  keepAliveMs: MINUTE,
  dialMs: 10 * SECOND,
  sweepMs: SECOND,
  flushMs: SECOND,
  credentialTtlMs: 30 * SECOND,
  credentialTtlUnnotifiedMs: 3 * SECOND,
  credentialStaleMs: 10 * MINUTE,
  negativeTtlMs: SECOND,
  addressTtlMs: 3 * SECOND,
  pendingReloadMs: 30 * SECOND,
  maxCachedAccounts: 20_000,
  maxWrongPasswords: 20,
  exitReloadMs: MINUTE,
  blockReloadMs: 3 * SECOND,
  settingReloadMs: 3 * SECOND,
  countedReloadMs: 30 * SECOND,
  probeMs: 5 * SECOND,
  certificatePollMs: MINUTE,
  lameDuckMs: 0,
  drainMs: MINUTE,
  flushRetentionMs: 90 * DAY,
  unsavedMaxBytes: 8 * 1024 * 1024,
  unsavedMaxTotalBytes: 64 * 1024 * 1024,
});

/** A store of PostgreSQL, or one in memory that a test has in its place. */
export type Fakeable<Store> = Pick<Store, keyof Store>;

/** Reads a whole list; rejects when the database is down. */
export type ReadList<T> = () => Promise<T[]>;

/** Dependencies of the gateway: PostgreSQL and DNS in production, in-memory ones in tests. */
export interface GatewayDependencies {
  credentials: Fakeable<CredentialSource>;
  exits: Fakeable<ExitSource>;
  usage: Fakeable<UsageStore>;
  /** Where usage waits that the database does not take; without it a gateway stops relaying then. */
  spool?: UsageSpool;
  log: Logger;
  resolver?: NameResolver;
  /** Without it nothing is blocked beside what is never reached. */
  blocks?: ReadList<TargetBlock>;
  /** Without it everybody needs a password. */
  addresses?: Fakeable<AllowedAddressSource>;
  /** Without it there is no UDP. */
  udpKinds?: ReadList<ProxyKind>;
  /** Without it every country is on sale. */
  offSale?: ReadList<OffSaleCountry>;
  /** Whether staff want it to take no new connections; without it they cannot. */
  drained?: ReadList<boolean>;
  /** Without it the gateway takes no commands. */
  commands?: Fakeable<CommandStore>;
  /** Without it the gateway probes nothing. */
  probes?: Fakeable<ProbeStore>;
  /** Without it nobody is told of networks whose account is refused. */
  networkAccounts?: Fakeable<NetworkAccountStore>;
  /** Without it nobody learns what the networks of providers carry. */
  networkUsage?: Fakeable<NetworkUsageStore>;
  /** Without it no host is counted. */
  targetUsage?: Fakeable<TargetUsageStore>;
  /** See `GuardOptions.allow`; never set from the configuration. */
  allow?: GuardOptions['allow'];
  /** Connections in the gateway's other processes; without it there are none. */
  tally?: ConnectionTally;
  options?: Partial<GatewayOptions>;
}
