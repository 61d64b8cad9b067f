import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTestGateway, type TestGateway } from './fixtures';
import { eventually, RawClient, socksAuth, socksGreeting, socksName, socksV4 } from './raw-client';

describe('SOCKS5', () => {
  let gateway: TestGateway;
  let echo: Server;
  let echo6: Server | undefined;
  let port: number;
  const peers = new Set<Socket>();

  beforeAll(async () => {
    gateway = await startTestGateway();
    gateway.credentials.put();
    gateway.credentials.put({ username: 'broke', limitBytes: 0 });
    echo = createServer({ allowHalfOpen: true }, (socket) => {
      peers.add(socket);
      socket.on('close', () => peers.delete(socket));
      socket.on('error', () => undefined);
      socket.pipe(socket);
    });
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    port = (echo.address() as AddressInfo).port;
    gateway.open.add(port).add(9);
    gateway.names.names.set('echo.test', ['127.0.0.1']);
    echo6 = createServer((socket) => socket.pipe(socket));
    await new Promise<void>((resolve) => {
      echo6?.once('error', () => {
        echo6 = undefined;
        resolve();
      });
      echo6?.listen(port, '::1', resolve);
    });
  });
  afterAll(async () => {
    await gateway.stop();
    echo.close();
    echo6?.close();
  });

  const open = () => RawClient.open(gateway.config.gateway.socksPort);
  const SUCCEEDED = [5, 0, 0, 1, 0, 0, 0, 0, 0, 0];

  it('accepts handshake and early data in one chunk', async () => {
    const client = await open();
    client.write([
      ...socksGreeting,
      ...socksAuth(),
      ...socksName('echo.test', port),
      ...Buffer.from('early '),
    ]);
    client.write('and more');
    expect([...(await client.read(14))]).toEqual([5, 2, 1, 0, ...SUCCEEDED]);
    expect((await client.read(14)).toString()).toBe('early and more');
    client.destroy();
  });

  it('connects to IPv4 and IPv6 addresses', async () => {
    const v4 = await open();
    v4.write([...socksGreeting, ...socksAuth(), ...socksV4('127.0.0.1', port)]);
    expect((await v4.read(14))[5]).toBe(0);
    v4.destroy();
    if (!echo6) return;
    const v6 = await open();
    const loopback = [...Array<number>(15).fill(0), 1];
    v6.write([...socksGreeting, ...socksAuth(), 5, 1, 0, 4, ...loopback, port >> 8, port & 255]);
    v6.write('six');
    expect((await v6.read(14))[5]).toBe(0);
    expect((await v6.read(3)).toString()).toBe('six');
    v6.destroy();
  });

  it('rejects a client that does not offer password authentication', async () => {
    const client = await open();
    client.write([5, 1, 0]);
    expect([...(await client.read(2))]).toEqual([5, 0xff]);
    expect(await client.readToEnd()).toBe('');
    client.destroy();
  });

  it.each([
    ['user1', 'wrong'],
    ['ghost', 'secret'],
    ['user1', ''],
    ['', ''],
    ['user1-foo-bar', 'secret'],
  ])('rejects %p with %p', async (user, password) => {
    const client = await open();
    client.write([...socksGreeting, ...socksAuth(user, password)]);
    expect([...(await client.read(4))]).toEqual([5, 2, 1, 1]);
    expect(await client.readToEnd()).toBe('');
    client.destroy();
  });

  it.each([
    ['BIND', () => socksName('echo.test', port, 2), 7],
    ['UDP ASSOCIATE', () => socksV4('0.0.0.0', 0, 3), 7],
    ['an unknown address type', () => [5, 1, 0, 9, 1, 1, 1, 1, 0, 80], 8],
    ['a closed port', () => socksName('echo.test', 9), 5],
    ['a blocked address', () => socksV4('10.0.0.1', 80), 2],
    ['a blocked port', () => socksName('echo.test', 25), 2],
    ['an unknown name', () => socksName('no.test', 80), 4],
  ])('replies to %s', async (_what, request, reply) => {
    const client = await open();
    client.write([...socksGreeting, ...socksAuth(), ...request()]);
    expect([...(await client.read(14))].slice(4, 6)).toEqual([5, reply]);
    expect(await client.readToEnd()).toBe('');
    client.destroy();
  });

  it('replies "not allowed" for an exhausted quota', async () => {
    const client = await open();
    client.write([...socksGreeting, ...socksAuth('broke'), ...socksName('echo.test', port)]);
    expect([...(await client.read(14))].slice(0, 6)).toEqual([5, 2, 1, 0, 5, 2]);
    client.destroy();
  });

  it('closes the connection on an invalid handshake', async () => {
    const client = await open();
    client.write([5, 1, 2, 9, 9, 9]);
    expect([...(await client.read(2))]).toEqual([5, 2]);
    expect(await client.readToEnd()).toBe('');
    client.destroy();
  });

  it('relays a half-closed connection to its end', async () => {
    const client = await open();
    client.write([...socksGreeting, ...socksAuth(), ...socksName('echo.test', port)]);
    await client.read(14);
    client.write(Buffer.alloc(3_000_000, 'z'));
    client.socket.end();
    expect(await client.readToEnd()).toHaveLength(3_000_000);
    client.destroy();
  });

  it('closes the target connection when the client disconnects', async () => {
    const client = await open();
    client.write([...socksGreeting, ...socksAuth(), ...socksName('echo.test', port)]);
    await client.read(14);
    await eventually(() => peers.size > 0, 'the target sees a connection');
    client.socket.resetAndDestroy();
    await eventually(() => peers.size === 0, 'the target is let go');
  });

  it('applies backpressure for a slow reader', async () => {
    const client = await open();
    client.write([...socksGreeting, ...socksAuth(), ...socksName('echo.test', port)]);
    await client.read(14);
    client.socket.pause();
    const before = process.memoryUsage().arrayBuffers;
    let written = 0;
    const chunk = Buffer.alloc(1 << 20);
    while (written < 200 && client.socket.write(chunk)) written++;
    for (let i = 0; i < 20 && client.socket.writableNeedDrain; i++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      if (client.socket.writableLength === 0) client.socket.write(chunk);
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 << 20);
    client.destroy();
  });
});
