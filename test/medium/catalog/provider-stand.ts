import { DataSource } from 'typeorm';
import { FakeProviderApi } from '../../../src/sandbox/providers/fake-provider-api';
import type { FakeTrafficAccount } from '../../../src/sandbox/providers/fake-traffic-accounts';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

export const NETWORKS = '/admin/supply/networks';
export const PROVIDERS = '/admin/supply/providers';
export const COUNTRY_ONLY = { region: false, city: false, isp: false };

/** The API keys that the fakes accept. */
const KEYS: Record<string, string> = {
  ...{ dataimpulse: 'sandbox:sandbox-key', oxylabs: 'sandbox:sandbox-key' },
  ...{ evomi: 'sandbox-key', iproyal: 'sandbox-key' },
};

/** The shop, with fake management APIs of providers and the networks of their accounts. */
export class ProviderStand {
  readonly source: DataSource;
  readonly #apis: FakeProviderApi<FakeTrafficAccount>[] = [];

  private constructor(
    readonly app: HttpTestApp,
    readonly admin: Customer,
  ) {
    this.source = app.nest.get(DataSource);
  }

  static async open(): Promise<ProviderStand> {
    const app = await createHttpTestApp();
    return new ProviderStand(app, await app.signUp('admin'));
  }

  /** As the admin. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) {
    return this.app.call(method, path, body, this.admin.headers);
  }

  /** Connects an account with the API that a fake serves. */
  async connect<T extends FakeTrafficAccount>(
    kind: string,
    fake: T,
    more: object = {},
  ): Promise<{ id: number; fake: T; api: FakeProviderApi<T> }> {
    const api = await FakeProviderApi.start(fake);
    this.#apis.push(api);
    const { status, body } = await this.call('POST', PROVIDERS, {
      ...{ name: `Account ${kind}`, kind, base_url: api.url, api_key: KEYS[kind] },
      ...{ enabled: true, buys_automatically: false, minimum_stock: {}, ...more },
    });
    expect([status, body.errors]).toEqual([201, undefined]);
    const { id } = (body.data as unknown as { provider: { id: number } }).provider;
    // Of the test.
    fake.calls.length = 0;
    return { id, fake, api };
  }

  /** The body that adds a network, which sells countries only. */
  network(dialect: string, more: object = {}) {
    return {
      ...{ name: 'Main', dialect, kind: 'residential', protocol: 'http', host: 'gw.example.com' },
      ...{ port: 7777, username: 'shop', password: 'Upstream-pass-1', countries: '*' },
      ...{ targeting: COUNTRY_ONLY, cost_usd_per_gb: 3, bytes_per_gb: 1_000_000_000, weight: 5 },
      ...{ enabled: true, ...more },
    };
  }

  async addNetwork(dialect: string, more: object = {}): Promise<number> {
    const { status, body } = await this.call('POST', NETWORKS, this.network(dialect, more));
    expect([status, body.errors]).toEqual([201, undefined]);
    return (body.data as unknown as { network: { id: number } }).network.id;
  }

  /** From now on the accounts do not answer. */
  async stopApis(): Promise<void> {
    await Promise.all(this.#apis.splice(0).map((api) => api.close()));
  }

  /** Without networks and accounts. */
  async clear(): Promise<void> {
    await this.source.query('DELETE FROM supply_network');
    await this.source.query('DELETE FROM supply_provider');
    await this.stopApis();
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
