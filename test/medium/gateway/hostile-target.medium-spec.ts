import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTestGateway, type TestGateway } from './fixtures';
import { basic, RawClient } from './raw-client';

/** Customers choose the targets, so a target may send any response. */
describe('Hostile target responses', () => {
  let gateway: TestGateway;
  let target: Server;
  let answer: string | Buffer;
  const held = new Set<Socket>();

  beforeAll(async () => {
    gateway = await startTestGateway();
    target = createServer((socket) => {
      held.add(socket);
      socket.on('error', () => undefined).once('close', () => held.delete(socket));
      socket.once('data', () => socket.write(answer));
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    gateway.open.add(getPort(target));
    gateway.names.names.set('target.test', ['127.0.0.1']);
    gateway.credentials.put();
  });
  afterAll(async () => {
    await gateway.stop();
    held.forEach((socket) => socket.destroy());
    target.close();
  });

  const ask = async (method = 'GET'): Promise<string> => {
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    client.write(
      `${method} http://target.test:${getPort(target)}/ HTTP/1.1\r\nHost: x\r\n${basic()}\r\n`,
    );
    const text = await client.readUntil('\r\n\r\n');
    client.destroy();
    return text;
  };

  it.each([
    ['a control character in its reason', 'HTTP/1.1 200 O\x01K\r\nContent-Length: 0\r\n\r\n'],
    ['a bell in its reason', 'HTTP/1.1 200 \x07\r\nContent-Length: 0\r\n\r\n'],
    ['the status 000', 'HTTP/1.1 000 Nothing\r\nContent-Length: 0\r\n\r\n'],
    ['the status 099', 'HTTP/1.1 099 Less\r\nContent-Length: 0\r\n\r\n'],
    [
      'a control character in a header',
      'HTTP/1.1 200 OK\r\nX: a\x01b\r\nContent-Length: 0\r\n\r\n',
    ],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'another protocol that nobody asked for',
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n',
    ],
    ['a head without end', `HTTP/1.1 200 OK\r\n${'X: yyyyyyyyyyyy\r\n'.repeat(20_000)}`],
    ['bytes', Buffer.from([0, 1, 2, 255, 254, 13, 10, 13, 10])],
  ])('fail the request without affecting other clients: %s', async (_what, sent) => {
    answer = sent;
    expect(await ask()).toMatch(/^HTTP\/1\.1 502 /);
    answer = 'HTTP/1.1 200 Fine\r\nContent-Length: 0\r\n\r\n';
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 Fine\r\n/);
  });

  it('may have non-ASCII reason phrases', async () => {
    answer = Buffer.from('HTTP/1.1 200 Olé\r\nContent-Length: 0\r\n\r\n', 'latin1');
    expect(await ask()).toMatch(/^HTTP\/1\.1 200 Olé\r\n/);
  });
});

const getPort = (server: Server): number => (server.address() as AddressInfo).port;
