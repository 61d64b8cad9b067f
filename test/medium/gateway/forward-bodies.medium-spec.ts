import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { hash, LENGTH, pattern } from './byte-pattern';
import { startTestGateway, type TestGateway } from './fixtures';
import { basic } from './raw-client';
import { slowMeter } from './slow-meter';

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
