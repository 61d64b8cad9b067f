import { createServer, type AddressInfo, type Server, type Socket, connect } from 'node:net';
import { curl } from './curl';
import { startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin, type SeenRequest } from './origin';
import { basic, eventually, RawClient } from './raw-client';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { hash, LENGTH, pattern } from './byte-pattern';
import { slowMeter } from './slow-meter';

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

const END_OF_HEAD = '\r\n\r\n';

/** More than the system takes for a client that does not read. */
const REPEATS = 6;

const BODY = REPEATS * LENGTH;

const body = (key: number) => Buffer.concat(Array.from({ length: REPEATS }, () => pattern(key)));

/** `/<key>` answers with the pattern of that key, and the head in two parts that arrive apart. */
async function answer(socket: Socket, key: number): Promise<void> {
  const head = `HTTP/1.1 200 OK\r\nX-Key: ${key}\r\nContent-Length: ${BODY}${END_OF_HEAD}`;
  socket.write(head.slice(0, 30));
  await delay(1 + (key % 5));
  socket.write(head.slice(30));
  socket.write(body(key));
}

describe('Bodies of forwarded responses', () => {
  let gateway: TestGateway;
  let target: Server;
  let port: number;

  beforeAll(async () => {
    gateway = await startTestGateway();
    target = createServer({ noDelay: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (request) => {
        const key = /^GET \/(\d+) /.exec(request.toString('latin1'))?.[1];
        if (key !== undefined) void answer(socket, Number(key));
      });
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    port = (target.address() as AddressInfo).port;
    gateway.open.add(port);
    gateway.names.names.set('target.test', ['127.0.0.1']);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await gateway.stop();
    target.close();
  });

  /** The bytes of two responses over one connection. */
  async function download(user: string, keys: readonly [number, number]): Promise<string[]> {
    const socket = connect({ host: '127.0.0.1', port: gateway.config.gateway.httpPort });
    const ask = (key: number) =>
      socket.write(
        `GET http://target.test:${port}/${key} HTTP/1.1\r\nHost: x\r\n${basic(user)}${END_OF_HEAD.slice(2)}`,
      );
    const digests: string[] = [];
    let digest = createHash('sha1');
    let head = '';
    let left = -1;
    ask(keys[0]);
    for await (const part of socket) {
      let bytes = part as Buffer;
      if (left < 0) {
        head += bytes.toString('latin1');
        const end = head.indexOf(END_OF_HEAD);
        if (end < 0) continue;
        expect(head).toContain(`X-Key: ${keys[digests.length]}\r\n`);
        bytes = Buffer.from(head.slice(end + END_OF_HEAD.length), 'latin1');
        left = BODY;
        if (keys[0] % 2 === 0) await delay(100);
      }
      digest.update(bytes);
      left -= bytes.length;
      if (keys[0] % 2 === 0) await delay(keys[0] % 3);
      if (left > 0) continue;
      digests.push(digest.digest('hex'));
      if (digests.length === 2) break;
      digest = createHash('sha1');
      head = '';
      left = -1;
      ask(keys[1]);
    }
    socket.destroy();
    return digests;
  }

  it('stay apart when clients read fast and slowly over connections in reuse', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const pairs = Array.from({ length: 6 }, (_, key) => [key, key + 6] as const);
    const received = await Promise.all(pairs.map((keys) => download(username, keys)));
    expect(received).toEqual(pairs.map((keys) => keys.map((key) => hash(body(key)))));
    await gateway.gateway.flush();
    expect(gateway.usage.totals.get(proxyId)!.down).toBeGreaterThan(12 * BODY);
  });

  it('lose nothing that waits for the meter while others are read', async () => {
    const { username } = gateway.credentials.put();
    const onMore = slowMeter(500_000);
    const pairs = [
      [1, 2],
      [5, 7],
    ] as const;
    const received = await Promise.all(pairs.map((keys) => download(username, keys)));
    expect(received).toEqual(pairs.map((keys) => keys.map((key) => hash(body(key)))));
    expect(onMore.mock.calls.length).toBeGreaterThan(20);
  });
});
