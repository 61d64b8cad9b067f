import { once } from 'node:events';
import { createServer } from 'node:http';
import { DataSource } from 'typeorm';
import { AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { createTestDatabase } from '../../support/database';
import { freePort } from '../../support/ports';
import { SpawnedGateway } from '../../support/spawned-gateway';
import { StaticProxy, type StaticEcho } from '../../support/static-proxy';
import { curl } from '../gateway/curl';
import { APP_KEY } from '../gateway/fixtures';
import { RawClient, basic } from '../gateway/raw-client';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

const PATH = '/admin/supply/stock';
/** For a busy machine; the change arrives by notification. */
const WITHIN_MS = 30_000;
const IN_100_DAYS = new Date(Date.now() + 100 * 86_400_000).toISOString();

// Starts a gateway.
jest.setTimeout(180_000);

interface Bought {
  id: number;
  ip: string;
  host: string;
  port: number;
  username: string;
  password: string;
}

describe('Traffic through bought addresses', () => {
  let app: HttpTestApp;
  let source: DataSource;
  let admin: Customer;
  let customer: Customer;
  let gateway: SpawnedGateway;
  let echoPort: number;
  let proxies: StaticProxy[];
  let sold: Bought[];

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, by = admin) =>
    app.call(method, path, body, by.headers);
  const importList = (lines: string[], more: object = {}) =>
    call('POST', `${PATH}/import`, {
      ...{ text: lines.join('\n'), country: 'is', upstream_expires_at: IN_100_DAYS },
      ...more,
    });
  const buy = async (): Promise<Bought> => {
    const [{ id }] = await source.query<[{ id: number }]>(
      `SELECT id FROM catalog_country WHERE code = 'is'`,
    );
    const { status, body } = await call(
      'POST',
      '/proxies/buy-datacenter',
      {
        ...{ country_id: id, duration_minutes: 43_200, proxy_type: 'individual_ipv4' },
        ...{ protocol: 'http', quantity: 1 },
      },
      customer,
    );
    if (status !== 201) throw new Error(JSON.stringify(body));
    const [bought] = (body.data as unknown as { proxies: [Bought] }).proxies;
    return bought;
  };
  const send = ({ username, password }: Bought, ...flags: string[]) =>
    curl(
      ...flags,
      '-x',
      `http://${username}:${password}@127.0.0.1:${gateway.ports.http}`,
      `http://localhost:${echoPort}/sandbox/echo`,
    );
  const echo = async (...args: Parameters<typeof send>) =>
    JSON.parse((await send(...args)).stdout) as StaticEcho;
  const findUnit = async (address: string): Promise<number> => {
    const { body } = await call('GET', `${PATH}?search=${address}`);
    return (body.data as unknown as { units: [{ id: number }] }).units[0].id;
  };
  beforeAll(async () => {
    process.env.APP_KEY = APP_KEY;
    const database = await createTestDatabase();
    app = await createHttpTestApp(database);
    source = app.nest.get(DataSource);
    proxies = await Promise.all(
      [1, 2, 3].map((n) => StaticProxy.start(`127.77.0.${n}`, `user${n}`, `pa:ss@${n}`)),
    );
    [echoPort, admin, customer] = await Promise.all([
      freePort(),
      app.signUp('admin'),
      app.signUp(),
    ]);
    await app.fundWallet(customer, 100_000);
    gateway = await SpawnedGateway.spawn(
      {
        ...{ APP_KEY, DATABASE_URL: database.url, SANDBOX: 'true', PORT: String(echoPort) },
        GATEWAY_ID: 'one',
      },
      'dist/gateway.js',
    );
    await gateway.untilHealth('200', 90_000);
    const [one, two, three] = proxies.map(({ line }) => line) as [string, string, string];
    expect((await importList([one, two])).status).toBe(200);
    const socks = three.replace(
      /^(.*):(\d+):(.*):(pa.*)$/,
      (_, host: string, port: string, user: string, password: string) =>
        `socks5://${user}:${encodeURIComponent(password)}@${host}:${port}`,
    );
    expect((await importList([socks])).body.data).toMatchObject({ counts: { added: 1 } });
  });
  afterAll(async () => {
    RawClient.destroyAll();
    await gateway?.dispose();
    await Promise.all(proxies?.map((proxy) => proxy.close()) ?? []);
    await app?.close();
  });

  it('should leave from the one address that a proxy was sold with, over HTTP and SOCKS5', async () => {
    sold = [await buy(), await buy(), await buy()];
    expect(new Set(sold.map(({ ip }) => ip))).toEqual(
      new Set(proxies.map(({ address }) => address)),
    );
    for (const proxy of sold) {
      expect(await poll(async () => (await send(proxy)).status === 200, WITHIN_MS)).toBe(true);
      const expected = { address: proxy.ip, target: `127.0.0.1:${echoPort}` };
      expect(await echo(proxy)).toEqual(expected);
      expect(await echo(proxy, '-p')).toEqual(expected);
    }
    expect(proxies.map(({ refused }) => refused)).toEqual([0, 0, 0]);
    const { body } = await call('GET', `${PATH}?status=sold`);
    expect(body.data).toMatchObject({ counts: { free: 0, sold: 3 }, pagination: { total: 3 } });
  });

  it('should move a proxy to another unit, and end what is open through the old one', async () => {
    const [proxy] = sold as [Bought];
    const { id, ip: old } = proxy;
    const unit = await findUnit(old);
    expect(
      await call('POST', `${PATH}/${unit}/replace`, { reason: 'It is blocked' }),
    ).toMatchObject({ status: 409, body: { code: 'NO_REPLACEMENT' } });
    expect(await echo(proxy)).toMatchObject({ address: old });
    const spare = await StaticProxy.start('127.77.0.9', 'spare', 'secret');
    proxies.push(spare);
    await importList([spare.line]);
    const tunnel = await RawClient.open(gateway.ports.http);
    tunnel.write(
      `CONNECT localhost:${echoPort} HTTP/1.1\r\nHost: x\r\n${basic(proxy.username, proxy.password)}\r\n`,
    );
    await tunnel.readUntil('200');
    tunnel.write('GET /sandbox/echo HTTP/1.1\r\nHost: x\r\n\r\n');
    await tunnel.readUntil(old);
    const replaced = await call('POST', `${PATH}/${unit}/replace`, { reason: 'It is blocked' });
    expect(replaced.body.data).toEqual({
      proxy_id: proxy.id,
      old_address: old,
      new_address: spare.address,
    });
    await tunnel.readToEnd(WITHIN_MS);
    const isMoved = async () => (await echo(proxy)).address === spare.address;
    expect(await poll(isMoved, WITHIN_MS)).toBe(true);
    const { body: after } = await call('GET', `/user/proxies/${id}`, undefined, customer);
    expect((after.data as unknown as { proxy: Bought }).proxy).toMatchObject({
      ...{ username: proxy.username, password: proxy.password },
      ...{ host: proxy.host, port: proxy.port, ip: spare.address },
    });
    const { body: dead } = await call('GET', `${PATH}?status=dead`);
    expect(dead.data).toMatchObject({
      units: [{ address: old, note: 'It is blocked', proxy: null }],
    });
    const mails = await source.query<{ subject: string }[]>(
      `SELECT subject FROM mail_message WHERE recipient = $1 AND subject LIKE 'The address of%'`,
      [customer.email],
    );
    expect(mails).toHaveLength(1);
    expect(await call('POST', `${PATH}/${unit}/replace`, { reason: 'Again' })).toMatchObject({
      status: 409,
      body: { code: 'UNIT_NOT_SOLD' },
    });
  });

  it('should move a proxy at the request of its customer, and end what is open through the old unit', async () => {
    const proxy = sold[1]!;
    const spare = await StaticProxy.start('127.77.0.10', 'spare', 'secret');
    proxies.push(spare);
    await importList([spare.line]);
    expect(await echo(proxy)).toMatchObject({ address: proxy.ip });
    const tunnel = await RawClient.open(gateway.ports.http);
    tunnel.write(
      `CONNECT localhost:${echoPort} HTTP/1.1\r\nHost: x\r\n${basic(proxy.username, proxy.password)}\r\n`,
    );
    await tunnel.readUntil('200');
    const path = `/user/proxies/${proxy.id}/replacement`;
    const { body } = await call('POST', path, { reason: 'blocked' }, customer);
    expect((body.data as unknown as { proxy: Bought }).proxy.ip).toBe(spare.address);
    await tunnel.readToEnd(WITHIN_MS);
    const isMoved = async () => (await echo(proxy)).address === spare.address;
    expect(await poll(isMoved, WITHIN_MS)).toBe(true);
  });

  it('should replace an address as dead once nothing gets through it, and not before', async () => {
    const { id, ip } = sold[2]!;
    // As customers reach it, and the echo that a test fetches.
    await source.query(`UPDATE proxy SET host = '127.0.0.1', port = $2 WHERE id = $1`, [
      id,
      gateway.ports.http,
    ]);
    const echoServer = createServer((_request, response) => response.end('127.0.0.1'));
    echoServer.listen(echoPort);
    await once(echoServer, 'listening');
    const { gateway: config } = app.nest.get(AppConfig);
    Object.assign(config, { probeUrl: `http://localhost:${echoPort}/sandbox/echo` });
    const report = () =>
      call('POST', `/user/proxies/${id}/replacement`, { reason: 'dead' }, customer);
    const spare = await StaticProxy.start('127.77.0.11', 'spare', 'secret');
    await importList([spare.line]);
    expect(await report()).toMatchObject({ status: 409, body: { code: 'ADDRESS_WORKS' } });
    const unit = proxies.find(({ address }) => address === ip)!;
    proxies = [...proxies.filter((each) => each !== unit), spare];
    await unit.close();
    const { status, body } = await report();
    expect(status).toBe(201);
    const moved = (body.data as unknown as { proxy: Bought }).proxy.ip;
    expect(moved).not.toBe(ip);
    const isMoved = async () => (await echo(sold[2]!)).address === moved;
    expect(await poll(isMoved, WITHIN_MS)).toBe(true);
    echoServer.close();
  });

  it('should never leave from the machine of the gateway when the unit is unreadable', async () => {
    const [proxy] = sold as [Bought];
    await source.query(
      `UPDATE stock_unit SET upstream_url_encrypted = 'v1.broken' WHERE address = '127.77.0.9'`,
    );
    const isRefused = async () => (await send(proxy)).proxyError === 'NO_EXIT';
    expect(await poll(isRefused, WITHIN_MS)).toBe(true);
  });
});
