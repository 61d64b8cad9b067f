import { curl } from './curl';
import { GatewayTables } from './gateway-tables';
import { startOrigin, type Origin } from './origin';
import { basic, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';
import { startStoredGateway, type StoredGateway } from './stored-gateway';

describe('Failures of proxies', () => {
  let tables: GatewayTables;
  let origin: Origin;
  let shop: StoredGateway;

  beforeAll(async () => {
    tables = await GatewayTables.open();
    origin = await startOrigin();
  });
  beforeEach(async () => {
    await tables.clear();
    await tables.addExit();
    shop = await startStoredGateway(tables, origin);
  });
  afterEach(() => shop.stop());
  afterAll(async () => {
    await origin.close();
    await tables.close();
  });

  const url = () => `http://origin.test:${origin.port}/`;
  /** Stored counts of a proxy by reason. */
  const stored = async (proxyId: number) => {
    const { rows } = await tables.admin.query<{ reason: string; count: string; isRecent: boolean }>(
      `SELECT reason, sum(count) AS count, bool_and(hour = date_trunc('hour', last_at)) AS "isRecent"
       FROM usage_failure WHERE proxy_id = $1 GROUP BY reason`,
      [proxyId],
    );
    expect(rows.every(({ isRecent }) => isRecent)).toBe(true);
    return Object.fromEntries(rows.map(({ reason, count }) => [reason, Number(count)]));
  };

  it('are counted by reason, whatever the protocol', async () => {
    const good = await shop.add('good');
    const empty = await shop.add('empty', { limit_bytes: 0 });
    const nowhere = await shop.add('nowhere', { country: 'fr' });
    const late = await shop.add('late', { expires_at: new Date(Date.now() - 1_000) });
    expect((await shop.through('good', url())).status).toBe(200);
    expect((await shop.through('good', 'http://no.test/')).proxyError).toBe('TARGET_UNREACHABLE');
    expect((await shop.through('good', '-p', 'http://origin.test:9/')).connectStatus).toBe(502);
    expect((await shop.throughSocks('good', 'http://origin.test:9/')).code).not.toBe(0);
    expect((await shop.through('good', 'http://10.0.0.1/')).proxyError).toBe('TARGET_BLOCKED');
    expect((await shop.through('good', '-p', 'http://origin.test:25/')).connectStatus).toBe(403);
    expect((await shop.through('empty', url())).proxyError).toBe('QUOTA_EXCEEDED');
    expect((await shop.throughSocks('empty', url())).code).not.toBe(0);
    expect((await shop.through('nowhere', '-p', url())).connectStatus).toBe(502);
    expect((await shop.through('late', url())).proxyError).toBe('PROXY_EXPIRED');
    expect(await shop.gateway.flush()).toBe(true);
    expect(await stored(good)).toEqual({
      ...{ TARGET_UNREACHABLE: 3, TARGET_BLOCKED: 1, PORT_BLOCKED: 1 },
    });
    expect(await stored(empty)).toEqual({ QUOTA_EXCEEDED: 2 });
    expect(await stored(nowhere)).toEqual({ NO_EXIT: 1 });
    expect(await stored(late)).toEqual({ PROXY_EXPIRED: 1 });
  });

  it('are those of clients with the right password only', async () => {
    const good = await shop.add('good', { country: 'ng' });
    const wrong = `http://good:wrong@127.0.0.1:${shop.config.gateway.httpPort}`;
    for (const args of [[], ['-p']])
      expect((await curl('-x', wrong, ...args, url())).proxyError).toBe('AUTH_FAILED');
    expect((await shop.through('good-foo-1', url())).proxyError).toBe('AUTH_FAILED');
    const client = await RawClient.open(shop.config.gateway.httpPort);
    client.write(`GET / HTTP/1.1\r\nHost: x\r\n${basic('good')}\r\n`);
    expect(await client.readUntil('\r\n\r\n')).toContain('BAD_REQUEST');
    client.destroy();
    await shop.gateway.flush();
    expect(await stored(good)).toEqual({});
    // A place that was not bought, with the right password.
    expect((await shop.through('good-cc-gb', url())).proxyError).toBe('AUTH_FAILED');
    await shop.gateway.flush();
    expect(await stored(good)).toEqual({ AUTH_FAILED: 1 });
  });

  it('are not those of an earlier client on the same connection', async () => {
    const [first, second] = [await shop.add('first'), await shop.add('second')];
    const client = await RawClient.open(shop.config.gateway.httpPort);
    const get = (user: string, to: string, answer: string) => {
      client.write(`GET ${to} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
      return client.readUntil(answer);
    };
    await get('first', url(), '"end":true}');
    await get('second', 'http://no.test/', '"error":"TARGET_UNREACHABLE"');
    client.write('nonsense\r\n\r\n');
    expect(await client.readUntil('BAD_REQUEST')).toContain('400');
    client.destroy();
    await shop.gateway.flush();
    expect([await stored(first), await stored(second)]).toEqual([{}, { TARGET_UNREACHABLE: 1 }]);
  });

  it('count once when the result of a batch is lost', async () => {
    const good = await shop.add('good');
    await shop.through('good', 'http://no.test/');
    shop.store.losesResult = true;
    expect(await shop.gateway.flush()).toBe(false);
    await shop.through('good', 'http://no.test/');
    expect(await shop.gateway.flush()).toBe(false);
    shop.store.losesResult = false;
    expect(await shop.gateway.flush()).toBe(true);
    expect(await stored(good)).toEqual({ TARGET_UNREACHABLE: 2 });
    expect((await tables.stored(good))?.requests).toBe(2);
  });

  it('are added to those of other gateways, and a repeated batch adds nothing', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 10; i++) ids.push(await shop.add(`many${i}`));
    const flush = (gatewayId: string, seq: number) => {
      const order = seq % 2 ? ids : [...ids].reverse();
      const deltas = order.map((proxyId) => ({
        ...{ proxyId, up: 1, down: 0, requests: 1, wanted: 0 },
        failures: { NO_EXIT: 1, UNAVAILABLE: 2 },
      }));
      const batch = { gatewayId, seq, at: new Date(), deltas };
      return Promise.all([shop.store.settle(batch), shop.store.settle(batch)]);
    };
    const run = async (name: string) => {
      for (let seq = 0; seq < 5; seq++) await flush(name, seq);
    };
    await Promise.all(['g0', 'g1', 'g2'].map(run));
    for (const id of ids) {
      expect(await stored(id)).toEqual({ NO_EXIT: 15, UNAVAILABLE: 30 });
      expect(await tables.stored(id)).toEqual({ bytes: 15, requests: 15, hours: 15 });
    }
  });

  it('of a proxy that no longer exists are left out', async () => {
    const deltas = [
      {
        ...{ proxyId: 999_999, up: 0, down: 0, requests: 0, wanted: 0 },
        failures: { NO_EXIT: 1 },
      },
    ];
    await shop.store.settle({ gatewayId: 'g', seq: 1, at: new Date(), deltas });
    expect(await stored(999_999)).toEqual({});
  });

  it('of a SOCKS5 request that is not served count as well', async () => {
    const good = await shop.add('good');
    const client = await RawClient.open(shop.config.gateway.socksPort);
    const bind = socksName('origin.test', origin.port, 2);
    client.write([...socksGreeting, ...socksAuth('good'), ...bind]);
    expect([...(await client.read(6))].slice(0, 6)).toEqual([5, 2, 1, 0, 5, 7]);
    client.destroy();
    await shop.gateway.flush();
    expect(await stored(good)).toEqual({ BAD_REQUEST: 1 });
  });
});
