import { DataSource } from 'typeorm';
import { AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { grantGatewayRole } from '../../../src/gateway/gateway-role';
import type { NameResolver } from '../../../src/gateway/net/name-resolver';
import { GatewayProcess } from '../../../src/gateway/process/gateway-process';
import { BackconnectGateway } from '../../support/backconnect/backconnect-gateway';
import { insertSoldProxy } from '../../support/sold-proxy';
import { curl, type CurlResult } from '../gateway/curl';
import { APP_KEY, silent, testConfig, toDigest } from '../gateway/fixtures';
import { RawClient } from '../gateway/raw-client';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

/** For a busy machine. */
export const WITHIN_MS = 90_000;
const COUNTRIES = ['de', 'fr'];
export const SCHEMES = [['http'], ['http', '-p'], ['socks5h']] as const;

/** The shop with gateways that log in with the rights of gateways only, and providers' gateways on loopback ports. */
export class SupplyStand {
  readonly gateways: { process: GatewayProcess; config: AppConfig }[] = [];
  readonly providers: BackconnectGateway[] = [];
  readonly #role = `stand_${process.pid}`;

  private constructor(
    readonly app: HttpTestApp,
    readonly admin: Customer,
  ) {}

  /** @param gateways so many, each with an id of its own. */
  static async open(gateways = 1): Promise<SupplyStand> {
    process.env.APP_KEY = APP_KEY;
    const app = await createHttpTestApp();
    const stand = new SupplyStand(app, await app.signUp('admin'));
    await stand.sql('UPDATE exit_node SET enabled = false');
    await grantGatewayRole(app.nest.get(AppConfig).database.url, stand.#role);
    await stand.sql(
      `CREATE ROLE ${stand.#role}_login LOGIN PASSWORD 'secret' IN ROLE ${stand.#role}`,
    );
    for (let i = 1; i <= gateways; i++) await stand.#start(`stand${i}`);
    return stand;
  }

  /** With the rights of gateways. */
  get databaseUrl(): string {
    const url = new URL(this.app.nest.get(AppConfig).database.url);
    [url.username, url.password] = [`${this.#role}_login`, 'secret'];
    return url.href;
  }

  sql<T>(text: string, values?: unknown[]): Promise<T[]> {
    return this.app.nest.get(DataSource).query<T[]>(text, values);
  }

  async #start(id: string): Promise<void> {
    const config = await testConfig({ DATABASE_URL: this.databaseUrl, GATEWAY_ID: id });
    const resolver: NameResolver = { resolve: () => Promise.resolve(['127.0.0.1']) };
    const gateway = new GatewayProcess(config, silent, {
      ...{ resolver, allow: (_: string, port: number) => port === 80 },
      options: { drainMs: 0, flushMs: 50 },
    });
    await gateway.start();
    this.gateways.push({ process: gateway, config });
  }

  /** A network for two countries at $2 a GB of 10^9 bytes, three times that for a city. */
  async addNetwork(name: string, weight = 1, more: Record<string, unknown> = {}) {
    const provider = await BackconnectGateway.start('dataimpulse');
    this.providers.push(provider);
    const body = {
      ...{ name, weight, dialect: 'dataimpulse', port: provider.port, kind: 'residential' },
      ...{ protocol: 'http', host: '127.0.0.1', username: 'login1', password: 'secret' },
      ...{ countries: COUNTRIES, targeting: { region: false, city: true, isp: false } },
      ...{ cost_usd_per_gb: 2, bytes_per_gb: 1_000_000_000, precise_cost_factor: 3 },
      ...{ enabled: true, ...more },
    };
    const added = await this.app.call('POST', '/admin/supply/networks', body, this.admin.headers);
    if (added.status !== 201) throw new Error(JSON.stringify(added.body));
    const [row] = await this.sql<{ id: number }>('SELECT id FROM supply_network WHERE name = $1', [
      name,
    ]);
    const id = row?.id ?? 0;
    return { provider, id, body: { ...body, password: undefined } };
  }

  addProxy(username: string): Promise<number> {
    return insertSoldProxy((...query) => this.sql(...query), {
      ...{ username, digest: toDigest(this.gateways[0]!.config) },
    });
  }

  /** A request of a customer through one of the gateways, over each protocol in turn. */
  send(user: string, turn: number, place = 'cc-de'): Promise<CurlResult> {
    const { httpPort } = this.gateways[turn % this.gateways.length]!.config.gateway;
    const [scheme, ...flags] = SCHEMES[turn % 3]!;
    const proxy = `${scheme}://${user}-${place}:secret@127.0.0.1:${httpPort}`;
    return curl(...flags, '-x', proxy, 'http://site.test/');
  }

  /** Until a request through each gateway works. */
  async untilServed(user: string): Promise<void> {
    for (const turn of this.gateways.keys())
      if (!(await poll(async () => (await this.send(user, turn)).status === 200, WITHIN_MS)))
        throw new Error('The gateways do not serve the networks');
  }

  async flush(): Promise<void> {
    await Promise.all(this.gateways.map(({ process: each }) => each.gateway.flush()));
  }

  async close(): Promise<void> {
    RawClient.destroyAll();
    await Promise.all(this.gateways.map(({ process: each }) => each.stopNow()));
    await Promise.all(this.providers.map((provider) => provider.close()));
    await this.sql(`DROP OWNED BY ${this.#role}`);
    await this.sql(`DROP ROLE ${this.#role}_login, ${this.#role}`);
    await this.app.close();
  }
}
