import { spawn } from 'node:child_process';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTestGateway, type TestGateway } from './fixtures';
import { basic, RawClient } from './raw-client';

const OK = 'HTTP/1.1 200 OK\r\n';

const SIZED = 'Content-Length: 5\r\n';

const CHUNKED = 'Transfer-Encoding: chunked\r\n';

/** What a target sends, and whether its connection then stays, ends or is reset. */
interface Script {
  readonly send: string;
  readonly then?: 'end' | 'reset';
}

/** Answers that servers give, tidy and untidy. */
const SCRIPTS: Record<string, Script> = {
  'a length': { send: `${OK}${SIZED}\r\nhello` },
  'no length': { send: `${OK}\r\nhello`, then: 'end' },
  chunks: { send: `${OK}${CHUNKED}\r\n5\r\nhello\r\n0\r\n\r\n` },
  'chunks with an extension and trailers': {
    send: `${OK}${CHUNKED}\r\n5;a=b\r\nhello\r\n0\r\nX: 1\r\n\r\n`,
  },
  'HTTP/1.0': { send: `HTTP/1.0 200 OK\r\n${SIZED}\r\nhello`, then: 'end' },
  'no reason': { send: `HTTP/1.1 200\r\n${SIZED}\r\nhello` },
  'an empty reason': { send: `HTTP/1.1 200 \r\n${SIZED}\r\nhello` },
  'an unknown status': { send: `HTTP/1.1 799 Odd\r\n${SIZED}\r\nhello` },
  'interim answers': {
    send: `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${OK}${SIZED}\r\nhello`,
  },
  'no content': { send: 'HTTP/1.1 204 No Content\r\n\r\n' },
  'no content with a length': { send: `HTTP/1.1 204 No Content\r\n${SIZED}\r\n` },
  'not modified with a length': { send: `HTTP/1.1 304 Not Modified\r\n${SIZED}\r\n` },
  'a redirect': { send: 'HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\n\r\n' },
  'more than its length': { send: `${OK}${SIZED}\r\nhello and more` },
  'an empty value': { send: `${OK}X-Empty:\r\n${SIZED}\r\nhello` },
  'bytes above 127': { send: `${OK}X-Name: \xe9\xff\r\n${SIZED}\r\nhello` },
  'blanks before a colon': {
    send: `${OK}Content-Length : 5\r\nX \t: 1\r\n\r\nhello`,
    then: 'end',
  },
  'no blank after a colon': { send: `${OK}Content-Length:5\r\n\r\nhello` },
  'a line without a colon': { send: `${OK}nonsense\r\n${SIZED}\r\nhello` },
  'a line without a name': { send: `${OK}: x\r\n${SIZED}\r\nhello` },
  'lines that end with LF': { send: `${OK}${SIZED}X: 1\n\nhello`.replace(/\r/g, '') },
  'some lines that end with LF': { send: `${OK}X: 1\n${SIZED}\r\nhello` },
  'a folded line': { send: `${OK}X: 1\r\n  2\r\n${SIZED}\r\nhello` },
  'one length twice': { send: `${OK}${SIZED}${SIZED}\r\nhello` },
  'a length beside chunks': {
    send: `${OK}Content-Length: 3\r\n${CHUNKED}\r\n5\r\nhello\r\n0\r\n\r\n`,
    then: 'end',
  },
  'blanks after a chunk size': { send: `${OK}${CHUNKED}\r\n5  \r\nhello\r\n0 \r\n\r\n` },
  'chunks with LF': { send: `${OK}${CHUNKED}\r\n5\nhello\n0\n\n` },
  'a head of 100 kB': { send: `${OK}${'X-Long: yyyyyyyyyy\r\n'.repeat(5_000)}${SIZED}\r\nhello` },
  'less than its length': { send: `${OK}${SIZED}\r\nhel`, then: 'end' },
  'chunks without an end': { send: `${OK}${CHUNKED}\r\n5\r\nhel`, then: 'end' },
  'a reset in its length': { send: `${OK}${SIZED}\r\nhel`, then: 'reset' },
  'a reset without a length': { send: `${OK}\r\nhel`, then: 'reset' },
  'a reset in its chunks': { send: `${OK}${CHUNKED}\r\n5\r\nhel`, then: 'reset' },
  'nothing, and ends': { send: '', then: 'end' },
  'nothing, and resets': { send: '', then: 'reset' },
  'half a head': { send: `${OK}Content-`, then: 'end' },
};

