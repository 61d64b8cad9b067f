import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { poll } from '../../../src/embedded/poll';
import { startTestGateway, type TestGateway } from './fixtures';
import { basic, eventually, RawClient } from './raw-client';

/** RFC 9110 and RFC 9112 through the proxy, byte by byte. */
describe('HTTP semantics', () => {
  let gateway: TestGateway;
  let target: Server;
  let port: number;
  let serve: (target: RawTarget) => Promise<void> | void;
  const sockets = new Set<Socket>();

  /** The target's side of a connection. */
  class RawTarget {
    #text = '';
    #wake: () => void = () => undefined;

    constructor(readonly socket: Socket) {
      socket.on('data', (chunk) => {
        this.#text += chunk.toString('latin1');
        this.#wake();
      });
    }

    async readUntil(mark: string): Promise<string> {
      while (!this.#text.includes(mark))
        await new Promise<void>((resolve) => (this.#wake = resolve));
      const end = this.#text.indexOf(mark) + mark.length;
      const text = this.#text.slice(0, end);
      this.#text = this.#text.slice(end);
      return text;
    }

    write(text: string): void {
      this.socket.write(text, 'latin1');
    }
  }

  beforeAll(async () => {
    gateway = await startTestGateway();
    target = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
      void serve(new RawTarget(socket));
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    port = (target.address() as AddressInfo).port;
    gateway.open.add(port);
    gateway.names.names.set('target.test', ['127.0.0.1']);
    gateway.credentials.put();
  });
  afterEach(async () => {
    sockets.forEach((socket) => socket.destroy());
    const text = () => gateway.gateway.metrics.registry.metrics();
    const isIdle = async () => (await text()).includes('\ngateway_connections_open 0\n');
    expect(await poll(isIdle, 20_000)).toBe(true);
  });
  afterAll(async () => {
    await gateway.stop();
    target.close();
  });

  const HEAD_END = '\r\n\r\n';
  const url = (path = '/') => `http://target.test:${port}${path}`;
  const ask = async (line: string, fields = '', body = '') => {
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    client.write(`${line}\r\nHost: x\r\n${basic()}${fields}\r\n${body}`);
    return client;
  };
  const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  it('asks the target whether to continue, and tells the client', async () => {
    let request = '';
    serve = async (to) => {
      request = await to.readUntil(HEAD_END);
      to.write(
        'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\nConnection: X-Hop\r\nX-Hop: 1\r\n\r\n',
      );
      to.write('HTTP/1.1 100 Continue\r\n\r\n');
      await to.readUntil('body');
      to.write(OK);
    };
    const client = await ask(
      `PUT ${url()} HTTP/1.1`,
      'Expect: 100-continue\r\nContent-Length: 4\r\n',
    );
    expect(await client.readUntil(HEAD_END)).toBe(
      'HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n',
    );
    expect(await client.readUntil(HEAD_END)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    expect(request).toContain('Expect: 100-continue\r\n');
    client.write('body');
    expect(await client.readUntil('ok')).toMatch(/^HTTP\/1\.1 200 OK/);
    client.destroy();
  });

  it('passes on a refusal of the target before the body is sent', async () => {
    serve = async (to) => {
      await to.readUntil(HEAD_END);
      to.write('HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno');
    };
    const client = await ask(
      `PUT ${url()} HTTP/1.1`,
      'Expect: 100-continue\r\nContent-Length: 4000000\r\n',
    );
    const answer = await client.readToEnd();
    expect(answer).toMatch(/^HTTP\/1\.1 413 Too Large[^]*Connection: close\r\n\r\nno$/);
    client.destroy();
  });

  it('keeps interim responses from an HTTP/1.0 client', async () => {
    serve = async (to) => {
      await to.readUntil(HEAD_END);
      to.write(`HTTP/1.1 103 Early Hints\r\n\r\n${OK}`);
    };
    const client = await ask(`GET ${url()} HTTP/1.0`);
    expect(await client.readToEnd()).toMatch(/^HTTP\/1\.1 200 OK[^]*ok$/);
    client.destroy();
  });

  it('passes on chunks and trailers in both directions', async () => {
    let request = '';
    const body = '4\r\nbody\r\n0\r\nX-Sum: 1\r\n\r\n';
    serve = async (to) => {
      request = (await to.readUntil(HEAD_END)) + (await to.readUntil(HEAD_END));
      to.write(
        `HTTP/1.1 200 OK\r\nTrailer: X-End\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-End: 1\r\n\r\n`,
      );
    };
    const client = await ask(
      `POST ${url()} HTTP/1.1`,
      'Connection: TE\r\nTE: gzip, trailers\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n',
      body,
    );
    const answer = (await client.readUntil(HEAD_END)) + (await client.readUntil(HEAD_END));
    expect(request).toMatch(/Trailer: X-Sum\r\n[^]*TE: trailers\r\nConnection: close, TE\r\n/);
    expect(request.endsWith(`${HEAD_END}${body}`)).toBe(true);
    expect(answer).toMatch(/Trailer: X-End\r\n[^]*\r\n2\r\nok\r\n0\r\nX-End: 1\r\n\r\n$/);
    client.destroy();
  });

  it('takes the chunks off a response for an HTTP/1.0 client', async () => {
    serve = async (to) => {
      await to.readUntil(HEAD_END);
      to.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\no');
      to.write('k\r\n1\r\n!\r\n0\r\nX-End: 1\r\n\r\n');
    };
    const client = await ask(`GET ${url()} HTTP/1.0`, 'Connection: keep-alive\r\n');
    const answer = await client.readToEnd();
    expect(answer).not.toMatch(/chunked/i);
    expect(answer.endsWith(`${HEAD_END}ok!`)).toBe(true);
    client.destroy();
  });

  it('joins client and target after an upgrade, and meters what follows', async () => {
    let request = '';
    const switching =
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket';
    serve = async (to) => {
      request = await to.readUntil(HEAD_END);
      to.write(`${switching}\r\nSec-WebSocket-Accept: x\r\n\r\nhello`);
      to.write(`<${await to.readUntil('ping')}>`);
    };
    const { username, proxyId } = gateway.credentials.put();
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    client.write(
      `GET ${url('/ws')} HTTP/1.1\r\nHost: x\r\n${basic(username)}Connection: keep-alive, Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n',
    );
    expect(await client.readUntil('hello')).toBe(
      'HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: x\r\n' +
        'Upgrade: websocket\r\nConnection: Upgrade\r\n\r\nhello',
    );
    expect(request).toBe(
      `GET /ws HTTP/1.1\r\nHost: target.test:${port}\r\nSec-WebSocket-Version: 13\r\n` +
        'Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    );
    client.write('ping');
    expect(await client.readUntil('>')).toBe('<ping>');
    client.destroy();
    await eventually(() => sockets.size === 0, 'the target is let go');
    await gateway.gateway.flush();
    expect(gateway.usage.totals.get(proxyId)).toEqual({
      up: request.length + 4,
      down: `${switching}\r\nSec-WebSocket-Accept: x\r\n\r\nhello<ping>`.length,
      requests: 1,
    });
  });

  it('goes on in HTTP where the target does not upgrade', async () => {
    serve = async (to) => {
      for (;;) {
        await to.readUntil(HEAD_END);
        to.write(OK);
      }
    };
    const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
    const client = await ask(`GET ${url()} HTTP/1.1`, upgrade);
    expect(await client.readUntil('ok')).toMatch(/^HTTP\/1\.1 200 OK/);
    client.write(`GET ${url()} HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`);
    expect(await client.readUntil('ok')).toMatch(/^HTTP\/1\.1 200 OK/);
    client.destroy();
  });

  it('answers a request that no further proxy may pass on, and counts down the others', async () => {
    let request = '';
    serve = async (to) => {
      request = await to.readUntil(HEAD_END);
      to.write(OK);
    };
    const client = await ask(`TRACE ${url('/t')} HTTP/1.1`, 'Max-Forwards: 0\r\nCookie: a\r\n');
    expect(await client.readUntil(`HTTP/1.1\r\nHost: x\r\nMax-Forwards: 0${HEAD_END}`)).toMatch(
      /^HTTP\/1\.1 200 OK\r\nContent-Type: message\/http\r\n/,
    );
    client.write(`OPTIONS ${url('')} HTTP/1.1\r\n${basic()}Max-Forwards: 2\r\n\r\n`);
    await client.readUntil('ok');
    expect(request).toMatch(/^OPTIONS \* HTTP\/1\.1\r\n[^]*Max-Forwards: 1\r\n/);
    client.destroy();
    expect(request).not.toContain('TRACE');
  });

  it.each([
    ['http_request_denied', () => `http://target.test:25/`],
    ['destination_ip_prohibited', () => 'http://10.0.0.1/'],
    ['dns_error', () => 'http://no.test/'],
    ['connection_refused', () => 'http://target.test:9/'],
    ['http_protocol_error', () => url()],
    ['http_request_error', () => '/'],
  ])('names the error %s in Proxy-Status', async (type, to) => {
    gateway.open.add(9);
    serve = (raw) => raw.write('SSH-2.0-OpenSSH\r\n');
    const client = await ask(`GET ${to()} HTTP/1.1`);
    expect(await client.readUntil('}')).toContain(
      `\r\nProxy-Status: nairaproxy; error=${type}\r\n`,
    );
    client.destroy();
  });

  it('keeps fields of one connection from the other, in both directions', async () => {
    let request = '';
    serve = async (to) => {
      request = await to.readUntil(HEAD_END);
      to.write(
        'HTTP/1.1 200 OK\r\nConnection: X-One\r\nconnection: x-two, Content-Length\r\nX-One: 1\r\nX-Two: 2\r\n' +
          'Keep-Alive: timeout=99\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\nX: y\r\n\r\nok',
      );
    };
    const client = await ask(`GET ${url()} HTTP/1.1`, 'Connection: X-A\r\nX-A: 1\r\nX-B: 2\r\n');
    expect(await client.readUntil('ok')).toBe(
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX: y\r\nConnection: keep-alive\r\nKeep-Alive: timeout=60\r\n\r\nok',
    );
    expect(request).toBe(
      `GET / HTTP/1.1\r\nHost: target.test:${port}\r\nX-B: 2\r\nConnection: keep-alive\r\n\r\n`,
    );
    client.destroy();
  });

  it('reads no further than a few kilobytes beyond the request that it forwards', async () => {
    serve = () => undefined;
    const client = await ask(`GET ${url()} HTTP/1.1`, 'Connection: close\r\n');
    await eventually(() => sockets.size === 1, 'the first request is forwarded');
    const request = `GET ${url()} HTTP/1.1\r\nHost: x\r\n${basic()}X: ${'x'.repeat(10_000)}\r\n\r\n`;
    for (let sent = 0; sent < 4_000; sent++) client.write(request);
    await new Promise((resolve) => setTimeout(resolve, 300));
    // The rest waits in the client: the system's own buffers take some megabytes.
    expect(client.socket.writableLength).toBeGreaterThan(20_000_000);
    expect(sockets.size).toBe(1);
    client.destroy();
  });

  it('charges an aborted download for what the client was sent', async () => {
    let sent = 0;
    serve = async (to) => {
      await to.readUntil(HEAD_END);
      const size = 400_000_000;
      to.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
      const chunk = Buffer.alloc(65_536);
      const pour = () => {
        while (sent < size && to.socket.writable) {
          sent += chunk.length;
          if (!to.socket.write(chunk)) return;
        }
      };
      to.socket.on('drain', pour);
      pour();
    };
    const { username, proxyId } = gateway.credentials.put();
    const accepted: Socket[] = [];
    const note = (message: unknown) => accepted.push((message as { socket: Socket }).socket);
    subscribe('net.server.socket', note);
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    let received = 0;
    client.socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
      client.socket.pause();
    });
    client.write(`GET ${url()} HTTP/1.1\r\nHost: x\r\n${basic(username)}\r\n`);
    await eventually(() => received > 0, 'the download begins');
    // Until the buffers of the system are full on both connections.
    for (let before = -1; before !== sent;) {
      before = sent;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    unsubscribe('net.server.socket', note);
    const atGateway = accepted.find((s) => s.localPort === gateway.config.gateway.httpPort)!;
    const handedOver = atGateway.bytesWritten - atGateway.writableLength;
    client.destroy();
    await eventually(() => sockets.size === 0, 'the target is let go');
    await gateway.gateway.flush();
    expect(gateway.usage.totals.get(proxyId)!.down - handedOver).toBeLessThan(200_000);
  });
});
