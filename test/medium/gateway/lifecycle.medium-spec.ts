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

  it('stays open while the database is down', async () => {
    await start({ credentialTtlMs: 50 });
    gateway.credentials.put();
    const client = await drip('user1');
    gateway.credentials.isDown = true;
    await gateway.gateway.onChange('gateway_credential', '1');
    await client.readUntil('drip');
    const known = await drip('user1');
    const unknown = await openHttp();
    unknown.write(`CONNECT origin.test:80 HTTP/1.1\r\nHost: x\r\n${basic('other')}\r\n`);
    expect(await unknown.readUntil('}')).toMatch(/^HTTP\/1\.1 503 [^]*UNAVAILABLE/);
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
