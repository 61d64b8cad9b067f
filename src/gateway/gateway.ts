import type { Logger } from 'pino';
import type { ReadinessReason } from '../common/metrics/metrics-server';
import { COMMAND_CHANNEL, PROBE_CHANNEL } from '../common/gateway/gateway-messages';
import type { AppConfig } from '../config/app-config';
import { AddressAccess } from './access/address-access';
import { BatchFlusher } from './batch-flusher';
import { DrainSwitch } from './drain-switch';
import { AccountCache } from './auth/account-cache';
import {
  GatewayAuthenticator,
  OffSaleCountries,
  PRICES_CHANNEL,
} from './auth/gateway-authenticator';
import { WrongPasswords } from './auth/wrong-passwords';
import { ConnectionCommands } from './process/connection-commands';
import { TargetBlocks } from './net/target-blocks';
import type { Exit } from './exits/exit';
import { ExitDirectory } from './exits/exit-directory';
import { ExitSelector } from './exits/exit-selector';
import { type GatewayDependencies, GATEWAY_DEFAULTS, type GatewayOptions } from './gateway-options';
import { GatewayLists } from './gateway-lists';
import { GatewayMetrics } from './gateway-metrics';
import { HttpProxyHandler } from './http/http-proxy.handler';
import { GatewayListener } from './listener';
import type { LiveConnection } from './meter/live-connection';
import { UsageFlusher } from './meter/usage-flusher';
import type { UsageSpool } from './meter/usage-spool';
import { NetworkMeter, type NetworkCounts } from './networks/network-meter';
import { NetworkAccounts } from './networks/network-accounts';
import { Dialer } from './net/dialer';
import { FailoverDialer } from './net/failover-dialer';
import { ProxyStateReader } from './process/proxy-state';
import { DnsResolver } from './net/name-resolver';
import { ConnectionRouter } from './net/connection-router';
import { TargetGuard } from './net/target-guard';
import { ONLY_PROCESS } from './process/connection-tally';
import { SupplyProber } from './networks/supply-prober';
import { describeSchemaDefect, DatabaseProbe, notReadyBecause } from './readiness';
import { type ShutdownTimes, ShutdownWaits } from './shutdown';
import { Socks5ProxyHandler } from './socks/socks5-proxy.handler';
import { UdpKinds } from './socks/udp-association';
import { TargetMeter, type TargetCounts } from './meter/target-meter';
import { TlsCertificate } from './tls-certificate';

export const CREDENTIAL_CHANNEL = 'gateway_credential';
export const EXIT_CHANNEL = 'gateway_exit';
export const BLOCK_CHANNEL = 'target_block';
export const ADDRESS_CHANNEL = 'allowed_address';
export const COUNTED_CHANNEL = 'usage_target_choice';
/** Access by address and UDP can be switched off in the settings. */
export const SETTINGS_CHANNEL = 'settings';

export const CHANNELS = [
  ...[CREDENTIAL_CHANNEL, EXIT_CHANNEL, BLOCK_CHANNEL, COMMAND_CHANNEL, PRICES_CHANNEL],
  ...[ADDRESS_CHANNEL, SETTINGS_CHANNEL, PROBE_CHANNEL, COUNTED_CHANNEL],
];

/** Composition root and lifecycle of the metering proxy. */
export class Gateway {
  readonly metrics = new GatewayMetrics();
  /** Whether this process does what only one process of a gateway does. */
  isLeader = true;
  readonly #options: GatewayOptions;
  readonly #cache: AccountCache;
  readonly #authenticator: GatewayAuthenticator;
  readonly #wrongPasswords: WrongPasswords;
  readonly #access: AddressAccess | undefined;
  readonly #lists: GatewayLists;
  readonly #flusher: UsageFlusher;
  readonly #spool: UsageSpool | undefined;
  readonly #networkFlusher: BatchFlusher<NetworkCounts>;
  readonly #targetFlusher: BatchFlusher<TargetCounts>;
  readonly #listener: GatewayListener;
  readonly #log: Logger;
  readonly #certificate: TlsCertificate | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  readonly #directory = new ExitDirectory();
  readonly #probe: DatabaseProbe;
  readonly #http: HttpProxyHandler;
  readonly #hasKey: boolean;
  readonly #waits = new ShutdownWaits();
  readonly #commands: ConnectionCommands | undefined;
  readonly #prober: SupplyProber | undefined;
  #isListening = false;
  readonly #dialer: Dialer;
  readonly #drain: DrainSwitch;
  #stopped: Promise<void> | undefined;

