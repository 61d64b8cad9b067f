import { curl } from './curl';
import { startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin, type SeenRequest } from './origin';
import { basic, eventually, RawClient } from './raw-client';

describe('Forwarding requests', () => {
  let gateway: TestGateway;
  let origin: Origin;

  beforeAll(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin();
    gateway.open.add(origin.port);
    gateway.names.names.set('origin.test', ['127.0.0.1']);
    gateway.credentials.put();
    gateway.credentials.put();
  });
  beforeEach(() => void (origin.seen.length = 0));
  afterAll(async () => {
    await gateway.stop();
    await origin.close();
  });

  const open = () => RawClient.open(gateway.config.gateway.httpPort);
  const url = (path = '/') => `http://origin.test:${origin.port}${path}`;
  const END = '"end":true}';

  it('tells the target nothing about the customer or the proxy', async () => {
    const client = await open();
    client.write(
      `GET ${url('/x')} HTTP/1.1\r\nHost: elsewhere.test\r\n${basic()}` +
        'Proxy-Connection: keep-alive\r\nConnection: keep-alive, X-Hop\r\nX-Hop: 1\r\n' +
        'X-Mine: Kept\r\nTE: trailers\r\nUpgrade: h2c\r\nExpect: 100-continue\r\n\r\n',
    );
    const answer = await client.readUntil(END);
    expect(origin.seen[0]?.rawHeaders).toEqual([
      'Host',
      `origin.test:${origin.port}`,
      'X-Mine',
      'Kept',
      'Connection',
      'close',
    ]);
    expect(answer).toContain('X-Origin: yes');
    expect(answer).not.toMatch(/via:|timeout=99|proxy-/i);
    client.destroy();
  });

  it('keeps the client connection for the next request', async () => {
    const client = await open();
    for (const path of ['/1', '/2', '/3']) {
      client.write(`GET ${url(path)} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
      expect(await client.readUntil(END)).toContain(`"url":"${path}"`);
    }
    client.destroy();
  });

  it('answers pipelined requests in their order', async () => {
    const client = await open();
    const get = (path: string) => `GET ${url(path)} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`;
    client.write(get('/1') + get('/2') + get('/3'));
    for (const path of ['/1', '/2', '/3'])
      expect(await client.readUntil(END)).toContain(`"url":"${path}"`);
    client.destroy();
  });

  it('gives every request a connection of its own to the target', async () => {
    const before = origin.accepted;
    const client = await open();
    for (const user of ['user1', 'user2', 'user1']) {
      client.write(`GET ${url()} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
      await client.readUntil(END);
    }
    expect(origin.accepted - before).toBe(3);
    client.destroy();
  });

  it('leaves the path as it was written', async () => {
    const client = await open();
    client.write(`GET ${url('/a/../b%2F?q=[1]')} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    await client.readUntil(END);
    expect(origin.seen[0]?.url).toBe('/a/../b%2F?q=[1]');
    client.destroy();
  });

  it('passes methods, bodies and empty answers on', async () => {
    const proxy = `http://user1:secret@127.0.0.1:${gateway.config.gateway.httpPort}`;
    const head = await curl('-I', '-x', proxy, url('/bytes/123'));
    expect(head).toMatchObject({ code: 0, status: 200 });
    expect(head.stdout).toMatch(/content-length: 123/i);
    const put = await curl('-X', 'PUT', '-d', 'abc', '-x', proxy, url());
    expect(JSON.parse(put.stdout)).toMatchObject({ method: 'PUT', body: 'abc' });
    const bare = await curl('-X', 'POST', '-x', proxy, url());
    const seen = JSON.parse(bare.stdout) as SeenRequest;
    expect(seen.headers).toMatchObject({ 'content-length': '0' });
    expect(seen.headers['transfer-encoding']).toBeUndefined();
  });

  it('moves a large body intact in both directions', async () => {
    const proxy = `http://user1:secret@127.0.0.1:${gateway.config.gateway.httpPort}`;
    const { stdout } = await curl('-x', proxy, url('/bytes/5000000'));
    expect(stdout).toHaveLength(5_000_000);
  });

  it('lets go of the target when the client leaves in the middle', async () => {
    const client = await open();
    client.write(`GET ${url('/drip')} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    await client.readUntil('drip');
    client.destroy();
    await eventually(() => origin.sockets.size === 0, 'the target is let go');
  });

  it('shows a broken response as broken', async () => {
    const client = await open();
    client.write(`GET ${url('/drip')} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    await client.readUntil('drip');
    origin.sockets.forEach((socket) => socket.destroy());
    expect(await client.readToEnd()).not.toContain('\r\n0\r\n\r\n');
    client.destroy();
  });
});
