import { Pool } from 'pg';
import { PgCredentialSource } from '../../../src/gateway/auth/pg-credential-source';
import { PgExitSource } from '../../../src/gateway/exits/pg-exit-source';
import { Gateway } from '../../../src/gateway/gateway';
import { PgUsageStore } from '../../../src/gateway/meter/pg-usage-store';
import type { UsageBatch } from '../../../src/gateway/meter/usage-store';
import type { AppConfig } from '../../../src/config/app-config';
import { curl } from './curl';
import { FakeNames, silent, testConfig } from './fixtures';
import { GatewayTables } from './gateway-tables';
import { startOrigin, type Origin } from './origin';
import { basic, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';

/** Loses the result of a batch that the database has taken, when asked to. */
class UnreliableStore extends PgUsageStore {
  losesResult = false;

  override async settle(batch: UsageBatch) {
    const settled = await super.settle(batch);
    if (this.losesResult) throw new Error('connection reset');
    return settled;
  }
}

describe('Failures of proxies', () => {
  let tables: GatewayTables;
  let origin: Origin;
  let config: AppConfig;
  let pool: Pool;
  let store: UnreliableStore;
  let gateway: Gateway;

  beforeAll(async () => {
    tables = await GatewayTables.open();
    origin = await startOrigin();
  });
  beforeEach(async () => {
    await tables.clear();
    await tables.addExit();
    config = await testConfig({ DATABASE_URL: tables.url });
    pool = new Pool({ connectionString: tables.url, max: 4 });
    store = new UnreliableStore(pool);
    const names = new FakeNames();
    names.names.set('origin.test', ['127.0.0.1']);
    gateway = new Gateway(config, {
      credentials: new PgCredentialSource(pool),
      exits: new PgExitSource(pool, config.key('secrets'), silent),
      usage: store,
      resolver: names,
      log: silent,
      allow: (_address, port) => port === origin.port || port === 9,
      options: { drainMs: 0, flushMs: 60_000 },
    });
    await gateway.start();
    gateway.onNotifications(true);
  });
  afterEach(async () => {
    await gateway.stop();
    await pool.end();
  });
  afterAll(async () => {
    await origin.close();
    await tables.close();
  });

  const add = (username: string, more = {}) => tables.addAccount(config, { username, ...more });
  const through = (user: string, ...args: string[]) =>
    curl('-x', `http://${user}:secret@127.0.0.1:${config.gateway.httpPort}`, ...args);
  const throughSocks = (user: string, url: string) => {
    const address = `127.0.0.1:${config.gateway.socksPort}`;
    return curl('--socks5-hostname', address, '--proxy-user', `${user}:secret`, url);
  };
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

  // spec: G12.1
  it('are counted by reason, whatever the protocol', async () => {
    const good = await add('good');
    const empty = await add('empty', { limit_bytes: 0 });
    const nowhere = await add('nowhere', { country: 'fr' });
    const late = await add('late', { expires_at: new Date(Date.now() - 1_000) });
    expect((await through('good', url())).status).toBe(200);
    expect((await through('good', 'http://no.test/')).proxyError).toBe('TARGET_UNREACHABLE');
    expect((await through('good', '-p', 'http://origin.test:9/')).connectStatus).toBe(502);
    expect((await throughSocks('good', 'http://origin.test:9/')).code).not.toBe(0);
    expect((await through('good', 'http://10.0.0.1/')).proxyError).toBe('TARGET_BLOCKED');
    expect((await through('good', '-p', 'http://origin.test:25/')).connectStatus).toBe(403);
    expect((await through('empty', url())).proxyError).toBe('QUOTA_EXCEEDED');
    expect((await throughSocks('empty', url())).code).not.toBe(0);
    expect((await through('nowhere', '-p', url())).connectStatus).toBe(502);
    expect((await through('late', url())).proxyError).toBe('PROXY_EXPIRED');
    expect(await gateway.flush()).toBe(true);
    expect(await stored(good)).toEqual({
      ...{ TARGET_UNREACHABLE: 3, TARGET_BLOCKED: 1, PORT_BLOCKED: 1 },
    });
    expect(await stored(empty)).toEqual({ QUOTA_EXCEEDED: 2 });
    expect(await stored(nowhere)).toEqual({ NO_EXIT: 1 });
    expect(await stored(late)).toEqual({ PROXY_EXPIRED: 1 });
  });

  // spec: G12.3
  it('are those of clients with the right password only', async () => {
    const good = await add('good', { country: 'ng' });
    const wrong = `http://good:wrong@127.0.0.1:${config.gateway.httpPort}`;
    for (const args of [[], ['-p']])
      expect((await curl('-x', wrong, ...args, url())).proxyError).toBe('AUTH_FAILED');
    expect((await through('good-foo-1', url())).proxyError).toBe('AUTH_FAILED');
    const client = await RawClient.open(config.gateway.httpPort);
    client.write(`GET / HTTP/1.1\r\nHost: x\r\n${basic('good')}\r\n`);
    expect(await client.readUntil('\r\n\r\n')).toContain('BAD_REQUEST');
    client.destroy();
    await gateway.flush();
    expect(await stored(good)).toEqual({});
    // A place that was not bought, with the right password.
    expect((await through('good-cc-gb', url())).proxyError).toBe('AUTH_FAILED');
    await gateway.flush();
    expect(await stored(good)).toEqual({ AUTH_FAILED: 1 });
  });

  it('are not those of an earlier client on the same connection', async () => {
    const [first, second] = [await add('first'), await add('second')];
    const client = await RawClient.open(config.gateway.httpPort);
    const get = (user: string, to: string, answer: string) => {
      client.write(`GET ${to} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
      return client.readUntil(answer);
    };
    await get('first', url(), '"end":true}');
    await get('second', 'http://no.test/', '"error":"TARGET_UNREACHABLE"');
    client.write('nonsense\r\n\r\n');
    expect(await client.readUntil('BAD_REQUEST')).toContain('400');
    client.destroy();
    await gateway.flush();
    expect([await stored(first), await stored(second)]).toEqual([{}, { TARGET_UNREACHABLE: 1 }]);
  });

  // spec: G12.2
  it('count once when the result of a batch is lost', async () => {
    const good = await add('good');
    await through('good', 'http://no.test/');
    store.losesResult = true;
    expect(await gateway.flush()).toBe(false);
    await through('good', 'http://no.test/');
    expect(await gateway.flush()).toBe(false);
    store.losesResult = false;
    expect(await gateway.flush()).toBe(true);
    expect(await stored(good)).toEqual({ TARGET_UNREACHABLE: 2 });
    expect((await tables.stored(good))?.requests).toBe(2);
  });

  // spec: G12.2
  it('are added to those of other gateways, and a repeated batch adds nothing', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 10; i++) ids.push(await add(`many${i}`));
    const flush = (gatewayId: string, seq: number) => {
      const order = seq % 2 ? ids : [...ids].reverse();
      const deltas = order.map((proxyId) => ({
        ...{ proxyId, up: 1, down: 0, requests: 1, wanted: 0 },
        failures: { NO_EXIT: 1, UNAVAILABLE: 2 },
      }));
      const batch = { gatewayId, seq, at: new Date(), deltas };
      return Promise.all([store.settle(batch), store.settle(batch)]);
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
    await store.settle({ gatewayId: 'g', seq: 1, at: new Date(), deltas });
    expect(await stored(999_999)).toEqual({});
  });

  it('of a SOCKS5 request that is not served count as well', async () => {
    const good = await add('good');
    const client = await RawClient.open(config.gateway.socksPort);
    const bind = socksName('origin.test', origin.port, 2);
    client.write([...socksGreeting, ...socksAuth('good'), ...bind]);
    expect([...(await client.read(6))].slice(0, 6)).toEqual([5, 2, 1, 0, 5, 7]);
    client.destroy();
    await gateway.flush();
    expect(await stored(good)).toEqual({ BAD_REQUEST: 1 });
  });
});
