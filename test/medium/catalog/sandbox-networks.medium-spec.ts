import { loadConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { seed } from '../../../src/embedded/seeds/seed';
import type { Echo } from '../../../src/sandbox/networks/backconnect-gateway';
import { createTestDatabase } from '../../support/database';
import { freePort } from '../../support/ports';
import { SpawnedGateway } from '../../support/spawned-gateway';
import { curl } from '../gateway/curl';
import { APP_KEY } from '../gateway/fixtures';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

/** For a busy machine. */
const WITHIN_MS = 30_000;

// Starts a gateway.
jest.setTimeout(180_000);

describe('Simulated networks of the sandbox', () => {
  let app: HttpTestApp;
  let customer: Customer;
  let gateway: SpawnedGateway;
  let echoPort: number;

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    const database = await createTestDatabase();
    const config = loadConfig({ NODE_ENV: 'test', APP_KEY, DATABASE_URL: database.url });
    await seed(config, { networks: true });
    await seed(config, { networks: true });
    app = await createHttpTestApp(database);
    [echoPort, customer] = await Promise.all([freePort(), app.signUp()]);
    await app.fundWallet(customer, 100_000);
    gateway = await SpawnedGateway.spawn(
      { APP_KEY, DATABASE_URL: database.url, SANDBOX: 'true', PORT: String(echoPort) },
      'dist/gateway.js',
    );
    await gateway.untilHealth('200', 90_000);
  });
  afterAll(() => Promise.all([gateway?.dispose(), app?.close()]));

  it('should be two, of different dialects, with a port of their own', async () => {
    const rows = await app.sql<{ port: number }>(
      'SELECT kind, dialect, port FROM supply_network ORDER BY id',
    );
    expect(rows).toMatchObject([
      { kind: 'residential', dialect: 'oxylabs' },
      { kind: 'mobile', dialect: 'iproyal' },
    ]);
    expect(rows[0]?.port).not.toBe(rows[1]?.port);
  });

  it.each([
    ['residential', 'is'],
    ['mobile', 'cy'],
  ])('should carry a %s proxy in a country that only the network has', async (kind, country) => {
    const { status, body } = await app.call(
      'POST',
      '/proxies/buy',
      {
        ...{ proxy_type: `${kind}_ipv4`, protocol: 'http', traffic_limit_mb: 1 },
        ...{ country, ttl_minutes: 10 },
      },
      customer.headers,
    );
    expect([status, body.errors]).toEqual([201, undefined]);
    const [proxy] = (body.data as unknown as { proxies: [{ username: string; password: string }] })
      .proxies;
    const address = `http://${proxy.username}:${proxy.password}@127.0.0.1:${gateway.ports.http}`;
    const send = () => curl('-x', address, `http://localhost:${echoPort}/sandbox/echo`);
    const found = await poll(async () => {
      const { status: code, stdout } = await send();
      return code === 200 && (JSON.parse(stdout) as Echo).country === country;
    }, WITHIN_MS);
    expect(found).toBe(true);
  });
});
