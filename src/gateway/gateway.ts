import type { Logger } from 'pino';
import type { AppConfig } from '../config/app-config';
import { AccountCache } from './auth/account-cache';
import { GatewayAuthenticator } from './auth/gateway-authenticator';
import type { CredentialSource } from './auth/credential';
import type { ExitSource } from './exits/exit';
import { ExitDirectory } from './exits/exit-directory';
import { ExitLoader } from './exits/exit-loader';
import { ExitSelector } from './exits/exit-selector';
import { GatewayMetrics } from './gateway-metrics';
import { GATEWAY_DEFAULTS, type GatewayOptions } from './gateway-options';
import { HttpProxyHandler } from './http/http-proxy.handler';
import { GatewayListener } from './listener';
import type { LiveConnection } from './meter/live-connection';
import { UsageFlusher } from './meter/usage-flusher';
import type { UsageStore } from './meter/usage-store';
import { Dialer } from './net/dialer';
import { DnsResolver, type NameResolver } from './net/name-resolver';
import { ConnectionRouter } from './net/connection-router';
import { type GuardOptions, TargetGuard } from './net/target-guard';
import { EchoTunnel } from './sandbox/echo-tunnel';
import { Socks5ProxyHandler } from './socks/socks5-proxy.handler';
import { TlsCertificate } from './tls-certificate';

/** Dependencies of the gateway: PostgreSQL and DNS in production, in-memory ones in tests. */
export interface GatewayDependencies {
  credentials: CredentialSource;
  exits: ExitSource;
  usage: UsageStore;
  log: Logger;
  resolver?: NameResolver;
  /** See `GuardOptions.allow`; never set from the configuration. */
  allow?: GuardOptions['allow'];
  options?: Partial<GatewayOptions>;
}

export const CREDENTIAL_CHANNEL = 'gateway_credential';
export const EXIT_CHANNEL = 'gateway_exit';

/** Composition root and lifecycle of the metering proxy. */
export class Gateway {
  readonly metrics = new GatewayMetrics();
  readonly #options: GatewayOptions;
  readonly #cache: AccountCache;
  readonly #authenticator: GatewayAuthenticator;
  readonly #exits: ExitLoader;
  readonly #flusher: UsageFlusher;
  readonly #listener: GatewayListener;
  readonly #log: Logger;
  readonly #certificate: TlsCertificate | undefined;
  #sweeper: NodeJS.Timeout | undefined;
  #isListening = false;

