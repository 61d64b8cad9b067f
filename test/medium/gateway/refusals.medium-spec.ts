import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { curl } from './curl';
import { startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin } from './origin';
import { basic, RawClient, socksAuth, socksGreeting } from './raw-client';

describe('Gateway refusals', () => {
  let gateway: TestGateway;
  let origin: Origin;
  let mute: Server;
  let url: string;

  beforeAll(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin();
    mute = createServer((socket) => socket.resume());
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    gateway.names.names.set('origin.test', ['127.0.0.1']);
    gateway.names.names.set('dead.test', ['127.0.0.1']);
    [origin.port, getPort(mute), 9].forEach((port) => gateway.open.add(port));
    url = `http://origin.test:${origin.port}/`;
    gateway.credentials.put({ username: 'good' });
    gateway.credentials.put({ username: 'suspended', status: 'suspended' });
    gateway.credentials.put({ username: 'expired', status: 'expired' });
    gateway.credentials.put({ username: 'late', expiresAt: Date.now() - 1 });
    gateway.credentials.put({ username: 'empty', limitBytes: 10, usedBytes: 10 });
    gateway.credentials.put({ username: 'nowhere', country: 'fr' });
    gateway.credentials.put({ username: 'fixed', country: 'ng' });
    gateway.credentials.put({
      ...{ username: 'cheap', country: 'zz' },
      reach: { countries: { us: 0 }, others: 1 },
    });
  });
  afterAll(async () => {
    RawClient.destroyAll();
    await gateway.stop();
    await origin.close();
    mute.close();
  });

  const getPort = (server: Server) => (server.address() as AddressInfo).port;
  const proxy = (user: string) => `http://${user}@127.0.0.1:${gateway.config.gateway.httpPort}`;

  const CASES: [string, string, () => string, number, string][] = [
    ['a wrong password', 'good:wrong', () => url, 407, 'AUTH_FAILED'],
    ['an unknown username', 'ghost:secret', () => url, 407, 'AUTH_FAILED'],
    ['an unknown suffix', 'good-foo-1:secret', () => url, 407, 'AUTH_FAILED'],
    ['another country than bought', 'fixed-cc-gb:secret', () => url, 407, 'AUTH_FAILED'],
    ['a dearer country', 'cheap-cc-us:secret', () => url, 402, 'PLACE_NOT_INCLUDED'],
    ['a dearer city', 'cheap-cc-ng-city-lagos:secret', () => url, 402, 'PLACE_NOT_INCLUDED'],
    ['a suspended proxy', 'suspended:secret', () => url, 403, 'PROXY_SUSPENDED'],
    ['an expired proxy', 'expired:secret', () => url, 410, 'PROXY_EXPIRED'],
    ['one that just expired', 'late:secret', () => url, 410, 'PROXY_EXPIRED'],
    ['one that is used up', 'empty:secret', () => url, 402, 'QUOTA_EXCEEDED'],
    ['a place without an exit', 'nowhere:secret', () => url, 502, 'NO_EXIT'],
    ['a mail port', 'good:secret', () => 'http://origin.test:25/', 403, 'PORT_BLOCKED'],
    ['a private target', 'good:secret', () => 'http://10.0.0.1/', 403, 'TARGET_BLOCKED'],
    ['an unknown name', 'good:secret', () => 'http://no.test/', 502, 'TARGET_UNREACHABLE'],
    ['a closed port', 'good:secret', () => 'http://dead.test:9/', 502, 'TARGET_UNREACHABLE'],
  ];

  it.each(CASES)('%s, forwarding', async (_what, user, to, status, reason) => {
    const result = await curl('-x', proxy(user), to());
    expect(result).toMatchObject({ code: 0, status, proxyError: reason });
    expect(JSON.parse(result.stdout)).toEqual({ error: reason, message: expect.any(String) });
  });

  it.each(CASES)('%s, in CONNECT', async (_what, user, to, status, reason) => {
    const result = await curl('-p', '-x', proxy(user), to());
    expect(result).toMatchObject({ connectStatus: status, proxyError: reason });
  });

  it('a dearer place, over SOCKS', async () => {
    const client = await RawClient.open(gateway.config.gateway.socksPort);
    client.write([...socksGreeting, ...socksAuth('cheap-cc-us-city-ashburn')]);
    expect([...(await client.read(4))]).toEqual([5, 2, 1, 1]);
    await client.readToEnd();
  });

  it('requests proxy authentication when credentials are missing', async () => {
    for (const flags of [[], ['-p']]) {
      const result = await curl(
        ...flags,
        '-x',
        `http://127.0.0.1:${gateway.config.gateway.httpPort}`,
        url,
      );
      expect(result.proxyError).toBe('AUTH_REQUIRED');
      expect(result.stderr).toMatch(/< Proxy-Authenticate: Basic realm="proxy"/);
    }
  });

  it('limits wrong passwords of a client address, not of a proxy', async () => {
    const strict = await startTestGateway({ maxWrongPasswords: 3 });
    strict.credentials.put({ username: 'good' });
    strict.names.names.set('origin.test', ['127.0.0.1']);
    strict.open.add(origin.port);
    const { httpPort, socksPort } = strict.config.gateway;
    const send = async (password: string, localAddress = '127.0.0.1') => {
      const client = await RawClient.open(httpPort, { localAddress });
      client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n${basic('good', password)}\r\n`);
      const answer = await client.readUntil('\r\n\r\n');
      return { client, answer };
    };
    const sendSocks = async () => {
      const client = await RawClient.open(socksPort);
      client.write([...socksGreeting, ...socksAuth('good', 'wrong')]);
      expect([...(await client.read(4))]).toEqual([5, 2, 1, 1]);
      await client.readToEnd();
      client.destroy();
    };
    const clients = [];
    await sendSocks();
    for (const status of [407, 407, 429]) {
      const { client, answer } = await send('wrong');
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      clients.push(client);
      if (status === 407) continue;
      expect(answer).toContain('X-Proxy-Error: TOO_MANY_ATTEMPTS');
      expect(Number(/^Retry-After: (\d+)\r$/m.exec(answer)?.[1])).toBeGreaterThan(0);
      expect(answer).toMatch(/^Connection: close\r$/m);
      await client.readToEnd();
    }
    await sendSocks();
    const tunnelled = await curl('-p', '-x', `http://good:wrong@127.0.0.1:${httpPort}`, url);
    expect(tunnelled).toMatchObject({ connectStatus: 429, proxyError: 'TOO_MANY_ATTEMPTS' });
    for (const [password, from, status] of [
      ['wrong', '127.0.0.9', 407],
      ['secret', '127.0.0.1', 200],
    ] as const) {
      const { client, answer } = await send(password, from);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      clients.push(client);
    }
    const metrics = await strict.gateway.metrics.registry.metrics();
    expect(metrics).toMatch(/gateway_rejections_total\{reason="TOO_MANY_ATTEMPTS"\} 3/);
    clients.forEach((client) => client.destroy());
    await strict.stop();
  });

  it('times out a target that does not respond', async () => {
    const hasty = await startTestGateway({ idleMs: 400 });
    hasty.names.names.set('mute.test', ['127.0.0.1']);
    hasty.open.add(getPort(mute));
    hasty.credentials.put({ username: 'good' });
    const through = `http://good:secret@127.0.0.1:${hasty.config.gateway.httpPort}`;
    const result = await curl('-x', through, `http://mute.test:${getPort(mute)}/`);
    await hasty.stop();
    expect(result).toMatchObject({ status: 504, proxyError: 'TARGET_TIMEOUT' });
  });

  it.each([
    ['a plain web request', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['an https address in the open', `GET https://h.com/ HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['CONNECT without a port', `CONNECT h.com HTTP/1.1\r\nHost: h\r\n${basic()}\r\n`],
    [
      'two ways to end one message',
      `POST http://h.com/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'two lengths',
      `POST http://h.com/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde`,
    ],
    ['a bare line feed in a header', `GET http://h.com/ HTTP/1.1\nHost: x\nA: b\n\n`],
    ['a head without an end', `GET http://h.com/ HTTP/1.1\r\nA: ${'a'.repeat(40_000)}`],
  ])('rejects %s as a bad request', async (_what, text) => {
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    client.write(Buffer.from(text, 'latin1'));
    const answer = await client.readUntil('}');
    expect(answer).toMatch(/^HTTP\/1\.1 (400 Bad Request|431 Request Header Fields Too Large)\r\n/);
    expect(answer).toContain('X-Proxy-Error: BAD_REQUEST');
    client.destroy();
  });

  it('does not process a request smuggled in the body of a refused one', async () => {
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    const hidden = `GET ${url} HTTP/1.1\r\nHost: h\r\n${basic('good')}\r\n`;
    client.write(
      `POST ${url} HTTP/1.1\r\nHost: h\r\nContent-Length: ${hidden.length + 1}\r\n\r\n${hidden}`,
    );
    const answer = await client.readToEnd();
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect(answer).toContain('407');
    client.destroy();
  });

  it('rejects SOCKS4', async () => {
    const client = await RawClient.open(gateway.config.gateway.socksPort);
    client.write([4, 1, 0, 80, 93, 184, 215, 14, 0]);
    expect([...(await client.read(2))]).toEqual([0, 0x5b]);
    await client.readToEnd();
    client.destroy();
  });

  it('counts its refusals by reason', async () => {
    const text = await gateway.gateway.metrics.registry.metrics();
    expect(text).toMatch(/gateway_rejections_total\{reason="QUOTA_EXCEEDED"\} [1-9]/);
    expect(text).toMatch(/gateway_rejections_total\{reason="AUTH_FAILED"\} [1-9]/);
  });
});
