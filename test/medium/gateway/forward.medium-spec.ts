import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { curl } from './curl';
import { startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin, type SeenRequest } from './origin';
import { basic, eventually, RawClient } from './raw-client';

describe('HTTP request forwarding', () => {
  let gateway: TestGateway;
  let origin: Origin;

  beforeAll(async () => {
    gateway = await startTestGateway({ halfClosedMs: 100 });
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

  it('hides the customer and the proxy from the target', async () => {
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
      'keep-alive',
    ]);
    expect(answer).toContain('X-Origin: yes');
    expect(answer).not.toMatch(/via:|timeout=99|proxy-/i);
    client.destroy();
  });

  it('keeps the client connection alive', async () => {
    const client = await open();
    await client.writeByteByByte([...Buffer.from('\r\n\r\n')]);
    for (const path of ['/1', '/2', '/3']) {
      client.write(`GET ${url(path)} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
      expect(await client.readUntil(END)).toContain(`"url":"${path}"`);
    }
    client.destroy();
  });

  it('responds to pipelined requests in order', async () => {
    const client = await open();
    const get = (path: string) => `GET ${url(path)} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`;
    client.write(get('/1') + get('/2') + get('/3'));
    for (const path of ['/1', '/2', '/3'])
      expect(await client.readUntil(END)).toContain(`"url":"${path}"`);
    client.destroy();
  });

  describe('connection to the target', () => {
    const ask = async (client: RawClient, user = 'user1', line = `GET ${url()}`) => {
      client.write(`${line} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
      await client.readUntil(END);
    };
    const countConnections = async (work: (client: RawClient) => Promise<void>) => {
      const before = origin.accepted;
      const client = await open();
      await work(client);
      client.destroy();
      await eventually(() => origin.sockets.size === 0, 'the target is let go');
      return origin.accepted - before;
    };

    it('is reused for the next request of the same client', async () => {
      const used = await countConnections(async (client) => {
        for (let request = 0; request < 4; request++) await ask(client);
      });
      expect(used).toBe(1);
    });

    it('is not shared between clients', async () => {
      const other = await open();
      const used = await countConnections(async (client) => {
        for (const user of ['user1', 'user2', 'user1']) await ask(client, user);
        await ask(other);
        other.destroy();
      });
      expect(used).toBe(4);
    });

    it('is new for a non-idempotent request', async () => {
      const used = await countConnections(async (client) => {
        for (let request = 0; request < 3; request++) await ask(client, 'user1', `POST ${url()}`);
      });
      expect(used).toBe(3);
    });

    it('is new for each request of a rotating proxy', async () => {
      const { username } = gateway.credentials.put({ ttlMinutes: -1 });
      const used = await countConnections(async (client) => {
        for (let request = 0; request < 3; request++) await ask(client, username);
      });
      expect(used).toBe(3);
    });

    it('is limited to one idle connection per client', async () => {
      await countConnections(async (client) => {
        for (const name of ['one.test', 'two.test', 'three.test']) {
          gateway.names.names.set(name, ['127.0.0.1']);
          await ask(client, 'user1', `GET http://${name}:${origin.port}/`);
        }
        await eventually(() => origin.sockets.size === 1, 'only the last is kept');
      });
    });

    it('is replaced when the target closes it during reuse', async () => {
      const requestCounts: number[] = [];
      const hasty = createServer((socket) => {
        const connection = requestCounts.push(0) - 1;
        socket
          .on('error', () => undefined)
          .on('data', () => {
            requestCounts[connection]!++;
            if (requestCounts[connection] === 2) return void socket.destroy();
            socket.write('HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n"end":true}\n');
          });
      });
      const port = await listening(hasty);
      gateway.open.add(port);
      const client = await open();
      for (let request = 0; request < 3; request++)
        await ask(client, 'user1', `GET http://origin.test:${port}/`);
      client.destroy();
      hasty.close();
      expect(requestCounts).toEqual([2, 1, 1]);
    });
  });

  it('forwards the path unchanged', async () => {
    const client = await open();
    client.write(`GET ${url('/a/../b%2F?q=[1]')} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    await client.readUntil(END);
    expect(origin.seen[0]?.url).toBe('/a/../b%2F?q=[1]');
    client.destroy();
  });

  it('forwards methods, bodies and empty responses', async () => {
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

  it('forwards a large body intact in both directions', async () => {
    const proxy = `http://user1:secret@127.0.0.1:${gateway.config.gateway.httpPort}`;
    const { stdout } = await curl('-x', proxy, url('/bytes/5000000'));
    expect(stdout).toHaveLength(5_000_000);
  });

  it('closes the target connection when the client disconnects', async () => {
    const client = await open();
    client.write(`GET ${url('/drip')} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    await client.readUntil('drip');
    client.destroy();
    await eventually(() => origin.sockets.size === 0, 'the target is let go');
  });

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'counts no refusal when the client leaves before the response: %s',
    async (leave) => {
      const waiting: Socket[] = [];
      const mute = createServer((socket) => void waiting.push(socket.on('error', () => undefined)));
      const port = await listening(mute.unref());
      gateway.open.add(port);
      const refusals = () => gateway.gateway.metrics.rejected.get();
      const before = await refusals();
      const client = await open();
      client.write(`GET http://origin.test:${port}/ HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
      await eventually(() => waiting.length === 1, 'the target receives the request');
      waiting[0]!.resume().unref();
      client.socket[leave]();
      await eventually(() => waiting[0]!.destroyed, 'the target is let go');
      expect(await refusals()).toEqual(before);
      mute.close();
    },
  );

  it('keeps message framing with more than 2000 headers', async () => {
    const client = await open();
    const inside = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';
    client.write(
      `POST ${url('/one')} HTTP/1.1\r\n${basic()}${'A:\r\n'.repeat(2_100)}` +
        `Content-Length: ${inside.length}\r\n\r\n${inside}`,
    );
    await client.readUntil(END);
    expect(origin.seen.map(({ url: path, body }) => [path, body])).toEqual([['/one', inside]]);
    client.destroy();
  });

  it('passes on an incomplete response as incomplete', async () => {
    const client = await open();
    client.write(`GET ${url('/drip')} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    await client.readUntil('drip');
    origin.sockets.forEach((socket) => socket.destroy());
    expect(await client.readToEnd()).not.toContain('\r\n0\r\n\r\n');
    client.destroy();
  });
});

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
