import fc from 'fast-check';
import { CONNECTION_PROTOCOLS } from '../../../src/common/gateway/gateway-messages';
import { GatewayTables } from './gateway-tables';
import { startOrigin, type Origin, type SeenRequest } from './origin';
import { basic, eventually, RawClient } from './raw-client';
import { startStoredGateway, type StoredGateway } from './stored-gateway';
import { curl } from './curl';
import { hasIpv6, startTestGateway, type TestGateway } from './fixtures';

type Protocol = (typeof CONNECTION_PROTOCOLS)[number];

type Stored = Record<string, number | null>;

const KIB = 1024;

const COLUMNS = CONNECTION_PROTOCOLS.flatMap((protocol) =>
  ['up', 'down', 'requests'].map((what) => `${protocol}_${what}`),
);

describe('Usage by protocol', () => {
  let tables: GatewayTables;
  let origin: Origin;
  let shop: StoredGateway;

  beforeAll(async () => {
    tables = await GatewayTables.open();
    origin = await startOrigin();
    await tables.addExit();
    shop = await startStoredGateway(tables, origin);
  });
  afterAll(async () => {
    await shop.stop();
    await origin.close();
    await tables.close();
  });

  const fetchBy = (protocol: Protocol, user: string, bytes: number) => {
    const url = `http://origin.test:${origin.port}/bytes/${bytes}`;
    if (protocol === 'socks5') return shop.throughSocks(user, url);
    return shop.through(user, ...(protocol === 'connect' ? ['-p'] : []), url);
  };
  /** Sums over the hours of a proxy. */
  const stored = async (proxyId: number): Promise<Stored> => {
    const { rows } = await tables.admin.query<Record<string, string | null>>(
      `SELECT sum(bytes_up) AS up, sum(bytes_down) AS down, sum(requests) AS requests,
              ${COLUMNS.map((column) => `sum(${column}) AS ${column}`).join(', ')}, max(peak_connections) AS peak
       FROM usage_hour WHERE proxy_id = $1`,
      [proxyId],
    );
    return Object.fromEntries(
      Object.entries(rows[0]!).map(([key, value]) => [key, value === null ? null : Number(value)]),
    );
  };
  const sum = (row: Stored, what: string) =>
    CONNECTION_PROTOCOLS.reduce((all, protocol) => all + (row[`${protocol}_${what}`] ?? 0), 0);
  const allClosed = () =>
    eventually(() => shop.gateway.live.size === 0, 'every connection is closed');

  it('is told by HTTP, CONNECT and SOCKS5, and is null where there was none', async () => {
    const mixed = await shop.add('mixed');
    const plain = await shop.add('plain');
    for (const [protocol, bytes] of [
      ...([
        ['http', 100],
        ['connect', 20_000],
        ['connect', 1],
        ['socks5', 3_000],
      ] as const),
    ])
      expect((await fetchBy(protocol, 'mixed', bytes)).downloaded).toBe(bytes);
    await fetchBy('http', 'plain', 10);
    await allClosed();
    expect(await shop.gateway.flush()).toBe(true);
    const row = await stored(mixed);
    expect(row).toMatchObject({ http_requests: 1, connect_requests: 2, socks5_requests: 1 });
    const headers = row.http_down! - 100;
    expect(headers).toBeGreaterThan(0);
    expect(row.connect_down).toBeGreaterThan(20_001);
    expect(row.connect_down).toBeLessThan(22_000);
    expect(row.socks5_down).toBeGreaterThan(3_000);
    expect(row.socks5_down).toBeLessThan(4_000);
    const only = await stored(plain);
    expect(only).toMatchObject({ http_requests: 1, connect_up: null, socks5_down: null });
    expect(only.http_up).toBe(only.up);
  });

  it('adds up to the meter to the byte, with a quota that ends it and results that are lost', async () => {
    const step = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          protocol: fc.constantFrom(...CONNECTION_PROTOCOLS),
          bytes: fc.integer({ min: 0, max: 60 * KIB }),
        }),
      },
      { weight: 1, arbitrary: fc.constant('flush' as const) },
      { weight: 1, arbitrary: fc.constant('lose a result' as const) },
    );
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 10 }),
        fc.constantFrom(null, 100 * KIB),
        async (steps, limit) => {
          const name = `random${++run}`;
          const proxyId = await shop.add(name, { limit_bytes: limit });
          for (const each of steps)
            if (each === 'flush') expect(await shop.gateway.flush()).toBe(true);
            else if (each === 'lose a result') {
              shop.store.losesResult = true;
              await shop.gateway.flush();
              shop.store.losesResult = false;
            } else {
              // A batch of unknown outcome is sent again every second; until then nothing more is leased.
              const tick = setInterval(() => void shop.gateway.flush(), 300);
              await fetchBy(each.protocol, name, each.bytes);
              clearInterval(tick);
            }
          await allClosed();
          expect(await shop.gateway.flush()).toBe(true);
          const row = await stored(proxyId);
          const requested = steps.some((each) => typeof each === 'object');
          expect(row.requests ?? 0).toBeGreaterThanOrEqual(requested ? 1 : 0);
          for (const what of ['up', 'down', 'requests'])
            expect([what, sum(row, what)]).toEqual([what, row[what] ?? 0]);
          const metered = await tables.stored(proxyId);
          expect((row.up ?? 0) + (row.down ?? 0)).toBe(metered?.bytes ?? 0);
          if (limit !== null) expect(metered?.bytes ?? 0).toBeLessThanOrEqual(limit);
        },
      ),
      { numRuns: 8 },
    );
  });

  it('keeps the most connections that were open at once, also when they stay open', async () => {
    const proxyId = await shop.add('busy');
    const open = async () => {
      const client = await RawClient.open(shop.config.gateway.httpPort);
      client.write(
        `CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic('busy')}\r\n`,
      );
      expect(await client.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
      return client;
    };
    const peak = async () => {
      expect(await shop.gateway.flush()).toBe(true);
      return (await stored(proxyId)).peak;
    };
    const clients = [await open(), await open(), await open()];
    clients[0]!.destroy();
    await eventually(() => shop.gateway.live.size === 2, 'one is closed');
    expect(await peak()).toBe(3);
    await tables.admin.query('DELETE FROM usage_hour WHERE proxy_id = $1', [proxyId]);
    clients[1]!.write('GET /bytes/10 HTTP/1.1\r\nHost: x\r\n\r\n');
    await clients[1]!.readUntil('\r\n\r\n');
    expect(await peak()).toBe(2);
    for (const client of clients) client.destroy();
    await allClosed();
  });

  it('takes batches that an earlier release has left, and does not guess their protocol', async () => {
    const proxyId = await shop.add('older');
    const delta = { proxyId, up: 5, down: 7, requests: 1, wanted: 0 };
    await shop.store.settle({ gatewayId: 'older', seq: 1, at: new Date(), deltas: [delta] });
    expect(await stored(proxyId)).toMatchObject({ up: 5, down: 7, http_up: null, peak: null });
  });
});

