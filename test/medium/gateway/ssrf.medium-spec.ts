import { curl } from './curl';
import { hasManyLoopbacks, startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin } from './origin';
import {
  basic,
  RawClient,
  socksAuth,
  socksGreeting,
  socksName,
  socksV4,
  eventually,
} from './raw-client';
import { SPELLINGS } from './address-spellings';
import { COUNTED_CHANNEL } from '../../../src/gateway/gateway';

/** Platform routes on the port of the echo service. */
const FORBIDDEN = [
  '/',
  '/api/v1/wallet/balance',
  '/sandbox/inbox',
  '/sandbox/korapay',
  '/sandbox/echoes',
  '/sandbox/echo/../inbox',
  '/sandbox/echo/%2e%2e/inbox',
  '/sandbox/echo/..%2f..%2fapi/v1/users',
  '//sandbox/echo',
];

describe.each([
  ['with the sandbox', { SANDBOX: 'true' }],
  ['without it', { SANDBOX: 'false' }],
  [
    'in production',
    {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://app@127.0.0.1/app',
      APP_URL: 'https://shop.example.com',
    },
  ],
])('Private network protection, %s', (_mode, env) => {
  let gateway: TestGateway;
  let api: Origin;
  const isSandbox = 'SANDBOX' in env && env.SANDBOX === 'true';

  beforeAll(async () => {
    gateway = await startTestGateway({}, env);
    gateway.credentials.put();
    gateway.names.names.set('rebind.example.com', ['127.0.0.1']);
    api = await startOrigin('127.0.0.1', gateway.config.http.port);
  });
  afterEach(() => {
    // No refused request may have reached the platform.
    for (const { url } of api.seen) expect(url).toMatch(/^\/sandbox\/echo(\?|$)/);
    api.seen.length = 0;
  });
  afterAll(async () => {
    await gateway.stop();
    await api.close();
  });

  const proxy = () => `http://user1:secret@127.0.0.1:${gateway.config.gateway.httpPort}`;
  const forwarded = async (host: string, path: string, port = gateway.config.http.port) => {
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    client.write(`GET http://${host}:${port}${path} HTTP/1.1\r\nHost: ${host}\r\n${basic()}\r\n`);
    const answer = await client.readUntil('}');
    client.destroy();
    return answer;
  };
  const connected = async (host: string, port: number) => {
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    client.write(`CONNECT ${host}:${port} HTTP/1.1\r\nHost: ${host}\r\n${basic()}\r\n`);
    return { client, answer: await client.readUntil('\r\n\r\n') };
  };
  const socksed = async (request: number[]) => {
    const client = await RawClient.open(gateway.config.gateway.socksPort);
    client.write([...socksGreeting, ...socksAuth(), ...request]);
    const answer = [...(await client.read(14))];
    return { client, reply: answer[5] };
  };

  it.each([...SPELLINGS, 'rebind.example.com'])('blocks %s', async (host) => {
    const path = '/api/v1/wallet/balance';
    expect(await forwarded(host, path)).toContain('X-Proxy-Error: TARGET_BLOCKED');
    const other = await forwarded(host, '/', api.port + 1);
    expect(other).toContain('X-Proxy-Error: TARGET_BLOCKED');
    const { client, answer } = await connected(host, api.port + 1);
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
    client.destroy();
    const socks = await socksed(socksName(host, api.port + 1));
    expect(socks.reply).toBe(2);
    socks.client.destroy();
  });

  it.each(['[fe80::1%eth0]', '[2a00:1450::1%25eth0]'])('blocks the zone in %s', async (host) => {
    expect(await forwarded(host, '/')).toMatch(/^HTTP\/1\.1 40[03] /);
    const { client, answer } = await connected(host, 80);
    expect(answer).toMatch(/^HTTP\/1\.1 40[03] /);
    client.destroy();
    const socks = await socksed(socksName(host, 80));
    expect(socks.reply).toBe(2);
    socks.client.destroy();
  });

  it('blocks private SOCKS5 addresses', async () => {
    const v4 = await socksed(socksV4('169.254.169.254', 80));
    const mapped = [...Array<number>(10).fill(0), 255, 255, 127, 0, 0, 1];
    const v6 = await socksed([5, 1, 0, 4, ...mapped, 0, 80]);
    const translated = [...Array<number>(8).fill(0), 255, 255, 0, 0, 127, 0, 0, 1];
    const siit = await socksed([5, 1, 0, 4, ...translated, 0, 80]);
    expect([v4.reply, v6.reply, siit.reply]).toEqual([2, 2, 2]);
    [v4, v6, siit].forEach(({ client }) => client.destroy());
  });

  it.each(FORBIDDEN)('does not expose %s', async (path) => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect(await forwarded(host, path)).toContain('X-Proxy-Error: TARGET_BLOCKED');
    for (const open of [
      () => connected('127.0.0.1', api.port),
      () => socksed(socksName('localhost', api.port)),
    ]) {
      const opened = await open();
      if (isSandbox) {
        opened.client.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
        expect(await opened.client.readUntil('}')).toContain('X-Proxy-Error: TARGET_BLOCKED');
      } else if ('reply' in opened) {
        expect(opened.reply).toBe(2);
      } else {
        expect(opened.answer).toMatch(/^HTTP\/1\.1 403 /);
      }
      opened.client.destroy();
    }
  });

  if (!isSandbox) {
    it('does not expose the echo service', async () => {
      expect(await forwarded('localhost', '/sandbox/echo')).toContain('TARGET_BLOCKED');
    });
    return;
  }

  it('exposes the echo service to forwarded requests and tunnels', async () => {
    const url = `http://localhost:${api.port}/sandbox/echo?x=1`;
    const socks = `127.0.0.1:${gateway.config.gateway.socksPort}`;
    const results = [
      await curl('-x', proxy(), url),
      await curl('-p', '-x', proxy(), url),
      await curl('--socks5-hostname', socks, '-U', 'user1:secret', url),
      await curl('--socks5', socks, '-U', 'user1:secret', '-d', 'body', url),
    ];
    expect(results.map((r) => r.status)).toEqual([200, 200, 200, 200]);
    // The simulated exit's own address is what the echo sees.
    expect(api.seen.map((r) => r.from)).toEqual(
      Array(4).fill(hasManyLoopbacks ? '127.10.0.1' : '127.0.0.1'),
    );
    expect(api.seen[3]).toMatchObject({ method: 'POST', body: 'body' });
  });

  it('checks every request of a tunnel', async () => {
    const { client } = await connected('localhost', api.port);
    const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    client.write(get('/sandbox/echo'));
    expect(await client.readUntil('"end":true}')).toContain('200 OK');
    client.write(get('/api/v1/users') + get('/sandbox/inbox'));
    expect(await client.readUntil('}')).toContain('403 Forbidden');
    client.destroy();
  });

  it('rejects CONNECT and Upgrade inside a tunnel', async () => {
    for (const head of [
      `CONNECT localhost:${api.port} HTTP/1.1\r\nHost: x\r\n\r\n`,
      `GET http://localhost:${api.port}/api/v1 HTTP/1.1\r\nHost: x\r\n\r\n`,
      'GET /api/v1 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    ]) {
      const { client } = await connected('localhost', api.port);
      client.write(head);
      expect(await client.readUntil('}')).toMatch(/^$|^HTTP\/1\.1 40[03] /);
      client.destroy();
    }
  });
});

