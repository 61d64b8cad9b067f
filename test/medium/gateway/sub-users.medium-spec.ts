import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { Pool } from 'pg';
import { loadConfig, type AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { UsageStore } from '../../../src/gateway/meter/usage-store';
import { GatewayProcess } from '../../../src/gateway/process/gateway-process';
import { download, SpawnedGateway } from '../../support/spawned-gateway';
import { APP_KEY, FakeNames, silent, testConfig } from './fixtures';
import { GatewayTables, SUB_USER_PASSWORD } from './gateway-tables';
import { startOrigin, type Origin } from './origin';
import { basic, eventually, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';

const MIB = 1024 * 1024;
const OF_TUNDE = basic('user1.tunde', SUB_USER_PASSWORD);

interface Running {
  config: AppConfig;
  process: GatewayProcess;
}

describe('Sub-users of a proxy', () => {
  let tables: GatewayTables;
  let origin: Origin;
  let running: Running[] = [];
  let clients: RawClient[] = [];

  beforeAll(async () => {
    tables = await GatewayTables.open();
    origin = await startOrigin();
  });
  beforeEach(async () => {
    await tables.addExit();
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    await Promise.all(running.map(({ process }) => process.stop()));
    running = [];
    clients = [];
    await tables.clear();
  });
  afterAll(async () => {
    await origin.close();
    await tables.close();
  });

  async function start(): Promise<Running> {
    const config = await testConfig({ DATABASE_URL: tables.url });
    const names = new FakeNames();
    names.names.set('origin.test', ['127.0.0.1']);
    const process = new GatewayProcess(config, silent, {
      resolver: names,
      allow: (_address, port) => port === origin.port,
      options: { drainMs: 0, flushMs: 50, lameDuckMs: 0, sweepMs: 50 },
    });
    await process.start();
    const one = { config, process };
    running.push(one);
    return one;
  }
  const open = async ({ config }: Running) => {
    const client = await RawClient.open(config.gateway.httpPort);
    clients.push(client);
    return client;
  };
  /** One forwarded request. @returns its status, with the reason of a refusal. */
  const get = async (gateway: Running, fields = OF_TUNDE, path = '/bytes/1000') => {
    const client = await open(gateway);
    client.write(
      `GET http://origin.test:${origin.port}${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n`,
    );
    const answer = await client.readToEnd();
    return [answer.split(' ')[1], /X-Proxy-Error: (\w+)/.exec(answer)?.[1]].join(' ').trim();
  };
  const drip = async (gateway: Running) => {
    const client = await open(gateway);
    client.write(`CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${OF_TUNDE}\r\n`);
    await client.readUntil('\r\n\r\n');
    client.write('GET /drip HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('drip');
    return client;
  };
  const change = (id: number, values: string) =>
    tables.admin.query(`UPDATE gateway_sub_user SET ${values} WHERE id = $1`, [id]);

  it('come in with a name after the username and their own password, over HTTP and SOCKS5', async () => {
    const gateway = await start();
    const proxyId = await tables.addProxy(gateway.config);
    const id = await tables.addSubUser(gateway.config, proxyId);
    expect(await get(gateway)).toBe('200');
    expect(await get(gateway, basic('user1.TUNDE-session-a', SUB_USER_PASSWORD))).toBe('200');
    expect(await get(gateway, basic())).toBe('200');
    for (const [name, password] of [
      ['user1.tunde', 'secret'],
      ['user1', SUB_USER_PASSWORD],
      ['user1.ada', SUB_USER_PASSWORD],
      ['user1.', SUB_USER_PASSWORD],
      ['user1.tunde.x', SUB_USER_PASSWORD],
      ['user2.tunde', SUB_USER_PASSWORD],
    ])
      expect([name, await get(gateway, basic(name, password))]).toEqual([name, '407 AUTH_FAILED']);
    const client = await open(gateway);
    client.write(socksGreeting);
    await client.read(2);
    client.write(socksAuth('user1.tunde', SUB_USER_PASSWORD));
    expect([...(await client.read(2))]).toEqual([1, 0]);
    client.write(socksName('origin.test', origin.port));
    expect([...(await client.read(10))][1]).toBe(0);
    client.destroy();
    await gateway.process.stop();
    const own = await tables.storedOf(id);
    const all = await tables.stored(proxyId);
    expect(own.requests).toBe(3);
    expect(all?.requests).toBe(4);
    expect(own.bytes).toBeGreaterThan(2_000);
    expect(own.bytes).toBeLessThan(all!.bytes);
  });

  it('have bytes counted as those of the proxy, equal to the byte when nobody else uses it', async () => {
    const gateway = await start();
    const proxyId = await tables.addProxy(gateway.config, { limit_bytes: 50 * MIB });
    const id = await tables.addSubUser(gateway.config, proxyId, { daily_limit_bytes: 50 * MIB });
    for (let i = 0; i < 5; i++) expect(await get(gateway, OF_TUNDE, '/bytes/300000')).toBe('200');
    await gateway.process.stop();
    const own = await tables.storedOf(id);
    expect(own).toMatchObject({ bytes: (await tables.stored(proxyId))?.bytes, leased: 0 });
    expect(own.bytes).toBeGreaterThan(1_500_000);
  });

  it.each(['daily', 'monthly'])(
    'end at the byte of a %s limit, and the proxy goes on',
    async (kind) => {
      const gateway = await start();
      const proxyId = await tables.addProxy(gateway.config);
      const id = await tables.addSubUser(gateway.config, proxyId, {
        [`${kind}_limit_bytes`]: 100_000,
      });
      await get(gateway, OF_TUNDE, '/bytes/1000000');
      await eventually(async () => (await tables.storedOf(id)).bytes === 100_000, 'all is used');
      expect(await get(gateway)).toBe('429 SUB_USER_LIMIT');
      expect(await get(gateway, basic())).toBe('200');
      await change(id, `${kind}_limit_bytes = 900000`);
      await eventually(async () => (await get(gateway)) === '200', 'a raised limit lets more pass');
      await gateway.process.stop();
      expect((await tables.storedOf(id)).bytes).toBeLessThan(900_000);
      const { rows } = await tables.admin.query<{ sum: string }>(
        `SELECT sum(count) FROM usage_failure WHERE proxy_id = $1 AND reason = 'SUB_USER_LIMIT'`,
        [proxyId],
      );
      expect(Number(rows[0]?.sum)).toBeGreaterThanOrEqual(1);
    },
  );

  it('start again with the next day and the next month in Lagos', async () => {
    const gateway = await start();
    const proxyId = await tables.addProxy(gateway.config);
    const id = await tables.addSubUser(gateway.config, proxyId, {
      daily_limit_bytes: 100_000,
      monthly_limit_bytes: 150_000,
    });
    const used = (day: string, bytes: number) =>
      tables.admin.query(
        `INSERT INTO gateway_sub_user_day (sub_user_id, day, bytes_down)
         SELECT $1, ${day}, $2 FROM (SELECT (now() AT TIME ZONE 'Africa/Lagos')::date AS today) t`,
        [id, bytes],
      );
    await used(`date_trunc('month', today)::date - 1`, 10_000_000);
    expect(await get(gateway)).toBe('200');
    const { rows } = await tables.admin.query<{ room: string }>(
      'SELECT room FROM gateway_sub_user_state WHERE id = $1',
      [id],
    );
    expect(Number(rows[0]?.room)).toBeGreaterThan(90_000);
    const isFirst = new Date(Date.now() + 3_600_000).getUTCDate() === 1;
    if (!isFirst) {
      // Another day of this month counts against the month alone.
      await used(`date_trunc('month', today)::date`, 149_000);
      const state = await tables.admin.query<{ room: string; today_bytes: string }>(
        'SELECT room, today_bytes FROM gateway_sub_user_state WHERE id = $1',
        [id],
      );
      expect(Number(state.rows[0]?.room)).toBeLessThanOrEqual(1_000);
      expect(Number(state.rows[0]?.today_bytes)).toBeLessThan(10_000);
    }
  });

  it.each([
    ['removed', `DELETE FROM gateway_sub_user WHERE id = $1`, '407 AUTH_FAILED'],
    [
      'suspended',
      `UPDATE gateway_sub_user SET suspended = true WHERE id = $1`,
      '403 PROXY_SUSPENDED',
    ],
    [
      'given another password',
      `UPDATE gateway_sub_user SET password_digest = '\\x00' WHERE id = $1`,
      '407 AUTH_FAILED',
    ],
  ])('lose their open connections when they are %s', async (_what, sql, refusal) => {
    const gateway = await start();
    const proxyId = await tables.addProxy(gateway.config);
    const id = await tables.addSubUser(gateway.config, proxyId);
    const ada = await tables.addSubUser(gateway.config, proxyId, { name: 'ada' }, 'of-ada');
    const client = await drip(gateway);
    await tables.admin.query(sql, [id]);
    await eventually(() => client.isClosed, 'the tunnel is cut');
    expect(await get(gateway)).toBe(refusal);
    expect(await get(gateway, basic('user1.ada', 'of-ada'))).toBe('200');
    expect(await get(gateway, basic())).toBe('200');
    expect(ada).not.toBe(id);
  });

  it('are not let in by an allowed address, which would go around their limits', async () => {
    const gateway = await start();
    const user = await tables.addUser();
    const proxyId = await tables.addProxy(gateway.config, { user_id: user });
    await tables.addSubUser(gateway.config, proxyId);
    await tables.allow(user, '127.0.0.1');
    expect(await get(gateway, basic('user1', 'wrong'))).toBe('200');
    expect(await get(gateway, basic('user1.tunde', 'wrong'))).toBe('407 AUTH_FAILED');
    expect(await get(gateway)).toBe('200');
  });

  describe('on several gateways', () => {
    let hose: Server;
    let hosePort: number;
    let spawned: SpawnedGateway[] = [];

    beforeAll(async () => {
      // Sends an endless stream after the first bytes.
      hose = createServer((socket) => {
        const piece = Buffer.alloc(65_536, 'w');
        const pour = () => {
          while (socket.writable && socket.write(piece));
        };
        socket.on('drain', pour).on('error', () => undefined);
        socket.once('data', pour);
      }).listen(0, '127.0.0.1');
      await once(hose, 'listening');
      hosePort = (hose.address() as AddressInfo).port;
    });
    afterEach(async () => {
      await Promise.all(spawned.map((one) => one.dispose()));
      spawned = [];
    });
    afterAll(() => void hose.close());

    const spawnGateway = async (id: string) => {
      const gateway = await SpawnedGateway.spawn({
        ...{ APP_KEY, DATABASE_URL: tables.url, ORIGIN_PORT: String(hosePort), GATEWAY_ID: id },
      });
      spawned.push(gateway);
      await gateway.untilHealth('200');
      return gateway;
    };
    const tunnel = async (gateway: SpawnedGateway) => {
      const opened = await download(gateway.ports.http, hosePort, OF_TUNDE);
      if (typeof opened === 'string') throw new Error(opened);
      return opened;
    };

    it('spend one limit to the byte, with a proxy that has no limit of its own', async () => {
      const config = loadConfig({ APP_KEY });
      const proxyId = await tables.addProxy(config);
      const limit = 40 * MIB;
      const id = await tables.addSubUser(config, proxyId, { daily_limit_bytes: limit });
      const gateways = await Promise.all(['a', 'b'].map(spawnGateway));
      const tunnels = await Promise.all([...gateways, ...gateways].map(tunnel));
      const received = await Promise.all(tunnels.map((one) => one.done.catch(() => one.received)));
      const total = received.reduce((sum, bytes) => sum + bytes, 0);
      expect(total).toBeLessThanOrEqual(limit);
      expect(total).toBeGreaterThan(limit - 2 * 65_536);
      for (const index of [0, 1])
        expect(received[index]! + received[index + 2]!).toBeGreaterThan(0);
      const isSpent = async () => (await tables.storedOf(id)).bytes === limit;
      expect(await poll(isSpent, 15_000, 50)).toBe(true);
      for (const gateway of gateways)
        expect(await download(gateway.ports.http, hosePort, OF_TUNDE)).toContain('SUB_USER_LIMIT');
      expect((await tables.stored(proxyId))?.bytes).toBe(limit);
    });

    it('share the quota of their proxy, whose end is theirs', async () => {
      const config = loadConfig({ APP_KEY });
      const limit = 20 * MIB;
      const proxyId = await tables.addProxy(config, { limit_bytes: limit });
      const id = await tables.addSubUser(config, proxyId, { monthly_limit_bytes: 500 * MIB });
      const gateways = await Promise.all(['a', 'b'].map(spawnGateway));
      const tunnels = await Promise.all(gateways.map(tunnel));
      await Promise.all(tunnels.map((one) => one.done.catch(() => undefined)));
      const isSpent = async () => (await tables.stored(proxyId))?.bytes === limit;
      expect(await poll(isSpent, 15_000, 50)).toBe(true);
      expect((await tables.storedOf(id)).bytes).toBe(limit);
      for (const gateway of gateways)
        expect(await download(gateway.ports.http, hosePort, OF_TUNDE)).toContain('QUOTA_EXCEEDED');
    });
  });

  describe('in batches', () => {
    let pool: Pool;
    let store: UsageStore;
    let seq = 0;
    let proxyId: number;
    let id: number;

    beforeEach(async () => {
      pool = new Pool({ connectionString: tables.url, max: 8 });
      store = new UsageStore(pool);
      const config = loadConfig({ APP_KEY });
      proxyId = await tables.addProxy(config);
      id = await tables.addSubUser(config, proxyId, { daily_limit_bytes: 1_024_000 });
    });
    afterEach(() => pool.end());

    const settle = async (gatewayId: string, up: number, wanted: number, number = ++seq) => {
      const settled = await store.settle({
        ...{ gatewayId, seq: number, at: new Date() },
        deltas: [
          {
            ...{ proxyId, up, down: 0, requests: 1, wanted: 0 },
            subUsers: [{ id, up, down: 0, requests: 1, wanted }],
          },
        ],
      });
      return settled.get(proxyId)?.subUsers?.get(id);
    };

    it('are counted once, however often a batch is sent', async () => {
      const answers = await Promise.all([1, 2, 3].map(() => settle('a', 1_000, 64_000, 1)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await tables.storedOf(id)).toEqual({
        bytes: 1_000,
        requests: 1,
        leased: 64_000,
      });
      expect((await tables.stored(proxyId))?.bytes).toBe(1_000);
    });

    it('reserve a byte once, whoever asks at the same time', async () => {
      const gateways = Array.from({ length: 8 }, (_, i) => `g${i}`);
      for (let round = 0; round < 12; round++) {
        await Promise.all(gateways.map((name) => settle(name, 0, 200_000)));
        const { bytes, leased } = await tables.storedOf(id);
        expect(bytes + leased).toBeLessThanOrEqual(1_024_000);
        // Everybody uses what it holds, and asks again.
        const { rows } = await tables.admin.query<{ holder: string; bytes: string }>(
          'SELECT holder, bytes FROM gateway_sub_user_lease',
        );
        await Promise.all(rows.map(({ holder, bytes: held }) => settle(holder, +held, 200_000)));
        const after = await tables.storedOf(id);
        expect(after.bytes + after.leased).toBeLessThanOrEqual(1_024_000);
      }
      expect(await tables.storedOf(id)).toMatchObject({ bytes: 1_024_000, leased: 0 });
      expect(await settle('a', 0, 64_000)).toEqual({ lease: 0, room: 0 });
    });

    it('give back a lease, and lose it when they are silent', async () => {
      expect(await settle('a', 0, 64_000)).toEqual({ lease: 64_000, room: 1_024_000 });
      expect(await settle('a', 4_000, 0)).toEqual({ lease: 0, room: 1_020_000 });
      expect(await settle('a', 0, 1_000_000)).toMatchObject({ lease: 65_536 });
      await tables.admin.query(
        `UPDATE gateway_flush SET flushed_at = now() - interval '11 seconds' WHERE gateway_id = 'a'`,
      );
      await settle('b', 1_000_000, 64_000);
      expect(await settle('b', 0, 64_000)).toEqual({ lease: 20_000, room: 20_000 });
    });

    it('lease nothing to who repeats a batch after so long a silence that others have the bytes', async () => {
      expect(await settle('a', 0, 64_000, 1)).toMatchObject({ lease: 64_000 });
      await tables.admin.query(
        `UPDATE gateway_flush SET flushed_at = now() - interval '11 seconds' WHERE gateway_id = 'a'`,
      );
      await settle('b', 1_000_000, 64_000, 2);
      expect(await settle('b', 0, 64_000, 3)).toEqual({ lease: 24_000, room: 24_000 });
      // The answer to this batch was lost.
      expect(await settle('a', 0, 64_000, 1)).toEqual({ lease: 0, room: 24_000 });
    });

    it('leave out somebody who was removed', async () => {
      await tables.admin.query('DELETE FROM gateway_sub_user');
      expect(await settle('a', 5, 64_000)).toBeUndefined();
      expect((await tables.stored(proxyId))?.bytes).toBe(5);
    });
  });
});