  constructor(config: AppConfig, parts: GatewayDependencies) {
    const options = (this.#options = { ...GATEWAY_DEFAULTS, ...parts.options });
    const log = (this.#log = parts.log);
    const tally = parts.tally ?? ONLY_PROCESS;
    const networkMeter = new NetworkMeter(tally);
    const { id: gatewayId, httpPort, socksPort, https } = config.gateway;
    if (https) this.#certificate = new TlsCertificate(https, log, options.certificatePollMs);
    const directory = this.#directory;
    this.#hasKey = config.hasGatewayKeys;
    this.#probe = new DatabaseProbe(
      [
        () => parts.credentials.findByProxyIds([]),
        () => parts.usage.check(),
        async () => parts.networkUsage?.check(),
        async () => parts.targetUsage?.check(),
        async () => parts.addresses?.check(),
      ],
      options.probeMs,
      log,
    );
    const resolver = parts.resolver ?? new DnsResolver();
    const dialer = (this.#dialer = new Dialer(options.dialMs));
    const blocks = parts.blocks && new TargetBlocks();
    const guard = new TargetGuard(resolver, {
      own: {
        hosts: [config.gateway.publicHost, new URL(config.http.appUrl).hostname],
        ports: [httpPort, socksPort, ...(https ? [https.port] : [])],
      },
      echoPort: config.sandbox && !config.isProduction ? config.http.port : undefined,
      nat64: config.gateway.nat64Prefixes,
      blocks,
      allow: parts.allow,
    });
    this.#spool = parts.spool;
    this.#flusher = new UsageFlusher(
      parts.usage,
      { gatewayId, ...options },
      { onFlushed: (batch, accounts) => this.metrics.countBytes(batch.deltas, accounts) },
      log,
      parts.spool,
    );
    const { flushMs } = options;
    this.#networkFlusher = new BatchFlusher(
      networkMeter,
      parts.networkUsage,
      { gatewayId, flushMs, kind: 'networks', what: 'The usage of networks' },
      log,
    );
    const targets = new TargetMeter();
    const offSale = new OffSaleCountries();
    this.#targetFlusher = new BatchFlusher(
      targets,
      parts.targetUsage,
      { gatewayId, flushMs, kind: 'targets', what: 'The usage by host' },
      log,
    );
    this.#cache = new AccountCache(parts.credentials, options, log, this.#flusher);
    this.#wrongPasswords = new WrongPasswords({ limit: options.maxWrongPasswords, tally }, log);
    if (parts.addresses)
      this.#access = new AddressAccess(
        parts.addresses,
        { ...options, ttlMs: options.addressTtlMs, staleMs: options.credentialStaleMs },
        log,
      );
    this.#authenticator = new GatewayAuthenticator(
      this.#cache,
      {
        passwordKey: config.key('proxy-credential'),
        maxConnectionsPerProxy: config.gateway.maxConnectionsPerProxy,
        tally,
        wrongPasswords: this.#wrongPasswords,
        access: this.#access,
        targets,
        offSale,
      },
      (connection) => this.#report(connection),
    );
    if (parts.probes)
      this.#prober = new SupplyProber(
        {
          ...{ store: parts.probes, directory, guard, dialer, meter: networkMeter },
          ...{ echoUrl: config.gateway.probeUrl, gatewayId },
        },
        log,
      );
    const selector = new ExitSelector(directory);
    const failover = new FailoverDialer(
      ...([dialer, selector, directory] as const),
      ...([new NetworkAccounts(parts.networkAccounts, log), networkMeter] as const),
    );
    if (parts.commands)
      this.#commands = new ConnectionCommands(
        parts.commands,
        (proxyId) => this.#cache.get(proxyId),
        gatewayId,
        log,
        new ProxyStateReader({
          ...{ credentials: parts.credentials, cache: this.#cache, selector, directory },
          ...{ authenticator: this.#authenticator, wrongPasswords: this.#wrongPasswords },
          ...{ dials: failover.recent, meter: networkMeter },
          ...{ connectionLimit: config.gateway.maxConnectionsPerProxy },
        }),
        () => ({ count: this.live.size, throughput: this.metrics.throughput }),
      );
    const routes = new ConnectionRouter(guard, selector, failover, (seconds) =>
      this.metrics.dial.observe(seconds),
    );
    const udp = new UdpKinds();
    const lists = (this.#lists = new GatewayLists(log));
    const { targetUsage, addresses } = parts;
    const exitTargets = {
      replace: (exits: Exit[]) => [directory, networkMeter].forEach((each) => each.replace(exits)),
    };
    const { exitReloadMs, blockReloadMs, settingReloadMs, countedReloadMs } = options;
    const counted = targetUsage && (() => targetUsage.findAll());
    const pending = addresses && (() => addresses.findAll());
    lists.add('Exits', EXIT_CHANNEL, () => parts.exits.findAll(), exitTargets, exitReloadMs);
    lists.add('Blocked targets', BLOCK_CHANNEL, parts.blocks, blocks, blockReloadMs);
    lists.add('Kinds with UDP', SETTINGS_CHANNEL, parts.udpKinds, udp, settingReloadMs);
    lists.add('Counted proxies', COUNTED_CHANNEL, counted, targets, countedReloadMs);
    const proofs = this.#access?.proofs;
    lists.add('Pending addresses', undefined, pending, proofs, options.pendingReloadMs);
    lists.add('Countries off sale', PRICES_CHANNEL, parts.offSale, offSale, settingReloadMs);
    const context = {
      ...{ authenticator: this.#authenticator, routes, log, options, metrics: this.metrics },
      ...{ udp, udpAddress: config.gateway.udpAddress },
    };
    this.#http = new HttpProxyHandler(context);
    this.#listener = new GatewayListener(
      {
        bind: config.gateway.bind,
        ports: [
          { port: httpPort, variable: 'GATEWAY_HTTP_PORT' },
          { port: socksPort, variable: 'GATEWAY_SOCKS_PORT' },
          ...(https
            ? [{ port: https.port, variable: 'GATEWAY_HTTPS_PORT', certificate: this.#certificate }]
            : []),
        ],
        handshakeMs: options.handshakeMs,
        proxyProtocolFrom: config.gateway.proxyProtocolFrom,
        maxConnectionsPerAddress: config.gateway.maxConnectionsPerAddress,
        tally,
      },
      { http: this.#http, socks5: new Socks5ProxyHandler(context) },
      (refusal) => this.metrics.rejected.inc({ reason: refusal.reason }),
    );
    const isServing = () => this.#isListening && this.#stopped === undefined;
    this.#drain = new DrainSwitch(
      { http: this.#http, listener: this.#listener, isServing, lameDuckMs: options.lameDuckMs },
      log,
    );
    lists.add('Whether it is drained', EXIT_CHANNEL, parts.drained, this.#drain, exitReloadMs);
    this.#gauges();
  }

  /** Why it should get no new customers; empty when it is ready. */
  get notReady(): ReadinessReason[] {
    return notReadyBecause({
      isListening: this.#isListening,
      isDraining: this.#stopped !== undefined || this.#drain.isDrained,
      hasKey: this.#hasKey,
      schemaDefect: this.#probe.defect ?? describeSchemaDefect(this.#lists.failure),
      databaseSilentMs: this.#probe.silentMs,
      databaseReachableMs: this.#probe.reachableMs,
      graceMs: this.#options.credentialStaleMs,
      areExitsLoaded: this.#lists.isLoaded(EXIT_CHANNEL),
      exits: this.#directory.size,
      unsavedMs: this.#flusher.age,
    });
  }

  async start(): Promise<void> {
    await this.#listener.listen();
    this.#certificate?.watch();
    await Promise.all([this.#lists.reload(), this.#probe.start()]);
    // Not ready before: until a start is over, its process does not take a signal as the end in order.
    this.#isListening = true;
    void this.#drain.apply();
    this.#flusher.start();
    this.#networkFlusher.start();
    this.#targetFlusher.start();
    this.#sweeper = setInterval(() => this.#sweep(), this.#options.sweepMs);
  }

  /**
   * Is no longer ready, goes on accepting for the lame duck time, then closes its ports, lets open connections finish
   * until the drain time is over, cuts the rest and saves all usage. Later calls get the same result.
   */
  stop(times: Partial<ShutdownTimes> = {}): Promise<void> {
    this.#stopped ??= this.#stop({ ...this.#options, ...times });
    return this.#stopped;
  }

  /** The same without waiting for anybody, also when a stop is under way. */
  stopNow(): Promise<void> {
    this.#waits.hurry();
    return this.stop();
  }

  async #stop({ lameDuckMs, drainMs }: ShutdownTimes): Promise<void> {
    this.#http.drain();
    await this.#waits.pause(lameDuckMs);
    this.#isListening = false;
    this.#listener.stopAccepting();
    this.#certificate?.stop();
    await this.#waits.untilIdle(drainMs, () => ({
      running: this.#authenticator.live.size,
      sockets: this.#listener.openSockets,
    }));
    for (const connection of [...this.#authenticator.live]) connection.cut('SHUTDOWN');
    this.#listener.destroyAll();
    this.#dialer.close();
    clearInterval(this.#sweeper);
    this.#lists.stop();
    this.#probe.stop();
    this.#wrongPasswords.stop();
    this.#flusher.stop();
    const deadline = Date.now() + 1_500;
    const [isSaved, isCostSaved, areHostsSaved] = await Promise.all([
      this.#flusher.flushUntil(deadline),
      this.#networkFlusher.stop(deadline),
      this.#targetFlusher.stop(deadline),
    ]);
    const saved = { isSaved, isCostSaved, areHostsSaved };
    if (Object.values(saved).includes(false))
      this.#log.error(saved, 'The last usage could not all be saved');
  }

  /** A notification from PostgreSQL. */
  async onChange(channel: string, payload: string): Promise<void> {
    if (channel === ADDRESS_CHANNEL) return this.#access?.invalidate(payload || undefined);
    if (channel === SETTINGS_CHANNEL)
      return void (await Promise.all([this.#access?.invalidate(), this.#lists.reload(channel)]));
    if (channel === COMMAND_CHANNEL) return this.#commands?.handle(payload);
    if (channel === PROBE_CHANNEL) return this.#prober?.handle(payload);
    const proxyId = /^\d+$/.test(payload) ? Number(payload) : undefined;
    if (channel === CREDENTIAL_CHANNEL) return this.#cache.invalidate(proxyId);
    return this.#lists.reload(channel);
  }

  /** Notification connection state. After a reconnect all cached data may be outdated. */
  onNotifications(connected: boolean): void {
    this.#cache.notified = connected;
    if (!connected) return;
    void this.#cache.invalidate();
    void this.#access?.invalidate();
    void this.#lists.reload();
  }

  /** Open tunnels and requests. */
  get live(): ReadonlySet<LiveConnection> {
    return this.#authenticator.live;
  }

  /** Reads the certificate of the HTTPS port again, if there is one. */
  reloadCertificate(): void {
    this.#certificate?.reload();
  }

  /** Saves usage now; for tests and for a scrape that wants exact figures. */
  async flush(): Promise<boolean> {
    const saved = await Promise.all([
      this.#flusher.flush(),
      this.#networkFlusher.flush(),
      this.#targetFlusher.flush(),
    ]);
    return !saved.includes(false);
  }

  #sweep(): void {
    const now = Date.now();
    for (const connection of [...this.#authenticator.live]) {
      connection.account.enforce(now);
      if (now - connection.lastActivity > this.#options.idleMs) connection.cut('IDLE');
    }
    this.#wrongPasswords.sweep();
    this.#cache.evictRemoved();
    void this.#cache.refreshLive();
    this.#access?.sweep();
  }

  #report(connection: LiveConnection): void {
    const { protocol, closedBy, up, down, account, startedAt } = connection;
    this.metrics.closed.inc({ protocol, ended_by: closedBy });
    if (this.#log.isLevelEnabled('debug'))
      this.#log.debug(
        { proxyId: account.proxyId, protocol, closedBy, up, down, ms: Date.now() - startedAt },
        'Connection closed',
      );
  }

  #gauges(): void {
    const gauge = this.metrics.gauge.bind(this.metrics);
    const listener = this.#listener;
    const { live } = this.#authenticator;
    gauge(
      'gateway_sockets_open',
      'Accepted connections that are open.',
      () => listener.openSockets,
    );
    gauge('gateway_connections_open', 'Open tunnels and requests.', () => live.size);
    gauge('gateway_accounts_cached', 'Proxies held in memory.', () => this.#cache.size);
    gauge('gateway_exits', 'Enabled exits.', () => this.#directory.size, 'max');
    const flusher = this.#flusher;
    const [spooled, age] = [() => this.#spool?.size ?? 0, () => flusher.age / 1000];
    gauge('gateway_unsaved_bytes', 'Relayed and not yet saved anywhere.', () => flusher.unsaved);
    gauge('gateway_spool_bytes', 'Size of the file with usage that the database has not.', spooled);
    gauge('gateway_flush_age_seconds', 'Time since usage was last saved.', age, 'max');
  }
}
