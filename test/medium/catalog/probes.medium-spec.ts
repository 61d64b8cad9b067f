import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { poll } from '../../../src/embedded/poll';
import { BackconnectGateway } from '../../support/backconnect/backconnect-gateway';
import { createTestDatabase } from '../../support/database';
import { SpawnedGateway } from '../../support/spawned-gateway';
import { APP_KEY } from '../gateway/fixtures';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

const PATH = '/admin/supply/networks';

interface Probe {
  ok: boolean;
  exit_ip: string | null;
  country_found: string | null;
  latency_ms: number | null;
  error: string | null;
}

// Starts two gateways.
jest.setTimeout(180_000);

describe('Probes of networks', () => {
  let app: HttpTestApp;
  let admin: Customer;
  let subAdmin: Customer;
  let provider: BackconnectGateway;
  let echo: Server;
  let gateways: SpawnedGateway[];
  let databaseUrl: string;

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, by = admin) =>
    app.call(method, path, body, by.headers);
  const settings = (more: object = {}) => ({
    ...{ name: 'IPRoyal', dialect: 'iproyal', port: provider.port, kind: 'residential' },
    ...{ protocol: 'http', host: '127.0.0.1', username: 'login1', countries: '*', weight: 1 },
    ...{ targeting: { region: false, city: true, isp: false }, enabled: true },
    ...{ cost_usd_per_gb: 2, bytes_per_gb: 1_000_000_000, password: 'secret' },
    ...more,
  });
  const addNetwork = async (more: object) => {
    const { status, body } = await call('POST', PATH, settings(more));
    expect([status, body.errors]).toEqual([201, undefined]);
    return (body.data as unknown as { network: { id: number } }).network.id;
  };
  const probe = async (id: number, body: object = {}): Promise<Probe> => {
    const response = await call('POST', `${PATH}/${id}/probe`, body);
    expect(response.status).toBe(200);
    return response.body.data as unknown as Probe;
  };
  const spawn = (id: string, env: Record<string, string> = {}) =>
    SpawnedGateway.spawn(
      { APP_KEY, DATABASE_URL: databaseUrl, SANDBOX: 'true', GATEWAY_ID: id, ...env },
      'dist/gateway.js',
    );

  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    const database = await createTestDatabase();
    databaseUrl = database.url;
    app = await createHttpTestApp(database);
    echo = createServer((request, response) => response.end(request.socket.remoteAddress));
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    [provider, admin, subAdmin] = await Promise.all([
      BackconnectGateway.start('iproyal'),
      app.signUp('admin'),
      app.signUp('sub-admin'),
    ]);
  });
  afterAll(async () => {
    await Promise.all(gateways?.map((gateway) => gateway.dispose()) ?? []);
    await Promise.all([provider?.close(), app?.close()]);
    echo?.close();
  });

  it('should say that no gateway runs', async () => {
    const id = await addNetwork({ name: 'Early' });
    expect(await probe(id)).toEqual({
      ...{ ok: false, exit_ip: null, country_found: null, latency_ms: null },
      error: 'No gateway is running.',
    });
    const PORT = String((echo.address() as AddressInfo).port);
    gateways = await Promise.all([spawn('one', { PORT }), spawn('two', { PORT })]);
    await Promise.all(gateways.map((gateway) => gateway.untilHealth('200', 90_000)));
    expect(await poll(async () => (await probe(id, { country: 'is' })).ok, 30_000)).toBe(true);
  });

  it('should fetch the echo through a network, enabled or not, on one gateway', async () => {
    const id = await addNetwork({ name: 'Disabled', enabled: false });
    const asked = provider.requests.length;
    expect(await probe(id, { country: 'is' })).toEqual({
      ok: true,
      exit_ip: expect.stringMatching(/^198\.1[89]\./) as unknown,
      country_found: 'is',
      latency_ms: expect.any(Number) as unknown,
      error: null,
    });
    expect(provider.requests.slice(asked)).toEqual([
      expect.objectContaining({ account: 'login1', country: 'is', session: undefined }),
    ]);
    expect(await probe(id)).toMatchObject({ ok: true, country_found: null });
  });

  it('should tell what failed, without the account', async () => {
    const id = await addNetwork({ name: 'Wrong', password: 'not-the-password' });
    const stored = async () =>
      (await call('GET', `${PATH}/${id}`)).body.data as unknown as {
        network: { enabled: boolean };
      };
    expect((await stored()).network.enabled).toBe(false);
    const failed = await probe(id, { country: 'is' });
    expect(failed).toMatchObject({
      ok: false,
      exit_ip: null,
      error: expect.stringContaining('refuses our account') as unknown,
    });
    expect(JSON.stringify(failed)).not.toMatch(/not-the-password|login1/);
    const closed = await addNetwork({ name: 'Closed', port: 1 });
    expect((await probe(closed)).ok).toBe(false);
    const narrow = await addNetwork({ name: 'Narrow', countries: ['is'] });
    expect(await probe(narrow, { country: 'mt' })).toMatchObject({
      ok: false,
      error: 'The network cannot be asked for this country.',
    });
  });

  it('should enable a network only after a test, or for a reason', async () => {
    const save = async (method: 'POST' | 'PUT', path: string, more: object) => {
      const { body } = await call(method, path, settings({ name: 'Guarded key', ...more }));
      const { network, test_error: error } = body.data as unknown as {
        network: { id: number; enabled: boolean };
        test_error: string | null;
      };
      return { ...network, error, message: body.message };
    };
    const refused = expect.stringContaining('refuses our account') as unknown;
    const wrong = await save('POST', PATH, { password: 'wrong' });
    expect(wrong).toMatchObject({ enabled: false, error: refused, message: refused });
    const path = `${PATH}/${wrong.id}`;
    expect(await save('PUT', path, { password: 'wrong' })).toMatchObject({ enabled: false });
    const anyway = { password: 'wrong', enable_anyway: 'They open it tomorrow' };
    expect(await save('PUT', path, anyway)).toMatchObject({ enabled: true, error: null });
    // Another key of an enabled network is tested as well, and what does not concern the account is not.
    expect(await save('PUT', path, { password: 'worse' })).toMatchObject({ enabled: false });
    expect(await save('PUT', path, {})).toMatchObject({ enabled: true, error: null });
    const asked = provider.requests.length;
    await save('PUT', path, { password: undefined, weight: 7 });
    expect(provider.requests).toHaveLength(asked);
    const audited = await app.sql<{ details: string }>(
      `SELECT details FROM audit_log WHERE target = $1 ORDER BY id`,
      [`supply_network:${wrong.id}`],
    );
    const details = audited.map((row) => row.details).join('; ');
    expect(details).toContain('enabled without a test: They open it tomorrow');
    expect(details).toMatch(/Enabled the network Guarded key after a test, which left from 198/);
  });

  it('should be for admins, and for networks that exist', async () => {
    const id = await addNetwork({ name: 'Guarded' });
    expect((await call('POST', `${PATH}/${id}/probe`, {}, subAdmin)).status).toBe(403);
    expect((await call('POST', `${PATH}/999999/probe`, {})).body.code).toBe('NETWORK_NOT_FOUND');
    expect((await call('POST', `${PATH}/${id}/probe`, { country: 'UK' })).status).toBe(422);
    await probe(id, { country: 'is' });
    const rows = await app.sql<{ details: string }>(
      `SELECT details FROM audit_log WHERE action = 'system.network_probed' AND target = $1`,
      [`supply_network:${id}`],
    );
    expect(rows).toEqual([{ details: 'Tested the network Guarded in IS' }]);
    expect(await app.sql('SELECT FROM supply_probe_request')).toEqual([]);
  });

  it('should say when the gateway has no address to fetch', async () => {
    const id = await addNetwork({ name: 'No echo' });
    await Promise.all(gateways.map((gateway) => gateway.dispose()));
    gateways = [await spawn('three', { SANDBOX: 'false' })];
    await gateways[0]!.untilHealth('200', 90_000);
    // It is ready before it listens for requests.
    const told = await poll(
      async () => /PROBE_URL is not set/.test((await probe(id)).error ?? ''),
      30_000,
    );
    expect(told).toBe(true);
  });
});