/** What curl makes of an answer. */
interface Outcome {
  /** Whether it holds the answer for whole. */
  isWhole: boolean;
  status: string;
  body: string;
}

/** The outcomes of all scripts, in one process, so that connections are reused where both sides may. */
function fetchAll(port: number, count: number, ...flags: string[]): Promise<Outcome[]> {
  const each = Array.from({ length: count }, (_, i) => [
    ...(i === 0 ? [] : ['--next']),
    ...['-sS', '-m', '20', '--noproxy', flags.length > 0 ? '' : '*', ...flags],
    ...['-w', '\n=%{exitcode} %{http_code}=\n', `http://target.test:${port}/${i}`],
    ...['--resolve', `target.test:${port}:127.0.0.1`],
  ]);
  return new Promise((resolve, reject) => {
    const child = spawn('curl', ['-q', ...each.flat()], { env: { PATH: process.env.PATH } });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('latin1')));
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', () => {
      const outcomes = [...output.matchAll(/([^]*?)\n=(\d+) (\d+)=\n/g)];
      resolve(
        outcomes.map(([, body = '', code, status = '']) => ({
          isWhole: code === '0',
          status,
          body,
        })),
      );
    });
  });
}

describe('Answers of untidy targets', () => {
  const names = Object.keys(SCRIPTS);
  const sockets = new Set<Socket>();
  let gateway: TestGateway;
  let target: Server;
  let port: number;
  let direct: Outcome[];

  beforeAll(async () => {
    gateway = await startTestGateway();
    target = createServer({ allowHalfOpen: true }, (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
      socket.on('data', (request: Buffer) => {
        const index = Number(/^GET \S*?\/(\d+) /.exec(request.toString())?.[1]);
        const { send, then } = SCRIPTS[names[index] ?? '']!;
        const after = () => {
          if (then === 'reset') socket.resetAndDestroy();
          else if (then === 'end') socket.end();
        };
        if (send === '') return after();
        // The end comes after the last bytes were read: a reset discards what was not.
        socket.write(Buffer.from(send, 'latin1'), () => setTimeout(after, 20));
      });
      socket.on('end', () => socket.end());
    });
    await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
    port = (target.address() as AddressInfo).port;
    gateway.open.add(port);
    gateway.names.names.set('target.test', ['127.0.0.1']);
    gateway.credentials.put();
    direct = await fetchAll(port, names.length);
  });
  afterAll(async () => {
    await gateway.stop();
    sockets.forEach((socket) => socket.destroy());
    target.close();
  });

  const byName = (outcomes: Outcome[]) =>
    Object.fromEntries(outcomes.map((outcome, index) => [names[index], outcome]));

  it.each([
    ['SOCKS5', () => ['--socks5-hostname', `127.0.0.1:${gateway.config.gateway.socksPort}`]],
    ['CONNECT', () => ['-p', '-x', `http://127.0.0.1:${gateway.config.gateway.httpPort}`]],
  ])('are through %s what they are without a proxy', async (_protocol, flags) => {
    const through = await fetchAll(port, names.length, ...flags(), '-U', 'user1:secret');
    expect(byName(through)).toEqual(byName(direct));
  });

  it('are so as plain requests too, but for some that no answer can be made of, and one that can', async () => {
    const proxy = `http://127.0.0.1:${gateway.config.gateway.httpPort}`;
    const through = byName(await fetchAll(port, names.length, '-x', proxy, '-U', 'user1:secret'));
    const expected = byName(direct);
    // Of these curl shows nothing either; the gateway says why.
    for (const name of ['nothing, and ends', 'nothing, and resets', 'half a head']) {
      expect(through[name]).toMatchObject({ status: '502', isWhole: true });
      expected[name] = through[name]!;
    }
    // curl refuses it, browsers do not.
    expect(expected['a line without a colon']).toMatchObject({ isWhole: false });
    expected['a line without a colon'] = expected['a length']!;
    expect(through).toEqual(expected);
  });

  it('are held for whole by curl exactly where they are', () => {
    const broken = names.filter((_, index) => !direct[index]!.isWhole);
    expect(broken).toEqual([
      'a line without a colon',
      'less than its length',
      'chunks without an end',
      'a reset in its length',
      'a reset without a length',
      'a reset in its chunks',
      'nothing, and ends',
      'nothing, and resets',
    ]);
    expect(direct.filter(({ body }) => body === 'hello')).toHaveLength(23);
  });
});

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
