import { createServer, type AddressInfo, type Server } from 'node:net';
import { LiveConnection } from '../../../src/gateway/meter/live-connection';
import { startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin } from './origin';
import { basic, eventually, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';

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
