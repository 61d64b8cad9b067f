import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { MAX_READ } from '../../../src/gateway/net/shared-reads';
import { hash, LENGTH, MIB, pattern } from './byte-pattern';
import { startTestGateway, type TestGateway } from './fixtures';
import { basic, eventually, RawClient } from './raw-client';
import { slowMeter } from './slow-meter';

/** What the system holds, sent or received, of the connections of a local port; at most so much elsewhere. */
function queuedBytes(port: number): number {
  if (process.platform !== 'linux') return 16 * MIB;
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, remote]) => local?.endsWith(suffix) || remote?.endsWith(suffix))
    .flatMap(([, , , , queues]) => (queues ?? '').split(':'))
    .reduce((sum, queue) => sum + Number.parseInt(queue, 16), 0);
}

describe('Relay', () => {
  let gateway: TestGateway;
  let server: Server;
  let port: number;

  beforeAll(async () => {
    gateway = await startTestGateway();
    // The first byte chooses what is sent, the second how often; after a 255, what arrives is sent back.
    server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (first) => {
        if (first.length === 2)
          return void Readable.from(Array<Buffer>(first[1]!).fill(pattern(first[0]!))).pipe(socket);
        if (first[0] !== 255) return void socket.end(pattern(first[0] ?? 0));
        socket.unshift(first.subarray(1));
        socket.pipe(socket);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    gateway.open.add(port);
    gateway.names.names.set('target.test', ['127.0.0.1']);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await gateway.stop();
    server.close();
  });

  const tunnel = async (user: string) => {
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    client.write(`CONNECT target.test:${port} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
    expect(await client.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    return client;
  };
  /** A tunnel whose bytes are not collected. */
  const rawTunnel = async (user: string): Promise<Socket> => {
    const socket = connect({ host: '127.0.0.1', port: gateway.config.gateway.httpPort });
    socket.on('error', () => undefined);
    socket.write(`CONNECT target.test:${port} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
    await new Promise<void>((resolve) => socket.once('data', () => resolve()));
    return socket;
  };

  it('keeps the bytes of many tunnels apart, whose clients read fast and slowly', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const download = async (key: number) => {
      const socket = await rawTunnel(username);
      const digest = createHash('sha1');
      socket.write(Buffer.from([key]));
      for await (const chunk of socket) {
        digest.update(chunk as Buffer);
        if (key % 2 === 0) await delay(key % 3);
      }
      return digest.digest('hex');
    };
    const keys = Array.from({ length: 24 }, (_, key) => key);
    const received = await Promise.all(keys.map(download));
    expect(received).toEqual(keys.map((key) => hash(pattern(key))));
    await gateway.gateway.flush();
    expect(gateway.usage.totals.get(proxyId)).toMatchObject({ up: 24, down: 24 * LENGTH });
  });

  it('keeps the bytes of fast downloads apart that are written from where they were read', async () => {
    const { username } = gateway.credentials.put();
    const TIMES = 20;
    const download = async (key: number) => {
      const socket = await rawTunnel(username);
      const digest = createHash('sha1');
      socket.write(Buffer.from([key, TIMES]));
      let chunks = 0;
      for await (const chunk of socket) {
        digest.update(chunk as Buffer);
        // So that now and then a write has to wait while other tunnels read.
        if (chunks++ % 50 === key) await delay(2);
      }
      return digest.digest('hex');
    };
    const keys = [1, 2, 3, 4];
    const sent = keys.map((key) => hash(Buffer.concat(Array<Buffer>(TIMES).fill(pattern(key)))));
    expect(await Promise.all(keys.map(download))).toEqual(sent);
  });

  it('charges an aborted download for little that the client was not sent', async () => {
    const { username, proxyId } = gateway.credentials.put();
    let isOver = false;
    const hose = createServer((socket) => {
      socket.once('close', () => (isOver = true));
      const chunk = Buffer.alloc(65_536, 'w');
      const pour = () => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on('drain', pour).on('error', () => undefined);
      socket.once('data', pour);
    });
    await new Promise<void>((resolve) => hose.listen(0, '127.0.0.1', resolve));
    const hosePort = (hose.address() as AddressInfo).port;
    gateway.open.add(hosePort);
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    client.write(`CONNECT target.test:${hosePort} HTTP/1.1\r\nHost: x\r\n${basic(username)}\r\n`);
    await client.readUntil('\r\n\r\n');
    const { bytesRead } = client.socket;
    client.write('go');
    await client.read(4 * MIB);
    client.socket.pause();
    // Until nothing moves any more: every buffer on the way is full.
    let charged = -1;
    for (let now = 0; charged !== now; await delay(150)) {
      charged = now;
      await gateway.gateway.flush();
      now = gateway.usage.totals.get(proxyId)?.down ?? 0;
    }
    const sent = client.socket.bytesRead - bytesRead + queuedBytes(client.socket.localPort!);
    expect(charged).toBeGreaterThan(4 * MIB);
    expect(charged - sent).toBeLessThanOrEqual(MAX_READ);
    client.socket.resetAndDestroy();
    await eventually(() => isOver, 'the tunnel is over');
    await gateway.gateway.flush();
    expect(gateway.usage.totals.get(proxyId)?.down).toBe(charged);
    hose.close();
  });

  it('waits for the meter in the middle of a chunk, and loses nothing', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const onMore = slowMeter(50_000);
    const client = await tunnel(username);
    const sent = pattern(7).subarray(0, MIB);
    client.write(Buffer.concat([Buffer.from([255]), sent]));
    client.socket.end();
    const echoed = Buffer.from(await client.readToEnd(), 'latin1');
    expect(hash(echoed)).toBe(hash(sent));
    expect(onMore.mock.calls.length).toBeGreaterThan(20);
    await gateway.gateway.flush();
    expect(gateway.usage.totals.get(proxyId)).toMatchObject({ up: MIB + 1, down: MIB });
    client.destroy();
  });
});