describe('curl through the gateway', () => {
  let gateway: TestGateway;
  let origin: Origin;
  const proxy = (user = 'user1', password = 'secret', port = gateway.config.gateway.httpPort) =>
    `http://${user}:${password}@127.0.0.1:${port}`;
  const target = (path = '/') => `http://origin.test:${origin.port}${path}`;
  const echoed = (stdout: string) => JSON.parse(stdout) as SeenRequest;

  beforeEach(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin();
    gateway.open.add(origin.port);
    gateway.names.names.set('origin.test', ['127.0.0.1']);
    gateway.credentials.put();
  });
  afterEach(async () => {
    await gateway.stop();
    await origin.close();
  });

  it('forwards a plain request', async () => {
    const { status, stdout, code } = await curl('-x', proxy(), target('/hello?x=1'));
    expect({ code, status }).toEqual({ code: 0, status: 200 });
    expect(echoed(stdout)).toMatchObject({ method: 'GET', url: '/hello?x=1' });
  });

  it('tunnels with CONNECT', async () => {
    const { status, connectStatus } = await curl('-p', '-x', proxy(), target());
    expect({ status, connectStatus }).toEqual({ status: 200, connectStatus: 200 });
  });

  it.each(['--socks5', '--socks5-hostname'])('tunnels with %s', async (flag) => {
    const address = `127.0.0.1:${gateway.config.gateway.socksPort}`;
    const url = flag === '--socks5' ? `http://127.0.0.1:${origin.port}/` : target();
    const { status, code, stderr } = await curl(flag, address, '--proxy-user', 'user1:secret', url);
    expect({ code, status, stderr }).toMatchObject({ code: 0, status: 200 });
  });

  it('accepts both protocols on both ports and both loopback families', async () => {
    const { httpPort, socksPort } = gateway.config.gateway;
    const via4 = [
      curl('-x', proxy('user1', 'secret', socksPort), target()),
      curl('--socks5-hostname', `127.0.0.1:${httpPort}`, '-U', 'user1:secret', target()),
    ];
    const via6 = hasIpv6
      ? [
          curl('-g', '-x', `http://user1:secret@[::1]:${httpPort}`, target()),
          curl('-g', '--socks5-hostname', `[::1]:${socksPort}`, '-U', 'user1:secret', target()),
        ]
      : [];
    for (const { status } of await Promise.all([...via4, ...via6])) expect(status).toBe(200);
  });

  it.each([[[]], [['-p']]])(
    'waits for clients that send no password until asked',
    async (flags) => {
      const url = `http://127.0.0.1:${gateway.config.gateway.httpPort}`;
      const auth = ['--proxy-anyauth', '-U', 'user1:secret'];
      expect(await curl(...flags, ...auth, '-x', url, target())).toMatchObject({ status: 200 });
    },
  );

  it('forwards an upload with and without a known length', async () => {
    const body = 'x'.repeat(300_000);
    const plain = await curl('-x', proxy(), '--data-binary', body.slice(0, 90_000), target());
    expect(echoed(plain.stdout)).toMatchObject({ method: 'POST', body: body.slice(0, 90_000) });
    const chunked = await curl(
      '-x',
      proxy(),
      '-H',
      'Transfer-Encoding: chunked',
      '-d',
      body.slice(0, 90_000),
      target(),
    );
    expect(echoed(chunked.stdout).body).toHaveLength(90_000);
  });
});
