import { randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';
import { seal } from '../../../src/common/crypto/secret-box';
import type { AppConfig } from '../../../src/config/app-config';
import { ChangeListener } from '../../../src/gateway/auth/change-listener';
import { PgCredentialSource } from '../../../src/gateway/auth/pg-credential-source';
import { PgExitSource } from '../../../src/gateway/exits/pg-exit-source';
import { CREDENTIAL_CHANNEL, EXIT_CHANNEL, Gateway } from '../../../src/gateway/gateway';
import { GATEWAY_DEFAULTS } from '../../../src/gateway/gateway-options';
import { PgUsageStore } from '../../../src/gateway/meter/pg-usage-store';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { digestOf, FakeNames, silent, testConfig } from './fixtures';
import { startOrigin, type Origin } from './origin';
import { basic, eventually, RawClient } from './raw-client';

/** Below the time after which a credential or the exits are read again unasked. */
const WITHIN_MS = 20_000;

interface Running {
  config: AppConfig;
  gateway: Gateway;
  pool: Pool;
  stop(): Promise<void>;
}

describe('On PostgreSQL', () => {
  let database: TestDatabase;
  let admin: Client;
  let origin: Origin;
  let running: Running[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    admin = new Client({ connectionString: database.url });
    await admin.connect();
    origin = await startOrigin();
  });
  afterEach(async () => {
    await Promise.all(running.map((r) => r.stop()));
    running = [];
    await admin.query('DELETE FROM usage_hour');
    await admin.query('DELETE FROM gateway_meter');
    await admin.query('DELETE FROM gateway_flush');
    await admin.query('DELETE FROM gateway_account');
    await admin.query('DELETE FROM exit_node');
  });
  afterAll(async () => {
    await origin.close();
    await admin.end();
    await database.dispose();
  });

  async function start(): Promise<Running> {
    const config = await testConfig({ DATABASE_URL: database.url });
    const pool = new Pool({ connectionString: database.url, max: 4 });
    pool.on('error', () => undefined);
    const names = new FakeNames();
    names.names.set('origin.test', ['127.0.0.1']);
    const gateway = new Gateway(config, {
      credentials: new PgCredentialSource(pool),
      exits: new PgExitSource(pool, config.key('secrets'), silent),
      usage: new PgUsageStore(pool),
      resolver: names,
      log: silent,
      allow: (_address, port) => port === origin.port,
      options: { drainMs: 0, flushMs: 50, sweepMs: 50 },
    });
    let connects = 0;
    const changes = new ChangeListener(
      { connectionString: database.url },
      [CREDENTIAL_CHANNEL, EXIT_CHANNEL],
      {
        onChange: (channel, payload) => void gateway.onChange(channel, payload),
        onConnected: () => {
          connects++;
          gateway.onNotifications(true);
        },
        onDisconnected: () => gateway.onNotifications(false),
      },
      silent,
    );
    await gateway.start();
    changes.start();
    await eventually(() => connects > 0, 'the gateway listens');
    const one = {
      config,
      gateway,
      pool,
      stop: async () => {
        await changes.stop();
        await gateway.stop();
        await pool.end();
      },
    };
    running.push(one);
    return one;
  }

  async function addExit(more: Record<string, unknown> = {}): Promise<number> {
    return insert('exit_node', {
      kind: 'residential',
      country: 'ng',
      leave: 'local',
      local_address: '127.10.0.1',
      simulated: true,
      ...more,
    });
  }

  async function addAccount(config: AppConfig, more: Record<string, unknown> = {}) {
    const apiId = randomUUID();
    return insert('gateway_account', {
      api_id: apiId,
      provision_key: randomUUID(),
      username: 'user1',
      password_digest: digestOf(config),
      password_sealed: 'sealed',
      kind: 'residential',
      protocol: 'http',
      country: 'zz',
      session_id: 'main',
      expires_at: new Date(Date.now() + 3_600_000),
      ...more,
    });
  }

  async function insert(table: string, row: Record<string, unknown>): Promise<number> {
    const names = Object.keys(row);
    const marks = names.map((_, i) => `$${i + 1}`).join(', ');
    const { rows } = await admin.query<{ id: number }>(
      `INSERT INTO ${table} (${names.join(', ')}) VALUES (${marks}) RETURNING id`,
      Object.values(row),
    );
    return rows[0]?.id ?? 0;
  }

  const get = async ({ config }: Running, path = '/bytes/1000', user = 'user1') => {
    const client = await RawClient.open(config.gateway.httpPort);
    client.write(
      `GET http://origin.test:${origin.port}${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${basic(user)}\r\n`,
    );
    const answer = await client.readToEnd();
    client.destroy();
    return {
      status: Number(answer.split(' ')[1]),
      reason: /X-Proxy-Error: (\w+)/.exec(answer)?.[1],
    };
  };
  const drip = async ({ config }: Running) => {
    const client = await RawClient.open(config.gateway.httpPort);
    client.write(`CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    await client.readUntil('\r\n\r\n');
    client.write('GET /drip HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('drip');
    return client;
  };
  const stored = async (id: number) => {
    const { rows } = await admin.query<{ bytes: string; requests: string; hours: string }>(
      `SELECT bytes_up + bytes_down AS bytes, requests,
              (SELECT sum(bytes_up + bytes_down) FROM usage_hour WHERE proxy_id = $1) AS hours
       FROM gateway_meter WHERE proxy_id = $1`,
      [id],
    );
    const [row] = rows;
    return row && { bytes: +row.bytes, requests: +row.requests, hours: +row.hours };
  };

  it('serves a proxy a moment after it was bought, even to who tried too early', async () => {
    const gateway = await start();
    expect(await get(gateway)).toEqual({ status: 407, reason: 'AUTH_FAILED' });
    await addExit();
    await addAccount(gateway.config);
    const deadline = Date.now() + WITHIN_MS;
    let answer = await get(gateway);
    while (answer.status !== 200 && Date.now() < deadline) answer = await get(gateway);
    expect(answer.status).toBe(200);
  });

  it.each([
    ['suspended', `UPDATE gateway_account SET status = 'suspended'`, 'PROXY_SUSPENDED'],
    ['expired', `UPDATE gateway_account SET expires_at = now()`, 'PROXY_EXPIRED'],
    ['given another password', `UPDATE gateway_account SET password_digest = 'x'`, 'AUTH_FAILED'],
  ])('cuts a proxy the moment it is %s', async (_what, sql, reason) => {
    await addExit();
    const gateway = await start();
    await addAccount(gateway.config);
    const client = await drip(gateway);
    await admin.query(sql);
    await client.readToEnd(WITHIN_MS);
    expect((await get(gateway)).reason).toBe(reason);
    client.destroy();
  });

  it('follows the exits', async () => {
    const gateway = await start();
    await addAccount(gateway.config);
    expect((await get(gateway)).reason).toBe('NO_EXIT');
    const exitId = await addExit();
    const until = async (status: number) => {
      const deadline = Date.now() + WITHIN_MS;
      while ((await get(gateway)).status !== status)
        if (Date.now() > deadline) throw new Error(`Never ${status}`);
    };
    await until(200);
    await admin.query('UPDATE exit_node SET enabled = false WHERE id = $1', [exitId]);
    await until(502);
  });

  it('opens sealed upstream addresses, and leaves out one that it cannot open', async () => {
    const { config, pool } = await start();
    const key = config.key('secrets');
    const upstream = { leave: 'upstream', local_address: null, simulated: false };
    const id = await addExit({ ...upstream, upstream_url_sealed: 'to come' });
    const url = 'socks5://u:p@gw.example.com:1080';
    await admin.query('UPDATE exit_node SET upstream_url_sealed = $2 WHERE id = $1', [
      id,
      seal(key, `exit_node:${id}`, url),
    ]);
    await addExit({ ...upstream, upstream_url_sealed: seal(key, 'exit_node:0', url) });
    expect(await new PgExitSource(pool, key, silent).findAll()).toEqual([
      expect.objectContaining({
        id,
        upstream: {
          protocol: 'socks5',
          host: 'gw.example.com',
          port: 1080,
          username: 'u',
          password: 'p',
        },
      }),
    ]);
  });

  it('saves usage per proxy and per hour within two seconds', async () => {
    await addExit();
    const gateway = await start();
    const id = await addAccount(gateway.config);
    await get(gateway, '/bytes/100000');
    await get(gateway, '/bytes/100000');
    const deadline = Date.now() + WITHIN_MS;
    while (((await stored(id))?.bytes ?? 0) < 200_000) expect(Date.now()).toBeLessThan(deadline);
    // What production waits before each flush; the other second is for the statement.
    expect(GATEWAY_DEFAULTS.flushMs).toBeLessThanOrEqual(1_000);
    const total = await stored(id);
    expect(total?.hours).toBe(total?.bytes);
    expect(total?.requests).toBe(2);
  });

  it('adds a batch once, however often it is sent', async () => {
    const { config, pool } = await start();
    const id = await addAccount(config);
    const store = new PgUsageStore(pool);
    const batch = {
      gatewayId: 'g',
      seq: Date.now() * 1000,
      at: new Date(),
      deltas: [
        { proxyId: id, up: 5, down: 7, requests: 1 },
        { proxyId: 999_999, up: 1, down: 1, requests: 1 },
      ],
    };
    const answers = await Promise.all([store.add(batch), store.add(batch), store.add(batch)]);
    expect(await store.add(batch)).toEqual(new Map([[id, 12]]));
    expect(answers).toContainEqual(new Map([[id, 12]]));
    expect(await stored(id)).toEqual({ bytes: 12, requests: 1, hours: 12 });
  });

  it('keeps many gateways from deadlocking or losing a byte', async () => {
    const { config, pool } = await start();
    const ids: number[] = [];
    for (let i = 0; i < 20; i++) ids.push(await addAccount(config, { username: `many${i}` }));
    const store = new PgUsageStore(pool);
    const flush = (gatewayId: string, seq: number) => {
      const order = seq % 2 ? [...ids] : [...ids].reverse();
      const deltas = order.map((proxyId) => ({ proxyId, up: 1, down: 1, requests: 1 }));
      return store.add({ gatewayId, seq, at: new Date(), deltas });
    };
    await Promise.all(Array.from({ length: 40 }, (_, i) => flush(`g${i % 4}`, i)));
    for (const id of ids) expect(await stored(id)).toEqual({ bytes: 80, requests: 40, hours: 80 });
  });

  it('holds one quota over two gateways', async () => {
    await addExit();
    const [a, b] = [await start(), await start()];
    const id = await addAccount(a.config, { limit_bytes: 500_000 });
    // Both know the proxy with nothing used; then one of them uses nearly everything.
    await get(b, '/bytes/10');
    await get(a, '/bytes/490000');
    await a.gateway.flush();
    await get(b, '/bytes/10');
    await b.gateway.flush();
    await get(b, '/bytes/200000').catch(() => undefined);
    expect((await get(b, '/bytes/10')).reason).toBe('QUOTA_EXCEEDED');
    await b.gateway.flush();
    expect((await stored(id))?.bytes).toBe(500_000);
  });

  it('goes on through a restart of its connections, and hears what it missed', async () => {
    await addExit();
    const gateway = await start();
    await addAccount(gateway.config);
    const client = await drip(gateway);
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await admin.query(`UPDATE gateway_account SET status = 'suspended'`);
    await client.readToEnd(WITHIN_MS);
    client.destroy();
  });

  it('forgets the names of old batches', async () => {
    const { pool } = await start();
    const store = new PgUsageStore(pool);
    await admin.query(
      `INSERT INTO gateway_flush VALUES ('g', 1, now() - interval '2 days'), ('g', 2, now())`,
    );
    await store.forgetBatches(new Date(Date.now() - 86_400_000));
    const { rows } = await admin.query(`SELECT seq FROM gateway_flush WHERE gateway_id = 'g'`);
    expect(rows).toEqual([{ seq: '2' }]);
  });
});
