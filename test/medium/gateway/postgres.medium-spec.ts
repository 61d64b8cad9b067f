import { Pool } from 'pg';
import { encrypt } from '../../../src/common/crypto/cipher';
import type { AppConfig } from '../../../src/config/app-config';
import { ChangeListener } from '../../../src/gateway/auth/change-listener';
import { PgCredentialSource } from '../../../src/gateway/auth/pg-credential-source';
import { PgExitSource } from '../../../src/gateway/exits/pg-exit-source';
import { CREDENTIAL_CHANNEL, EXIT_CHANNEL, Gateway } from '../../../src/gateway/gateway';
import { GATEWAY_DEFAULTS } from '../../../src/gateway/gateway-options';
import { PgUsageStore } from '../../../src/gateway/meter/pg-usage-store';
import { FakeNames, silent, testConfig } from './fixtures';
import { GatewayTables } from './gateway-tables';
import { startOrigin, type Origin } from './origin';
import { basic, eventually, RawClient } from './raw-client';

/** Below the TTL of credentials and exits, so that only notifications can explain an update. */
const WITHIN_MS = 20_000;

interface Running {
  config: AppConfig;
  gateway: Gateway;
  pool: Pool;
  stop(): Promise<void>;
}

describe('Gateway on PostgreSQL', () => {
  let tables: GatewayTables;
  let origin: Origin;
  let running: Running[] = [];

  beforeAll(async () => {
    tables = await GatewayTables.open();
    origin = await startOrigin();
  });
  afterEach(async () => {
    await Promise.all(running.map((r) => r.stop()));
    running = [];
    await tables.clear();
  });
  afterAll(async () => {
    await origin.close();
    await tables.close();
  });

  async function start(): Promise<Running> {
    const config = await testConfig({ DATABASE_URL: tables.url });
    const pool = new Pool({ connectionString: tables.url, max: 4 });
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
      { connectionString: tables.url },
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

  it('serves a proxy right after its purchase, even after an earlier failed attempt', async () => {
    const gateway = await start();
    expect(await get(gateway)).toEqual({ status: 407, reason: 'AUTH_FAILED' });
    await tables.addExit();
    await tables.addAccount(gateway.config);
    const deadline = Date.now() + WITHIN_MS;
    let answer = await get(gateway);
    while (answer.status !== 200 && Date.now() < deadline) answer = await get(gateway);
    expect(answer.status).toBe(200);
  });

  it.each([
    ['suspended', `UPDATE gateway_account SET status = 'suspended'`, 'PROXY_SUSPENDED'],
    ['expired', `UPDATE gateway_account SET expires_at = now()`, 'PROXY_EXPIRED'],
    ['given another password', `UPDATE gateway_account SET password_digest = 'x'`, 'AUTH_FAILED'],
  ])('cuts a proxy as soon as it is %s', async (_what, sql, reason) => {
    await tables.addExit();
    const gateway = await start();
    await tables.addAccount(gateway.config);
    const client = await drip(gateway);
    await tables.admin.query(sql);
    await client.readToEnd(WITHIN_MS);
    expect((await get(gateway)).reason).toBe(reason);
    client.destroy();
  });

  it('applies exit changes', async () => {
    const gateway = await start();
    await tables.addAccount(gateway.config);
    expect((await get(gateway)).reason).toBe('NO_EXIT');
    const exitId = await tables.addExit();
    const until = async (status: number) => {
      const deadline = Date.now() + WITHIN_MS;
      while ((await get(gateway)).status !== status)
        if (Date.now() > deadline) throw new Error(`Never ${status}`);
    };
    await until(200);
    await tables.admin.query('UPDATE exit_node SET enabled = false WHERE id = $1', [exitId]);
    await until(502);
  });

  it('decrypts upstream addresses and skips an undecryptable one', async () => {
    const { config, pool } = await start();
    const key = config.key('secrets');
    const upstream = { leave: 'upstream', local_address: null, simulated: false };
    const id = await tables.addExit({ ...upstream, upstream_url_encrypted: 'to come' });
    const url = 'socks5://u:p@gw.example.com:1080';
    await tables.admin.query('UPDATE exit_node SET upstream_url_encrypted = $2 WHERE id = $1', [
      id,
      encrypt(key, `exit_node:${id}`, url),
    ]);
    await tables.addExit({ ...upstream, upstream_url_encrypted: encrypt(key, 'exit_node:0', url) });
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
    await tables.addExit();
    const gateway = await start();
    const id = await tables.addAccount(gateway.config);
    await get(gateway, '/bytes/100000');
    await get(gateway, '/bytes/100000');
    const deadline = Date.now() + WITHIN_MS;
    while (((await tables.stored(id))?.bytes ?? 0) < 200_000)
      expect(Date.now()).toBeLessThan(deadline);
    // What production waits before each flush; the other second is for the statement.
    expect(GATEWAY_DEFAULTS.flushMs).toBeLessThanOrEqual(1_000);
    const total = await tables.stored(id);
    expect(total?.hours).toBe(total?.bytes);
    expect(total?.requests).toBe(2);
  });

  it('enforces one quota across two gateways', async () => {
    await tables.addExit();
    const [a, b] = [await start(), await start()];
    const id = await tables.addAccount(a.config, { limit_bytes: 500_000 });
    // Both gateways cache the proxy with no usage; then one of them uses nearly the whole quota.
    await get(b, '/bytes/10');
    await get(a, '/bytes/490000');
    await a.gateway.flush();
    await get(b, '/bytes/10');
    await b.gateway.flush();
    await get(b, '/bytes/200000').catch(() => undefined);
    expect((await get(b, '/bytes/10')).reason).toBe('QUOTA_EXCEEDED');
    await b.gateway.flush();
    expect((await tables.stored(id))?.bytes).toBe(500_000);
  });

  it('survives terminated database connections and applies missed changes', async () => {
    await tables.addExit();
    const gateway = await start();
    await tables.addAccount(gateway.config);
    const client = await drip(gateway);
    await tables.admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await tables.admin.query(`UPDATE gateway_account SET status = 'suspended'`);
    await client.readToEnd(WITHIN_MS);
    client.destroy();
  });
});
