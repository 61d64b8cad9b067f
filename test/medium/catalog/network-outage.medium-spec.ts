import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import { AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { grantGatewayRole } from '../../../src/gateway/gateway-role';
import type { NameResolver } from '../../../src/gateway/net/name-resolver';
import { GatewayProcess } from '../../../src/gateway/process/gateway-process';
import { BackconnectGateway } from '../../support/backconnect/backconnect-gateway';
import { DOCUMENTED_REFUSALS, writeRefusal } from '../../support/backconnect/documented-refusals';
import { insertSoldProxy } from '../../support/sold-proxy';
import { curl } from '../gateway/curl';
import { APP_KEY, silent, testConfig, toDigest } from '../gateway/fixtures';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

const COUNTRIES =
  'us gb de fr it es pl nl be at ch se no dk fi ie pt gr cz hu ro bg hr si sk ee lv lt ua rs tr il ae sa in id my th vn ph jp kr au nz br ar cl co mx ca'.split(
    ' ',
  );
const CUSTOMERS = 3;
/** Bytes of a request of curl. */
const MAX_REQUEST = 200;
/** For a busy machine, beyond the half minute that a network rests. */
const WITHIN_MS = 90_000;
const role = `outage_${process.pid}`;

// Two gateways, and a network that rests.
jest.setTimeout(240_000);

describe('An outage of the network that sells 50 countries', () => {
  let app: HttpTestApp;
  let admin: Customer;
  let gateways: { process: GatewayProcess; config: AppConfig }[];
  let main: BackconnectGateway;
  let second: BackconnectGateway;
  let sent = 0;

  const sql = <T>(text: string, values?: unknown[]) => app.sql<T>(text, values);

  /** A gateway that logs in to the database with the rights of gateways only. */
  const start = async (id: string) => {
    const url = new URL(app.nest.get(AppConfig).database.url);
    [url.username, url.password] = [`${role}_login`, 'secret'];
    const config = await testConfig({ DATABASE_URL: url.href, GATEWAY_ID: id });
    const resolver: NameResolver = { resolve: () => Promise.resolve(['127.0.0.1']) };
    const gateway = new GatewayProcess(config, silent, {
      ...{ resolver, allow: (_: string, port: number) => port === 80 },
      options: { drainMs: 0, flushMs: 50 },
    });
    await gateway.start();
    return { process: gateway, config };
  };
  const add = async (name: string, dialect: string, port: number, weight: number) => {
    const added = await app.call(
      'POST',
      '/admin/supply/networks',
      {
        ...{ name, dialect, port, weight, kind: 'residential', protocol: 'http' },
        ...{ host: '127.0.0.1', username: 'login1', password: 'secret', countries: COUNTRIES },
        ...{ enabled: true, targeting: { region: false, city: true, isp: false } },
        ...{ cost_usd_per_gb: 2, bytes_per_gb: 1_000_000_000 },
      },
      admin.headers,
    );
    expect(added.status).toBe(201);
  };
  /** A request of a customer through one of the gateways, over each protocol in turn. */
  const send = async (country = COUNTRIES[sent % COUNTRIES.length]) => {
    const turn = sent++;
    const { httpPort } = gateways[turn % 2]!.config.gateway;
    const [scheme, ...flags] = [['http'], ['http', '-p'], ['socks5h']][turn % 3]!;
    const proxy = `${scheme}://user${1 + (turn % CUSTOMERS)}-cc-${country}:secret@127.0.0.1:${httpPort}`;
    return curl(...flags, '-x', proxy, 'http://site.test/');
  };
  const billed = async () => {
    const [row] = await sql<{ bytes: number; requests: number }>(
      `SELECT coalesce(sum(bytes_up + bytes_down), 0)::int AS bytes, coalesce(sum(requests), 0)::int AS requests
       FROM gateway_meter`,
    );
    return row ?? { bytes: 0, requests: 0 };
  };
  const untilBilled = async () => {
    expect(await poll(async () => (await billed()).requests === sent, WITHIN_MS)).toBe(true);
    await Promise.all(gateways.map(({ process: each }) => each.gateway.flush()));
    return billed();
  };
  const findAlerts = () =>
    app.nest.get(AlertConditionQueries, { strict: false }).find(['network_refused']);

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    app = await createHttpTestApp();
    admin = await app.signUp('admin');
    await sql('UPDATE exit_node SET enabled = false');
    await grantGatewayRole(app.nest.get(AppConfig).database.url, role);
    await sql(`CREATE ROLE ${role}_login LOGIN PASSWORD 'secret' IN ROLE ${role}`);
    [main, second] = await Promise.all([
      BackconnectGateway.start('dataimpulse'),
      BackconnectGateway.start('iproyal'),
    ]);
    gateways = await Promise.all(['one', 'two'].map(start));
    await add('Everywhere', 'dataimpulse', main.port, 1000);
    await add('Reserve', 'iproyal', second.port, 1);
    for (let i = 1; i <= CUSTOMERS; i++)
      await insertSoldProxy((...query) => sql(...query), {
        ...{ username: `user${i}`, digest: toDigest(gateways[0]!.config) },
      });
    const works = async () => (await send()).status === 200;
    // Until both gateways have heard of the networks.
    expect(await poll(async () => (await works()) && (await works()), WITHIN_MS)).toBe(true);
  });
  afterAll(async () => {
    await Promise.all(gateways?.map(({ process: each }) => each.stopNow()) ?? []);
    await Promise.all([main?.close(), second?.close()]);
    await sql(`DROP OWNED BY ${role}`);
    await sql(`DROP ROLE ${role}_login, ${role}`);
    await app.close();
  });

  it('costs customers nothing when its account is emptied, is told to staff, and ends', async () => {
    const empty = DOCUMENTED_REFUSALS.find(({ status }) => status.endsWith('TRAFFIC_EXHAUSTED'));
    main.refuseWith = () => writeRefusal(empty!);
    const before = [main.tunnelled, second.tunnelled, (await untilBilled()).bytes] as const;
    const heads = main.heads;
    for (const country of COUNTRIES.slice(0, 12)) expect((await send(country)).status).toBe(200);
    // Each gateway asks it once, not once for each country.
    expect(main.heads - heads).toBe(2);
    const paid = (await untilBilled()).bytes - before[2];
    expect(paid).toBe(second.tunnelled - before[1]);
    expect(main.tunnelled).toBe(before[0]);

    expect(await poll(async () => (await findAlerts()).length === 1, WITHIN_MS)).toBe(true);
    const [alert] = await findAlerts();
    expect(alert).toMatchObject({ kind: 'network_refused', severity: 'critical' });
    expect(alert?.message).toContain('“Everywhere”');
    expect(JSON.stringify(alert)).not.toMatch(/login1|secret/);

    main.refuseWith = () => undefined;
    const isOver = async () => {
      expect((await send()).status).toBe(200);
      return (await findAlerts()).length === 0;
    };
    expect(await poll(isOver, WITHIN_MS, 500)).toBe(true);
    expect(main.tunnelled).toBeGreaterThan(before[0]);
  });

  it('moves live customers to the second network at once, and bills them what passed', async () => {
    const before = {
      bytes: (await untilBilled()).bytes,
      main: main.tunnelled,
      second: second.tunnelled,
    };
    let isDown = false;
    let isOver = false;
    let served = 0;
    /** Requests under way when it went down: their bytes passed the gateway, and nobody may have read them. */
    let lost = 0;
    const failures: string[] = [];
    const customer = async () => {
      while (!isOver) {
        const wasDown = isDown;
        const { status, stderr } = await send();
        if (status === 200 && wasDown) served++;
        else if (status !== 200 && wasDown) failures.push(stderr);
        else if (status !== 200) lost++;
      }
    };
    const customers = Array.from({ length: 4 }, customer);
    const asked = main.requests.length;
    await poll(() => Promise.resolve(main.requests.length > asked + 10), WITHIN_MS);
    await main.close();
    isDown = true;
    const startedAt = Date.now();
    await poll(() => Promise.resolve(served >= COUNTRIES.length), WITHIN_MS);
    const took = Date.now() - startedAt;
    isOver = true;
    await Promise.all(customers);
    expect(failures).toEqual([]);
    expect([served >= COUNTRIES.length, took < WITHIN_MS]).toEqual([true, true]);
    const paid = (await untilBilled()).bytes - before.bytes;
    const carried = main.tunnelled - before.main + second.tunnelled - before.second;
    // A customer has one request under way at a time.
    expect(lost).toBeLessThanOrEqual(customers.length);
    expect(paid).toBeLessThanOrEqual(carried + lost * MAX_REQUEST);
    expect(paid).toBeGreaterThanOrEqual(second.tunnelled - before.second);
  });
});