  constructor(config: AppConfig, parts: GatewayDependencies) {
    const options = (this.#options = { ...GATEWAY_DEFAULTS, ...parts.options });
    const log = (this.#log = parts.log);
    const { httpPort, socksPort, https } = config.gateway;
    if (https) this.#certificate = new TlsCertificate(https, log, options.certificatePollMs);
    const directory = new ExitDirectory();
    const resolver = parts.resolver ?? new DnsResolver();
    const dialer = new Dialer(options.dialMs);
    const guard = new TargetGuard(resolver, {
      own: {
        hosts: [config.gateway.publicHost, new URL(config.http.appUrl).hostname],
        ports: [httpPort, socksPort, ...(https ? [https.port] : [])],
      },
      echoPort: config.sandbox && !config.isProduction ? config.http.port : undefined,
      allow: parts.allow,
    });
    this.#cache = new AccountCache(parts.credentials, options, log);
    this.#authenticator = new GatewayAuthenticator(
      this.#cache,
      {
        passwordKey: config.key('proxy-credential'),
        maxConnectionsPerProxy: config.gateway.maxConnectionsPerProxy,
      },
      (connection) => this.#report(connection),
    );
    this.#exits = new ExitLoader(parts.exits, directory, options.exitReloadMs, log);
    this.#flusher = new UsageFlusher(
      parts.usage,
      () => this.#cache.accounts(),
      { gatewayId: config.gateway.id, ...options },
      { onFlushed: (batch, accounts) => this.#countBytes(batch.deltas, accounts) },
      log,
    );
    const routes = new ConnectionRouter(
      guard,
      new ExitSelector(directory),
      directory,
      dialer,
      new EchoTunnel(dialer),
      (seconds) => this.metrics.dial.observe(seconds),
    );
    const context = {
      authenticator: this.#authenticator,
      routes,
      metrics: this.metrics,
      log,
      options,
    };
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
        maxConnectionsPerAddress: config.gateway.maxConnectionsPerAddress,
      },
      { http: new HttpProxyHandler(context), socks5: new Socks5ProxyHandler(context) },
      (refusal) => this.metrics.rejected.inc({ reason: refusal.reason }),
    );
    this.#gauges(directory);
  }

  get isReady(): boolean {
    return this.#isListening && this.#exits.isLoaded && this.#flusher.age < 30_000;
  }

  /** @throws ListenError */
  async start(): Promise<void> {
    await this.#listener.listen();
    this.#certificate?.watch();
    this.#isListening = true;
    await this.#exits.reload();
    this.#flusher.start();
    this.#sweeper = setInterval(() => this.#sweep(), this.#options.sweepMs);
  }

  /** Stops accepting, lets connections finish for a moment, cuts the rest, saves all usage. */
  async stop(): Promise<void> {
    this.#isListening = false;
    this.#listener.stopAccepting();
    this.#certificate?.stop();
    const drained = Date.now() + this.#options.drainMs;
    while (this.#authenticator.live.size > 0 && Date.now() < drained) await pause(50);
    for (const connection of [...this.#authenticator.live]) connection.cut('SHUTDOWN');
    this.#listener.destroyAll();
    clearInterval(this.#sweeper);
    this.#exits.stop();
    this.#flusher.stop();
    const isSaved = await this.#flusher.flushUntil(Date.now() + 1_500);
    if (!isSaved) this.#log.error('The last usage could not be saved');
  }

  /** A notification from PostgreSQL. */
  async onChange(channel: string, payload: string): Promise<void> {
    if (channel === EXIT_CHANNEL) return this.#exits.reload();
    const proxyId = /^\d+$/.test(payload) ? Number(payload) : undefined;
    if (channel === CREDENTIAL_CHANNEL) await this.#cache.invalidate(proxyId);
  }

  /** Notification connection state. After a reconnect all cached data may be outdated. */
  onNotifications(connected: boolean): void {
    this.#cache.notified = connected;
    if (!connected) return;
    void this.#cache.invalidate();
    void this.#exits.reload();
  }

  /** Reads the certificate of the HTTPS port again, if there is one. */
  reloadCertificate(): void {
    this.#certificate?.reload();
  }

  /** Saves usage now; for tests and for a scrape that wants exact figures. */
  flush(): Promise<boolean> {
    return this.#flusher.flush();
  }

  #sweep(): void {
    const now = Date.now();
    for (const connection of [...this.#authenticator.live]) {
      connection.account.enforce(now);
      if (now - connection.lastActivity > this.#options.idleMs) connection.cut('IDLE');
    }
    this.#cache.evictRemoved();
    void this.#cache.refreshLive();
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

  #countBytes(
    deltas: { proxyId: number; up: number; down: number }[],
    accounts: ReadonlyMap<number, { credential: { kind: string } }>,
  ): void {
    for (const { proxyId, up, down } of deltas) {
      const kind = accounts.get(proxyId)?.credential.kind ?? 'unknown';
      this.metrics.bytes.inc({ direction: 'up', kind }, up);
      this.metrics.bytes.inc({ direction: 'down', kind }, down);
    }
  }

  #gauges(directory: ExitDirectory): void {
    const gauge = this.metrics.gauge.bind(this.metrics);
    gauge('gateway_sockets_open', 'Accepted connections that are open.', () => {
      return this.#listener.openSockets;
    });
    gauge('gateway_connections_open', 'Open tunnels and requests.', () => {
      return this.#authenticator.live.size;
    });
    gauge('gateway_accounts_cached', 'Proxies held in memory.', () => this.#cache.size);
    gauge('gateway_exits', 'Enabled exits.', () => directory.size);
    gauge('gateway_flush_age_seconds', 'Time since usage was last saved.', () => {
      return this.#flusher.age / 1000;
    });
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
