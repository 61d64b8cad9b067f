import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import type { Logger } from 'pino';
import type { AppConfig } from '../../config/app-config';
import { AllowedAddressSource } from '../access/address-access';
import { ChangeListener } from '../auth/change-listener';
import { findOffSaleCountries } from '../auth/gateway-authenticator';
import { CredentialSource } from '../auth/credential';
import { findTargetBlocks } from '../net/target-blocks';
import { CommandStore } from './connection-commands';
import { ExitSource } from '../exits/exit-source';
import { CHANNELS, EXIT_CHANNEL, Gateway } from '../gateway';
import type { GatewayDependencies } from '../gateway-options';
import { NetworkUsageStore } from '../networks/network-meter';
import { NetworkAccountStore } from '../networks/network-accounts';
import { UsageStore } from '../meter/usage-store';
import { ProbeStore } from '../networks/supply-prober';
import { UsageSpool } from '../meter/usage-spool';
import { findDrained, GatewayRegistry } from '../registry/gateway-registry';
import { LocalAddresses } from '../registry/local-addresses';
import { TargetUsageStore } from '../meter/target-meter';
import { findUdpKinds } from '../socks/udp-association';

/** Beside the connection that listens for changes; a machine runs one such process per core. */
const MAX_POOL = 3;
const QUERY_TIMEOUT_MS = 5_000;
/** All proxies together may have this many times the unsaved bytes of one. */
const UNSAVED_PROXIES = 8;

/** What a test replaces, and what is shared with the gateway's other processes. */
export type GatewayOverrides = Pick<
  GatewayDependencies,
  'resolver' | 'allow' | 'options' | 'tally'
>;

/** A gateway on PostgreSQL: its database connections, and the gateway that uses them. */
export class GatewayProcess {
  readonly gateway: Gateway;
  readonly #pool: Pool;
  readonly #changes: ChangeListener;
  readonly #registry: GatewayRegistry;
  #ended: Promise<void> | undefined;

  constructor(config: AppConfig, log: Logger, overrides: GatewayOverrides = {}) {
    const { url, poolMax } = config.database;
    const pool = (this.#pool = new Pool({
      connectionString: url,
      max: Math.min(poolMax, MAX_POOL),
      connectionTimeoutMillis: 3_000,
      query_timeout: QUERY_TIMEOUT_MS,
      statement_timeout: QUERY_TIMEOUT_MS,
      keepAlive: true,
      application_name: 'gateway',
    }));
    pool.on('error', (err) => log.warn({ err }, 'An idle database connection broke'));
    const { id, region, lameDuckMs, drainMs, spoolDir } = config.gateway;
    const addresses = new LocalAddresses();
    const registry = (this.#registry = new GatewayRegistry(pool, config.gateway, log, {
      isLeader: () => gateway.isLeader,
      onHeartbeat: () => {
        if (addresses.haveInterfacesChanged()) void gateway.onChange(EXIT_CHANNEL, '');
      },
    }));
    const unsavedMaxBytes = Math.floor(config.gateway.unsavedMaxBytes / config.gateway.processes);
    const gateway = (this.gateway = new Gateway(config, {
      credentials: new CredentialSource(pool),
      exits: new ExitSource(pool, config.key('secrets'), log, {
        groups: [id, region],
        addresses,
        onPresent: (present) => registry.report(present),
      }),
      blocks: () => findTargetBlocks(pool),
      addresses: new AllowedAddressSource(pool),
      udpKinds: () => findUdpKinds(pool),
      offSale: () => findOffSaleCountries(pool),
      usage: new UsageStore(pool),
      spool: new UsageSpool(spoolDir, log),
      drained: () => findDrained(pool, id),
      commands: new CommandStore(pool),
      networkAccounts: new NetworkAccountStore(pool),
      networkUsage: new NetworkUsageStore(pool),
      targetUsage: new TargetUsageStore(pool),
      probes: new ProbeStore(pool, config.key('secrets'), log),
      log,
      ...overrides,
      options: {
        lameDuckMs,
        drainMs,
        unsavedMaxBytes,
        unsavedMaxTotalBytes: unsavedMaxBytes * UNSAVED_PROXIES,
        ...overrides.options,
      },
    }));
    this.#changes = new ChangeListener(
      { connectionString: url },
      CHANNELS,
      {
        onChange: (channel, payload) => void gateway.onChange(channel, payload),
        onConnected: () => gateway.onNotifications(true),
        onDisconnected: () => gateway.onNotifications(false),
      },
      log,
    );
    gateway.metrics.collectProcess();
    gateway.metrics.gauge('gateway_pool_waiting', 'Queries waiting for a connection.', () => {
      return pool.waitingCount;
    });
    gateway.metrics.gauge('gateway_pool_connections', 'Open database connections.', () => {
      return pool.totalCount;
    });
  }

  /** Whether this process does what only one process of a gateway does; without others it does. */
  lead(leads: boolean): void {
    this.gateway.isLeader = leads;
  }

  async start(): Promise<void> {
    // First, so that its exits are on sale when its ports are open.
    await this.#registry.start();
    await this.gateway.start();
    this.#changes.start();
  }

  /** See `Gateway.stop`; then closes the database connections. */
  async stop(...times: Parameters<Gateway['stop']>): Promise<void> {
    void this.#registry.stop();
    await this.gateway.stop(...times);
    await this.#end();
  }

  /** See `Gateway.stopNow`. */
  async stopNow(): Promise<void> {
    void this.#registry.stop();
    await this.gateway.stopNow();
    await this.#end();
  }

  #end(): Promise<void> {
    this.#ended ??= (async () => {
      // Neither has anything that must be saved, so what hangs is abandoned.
      const closing = Promise.all([this.#changes.stop(), this.#registry.stop()]);
      await Promise.race([closing, sleep(1_000)]);
      await this.#pool.end();
    })();
    return this.#ended;
  }
}
