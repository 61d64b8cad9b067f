import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import { ExitListService, parseExitList } from '../../../src/catalog/exits/exit-list.service';
import { poll } from '../../../src/embedded/poll';
import { ProbesService } from '../../../src/catalog/health/probes.service';
import { BackconnectGateway, type Echo } from '../../support/backconnect/backconnect-gateway';
import { createTestDatabase } from '../../support/database';
import { SpawnedGateway } from '../../support/spawned-gateway';
import { curl } from '../gateway/curl';
import { APP_KEY } from '../gateway/fixtures';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

/** For a busy machine; the change arrives by notification. */
const WITHIN_MS = 30_000;

interface Probed {
  id: number;
  country: string;
  state: string;
  on_sale: boolean;
  misses: number;
  last_error: string | null;
  country_found: string | null;
  exit_ip: string | null;
}
interface Health {
  networks: { id: number; name: string; state: string; countries: Probed[] }[];
  exits: Probed[];
  exit_counts: Record<string, number>;
  gateways: { id: string; status: string }[];
}

// Starts a gateway.
jest.setTimeout(180_000);

describe('Health of the supply', () => {
  let app: HttpTestApp;
  let probes: ProbesService;
  let admin: Customer;
  let subAdmin: Customer;
  let customer: Customer;
  let provider: BackconnectGateway;
  /** Countries of which the provider has no address at present. */
  const withoutPeers = new Set<string>();
  let gateway: SpawnedGateway;
  let echo: Server;
  let echoPort: number;
  let proxy: { username: string; password: string };
  let exitId: number;

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, by = admin) =>
    app.call(method, path, body, by.headers);
  const readHealth = async (query = '', by = admin): Promise<Health> => {
    const { status, body } = await call('GET', `/admin/supply/health?${query}`, undefined, by);
    expect(status).toBe(200);
    return body.data as unknown as Health;
  };
  const readPlace = async (country: string, by = admin) => {
    const { networks } = await readHealth('', by);
    return networks[0]?.countries.find((place) => place.country === country);
  };
  const readExit = async (by = admin) =>
    (await readHealth('kind=residential', by)).exits.find(({ id }) => id === exitId);
  /** Probes everything, as the schedule does in the course of minutes. */
  const probeAll = async (rounds = 1) => {
    for (let round = 0; round < rounds; round++) {
      await app.sql('UPDATE supply_health SET next_probe_at = now()');
      while ((await probes.probeDue()) > 0);
    }
  };
  const listCountries = async () => {
    const { body } = await call('GET', '/pool/countries?connection_type=residential');
    return (body.data as unknown as { code: string }[]).map(({ code }) => code);
  };
  const buy = (country: string) =>
    call(
      'POST',
      '/proxies/buy',
      {
        ...{ proxy_type: 'residential_ipv4', protocol: 'http', traffic_limit_mb: 1 },
        ...{ country, ttl_minutes: 10 },
      },
      customer,
    );
  const send = async (country: string) => {
    const auth = `${proxy.username}-cc-${country}:${proxy.password}`;
    const address = `http://${auth}@127.0.0.1:${gateway.ports.http}`;
    const { stdout, status, proxyError } = await curl(
      ...['-x', address, `http://localhost:${echoPort}/sandbox/echo`],
    );
    return status === 200 ? (JSON.parse(stdout) as Echo).country : proxyError;
  };
  const untilSent = (country: string, outcome: string) =>
    poll(async () => (await send(country)) === outcome, WITHIN_MS);

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    const database = await createTestDatabase();
    app = await createHttpTestApp(database);
    probes = app.nest.get(ProbesService);
    echo = createServer((request, response) => response.end(request.socket.remoteAddress));
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    echoPort = (echo.address() as AddressInfo).port;
    [provider, admin, subAdmin, customer] = await Promise.all([
      BackconnectGateway.start('iproyal'),
      app.signUp('admin'),
      app.signUp('sub-admin'),
      app.signUp(),
    ]);
    await app.fundWallet(customer, 100_000);
    provider.refuseWith = ({ country }) =>
      withoutPeers.has(country ?? '') ? 'HTTP/1.1 503 No Exits Available\r\n\r\n' : undefined;
    gateway = await SpawnedGateway.spawn(
      {
        ...{ APP_KEY, DATABASE_URL: database.url, SANDBOX: 'true', PORT: String(echoPort) },
        ...{ GATEWAY_ID: 'one' },
      },
      'dist/gateway.js',
    );
    await gateway.untilHealth('200', 90_000);
    const added = await call('POST', '/admin/supply/networks', {
      ...{ name: 'IPRoyal', dialect: 'iproyal', port: provider.port, kind: 'residential' },
      ...{ protocol: 'http', host: '127.0.0.1', username: 'login1', countries: ['is', 'fo'] },
      ...{ targeting: { region: false, city: false, isp: false }, enabled: true, weight: 1 },
      ...{ cost_usd_per_gb: 2, bytes_per_gb: 1_000_000_000, password: 'secret' },
    });
    expect(added.status).toBe(201);
    // Sold as an exit in Malta, and leaves in Iceland.
    const list = JSON.stringify([
      {
        ...{ kind: 'residential', country: 'mt' },
        upstream_url: `http://login1:secret_country-is@127.0.0.1:${provider.port}`,
      },
    ]);
    const { exitNodeIds } = await app.nest.get(ExitListService).add(parseExitList(list));
    exitId = exitNodeIds[0]!;
    const { body } = await buy('zz');
    [proxy] = (body.data as unknown as { proxies: [typeof proxy] }).proxies;
    expect(await untilSent('is', 'is')).toBe(true);
  });
  afterAll(async () => {
    await Promise.all([gateway?.dispose(), provider?.close(), app?.close()]);
    echo?.close();
  });

  it('should know nothing of what was not probed, and what it is', async () => {
    expect((await readHealth()).networks).toMatchObject([
      { name: 'IPRoyal', state: 'unknown', countries: [] },
    ]);
    await probes.plan();
    await probeAll();
    const { networks, exit_counts, gateways } = await readHealth();
    expect(networks).toMatchObject([
      {
        state: 'healthy',
        countries: [
          { country: 'fo', state: 'healthy', on_sale: true, country_found: 'fo' },
          {
            country: 'is',
            state: 'healthy',
            on_sale: true,
            exit_ip: expect.any(String) as unknown,
          },
        ],
      },
    ]);
    expect(exit_counts.unknown).toBeGreaterThan(1_000);
    expect(gateways).toMatchObject([{ id: 'one', status: 'live' }]);
  });

  it('should show a place that is not the one sold, and go on selling it', async () => {
    expect(await readExit()).toMatchObject({
      ...{ country: 'mt', country_found: 'is', state: 'degraded' },
      ...{ on_sale: true, misses: 0, last_error: null },
    });
    const { exits } = await readHealth('state=degraded');
    expect(exits.map(({ id }) => id)).toEqual([exitId]);
  });

  it('should put a country of a network, and an exit, out of sale after three failures in a row', async () => {
    withoutPeers.add('is');
    await probeAll(2);
    expect(await readPlace('is')).toMatchObject({ state: 'degraded', on_sale: true, misses: 2 });
    expect(await listCountries()).toEqual(expect.arrayContaining(['is', 'fo', 'mt']));
    await probeAll();
    expect(await readPlace('is')).toMatchObject({
      ...{ state: 'down', on_sale: false, misses: 3 },
      last_error: expect.stringMatching(/\w/) as unknown,
    });
    expect(await readExit()).toMatchObject({ state: 'down', on_sale: false });
    expect((await readHealth()).networks[0]?.state).toBe('degraded');
    const countries = await listCountries();
    expect(['is', 'fo', 'mt'].filter((code) => countries.includes(code))).toEqual(['fo']);
    expect([(await buy('is')).status, (await buy('mt')).status]).toEqual([422, 422]);
    expect((await buy('fo')).status).toBe(201);
    expect(await untilSent('is', 'NO_EXIT')).toBe(true);
    expect([await send('mt'), await send('fo')]).toEqual(['NO_EXIT', 'fo']);
  });

  it('should alert staff about it', async () => {
    const found = await app.nest.get(AlertConditionQueries).find(['supply_down']);
    const { networks } = await readHealth();
    expect(found.map(({ key }) => key)).toEqual([
      `supply_down:${networks[0]!.id}`,
      'supply_down:exits',
    ]);
    expect(found[0]!.message).toMatch(
      /^The network “.+” is out of sale after three failed tests in a row in Iceland\. The last test says: \w/,
    );
    expect(found[1]!.message).toMatch(
      /^The exit .*Malta is out of sale after three failed tests in a row\. The last test says: \w/,
    );
    const { body } = await call('GET', '/admin/supply/exits?status=out_of_sale');
    expect(body.data).toMatchObject({ exits: [{ id: exitId }] });
  });

  it('should put it back with the first success', async () => {
    withoutPeers.clear();
    await probeAll();
    expect(await readPlace('is')).toMatchObject({ state: 'healthy', on_sale: true, misses: 0 });
    expect(await listCountries()).toEqual(expect.arrayContaining(['is', 'fo', 'mt']));
    expect(await untilSent('is', 'is')).toBe(true);
    expect(await untilSent('mt', 'is')).toBe(true);
    const found = await app.nest.get(AlertConditionQueries).find();
    expect(found.map(({ kind }) => kind)).not.toContain('supply_down');
  });

  it('should put a network out of sale that fails everywhere', async () => {
    for (const country of ['is', 'fo']) withoutPeers.add(country);
    await probeAll(3);
    expect((await readHealth()).networks[0]?.state).toBe('down');
    expect(await untilSent('fo', 'NO_EXIT')).toBe(true);
    withoutPeers.clear();
    await probeAll();
    expect(await untilSent('fo', 'fo')).toBe(true);
  });

  it('should probe the countries that customers use', async () => {
    const before = provider.requests.length;
    await call('PUT', `/admin/supply/networks/${(await readHealth()).networks[0]!.id}`, {
      ...{ name: 'IPRoyal', dialect: 'iproyal', port: provider.port, kind: 'residential' },
      ...{ protocol: 'http', host: '127.0.0.1', username: 'login1', countries: '*' },
      ...{ targeting: { region: false, city: false, isp: false }, enabled: true, weight: 1 },
      ...{ cost_usd_per_gb: 2, bytes_per_gb: 1_000_000_000 },
    });
    await probes.plan();
    await probeAll();
    const { networks } = await readHealth();
    expect(networks[0]?.countries.map(({ country }) => country)).toEqual(['zz', 'fo']);
    expect(provider.requests.slice(before).map(({ country }) => country)).toContain(undefined);
  });

  it('should blame nothing while the echo address does not answer', async () => {
    await new Promise((resolve) => echo.close(resolve));
    withoutPeers.add('fo');
    await probeAll(4);
    expect(await readPlace('fo')).toMatchObject({
      ...{ state: 'healthy', on_sale: true, misses: 0 },
      last_error: expect.stringContaining('does not reach the echo') as unknown,
    });
    withoutPeers.clear();
  });

  it('should hide addresses from sub-admins, and everything from customers', async () => {
    expect((await readExit())?.exit_ip).toMatch(/^198\./);
    expect((await readExit(subAdmin))?.exit_ip).toBeNull();
    expect((await call('GET', '/admin/supply/health', undefined, customer)).status).toBe(403);
    expect(JSON.stringify(await readHealth())).not.toMatch(/secret|login1/);
  });

  it('should forget old probes, and what is not sold any more', async () => {
    await app.sql(
      `UPDATE supply_probe SET probed_at = now() - interval '8 days' WHERE country = 'is'`,
    );
    await call('PUT', `/admin/supply/exits/${exitId}`, { enabled: false });
    await probes.plan();
    const counted = await app.sql<{ country: string }>(
      'SELECT DISTINCT country FROM supply_probe ORDER BY 1',
    );
    expect(counted.map(({ country }) => country)).toEqual(['fo', 'mt', 'zz']);
    expect((await readHealth('state=disabled')).exits).toMatchObject([
      { id: exitId, state: 'disabled', on_sale: false },
    ]);
    expect(await app.sql('SELECT FROM supply_health WHERE exit_node_id IS NOT NULL')).toEqual([]);
  });
});
