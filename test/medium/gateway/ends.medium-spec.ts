import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTestGateway, type TestGateway } from './fixtures';
import { basic, eventually, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const PROTOCOLS = ['http', 'connect', 'socks5'] as const;
type Protocol = (typeof PROTOCOLS)[number];

/** Every state of a connection notices the end of either side, and passes on of what kind it was. */
describe('The end of a connection', () => {
  let gateway: TestGateway;
  /** Takes connections, and does with each what the test says. */
  let target: Server;
  let onTarget: (socket: Socket) => void;
  /** An HTTP proxy that answers when it is told to. */
  let upstream: Server;
  let answerUpstream: () => void;
  const sockets = new Set<Socket>();
  const asked = { upstream: 0 };

  beforeAll(async () => {
    gateway = await startTestGateway({ dialMs: 60_000 });
    const keep = (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
      // Read, so that its end is noticed.
      socket.resume();
    };
    target = createServer({ allowHalfOpen: true }, (socket) => {
      keep(socket);
      onTarget(socket);
    });
    upstream = createServer((socket) => {
      // Until then it is a spare connection.
      socket.once('data', () => {
        keep(socket);
        asked.upstream++;
        answerUpstream = () => socket.end('HTTP/1.1 200 OK\r\n\r\nHTTP/1.0 204 No Content\r\n\r\n');
      });
    });
    for (const server of [target, upstream])
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    gateway.open.add(portOf(target));
    gateway.names.names.set('target.test', ['127.0.0.1']);
    const { exits, credentials } = gateway;
    exits.put({
      kind: 'mobile',
      upstream: {
        ...{ protocol: 'http', host: '127.0.0.1', port: portOf(upstream) },
        ...{ username: '', password: '' },
      },
    });
    await gateway.gateway.onChange('gateway_exit', '');
    credentials.put({ username: 'near' });
    credentials.put({ username: 'far', kind: 'mobile' });
  });
  afterEach(() => {
    RawClient.destroyAll();
    sockets.forEach((socket) => socket.destroy());
  });
  afterAll(async () => {
    await gateway.stop();
    target.close();
    upstream.close();
  });

  const isIdle = () => gateway.gateway.live.size === 0 && sockets.size === 0;
  const open = (protocol: Protocol) => {
    const { socksPort, httpPort } = gateway.config.gateway;
    return RawClient.open(protocol === 'socks5' ? socksPort : httpPort);
  };
  const requestOf = (protocol: Protocol, user: string): Buffer => {
    const port = portOf(target);
    if (protocol === 'socks5')
      return Buffer.from([...socksGreeting, ...socksAuth(user), ...socksName('target.test', port)]);
    const place =
      protocol === 'http' ? `GET http://target.test:${port}/` : `CONNECT target.test:${port}`;
    return Buffer.from(`${place} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
  };
  /** A client whose request has reached the target. */
  const connected = async (protocol: Protocol) => {
    const reached = new Promise<Socket>((resolve) => (onTarget = resolve));
    const client = await open(protocol);
    client.write(requestOf(protocol, 'near'));
    if (protocol === 'connect') expect(await client.readUntil('\r\n\r\n')).toContain(' 200 ');
    if (protocol === 'socks5') expect(await client.read(14)).toHaveLength(14);
    const socket = await reached;
    return { client, socket };
  };
  const wasReset = async (client: RawClient) => {
    let error: NodeJS.ErrnoException | undefined;
    client.socket.once('error', (e) => (error = e));
    await client.readToEnd();
    await eventually(() => client.socket.closed, 'the client has closed');
    return error?.code === 'ECONNRESET';
  };

  describe('of a client that leaves while the gateway dials', () => {
    it.each(
      PROTOCOLS.flatMap((protocol) => [
        [protocol, 'closes'],
        [protocol, 'resets'],
      ]) as [Protocol, string][],
    )('frees the connection at once: %s, %s', async (protocol, how) => {
      // A plain request is complete, so that the end of its client's side is no sign that it left.
      const isGone = how === 'resets' || protocol !== 'http';
      const before = asked.upstream;
      const client = await open(protocol);
      client.write(requestOf(protocol, 'far'));
      await eventually(() => asked.upstream > before, 'the upstream is asked');
      expect(gateway.gateway.live.size).toBe(1);
      if (how === 'resets') client.socket.resetAndDestroy();
      else client.socket.end();
      if (!isGone) answerUpstream();
      await eventually(isIdle, 'nothing is left');
    });

    it.each(['connect', 'socks5'] as const)(
      'has what it sent before delivered: %s',
      async (protocol) => {
        onTarget = (socket) => void socket.pipe(socket);
        const client = await open(protocol);
        client.socket.end(Buffer.concat([requestOf(protocol, 'near'), Buffer.from('early data')]));
        expect(await client.readToEnd()).toMatch(/early data$/);
        await eventually(isIdle, 'nothing is left');
      },
    );

    it('leaves nothing behind, at whatever moment', async () => {
      onTarget = (socket) => {
        socket.once('end', () => socket.end());
        socket.once('data', () => socket.end('HTTP/1.0 204 No Content\r\n\r\n'));
      };
      const leave = async (index: number) => {
        const protocol = PROTOCOLS[index % 3]!;
        const client = await open(protocol);
        client.write(requestOf(protocol, 'near'));
        for (let turns = (index * 7) % 23; turns > 0; turns--)
          await new Promise((resolve) => setImmediate(resolve));
        if (index % 2 === 0) client.socket.resetAndDestroy();
        else client.destroy();
      };
      for (let group = 0; group < 10; group++)
        await Promise.all(Array.from({ length: 100 }, (_, i) => leave(group * 100 + i)));
      await eventually(isIdle, 'nothing is left');
      expect(gateway.gateway.live.size).toBe(0);
    });
  });

  describe('of a client that has only finished sending', () => {
    const requests = (count: number) =>
      Buffer.concat(Array.from({ length: count }, () => requestOf('http', 'near')));

    it.each([1, 3])('leaves it its answers: %d', async (count) => {
      onTarget = (socket) =>
        void socket.once('data', () =>
          socket.end('HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi'),
        );
      const client = await open('http');
      client.socket.end(requests(count));
      const text = await client.readToEnd();
      expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(count);
      expect(text).toMatch(/Connection: close\r\n\r\nhi$/);
      await eventually(isIdle, 'nothing is left');
    });

    it('leaves it the answer to a body that arrives with it', async () => {
      onTarget = (socket) => {
        let text = '';
        socket.on('data', (chunk) => {
          text += chunk.toString();
          if (text.endsWith('0123456789')) socket.end('HTTP/1.0 200 OK\r\n\r\ngot it');
        });
      };
      const client = await open('http');
      const port = portOf(target);
      client.socket.end(
        `POST http://target.test:${port}/ HTTP/1.1\r\nHost: x\r\n${basic('near')}Content-Length: 10\r\n\r\n0123456789`,
      );
      expect(await client.readToEnd()).toMatch(/got it$/);
      await eventually(isIdle, 'nothing is left');
    });

    it('ends a request whose body is not complete', async () => {
      onTarget = (socket) => void socket.once('end', () => socket.end());
      const client = await open('http');
      client.socket.end(
        `POST http://target.test:${portOf(target)}/ HTTP/1.1\r\nHost: x\r\n${basic('near')}Content-Length: 10\r\n\r\n01234`,
      );
      expect(await client.readToEnd()).toBe('');
      await eventually(isIdle, 'nothing is left');
    });
  });

  describe('that was abnormal', () => {
    it.each(PROTOCOLS)('is a reset for the client: %s', async (protocol) => {
      const { client, socket } = await connected(protocol);
      socket.write('HTTP/1.1 200 OK\r\n\r\nhalf of the');
      await client.readUntil('half of the');
      socket.resetAndDestroy();
      expect(await wasReset(client)).toBe(true);
      await eventually(isIdle, 'nothing is left');
    });

    it.each(PROTOCOLS)('is a reset for the target: %s', async (protocol) => {
      const { client, socket } = await connected(protocol);
      let code: string | undefined;
      socket.once('error', (error: NodeJS.ErrnoException) => (code = error.code)).resume();
      socket.write('HTTP/1.1 200 OK\r\n\r\nhalf of the');
      await client.readUntil('half of the');
      client.socket.resetAndDestroy();
      await eventually(() => code === 'ECONNRESET', 'the target is reset');
      await eventually(isIdle, 'nothing is left');
    });

    it('is a reset where chunks were unwrapped for HTTP/1.0', async () => {
      onTarget = (socket) =>
        void socket.once('data', () => {
          socket.end('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nwhole\r\n5\r\nha');
        });
      const client = await open('http');
      client.write(requestOf('http', 'near').toString().replace('HTTP/1.1', 'HTTP/1.0'));
      await client.readUntil('whole');
      expect(await wasReset(client)).toBe(true);
    });

    it.each(PROTOCOLS)('where a quota ends it, after its last bytes: %s', async (protocol) => {
      const { client, socket } = await connected(protocol);
      const limited = [...gateway.gateway.live][0]!.account;
      socket.once('end', () => socket.end());
      socket.write('HTTP/1.1 200 OK\r\n\r\nall that is left');
      await client.readUntil('all that is left');
      for (const connection of [...limited.connections])
        (connection as { cut(r: string): void }).cut('QUOTA_EXCEEDED');
      expect(await wasReset(client)).toBe(true);
      await eventually(isIdle, 'nothing is left');
    });

    it('of a tunnel in which nothing moves is clean', async () => {
      const { client, socket } = await connected('connect');
      socket.once('end', () => socket.end());
      [...gateway.gateway.live][0]!.cut('IDLE');
      expect(await client.readToEnd()).toBe('');
      client.socket.end();
      expect(await wasReset(client)).toBe(false);
    });

    it('of one side that has sent everything is none for the other', async () => {
      const { client, socket } = await connected('connect');
      client.write('upload');
      socket.end('the whole answer');
      expect(await client.readToEnd()).toBe('the whole answer');
      socket.resetAndDestroy();
      client.socket.end();
      expect(await wasReset(client)).toBe(false);
    });
  });
});
