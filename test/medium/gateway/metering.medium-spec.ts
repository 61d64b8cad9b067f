import { createServer, type AddressInfo, type Server } from 'node:net';
import { LiveConnection } from '../../../src/gateway/meter/live-connection';
import { startTestGateway, type TestGateway, APP_KEY } from './fixtures';
import { startOrigin, type Origin } from './origin';
import { basic, eventually, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { PgFaultProxy } from '../../support/pg-fault-proxy';
import { download, type Download, SpawnedGateway } from '../../support/spawned-gateway';
import { GatewayTables } from './gateway-tables';

describe('Metering', () => {
  let gateway: TestGateway;
  let origin: Origin;
  let hose: Server;
  let hosePort: number;

  beforeAll(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin();
    // Sends an endless stream after the first byte received.
    hose = createServer((socket) => {
      const chunk = Buffer.alloc(65_536, 'w');
      const pour = () => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on('drain', pour).on('error', () => undefined);
      socket.once('data', pour);
    });
    await new Promise<void>((resolve) => hose.listen(0, '127.0.0.1', resolve));
    hosePort = (hose.address() as AddressInfo).port;
    gateway.open.add(origin.port).add(hosePort);
    gateway.names.names.set('origin.test', ['127.0.0.1']);
  });
  afterAll(async () => {
    RawClient.destroyAll();
    await gateway.stop();
    await origin.close();
    hose.close();
  });

  const open = () => RawClient.open(gateway.config.gateway.httpPort);
  const tunnel = async (user: string, port: number) => {
    const client = await open();
    client.write(`CONNECT origin.test:${port} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
    expect(await client.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    return client;
  };
  const flushed = async (proxyId: number) => {
    await gateway.gateway.flush();
    return gateway.usage.totals.get(proxyId);
  };

  it('counts a tunnel byte for byte, in both directions', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const client = await tunnel(username, origin.port);
    const request = 'POST /bytes/100000 HTTP/1.0\r\nContent-Length: 7\r\n\r\nPAYLOAD';
    client.write(request);
    const answer = await client.readToEnd();
    expect(await flushed(proxyId)).toEqual({
      up: request.length,
      down: answer.length,
      requests: 1,
    });
    client.destroy();
  });

  it('counts a SOCKS5 tunnel byte for byte', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const client = await RawClient.open(gateway.config.gateway.socksPort);
    const request = 'GET /bytes/5000 HTTP/1.0\r\n\r\n';
    client.write([
      ...socksGreeting,
      ...socksAuth(username),
      ...socksName('origin.test', origin.port),
      ...Buffer.from(request),
    ]);
    await client.read(14);
    const answer = await client.readToEnd();
    const total = await flushed(proxyId);
    expect(total).toEqual({ up: request.length, down: answer.length, requests: 1 });
    client.destroy();
  });

  it("counts a forwarded request by the bytes on the target's connection", async () => {
    const { username, proxyId } = gateway.credentials.put();
    const client = await open();
    const path = `http://origin.test:${origin.port}/bytes/100000`;
    client.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\n${basic(username)}Content-Length: 7\r\n\r\nPAYLOAD`,
    );
    await client.readUntil('x'.repeat(100_000));
    const sent =
      `POST /bytes/100000 HTTP/1.1\r\nHost: origin.test:${origin.port}\r\n` +
      'Content-Length: 7\r\nConnection: close\r\n\r\nPAYLOAD';
    await eventually(() => origin.sockets.size === 0, 'the exchange is over');
    const total = await flushed(proxyId);
    expect(total).toMatchObject({ up: sent.length, requests: 1 });
    expect(total?.down).toBeGreaterThan(100_000);
    expect(total?.down).toBeLessThan(100_400);
    client.destroy();
  });

  it('counts bytes of a keep-alive connection once across its requests', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const client = await open();
    const path = `http://origin.test:${origin.port}/bytes/1000`;
    for (let request = 0; request < 5; request++) {
      client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${basic(username)}\r\n`);
      await client.readUntil('x'.repeat(1000));
    }
    const [target] = [...origin.sockets];
    expect(origin.sockets.size).toBe(1);
    const { bytesRead, bytesWritten } = target!;
    client.destroy();
    await eventually(() => origin.sockets.size === 0, 'the target is let go');
    expect(await flushed(proxyId)).toEqual({ up: bytesRead, down: bytesWritten, requests: 5 });
  });

  it('stops at the quota exactly, over all connections together', async () => {
    const limitBytes = 3_000_000;
    const { username, proxyId } = gateway.credentials.put({ limitBytes });
    const clients = await Promise.all(Array.from({ length: 5 }, () => tunnel(username, hosePort)));
    for (const client of clients) client.write('go');
    const received = await Promise.all(clients.map(async (c) => (await c.readToEnd()).length));
    const total = received.reduce((sum, n) => sum + n, 0);
    expect(total).toBeLessThanOrEqual(limitBytes);
    expect(total).toBeGreaterThan(limitBytes - 65_536);
    await flushed(proxyId);
    expect(gateway.usage.getBytes(proxyId)).toBe(limitBytes);
    const late = await open();
    late.write(`CONNECT origin.test:${hosePort} HTTP/1.1\r\nHost: x\r\n${basic(username)}\r\n`);
    expect(await late.readUntil('}')).toMatch(/^HTTP\/1\.1 402 [^]*X-Proxy-Error: QUOTA_EXCEEDED/);
    late.destroy();
  });

  it('stops an upload at the quota', async () => {
    const limitBytes = 1_000_000;
    const { username, proxyId } = gateway.credentials.put({ limitBytes });
    const client = await open();
    client.write(
      `POST http://origin.test:${origin.port}/ HTTP/1.1\r\nHost: x\r\n${basic(username)}Content-Length: 9000000\r\n\r\n`,
    );
    client.write(Buffer.alloc(9_000_000));
    await client.readToEnd();
    const total = await flushed(proxyId);
    expect((total?.up ?? 0) + (total?.down ?? 0)).toBeLessThanOrEqual(limitBytes);
    client.destroy();
  });

  it('stops a forwarded download at the quota, visibly incomplete', async () => {
    const limitBytes = 500_000;
    const { username, proxyId } = gateway.credentials.put({ limitBytes });
    const client = await open();
    const url = `http://origin.test:${origin.port}/bytes/2000000`;
    client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n${basic(username)}\r\n`);
    const answer = await client.readToEnd();
    expect(answer).toMatch(/content-length: 2000000/i);
    expect(answer.length).toBeLessThanOrEqual(limitBytes);
    expect(answer.length).toBeGreaterThan(limitBytes - 65_536 - 1_000);
    expect(gateway.usage.getBytes(proxyId)).toBeLessThanOrEqual(limitBytes);
    await flushed(proxyId);
    expect(gateway.usage.getBytes(proxyId)).toBe(limitBytes);
    client.destroy();
  });

  it('goes on with a forwarded request when the meter allows more', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const take = jest.spyOn(LiveConnection.prototype, 'take');
    let allowance = 0;
    take.mockImplementation(function (this: LiveConnection, direction, bytes) {
      const allowed = this.account.take(direction, Math.min(bytes, allowance));
      allowance -= allowed;
      return allowed;
    });
    const onMore = jest.spyOn(LiveConnection.prototype, 'onMore');
    onMore.mockImplementation((resume) => {
      setTimeout(() => {
        allowance = onMore.mock.calls.length < 20 ? 20 : 7_000;
        resume();
      }, 1);
    });
    try {
      const seen = origin.seen.length;
      const client = await open();
      const body = 'b'.repeat(100_000);
      client.write(
        `PUT http://origin.test:${origin.port}/bytes/200000 HTTP/1.1\r\nHost: x\r\n` +
          `${basic(username)}Content-Length: ${body.length}\r\n\r\n${body}`,
      );
      expect(await client.readUntil('\r\n\r\n')).toContain('200 OK');
      expect((await client.read(200_000)).toString()).toBe('x'.repeat(200_000));
      expect(origin.seen[seen]?.body).toBe(body);
      expect(onMore.mock.calls.length).toBeGreaterThan(40);
      client.destroy();
      await eventually(() => origin.sockets.size === 0, 'the target is let go');
      const total = await flushed(proxyId);
      expect(total?.up).toBeGreaterThan(100_000);
      expect(total?.down).toBeGreaterThan(200_000);
      expect(total?.down).toBeLessThan(200_400);
    } finally {
      take.mockRestore();
      onMore.mockRestore();
    }
  });

  it('resumes after a top-up', async () => {
    const row = gateway.credentials.put({ limitBytes: 10, usedBytes: 10 });
    const client = await open();
    const get = `GET http://origin.test:${origin.port}/bytes/5 HTTP/1.1\r\nHost: x\r\n${basic(row.username)}\r\n`;
    client.write(get);
    expect(await client.readUntil('}')).toContain('402');
    gateway.credentials.put({ ...row, limitBytes: 10_000 });
    await gateway.gateway.onChange('gateway_credential', String(row.proxyId));
    const again = await open();
    again.write(get);
    expect(await again.readUntil('xxxxx')).toContain('200 OK');
    [client, again].forEach((c) => c.destroy());
  });

  it('counts once when the result of a flush is lost', async () => {
    const { username, proxyId } = gateway.credentials.put();
    gateway.usage.afterStore = () => {
      throw new Error('connection reset');
    };
    const client = await tunnel(username, origin.port);
    client.write('GET /bytes/1000 HTTP/1.0\r\n\r\n');
    const answer = await client.readToEnd();
    await gateway.gateway.flush();
    await gateway.gateway.flush();
    gateway.usage.afterStore = () => undefined;
    expect((await flushed(proxyId))?.down).toBe(answer.length);
    client.destroy();
  });
});

