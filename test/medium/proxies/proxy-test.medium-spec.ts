import { DataSource } from 'typeorm';
import { PROXY_ERROR_HELP, PROXY_ERROR_REASONS } from '../../../src/common/gateway/proxy-errors';
import type { Actor } from '../../../src/common/security/actor';
import { ProxyTestService } from '../../../src/proxies/testing/proxy-test.service';
import { AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { PROXY_ERRORS } from '../../../src/gateway/proxy-error';
import { createTestDatabase } from '../../support/database';
import { freePort } from '../../support/ports';
import { SpawnedGateway } from '../../support/spawned-gateway';
import { APP_KEY } from '../gateway/fixtures';
import { createHttpTestApp, type Customer, type HttpTestApp, poolOrderBody } from './http-test-app';

interface Outcome {
  ok: boolean;
  exit_ip: string | null;
  country_sold: string;
  country_found: string | null;
  latency_ms: number | null;
  error: { code: string; cause: string; how_to_fix: string } | null;
}
interface OwnProxy {
  id: number;
  host: string;
  port: number;
}

// Starts a gateway.
jest.setTimeout(180_000);

describe('Test of a proxy', () => {
  let app: HttpTestApp;
  let gateway: SpawnedGateway;
  let ada: Customer;
  let proxy: OwnProxy;
  let sql: DataSource;

  const buy = async (by = ada): Promise<OwnProxy> => {
    const bought = await app.call('POST', '/proxies/buy', poolOrderBody, by.headers);
    if (bought.status !== 201) throw new Error(JSON.stringify(bought.body));
    return (bought.body.data as unknown as { proxies: [OwnProxy] }).proxies[0];
  };
  const call = (id: number, body?: object, by = ada) =>
    app.call('POST', `/user/proxies/${id}/test`, body ?? {}, by.headers);
  const test = async (id: number, body?: object, by = ada): Promise<Outcome> => {
    const answer = await call(id, body, by);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer.body.data as unknown as Outcome;
  };
  const newCustomer = async () => {
    const customer = await app.signUp();
    await app.fundWallet(customer, 100_000);
    return customer;
  };

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    const echoPort = await freePort();
    process.env.PORT = String(echoPort);
    const database = await createTestDatabase();
    app = await createHttpTestApp(database);
    // The sandbox's echo, which the gateway reaches over a socket.
    await app.nest.listen(echoPort, '127.0.0.1');
    sql = app.nest.get(DataSource);
    gateway = await SpawnedGateway.spawn(
      { APP_KEY, DATABASE_URL: database.url, SANDBOX: 'true', PORT: String(echoPort) },
      'dist/gateway.js',
    );
    await gateway.untilHealth('200', 90_000);
    ada = await newCustomer();
    proxy = await buy();
  });
  afterAll(async () => {
    delete process.env.PORT;
    await gateway?.dispose();
    await app?.close();
  });

  it('should use the proxy as a program would and tell where it leaves', async () => {
    const result = await test(proxy.id);
    expect(result).toMatchObject({ ok: true, country_sold: 'ng', error: null });
    expect(result.exit_ip).toMatch(/^127\./);
    expect(result.latency_ms).toBeGreaterThanOrEqual(0);
    expect((await test(proxy.id, { session: 's7' })).ok).toBe(true);
  });

  it('should be run by staff, too, which is audited', async () => {
    const tests = app.nest.get(ProxyTestService, { strict: false });
    const staff: Actor = {
      ...{ userId: ada.userId, name: 'Sam', email: 'sam@example.com', role: 'admin' },
      ...{ sessionId: 'session', ip: '127.0.0.1', userAgent: 'jest' },
    };
    expect(await tests.testAny(staff, proxy.id)).toMatchObject({ ok: true, country_sold: 'ng' });
    expect(
      await sql.query(
        `SELECT actor_name, details FROM audit_log WHERE action = 'proxy.tested' AND target = $1`,
        [`proxy:${proxy.id}`],
      ),
    ).toEqual([{ actor_name: 'Sam', details: expect.stringMatching(/left from 127\./) }]);
    await expect(tests.testAny(staff, 2_000_000_000)).rejects.toMatchObject({
      code: 'PROXY_NOT_FOUND',
    });
  });

  it('should count as use of the customer', async () => {
    const counted = async () => {
      const [row] = await sql.query(
        `SELECT coalesce(sum(bytes_down), 0)::int AS down FROM gateway_meter WHERE proxy_id = $1`,
        [proxy.id],
      );
      return (row as { down: number }).down;
    };
    const before = await counted();
    await test(proxy.id);
    expect(await poll(async () => (await counted()) > before, 20_000)).toBe(true);
  });

  it('should explain each refusal of the gateway from one table of texts', async () => {
    expect(Object.keys(PROXY_ERROR_HELP).sort()).toEqual([...PROXY_ERROR_REASONS].sort());
    expect(Object.keys(PROXY_ERRORS).sort()).toEqual([...PROXY_ERROR_REASONS].sort());
    const eve = await newCustomer();
    const expired = await buy(eve);
    await sql.query(`UPDATE proxy SET expires_at = now() - interval '1 minute' WHERE id = $1`, [
      expired.id,
    ]);
    expect(await test(expired.id, undefined, eve)).toMatchObject({
      ok: false,
      exit_ip: null,
      latency_ms: null,
      error: {
        code: 'PROXY_EXPIRED',
        cause: PROXY_ERROR_HELP.PROXY_EXPIRED.cause,
        how_to_fix: PROXY_ERROR_HELP.PROXY_EXPIRED.howToFix,
      },
    });
  });

  it('should say that the gateway cannot be reached, and that this is our fault', async () => {
    const eve = await newCustomer();
    const lost = await buy(eve);
    await sql.query(`UPDATE proxy SET port = $2 WHERE id = $1`, [lost.id, await freePort()]);
    const result = await test(lost.id, undefined, eve);
    expect(result).toMatchObject({ ok: false, error: { code: 'GATEWAY_UNREACHABLE' } });
    expect(result.error?.how_to_fix).toMatch(/our fault/);
  });

  it('should refuse places that were not bought, and the proxies of others', async () => {
    const eve = await newCustomer();
    const own = await buy(eve);
    const { status, body } = await call(own.id, { country: 'gh' }, eve);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['country']]);
    expect((await call(own.id, { session: 'a b' }, eve)).status).toBe(422);
    expect((await call(proxy.id, undefined, eve)).status).toBe(404);
  });

  it('should be limited to sixty a minute', async () => {
    const eve = await newCustomer();
    const own = await buy(eve);
    const statuses: number[] = [];
    for (let round = 0; round < 61; round++)
      statuses.push((await call(own.id, { session: '?' }, eve)).status);
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 422), 429]);
  });

  it('should say so where no echo address is configured', async () => {
    const config = app.nest.get(AppConfig);
    const { probeUrl } = config.gateway;
    Object.assign(config.gateway, { probeUrl: undefined });
    const eve = await newCustomer();
    const { status, body } = await call((await buy(eve)).id, undefined, eve);
    Object.assign(config.gateway, { probeUrl });
    expect([status, body.code]).toEqual([503, 'TEST_UNAVAILABLE']);
  });
});