describe('Usage by host', () => {
  let gateway: TestGateway;
  let origin: Origin;

  beforeAll(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin();
    gateway.open.add(origin.port);
    for (const name of ['origin.test', 'other.test']) gateway.names.names.set(name, ['127.0.0.1']);
  });
  afterAll(async () => {
    await gateway.stop();
    await origin.close();
  });

  const count = (...proxyIds: number[]) => {
    gateway.targets.proxies = proxyIds;
    return gateway.gateway.onChange(COUNTED_CHANNEL, '');
  };
  const open = () => RawClient.open(gateway.config.gateway.httpPort);
  const tunnel = async (user: string, host: string) => {
    const client = await open();
    client.write(`CONNECT ${host}:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
    expect(await client.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    return client;
  };
  const fetchThrough = async (user: string, host: string, bytes: number) => {
    const client = await tunnel(user, host);
    client.write(`GET /bytes/${bytes} HTTP/1.0\r\n\r\n`);
    const answer = await client.readToEnd();
    client.destroy();
    return answer.length;
  };
  const saved = async () => {
    await gateway.gateway.flush();
    return gateway.targets.totals;
  };

  it('is the metered usage, divided by host, over every protocol', async () => {
    const { username, proxyId } = gateway.credentials.put();
    await count(proxyId);
    const first = await fetchThrough(username, 'origin.test', 5000);
    const second = await fetchThrough(username, 'Origin.TEST.', 7000);
    const request = `GET http://other.test:${origin.port}/bytes/300 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${basic(username)}\r\n`;
    const client = await open();
    client.write(request);
    await client.readToEnd();
    client.destroy();
    const socks = await RawClient.open(gateway.config.gateway.socksPort);
    const greeting = [
      ...socksGreeting,
      ...socksAuth(username),
      ...socksName('other.test', origin.port),
    ];
    socks.write(Buffer.from(greeting));
    await socks.read(14);
    socks.write('GET /bytes/100 HTTP/1.0\r\n\r\n');
    await socks.readToEnd();
    socks.destroy();
    await eventually(() => gateway.gateway.live.size === 0, 'every connection is closed');
    const totals = await saved();
    expect(Object.keys(totals).sort()).toEqual([`${proxyId} origin.test`, `${proxyId} other.test`]);
    expect(totals[`${proxyId} origin.test`]).toMatchObject({ down: first + second, requests: 2 });
    const metered = gateway.usage.totals.get(proxyId)!;
    const sum = (key: 'up' | 'down' | 'requests') =>
      Object.values(totals).reduce((all, one) => all + one[key], 0);
    expect({ up: sum('up'), down: sum('down'), requests: sum('requests') }).toEqual(metered);
  });

  it('keeps nothing of proxies whose owners have not asked for it, from the moment that they switch it off', async () => {
    const asked = gateway.credentials.put();
    const silent = gateway.credentials.put();
    await count(asked.proxyId);
    await fetchThrough(silent.username, 'origin.test', 100);
    const open = await tunnel(asked.username, 'origin.test');
    open.write('GET /bytes/100 HTTP/1.0\r\n\r\n');
    await open.readToEnd();
    await count();
    await fetchThrough(asked.username, 'other.test', 100);
    open.destroy();
    const hosts = Object.keys(await saved());
    expect(hosts.filter((key) => key.startsWith(`${silent.proxyId} `))).toEqual([]);
    expect(hosts.filter((key) => key === `${asked.proxyId} other.test`)).toEqual([]);
  });

  it('grows while a tunnel is open', async () => {
    const { username, proxyId } = gateway.credentials.put();
    await count(proxyId);
    const client = await tunnel(username, 'origin.test');
    client.write('GET /bytes/2000 HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('\r\n\r\n');
    await eventually(
      async () => ((await saved())[`${proxyId} origin.test`]?.down ?? 0) > 2000,
      'the open tunnel is saved',
    );
    client.destroy();
  });
});
