import { poll } from '../../../src/embedded/poll';
import { toDigest, startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin } from './origin';
import { basic, eventually, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';

describe('Connection lifecycle', () => {
  let gateway: TestGateway;
  let origin: Origin;

  const start = async (
    options: Parameters<typeof startTestGateway>[0] = {},
    env: Record<string, string> = {},
  ) => {
    gateway = await startTestGateway(options, env);
    gateway.open.add(origin.port);
    gateway.names.names.set('origin.test', ['127.0.0.1']);
  };
  beforeAll(async () => void (origin = await startOrigin()));
  afterEach(() => gateway.stop());
  afterAll(() => origin.close());

  const openHttp = (host?: string) => RawClient.open(gateway.config.gateway.httpPort, { host });
  const drip = async (user: string) => {
    const client = await openHttp();
    client.write(`CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
    await client.readUntil('\r\n\r\n');
    client.write('GET /drip HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('drip');
    return client;
  };
  const dripForward = async (user: string) => {
    const client = await openHttp();
    const url = `http://origin.test:${origin.port}/drip`;
    client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
    await client.readUntil('drip');
    return client;
  };
  const dripSocks = async (user: string) => {
    const client = await RawClient.open(gateway.config.gateway.socksPort);
    client.write([
      ...socksGreeting,
      ...socksAuth(user),
      ...socksName('origin.test', origin.port),
      ...Buffer.from('GET /drip HTTP/1.1\r\nHost: x\r\n\r\n'),
    ]);
    await client.readUntil('drip');
    return client;
  };

  describe.each([
    ['CONNECT', drip],
    ['forward', dripForward],
    ['SOCKS5', dripSocks],
  ])('over %s', (_protocol, open) => {
    it('closes when the proxy expires', async () => {
      await start();
      gateway.credentials.put({ expiresAt: Date.now() + 400 });
      const client = await open('user1');
      await client.readToEnd();
      expect(Date.now()).toBeGreaterThanOrEqual(gateway.credentials.rows.get(1)!.expiresAt);
      client.destroy();
    });

    it.each([
      ['is suspended', () => ({ status: 'suspended' as const })],
      ['gets another password', () => ({ digest: toDigest(gateway.config, 'new') })],
      ['has its quota lowered', () => ({ limitBytes: 1 })],
    ])('closes immediately when the proxy %s', async (_what, change) => {
      // The sweep is disabled here.
      await start({ sweepMs: 60_000 });
      const row = gateway.credentials.put();
      gateway.credentials.put();
      const [client, other] = [await open('user1'), await open('user2')];
      gateway.credentials.put({ ...row, ...change() });
      await gateway.gateway.onChange('gateway_credential', '1');
      await client.readToEnd();
      await other.readUntil('drip');
      [client, other].forEach((c) => c.destroy());
    });

    it('closes after the idle timeout', async () => {
      // Long enough for a busy machine to pass the drops on in between.
      await start({ idleMs: 1_500 });
      gateway.credentials.put();
      const busy = await open('user1');
      const client = await openHttp();
      client.write(`CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n\r\n`);
      await client.readUntil('\r\n\r\n');
      await client.readToEnd();
      await busy.readUntil('drip');
      [client, busy].forEach((c) => c.destroy());
    });
  });

  it('closes at the next sweep when notifications are interrupted', async () => {
    await start({ credentialTtlUnnotifiedMs: 100 });
    const row = gateway.credentials.put();
    const client = await drip('user1');
    gateway.gateway.onNotifications(false);
    gateway.credentials.put({ ...row, status: 'suspended' });
    await client.readToEnd();
    client.destroy();
  });

  it('stays open, and ready, while the database is down and it can serve', async () => {
    await start({ credentialTtlMs: 50, credentialStaleMs: 3_000, probeMs: 20 });
    const reasons = () => gateway.gateway.notReady.map(({ code }) => code);
    gateway.credentials.put();
    const client = await drip('user1');
    gateway.credentials.isDown = true;
    const { reads } = gateway.credentials;
    await eventually(() => gateway.credentials.reads > reads + 1, 'the database was asked');
    expect(reasons()).toEqual([]);
    await gateway.gateway.onChange('gateway_credential', '1');
    await client.readUntil('drip');
    const known = await drip('user1');
    const unknown = await openHttp();
    unknown.write(`CONNECT origin.test:80 HTTP/1.1\r\nHost: x\r\n${basic('other')}\r\n`);
    expect(await unknown.readUntil('}')).toMatch(/^HTTP\/1\.1 503 [^]*UNAVAILABLE/);
    await eventually(() => reasons().includes('database_unreachable'), 'nothing is served');
    gateway.credentials.isDown = false;
    await eventually(() => reasons().length === 0, 'it is ready again');
    [client, known, unknown].forEach((c) => c.destroy());
  });

  it.each([
    ['nothing', []],
    ['half a greeting', [5]],
    ['a greeting alone', [5, 1, 2]],
    ['half a request head', [...Buffer.from('GET http://h/ HTTP/1.1\r\nHost')]],
  ])('times out a client that sends %s', async (_what, bytes) => {
    await start({ handshakeMs: 250 });
    const client = await openHttp();
    if (bytes.length > 0) client.write(bytes);
    await client.readToEnd();
    client.destroy();
  });

  it('times out a client that trickles header bytes', async () => {
    await start({ handshakeMs: 400, keepAliveMs: 400 });
    gateway.credentials.put();
    const client = await openHttp();
    // A complete first request, then a slow second head on the same connection.
    const url = `http://origin.test:${origin.port}/bytes/3`;
    client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    await client.readUntil('xxx');
    const timer = setInterval(() => client.socket.write('G'), 50);
    await client.readToEnd().finally(() => clearInterval(timer));
    client.destroy();
  });

  it('limits connections per proxy', async () => {
    await start({}, { GATEWAY_MAX_CONNECTIONS_PER_PROXY: '2' });
    gateway.credentials.put();
    gateway.credentials.put();
    const first = [await drip('user1'), await dripSocks('user1')];
    const third = await openHttp();
    third.write(`CONNECT origin.test:80 HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    expect(await third.readUntil('}')).toMatch(/^HTTP\/1\.1 429 [^]*TOO_MANY_CONNECTIONS/);
    const other = await drip('user2');
    first[0]?.destroy();
    await eventually(() => origin.sockets.size === 2, 'the place is free again');
    const again = await drip('user1');
    [...first, third, other, again].forEach((c) => c.destroy());
  });

  it('limits connections per client address', async () => {
    await start({}, { GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '2' });
    gateway.credentials.put();
    const held = [await drip('user1'), await drip('user1')];
    const http = await openHttp();
    http.write('GET http://origin.test/ HTTP/1.1\r\n\r\n');
    expect(await http.readUntil('}')).toMatch(/^HTTP\/1\.1 429 /);
    const socks = await RawClient.open(gateway.config.gateway.socksPort);
    socks.write(socksGreeting);
    expect([...(await socks.read(2))]).toEqual([5, 0xff]);
    const elsewhere = await RawClient.open(gateway.config.gateway.httpPort, {
      localAddress: '127.0.0.9',
    });
    elsewhere.write('GET / HTTP/1.1\r\n\r\n');
    expect(await elsewhere.readUntil('}')).toMatch(/^HTTP\/1\.1 400 /);
    [...held, http, socks, elsewhere].forEach((c) => c.destroy());
  });

  describe('behind a balancer', () => {
    const v1 = (client: string) => Buffer.from(`PROXY TCP4 ${client} 127.0.0.1 40000 3128\r\n`);
    const v2 = (client: string) =>
      Buffer.from([
        ...Buffer.from('\r\n\r\n\0\r\nQUIT\n'),
        ...[0x21, 0x11, 0, 15, ...client.split('.').map(Number)],
        // The gateway's address, the ports, a TLV without data.
        ...[127, 0, 0, 1, 0x9c, 0x40, 0x0c, 0x38, 4, 0, 0],
      ]);
    const local = Buffer.from('PROXY UNKNOWN\r\n');
    const startBehind = async (options: Parameters<typeof startTestGateway>[0] = {}, env = {}) => {
      await start(options, { GATEWAY_PROXY_PROTOCOL_FROM: '127.0.0.7/32,10.0.0.0/8', ...env });
      gateway.credentials.put();
    };
    const fromBalancer = (port = gateway.config.gateway.httpPort) =>
      RawClient.open(port, { localAddress: '127.0.0.7' });
    const connect = `CONNECT origin.test:0 HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`;
    const request = () => connect.replace(':0', `:${origin.port}`);
    const tunnelOf = async (header: Buffer) => {
      const client = await fromBalancer();
      client.write(Buffer.concat([header, Buffer.from(request())]));
      return { client, answer: await client.readUntil('\r\n\r\n') };
    };

    it('limits the addresses that it tells, not its own', async () => {
      await startBehind({}, { GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '2' });
      const opened = [];
      for (const header of [v1('102.89.1.2'), v2('102.89.1.2'), v1('102.89.1.3'), local, local])
        opened.push(await tunnelOf(header));
      for (const { answer } of opened) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
      const clients = [...gateway.gateway.live].map(({ peer }) => peer?.client);
      const seen = ['102.89.1.2', '102.89.1.2', '102.89.1.3', '127.0.0.7', '127.0.0.7'];
      expect(clients).toEqual(seen);
      for (const header of [v2('102.89.1.2'), local]) {
        opened.push(await tunnelOf(header));
        expect(opened.at(-1)?.answer).toMatch(/^HTTP\/1\.1 429 /);
      }
      opened.push(await tunnelOf(v2('102.89.1.3')));
      expect(opened.at(-1)?.answer).toMatch(/^HTTP\/1\.1 200 /);
      opened.forEach(({ client }) => client.destroy());
    });

    it.each([
      ['1', v1('102.89.1.2')],
      ['2', v2('102.89.1.2')],
    ])('reads a header of version %s that comes byte by byte', async (_version, header) => {
      await startBehind();
      const client = await fromBalancer(gateway.config.gateway.socksPort);
      const get = Buffer.from('GET /bytes/5 HTTP/1.1\r\nHost: x\r\n\r\n');
      const socks = [...socksGreeting, ...socksAuth(), ...socksName('origin.test', origin.port)];
      await client.writeByteByByte([...header, ...socks, ...get]);
      expect(await client.readUntil('xxxxx')).toContain('xxxxx');
      client.destroy();
    });

    it('refuses a balancer without a header, and a header of somebody else', async () => {
      await startBehind();
      const bare = await fromBalancer();
      bare.write(request());
      expect(await bare.readToEnd()).toBe('');
      for (const header of [v1('102.89.1.2'), v2('102.89.1.2')]) {
        const stranger = await openHttp();
        stranger.write(Buffer.concat([header, Buffer.from(request())]));
        expect(await stranger.readToEnd()).toMatch(/^HTTP\/1\.1 400 /);
        stranger.destroy();
      }
      const metrics = await gateway.gateway.metrics.registry.metrics();
      expect(metrics).toMatch(/gateway_rejections_total\{reason="BAD_REQUEST"\} 3/);
      bare.destroy();
    });

    it('gives header and handshake together the time of a handshake', async () => {
      await startBehind({ handshakeMs: 1_000 });
      const startedAt = Date.now();
      const silent = await fromBalancer();
      const half = await fromBalancer();
      half.write(v2('102.89.1.2').subarray(0, 20));
      const late = await fromBalancer();
      const timer = setTimeout(() => late.write(v1('102.89.1.2')), 600);
      for (const client of [silent, half, late]) expect(await client.readToEnd()).toBe('');
      clearTimeout(timer);
      expect(Date.now() - startedAt).toBeLessThan(1_500);
      [silent, half, late].forEach((client) => client.destroy());
    });
  });

  it('saves all usage and closes open connections on stop', async () => {
    await start({ flushMs: 60_000 });
    gateway.credentials.put();
    const client = await drip('user1');
    expect(gateway.usage.getBytes(1)).toBe(0);
    const startedAt = Date.now();
    await gateway.gateway.stop();
    await client.readToEnd();
    expect(Date.now() - startedAt).toBeLessThan(5_000);
    expect(gateway.usage.getBytes(1)).toBeGreaterThan(0);
    await expect(openHttp()).rejects.toThrow('ECONNREFUSED');
    client.destroy();
  });

  it('is not ready, still accepts, then refuses, and keeps tunnels to the deadline', async () => {
    await start({ lameDuckMs: 500, drainMs: 1_500 });
    gateway.credentials.put();
    const reasons = () => gateway.gateway.notReady.map(({ code }) => code);
    expect(reasons()).toEqual([]);
    const early = await drip('user1');
    const startedAt = Date.now();
    const stopping = gateway.gateway.stop();
    expect(reasons()).toEqual(['draining']);
    const late = await drip('user1');
    const isRefused = () =>
      openHttp().then(
        (c) => {
          c.destroy();
          return false;
        },
        () => true,
      );
    expect(await poll(isRefused, 10_000, 20)).toBe(true);
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(500);
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    await Promise.all([early, late].map((c) => c.readUntil('drip')));
    await Promise.all([early, late].map((c) => c.readToEnd()));
    await stopping;
    expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000);
    [early, late].forEach((c) => c.destroy());
  });

  it('ends a drain at once when told again, and has saved the usage', async () => {
    await start({ lameDuckMs: 60_000, drainMs: 60_000, flushMs: 60_000 });
    gateway.credentials.put();
    const client = await drip('user1');
    const startedAt = Date.now();
    const stopping = gateway.gateway.stop();
    await gateway.gateway.stopNow();
    await stopping;
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(gateway.usage.getBytes(1)).toBeGreaterThan(0);
    await client.readToEnd();
    client.destroy();
  });

  it('keeps no HTTP connection while it drains', async () => {
    await start({ lameDuckMs: 5_000 });
    gateway.credentials.put();
    const get = (client: RawClient) => {
      const url = `http://origin.test:${origin.port}/bytes/3`;
      client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
      return client.readUntil('xxx');
    };
    const idle = await openHttp();
    expect(await get(idle)).not.toMatch(/^connection: close/im);
    const stopping = gateway.gateway.stop();
    await idle.readToEnd();
    const fresh = await openHttp();
    expect(await get(fresh)).toMatch(/^connection: close/im);
    await fresh.readToEnd();
    await gateway.gateway.stopNow();
    await stopping;
    [idle, fresh].forEach((c) => c.destroy());
  });

  it('lets requests in progress finish on stop', async () => {
    await start({ drainMs: 3_000 });
    gateway.credentials.put();
    const client = await drip('user1');
    const stopping = gateway.gateway.stop();
    await client.readUntil('drip');
    client.destroy();
    await stopping;
  });
});
