import { Pool } from 'pg';
import { pino } from 'pino';
import { encrypt } from '../../../src/common/crypto/secrets';
import type { AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { ChangeListener } from '../../../src/gateway/auth/change-listener';
import { CredentialSource } from '../../../src/gateway/auth/credential';
import { ExitSource } from '../../../src/gateway/exits/exit-source';
import { findTargetBlocks } from '../../../src/gateway/net/target-blocks';
import {
  BLOCK_CHANNEL,
  CREDENTIAL_CHANNEL,
  EXIT_CHANNEL,
  Gateway,
} from '../../../src/gateway/gateway';
import { GATEWAY_DEFAULTS, type GatewayOptions } from '../../../src/gateway/gateway-options';
import { GatewayProcess } from '../../../src/gateway/process/gateway-process';
import { GatewayRegistry } from '../../../src/gateway/registry/gateway-registry';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { FakeNames, hasManyLoopbacks, silent, testConfig } from './fixtures';
import { GatewayTables } from './gateway-tables';
import { startOrigin, type Origin } from './origin';
import { basic, eventually, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';

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

  async function start(options: Partial<GatewayOptions> = {}): Promise<Running> {
    const config = await testConfig({ DATABASE_URL: tables.url });
    const pool = new Pool({ connectionString: tables.url, max: 4 });
    pool.on('error', () => undefined);
    const names = new FakeNames();
    names.names.set('origin.test', ['127.0.0.1']);
    const gateway = new Gateway(config, {
      credentials: new CredentialSource(pool),
      exits: new ExitSource(pool, config.key('secrets'), silent),
      blocks: () => findTargetBlocks(pool),
      usage: new UsageStore(pool),
      resolver: names,
      log: silent,
      allow: (_address, port) => port === origin.port,
      options: { drainMs: 0, flushMs: 50, sweepMs: 50, ...options },
    });
    let connects = 0;
    const changes = new ChangeListener(
      { connectionString: tables.url },
      [CREDENTIAL_CHANNEL, EXIT_CHANNEL, BLOCK_CHANNEL],
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
    await tables.addProxy(gateway.config);
    const deadline = Date.now() + WITHIN_MS;
    let answer = await get(gateway);
    while (answer.status !== 200 && Date.now() < deadline) answer = await get(gateway);
    expect(answer.status).toBe(200);
  });

  it.each([
    ['suspended', `UPDATE proxy SET status = 'suspended'`, 'PROXY_SUSPENDED'],
    ['expired', `UPDATE proxy SET expires_at = now()`, 'PROXY_EXPIRED'],
    [
      'refunded',
      `UPDATE proxy SET status = 'expired', expires_at = now(), refunded_at = now()`,
      'PROXY_SUSPENDED',
    ],
    ['given another password', `UPDATE proxy SET password_digest = 'x'`, 'AUTH_FAILED'],
  ])('cuts a proxy as soon as it is %s', async (_what, sql, reason) => {
    await tables.addExit();
    const gateway = await start();
    await tables.addProxy(gateway.config);
    const client = await drip(gateway);
    await tables.admin.query(sql);
    await client.readToEnd(WITHIN_MS);
    expect((await get(gateway)).reason).toBe(reason);
    client.destroy();
  });

  it('applies exit changes', async () => {
    const gateway = await start();
    await tables.addProxy(gateway.config);
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

  describe('with a blocked target', () => {
    const toTarget = async ({ config }: Running) => {
      const { httpPort, socksPort } = config.gateway;
      const tunnel = await RawClient.open(httpPort);
      tunnel.write(`CONNECT ORIGIN.test.:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
      const connect = (await tunnel.readUntil('\r\n\r\n')).split(' ')[1];
      tunnel.destroy();
      const socks = await RawClient.open(socksPort);
      socks.write([...socksGreeting, ...socksAuth(), ...socksName('origin.test', origin.port)]);
      const [reply] = [...(await socks.read(14))].slice(5, 6);
      socks.destroy();
      return { forward: await get({ config } as Running), connect, reply };
    };
    const BLOCKED = {
      forward: { status: 403, reason: 'TARGET_BLOCKED' },
      connect: '403',
      reply: 2,
    };
    const isBlocked = async (gateway: Running) => (await get(gateway)).status === 403;

    it.each([
      // With a long interval only notifications explain it, with a short one in silence only the reads.
      ['of a name on notification', 'origin.test', { blockReloadMs: 3_600_000 }, false],
      ['of addresses on notification', '127.0.0.0/8', { blockReloadMs: 3_600_000 }, false],
      ['of subdomains without notifications', '*.test', { blockReloadMs: 100 }, true],
    ])('refuses every protocol by a block %s', async (_what, pattern, options, isSilent) => {
      await tables.addExit();
      const gateway = await start(options);
      await tables.addProxy(gateway.config);
      await tables.admin.query(
        `ALTER TABLE target_block ${isSilent ? 'DISABLE' : 'ENABLE'} TRIGGER USER`,
      );
      expect(await toTarget(gateway)).toMatchObject({ forward: { status: 200 }, reply: 0 });
      const id = await tables.addBlock({ pattern, ports: `${origin.port}`, kind: 'residential' });
      await eventually(() => isBlocked(gateway), 'the target is blocked');
      expect(await toTarget(gateway)).toEqual(BLOCKED);
      await tables.admin.query('DELETE FROM target_block WHERE id = $1', [id]);
      await eventually(async () => !(await isBlocked(gateway)), 'the target is free');
      expect(GATEWAY_DEFAULTS.blockReloadMs).toBeLessThan(5_000);
    });

    it('leaves other kinds of proxies alone', async () => {
      await tables.addExit();
      await tables.addBlock({ pattern: 'origin.test', kind: 'mobile' });
      const gateway = await start();
      await tables.addProxy(gateway.config);
      expect(await toTarget(gateway)).toMatchObject({ forward: { status: 200 }, reply: 0 });
    });
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
    expect(await new ExitSource(pool, key, silent).findAll()).toEqual([
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
    const id = await tables.addProxy(gateway.config);
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
    const id = await tables.addProxy(a.config, { limit_bytes: 500_000 });
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
    await tables.addProxy(gateway.config);
    const client = await drip(gateway);
    await tables.admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await tables.admin.query(`UPDATE proxy SET status = 'suspended'`);
    await client.readToEnd(WITHIN_MS);
    client.destroy();
  });

  describe('registration', () => {
    const register = async (env: Record<string, string>, log = silent) => {
      const config = await testConfig({ DATABASE_URL: tables.url, ...env });
      return { config, process: new GatewayProcess(config, log) };
    };
    const findGateways = async () =>
      (
        await tables.admin.query(
          `SELECT id, region, public_host, http_port, socks_port, draining,
                  heartbeat_at > now() - interval '20 seconds' AS alive,
                  ARRAY(SELECT address FROM gateway_address WHERE gateway_id = id ORDER BY 1) AS addresses
           FROM gateway ORDER BY id`,
        )
      ).rows as Record<string, unknown>[];

    it('registers what the machine has, and serves nothing else', async () => {
      const real = { simulated: false, weight: 5 };
      const upstream = { ...real, leave: 'upstream', local_address: null };
      await tables.addExit({ ...real, local_address: '127.0.0.1' });
      await tables.addExit({ ...real, local_address: '203.0.113.9' });
      await tables.addExit({ ...upstream, upstream_url_encrypted: 'x', gateway_group: 'eu' });
      await tables.addExit({ gateway_group: 'gateway-lagos' });
      await tables.addExit({ gateway_group: 'ng' });
      const rack = await tables.addExit({ ...real, local_address: '203.0.113.10' });
      await tables.admin.query(
        `INSERT INTO stock_unit (exit_node_id, address) VALUES ($1, '127.0.0.2'), ($1, '203.0.113.11')`,
        [rack],
      );
      const env = { GATEWAY_ID: 'gateway-lagos', GATEWAY_REGION: 'ng', GATEWAY_HOST: 'ng.test' };
      const { process } = await register({ ...env, GATEWAY_PUBLIC_HTTP_PORT: '8080' });
      await process.start();
      const expected = hasManyLoopbacks ? ['127.0.0.1', '127.0.0.2'] : ['127.0.0.1'];
      const isReported = async () =>
        String((await findGateways())[0]?.addresses) === String(expected);
      expect(await poll(isReported, 30_000, 50)).toBe(true);
      const [row] = await findGateways();
      expect(row).toMatchObject({
        id: 'gateway-lagos',
        region: 'ng',
        public_host: 'ng.test',
        http_port: 8080,
        alive: true,
        draining: false,
      });
      // 127.0.0.1, the two simulated ones and the rack, for its one address.
      const metrics = await process.gateway.metrics.registry.metrics();
      expect(metrics).toContain(`gateway_exits ${hasManyLoopbacks ? 4 : 3}`);
      await process.stop({ lameDuckMs: 0, drainMs: 0 });
      expect(await findGateways()).toMatchObject([{ draining: true, addresses: expected }]);
    });

    it('reports a second live gateway with the same id on another host', async () => {
      const lines: string[] = [];
      const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
      const config = (await testConfig({ DATABASE_URL: tables.url, GATEWAY_ID: 'twice' })).gateway;
      const pool = new Pool({ connectionString: tables.url, max: 2 });
      const start = async (host: string) => {
        const registry = new GatewayRegistry(pool, config, log, { isLeader: () => true, host });
        await registry.start();
        return registry;
      };
      const first = await start('host-a');
      await first.stop();
      // A gateway that was stopped may start again elsewhere.
      const second = await start('host-b');
      expect(lines).toEqual([]);
      const third = await start('host-c');
      expect(lines.join()).toContain('Another live gateway has the same id');
      expect(lines.join()).toContain('host-b');
      await second.stop();
      await third.stop();
      await pool.end();
    });
  });
});