const MIB = 1024 * 1024;

describe('Quotas and usage of several gateways', () => {
  let tables: GatewayTables;
  let hose: Server;
  let hosePort: number;
  let dataDir: string;
  let running: SpawnedGateway[] = [];

  beforeAll(async () => {
    tables = await GatewayTables.open();
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
  beforeEach(async () => {
    await tables.clear();
    await tables.addExit();
    dataDir = await mkdtemp(join(tmpdir(), 'gateway-spool-'));
  });
  afterEach(async () => {
    await Promise.all(running.map((one) => one.dispose()));
    running = [];
    await rm(dataDir, { recursive: true, force: true });
  });
  afterAll(async () => {
    hose.close();
    await tables.close();
  });

  const start = async (env: Record<string, string> = {}) => {
    const gateway = await SpawnedGateway.spawn({
      APP_KEY,
      DATABASE_URL: tables.url,
      ORIGIN_PORT: String(hosePort),
      DATA_DIR: dataDir,
      ...env,
    });
    running.push(gateway);
    await gateway.untilHealth('200');
    return gateway;
  };
  const tunnel = async (gateway: SpawnedGateway): Promise<Download> => {
    const opened = await download(gateway.ports.http, hosePort, basic());
    if (typeof opened === 'string') throw new Error(opened);
    return opened;
  };
  const addAccount = (limit: number | null) =>
    tables.addProxy(loadConfig({ APP_KEY }), { limit_bytes: limit });

  it('spends one quota from three gateways at once, to the byte', async () => {
    const limit = 60 * MIB;
    const id = await addAccount(limit);
    const gateways = await Promise.all(['a', 'b', 'c'].map((name) => start({ GATEWAY_ID: name })));
    const tunnels = await Promise.all([...gateways, ...gateways].map(tunnel));
    const received = await Promise.all(tunnels.map((one) => one.done.catch(() => one.received)));
    const total = received.reduce((sum, bytes) => sum + bytes, 0);
    expect(total).toBeLessThanOrEqual(limit);
    // Each gateway had a part of it.
    for (const index of [0, 1, 2])
      expect(received[index]! + received[index + 3]!).toBeGreaterThan(0);
    const isSpent = async () => (await tables.stored(id))?.bytes === limit;
    expect(await poll(isSpent, 15_000, 50)).toBe(true);
    expect(total).toBeGreaterThan(limit - 3 * 65_536);
    for (const gateway of gateways)
      expect(await download(gateway.ports.http, hosePort, basic())).toContain('402');
    expect((await tables.stored(id))?.hours).toBe(limit);
  });

  it('loses at most 8 MiB when it is killed while the database is frozen, and saves the rest once', async () => {
    const id = await addAccount(null);
    const database = await PgFaultProxy.start(tables.url);
    try {
      const gateway = await start({ DATABASE_URL: database.url });
      const client = await tunnel(gateway);
      expect(await poll(() => client.received > 20 * MIB, 20_000, 10)).toBe(true);
      database.freeze();
      await sleep(3_000);
      gateway.process.kill('SIGKILL');
      await client.done.catch(() => undefined);
      expect(client.received).toBeGreaterThan(60 * MIB);
      const saved = async () => (await tables.stored(id))?.bytes ?? 0;
      expect(await saved()).toBeLessThan(client.received - 8 * MIB);
      const isReplayed = async () => (await saved()) >= client.received - 8 * MIB;
      await start();
      expect(await poll(isReplayed, 15_000, 50)).toBe(true);
      expect(
        await poll(
          async () => (await readdir(join(dataDir, 'gateway-spool'))).length === 0,
          15_000,
          50,
        ),
      ).toBe(true);
      const once = await saved();
      // What had been read from the target and not yet delivered counts as well.
      expect(once).toBeLessThan(client.received + 16 * MIB);
      await start();
      await sleep(500);
      expect(await saved()).toBe(once);
    } finally {
      database.close();
    }
  });
});
