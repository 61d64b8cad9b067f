import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { curl } from './curl';
import { hasManyLoopbacks, startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin, type SeenRequest } from './origin';
import { basic, RawClient } from './raw-client';

const describeWithLoopbacks = hasManyLoopbacks ? describe : describe.skip;

describeWithLoopbacks('Where traffic leaves', () => {
  let gateway: TestGateway;
  let origin: Origin;

  beforeAll(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin();
    gateway.open.add(origin.port);
    gateway.names.names.set('origin.test', ['127.0.0.1']);
    for (let id = 2; id <= 12; id++) gateway.exits.put({ country: id > 6 ? 'gb' : 'ng' });
    gateway.exits.put({ id: 50, kind: 'datacenter', localAddress: '127.10.1.1' });
    await gateway.gateway.onChange('gateway_exit', '');
    gateway.credentials.put({ username: 'any' });
    gateway.credentials.put({ username: 'ng', country: 'ng' });
    gateway.credentials.put({ username: 'rotating', ttlMinutes: -1 });
    gateway.credentials.put({
      username: 'dedicated',
      kind: 'datacenter',
      country: 'ng',
      exitNodeId: 50,
      exitAddress: '127.10.3.7',
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await origin.close();
  });

  const from = async (user: string, ...flags: string[]) => {
    const proxy = `http://${user}:secret@127.0.0.1:${gateway.config.gateway.httpPort}`;
    const { stdout } = await curl(...flags, '-x', proxy, `http://origin.test:${origin.port}/`);
    return (JSON.parse(stdout) as SeenRequest).from;
  };
  const times = async (count: number, what: (i: number) => Promise<string>) => {
    const all: string[] = [];
    for (let i = 0; i < count; i++) all.push(await what(i));
    return all;
  };

  it('stays the same for a sticky proxy in every protocol', async () => {
    const socks = async () => {
      const address = `127.0.0.1:${gateway.config.gateway.socksPort}`;
      const url = `http://origin.test:${origin.port}/`;
      const { stdout } = await curl('--socks5-hostname', address, '-U', 'any:secret', url);
      return (JSON.parse(stdout) as SeenRequest).from;
    };
    const all = [await from('any'), await from('any', '-p'), await socks(), await from('any')];
    expect(new Set(all).size).toBe(1);
  });

  it('differs between sessions and stays the same within each', async () => {
    const first = await times(10, (i) => from(`any-session-s${i}`));
    expect(new Set(first).size).toBeGreaterThan(3);
    expect(await times(10, (i) => from(`any-session-s${i}`))).toEqual(first);
  });

  it('changes with every request of one rotating connection', async () => {
    const client = await RawClient.open(gateway.config.gateway.httpPort);
    const seen: string[] = [];
    for (let i = 0; i < 8; i++) {
      const url = `http://origin.test:${origin.port}/`;
      client.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n${basic('rotating')}\r\n`);
      const answer = await client.readUntil('"}');
      seen.push(/"from":"([\d.]+)"/.exec(answer)?.[1] ?? '');
    }
    seen.slice(1).forEach((address, i) => expect(address).not.toBe(seen[i]));
    client.destroy();
  });

  it('stays in the purchased country or narrows to one', async () => {
    const isNigerian = (address: string) => Number(address.split('.')[3]) <= 6;
    const bought = await times(8, (i) => from(`ng-session-a${i}`));
    const narrowed = await times(8, (i) => from(`any-cc-ng-session-a${i}`));
    expect([...bought, ...narrowed].every(isNigerian)).toBe(true);
    const british = await times(8, (i) => from(`any-cc-gb-session-a${i}`));
    expect(british.some(isNigerian)).toBe(false);
  });

  it('is the fixed address of a dedicated proxy', async () => {
    expect(await from('dedicated')).toBe('127.10.3.7');
  });
});

describe('An unassigned exit address', () => {
  let gateway: TestGateway;
  let origin: Origin;

  beforeAll(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin('0.0.0.0');
    gateway.open.add(origin.port);
    // 192.0.2.0/24 is documentation and belongs to no machine.
    gateway.exits.put({ country: 'gh', localAddress: '192.0.2.7' });
    gateway.exits.put({ country: 'ke', localAddress: '192.0.2.7', simulated: false });
    await gateway.gateway.onChange('gateway_exit', '');
    gateway.credentials.put();
  });
  afterAll(async () => {
    await gateway.stop();
    await origin.close();
  });

  const get = (cc: string, host: string) =>
    curl(
      '-x',
      `http://user1-cc-${cc}:secret@127.0.0.1:${gateway.config.gateway.httpPort}`,
      `http://${host}:${origin.port}/`,
    );

  it('is skipped when the exit is simulated', async () => {
    expect(await get('gh', '127.0.0.1')).toMatchObject({ status: 200 });
  });

  it('is never replaced when the exit is real', async () => {
    expect(await get('ke', '127.0.0.1')).toMatchObject({ status: 502, proxyError: 'NO_EXIT' });
  });

  it('is not bound for public targets when the exit is simulated', async () => {
    const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    const outward = all.find((i) => i.family === 'IPv4' && !i.internal);
    if (!outward) return;
    gateway.names.names.set('outward.test', [outward.address]);
    // From a loopback address nothing but loopback can be reached: it would fail.
    expect(await get('ng', 'outward.test')).toMatchObject({ status: 200 });
  });
});

describe('Upstream proxy exits', () => {
  let edge: TestGateway;
  let upstream: TestGateway;
  let origin: Origin;

  beforeAll(async () => {
    [edge, upstream, origin] = await Promise.all([
      startTestGateway(),
      startTestGateway(),
      startOrigin(),
    ]);
    upstream.open.add(origin.port);
    upstream.names.names.set('origin.test', ['127.0.0.1']);
    upstream.credentials.put({ username: 'partner' });
    // The name resolves to a public address at the gateway and to a private one at the upstream.
    edge.names.names.set('origin.test', ['127.0.0.1']);
    edge.open.add(origin.port);
    const { httpPort, socksPort } = upstream.config.gateway;
    const exit = (protocol: 'http' | 'socks5', country: string, password = 'secret') =>
      edge.exits.put({
        country,
        localAddress: null,
        simulated: false,
        upstream: {
          protocol,
          host: protocol === 'http' ? 'localhost' : '127.0.0.1',
          port: protocol === 'http' ? httpPort : socksPort,
          username: 'partner-session-{session}',
          password,
        },
      });
    exit('http', 'fr');
    exit('socks5', 'de');
    exit('http', 'es', 'wrong');
    exit('socks5', 'it', 'wrong');
    edge.exits.put({
      country: 'pt',
      simulated: false,
      upstream: { protocol: 'http', host: '127.0.0.1', port: 9, username: '', password: '' },
    });
    await edge.gateway.onChange('gateway_exit', '');
    edge.credentials.put();
  });
  afterAll(async () => {
    await Promise.all([edge.stop(), upstream.stop(), origin.close()]);
  });

  const get = (cc: string, path = '/', ...flags: string[]) =>
    curl(
      ...flags,
      '-x',
      `http://user1-cc-${cc}:secret@127.0.0.1:${edge.config.gateway.httpPort}`,
      `http://origin.test:${origin.port}${path}`,
    );

  it.each(['fr', 'de'])('connects through %s', async (cc) => {
    const forwarded = await get(cc, '/bytes/200000');
    expect(forwarded).toMatchObject({ status: 200 });
    expect(forwarded.stdout).toHaveLength(200_000);
    expect(await get(cc, '/', '-p')).toMatchObject({ status: 200, connectStatus: 200 });
    await upstream.gateway.flush();
    expect(upstream.usage.getBytes(1)).toBeGreaterThan(200_000);
  });

  it('takes interim answers before that of an upstream, and any amount with it', async () => {
    const sent = 'x'.repeat(60_000);
    const eager = createServer((socket) => {
      socket
        .on('error', () => undefined)
        .once('data', () => {
          socket.end(`HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n${sent}`);
        });
    });
    await new Promise<void>((resolve) => eager.listen(0, '127.0.0.1', resolve));
    const { port } = eager.address() as AddressInfo;
    edge.exits.put({
      country: 'be',
      upstream: { protocol: 'http', host: '127.0.0.1', port, username: '', password: '' },
    });
    await edge.gateway.onChange('gateway_exit', '');
    const client = await RawClient.open(edge.config.gateway.httpPort);
    client.write(`CONNECT origin.test:${origin.port} HTTP/1.1\r\n${basic('user1-cc-be')}\r\n`);
    expect(await client.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    expect(await client.readToEnd()).toBe(sent);
    client.destroy();
    eager.close();
  });

  it.each(['es', 'it', 'pt'])('reports an exit failure: %s', async (cc) => {
    expect(await get(cc)).toMatchObject({ status: 502, proxyError: 'UPSTREAM_FAILED' });
  });

  it.each(['fr', 'de'])('reports a target failure, not an exit failure: %s', async (cc) => {
    edge.open.add(9);
    upstream.open.add(9);
    const proxy = `http://user1-cc-${cc}:secret@127.0.0.1:${edge.config.gateway.httpPort}`;
    const result = await curl('-x', proxy, 'http://origin.test:9/');
    expect(result).toMatchObject({ status: 502, proxyError: 'TARGET_UNREACHABLE' });
  });

  it.each(['fr', 'de'])(
    'sends the vetted address to a proxy in the private network: %s',
    async (cc) => {
      // If the name were passed on, this upstream would report it as unknown.
      upstream.names.names.delete('origin.test');
      expect(await get(cc)).toMatchObject({ status: 200 });
    },
  );
});
