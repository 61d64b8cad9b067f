import { Client, Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { PriceListDto } from '../../../src/catalog/prices/price-list.dto';
import type { Actor } from '../../../src/common/security/actor';
import {
  findOffSaleCountries,
  PRICES_CHANNEL,
} from '../../../src/gateway/auth/gateway-authenticator';
import { CredentialSource } from '../../../src/gateway/auth/credential';
import { ExitSource } from '../../../src/gateway/exits/exit-source';
import { CREDENTIAL_CHANNEL, Gateway } from '../../../src/gateway/gateway';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { UsageSyncService } from '../../../src/proxies/usage/usage-sync.service';
import { createTestDatabase } from '../../support/database';
import { APP_KEY, FakeNames, silent, testConfig } from '../gateway/fixtures';
import { startOrigin } from '../gateway/origin';
import { basic, RawClient } from '../gateway/raw-client';
import {
  createHttpTestApp,
  poolOrderBody,
  type Customer,
  type HttpTestResponse,
} from './http-test-app';

/** Naira for a gigabyte. */
export const CHEAP = 1000;
/** Likewise, in the USA and in France. */
export const DEAR = 10_000;
export const US = { country: 'us', region: 'virginia', city: 'ashburn' };
const FUNDS = 500_000;

export interface Bought {
  id: number;
  username: string;
  password: string;
  proxy_api_id: string;
  location: string;
  pool_data: { limit_mb: number; city: string | null };
}
export type PlacesTestApp = Awaited<ReturnType<typeof createPlacesTestApp>>;
type EditPrices = (list: PriceListDto) => void;

/** The whole API and a gateway, with a customer who buys; an ISP costs half as much again. */
export async function createPlacesTestApp() {
  process.env.APP_KEY = APP_KEY;
  const database = await createTestDatabase();
  const app = await createHttpTestApp(database);
  const origin = await startOrigin();
  const pool = new Pool({ connectionString: database.url, max: 3 });
  const config = await testConfig({ DATABASE_URL: database.url });
  const names = new FakeNames();
  names.names.set('origin.test', ['127.0.0.1']);
  const offSale = () => findOffSaleCountries(pool);
  const gateway = new Gateway(config, {
    credentials: new CredentialSource(pool),
    exits: new ExitSource(pool, config.key('secrets'), silent),
    usage: new UsageStore(pool),
    offSale,
    resolver: names,
    log: silent,
    allow: (_address, target) => target === origin.port,
    options: { drainMs: 0 },
  });
  await gateway.start();
  const staff = await app.signUp('admin');
  const admin: Actor = {
    ...staff,
    name: 'Ngozi',
    role: 'admin',
    sessionId: '',
    ip: '',
    userAgent: '',
  };
  let customer: Customer;

  const sql = <T = Record<string, unknown>>(text: string, values?: unknown[]): Promise<T[]> =>
    app.nest.get(DataSource).query(text, values);
  async function setPrices(edit: EditPrices = () => undefined): Promise<void> {
    const [row] = await sql<{ prices: PriceListDto }>(
      `SELECT prices FROM price_list ORDER BY id LIMIT 1`,
    );
    const prices = structuredClone(row!.prices) as {
      -readonly [Key in keyof PriceListDto]: PriceListDto[Key];
    };
    const packages = prices.residential.packages.map(({ gigabytes, validity_days }) => ({
      ...{ gigabytes, validity_days, on_sale: true, naira: CHEAP * gigabytes },
      overrides: ['us', 'fr'].map((country) => ({
        ...{ country, on_sale: true, naira: DEAR * gigabytes },
      })),
    }));
    prices.residential = { packages, surcharge_percent: { region: 0, city: 0, isp: 50 } };
    edit(prices);
    await sql(
      `INSERT INTO price_list (effective_at, prices, reason, author_name) VALUES (now(), $1, 'Test', 'Ngozi')`,
      [JSON.stringify(prices)],
    );
    await gateway.onChange(PRICES_CHANNEL, '');
  }
  await setPrices();

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, key?: string) =>
    app.call(method, path, body, {
      ...customer.headers,
      ...(key !== undefined && { 'idempotency-key': key }),
    });

  return {
    ...{ app, admin, offSale, sql, setPrices, call },
    switchOff: (...countries: string[]) =>
      setPrices(({ residential }) => {
        for (const offer of residential.packages)
          for (const country of countries)
            (offer.overrides as object[]).unshift({ country, on_sale: false, naira: CHEAP });
      }),
    /** The calls that follow are those of a new customer. */
    async signUp(funds = FUNDS): Promise<void> {
      customer = await app.signUp();
      await app.fundWallet(customer, funds);
    },
    async spent(): Promise<number> {
      const { body } = await call('GET', '/wallet/balance');
      return FUNDS - (body.data as unknown as { balance: number }).balance;
    },
    async buy(country: string, more: object = {}): Promise<Bought> {
      const order = { ...poolOrderBody, region: '', country, ...more };
      const { body } = await call('POST', '/proxies/buy', order);
      return (body.data as unknown as { proxies: Bought[] }).proxies[0]!;
    },
    move: ({ proxy_api_id }: Bought, place: object) =>
      call('PUT', '/proxies/update-residential-mobile', {
        ...{ proxy_id: proxy_api_id, protocol: 'http', ttl_minutes: 10 },
        ...place,
      }),
    buyPlace: ({ id }: Bought, place: object, key?: string) =>
      call('POST', `/user/proxies/${id}/place`, place, key),
    quote: async ({ id }: Bought, place: object) =>
      (await call('POST', `/user/proxies/${id}/place/quote`, place)).body.data,
    extend: ({ id }: Bought, kind: 'renewal' | 'traffic') =>
      call('POST', `/user/proxies/${id}/${kind}`, { gigabytes: 1 }),
    list: ({ id }: Bought, query: string) => call('GET', `/user/proxies/${id}/endpoints?${query}`),
    /** As a gateway meters it; the proxy has it with `rollUpUsage`. */
    async useBytes({ id }: Bought, gigabytes: number): Promise<void> {
      await sql(
        `WITH metered AS (
           INSERT INTO gateway_meter (proxy_id, bytes_down, requests) VALUES ($1, $2, 1)
           ON CONFLICT (proxy_id) DO UPDATE SET bytes_down = $2)
         INSERT INTO usage_hour (proxy_id, hour, bytes_down, requests) VALUES ($1, date_trunc('hour', now()), $2, 1)
         ON CONFLICT (proxy_id, hour) DO UPDATE SET bytes_down = $2`,
        [id, gigabytes * 2 ** 30],
      );
    },
    rollUpUsage: () => app.nest.get(UsageSyncService, { strict: false }).sync(),
    /** Status of a request through the gateway, with the reason of a refusal. */
    async use({ username, password }: Bought, parameters = ''): Promise<string> {
      await gateway.onChange(CREDENTIAL_CHANNEL, '');
      const client = await RawClient.open(config.gateway.httpPort);
      client.write(
        `GET http://origin.test:${origin.port}/ HTTP/1.1\r\nHost: x\r\n${basic(`${username}${parameters}`, password)}\r\n`,
      );
      const head = await client.readUntil('\r\n\r\n');
      client.destroy();
      const reason = /X-Proxy-Error: (\w+)/.exec(head)?.[1];
      return head.split(' ')[1] + (reason ? ` ${reason}` : '');
    },
    /** What gateways are notified of by some work, as `channel payload`. */
    async listen(work: () => Promise<unknown>): Promise<string[]> {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const heard: string[] = [];
      client.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`));
      for (const channel of [CREDENTIAL_CHANNEL, PRICES_CHANNEL])
        await client.query(`LISTEN ${channel}`);
      await work();
      // Notifications of commits before it come with its answer.
      await client.query('SELECT 1');
      await client.end();
      return heard;
    },
    async close(): Promise<void> {
      RawClient.destroyAll();
      await gateway.stop();
      await pool.end();
      await origin.close();
      await app.close();
      await database.dispose();
    },
  };
}

export const toAnswer = ({ status, body: { code, errors } }: HttpTestResponse): unknown[] =>
  [status, code, errors && Object.values(errors)].filter((part) => part !== undefined);

/** The answer beyond the place that was bought. */
export const beyond = (current: number, required: number): unknown[] => [
  ...[409, 'PLACE_NOT_INCLUDED'],
  [current, required, required - current],
];
