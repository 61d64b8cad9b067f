import { curl } from './curl';
import { hasIpv6, startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin, type SeenRequest } from './origin';

describe('curl through the gateway', () => {
  let gateway: TestGateway;
  let origin: Origin;
  const proxy = (user = 'user1', password = 'secret', port = gateway.config.gateway.httpPort) =>
    `http://${user}:${password}@127.0.0.1:${port}`;
  const target = (path = '/') => `http://origin.test:${origin.port}${path}`;
  const echoed = (stdout: string) => JSON.parse(stdout) as SeenRequest;

  beforeEach(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin();
    gateway.open.add(origin.port);
    gateway.names.names.set('origin.test', ['127.0.0.1']);
    gateway.credentials.put();
  });
  afterEach(async () => {
    await gateway.stop();
    await origin.close();
  });

  it('forwards a plain request', async () => {
    const { status, stdout, code } = await curl('-x', proxy(), target('/hello?x=1'));
    expect({ code, status }).toEqual({ code: 0, status: 200 });
    expect(echoed(stdout)).toMatchObject({ method: 'GET', url: '/hello?x=1' });
  });

  it('tunnels with CONNECT', async () => {
    const { status, connectStatus } = await curl('-p', '-x', proxy(), target());
    expect({ status, connectStatus }).toEqual({ status: 200, connectStatus: 200 });
  });

  it.each(['--socks5', '--socks5-hostname'])('tunnels with %s', async (flag) => {
    const address = `127.0.0.1:${gateway.config.gateway.socksPort}`;
    const url = flag === '--socks5' ? `http://127.0.0.1:${origin.port}/` : target();
    const { status, code, stderr } = await curl(flag, address, '--proxy-user', 'user1:secret', url);
    expect({ code, status, stderr }).toMatchObject({ code: 0, status: 200 });
  });

  it('accepts both protocols on both ports and both loopback families', async () => {
    const { httpPort, socksPort } = gateway.config.gateway;
    const via4 = [
      curl('-x', proxy('user1', 'secret', socksPort), target()),
      curl('--socks5-hostname', `127.0.0.1:${httpPort}`, '-U', 'user1:secret', target()),
    ];
    const via6 = hasIpv6
      ? [
          curl('-g', '-x', `http://user1:secret@[::1]:${httpPort}`, target()),
          curl('-g', '--socks5-hostname', `[::1]:${socksPort}`, '-U', 'user1:secret', target()),
        ]
      : [];
    for (const { status } of await Promise.all([...via4, ...via6])) expect(status).toBe(200);
  });

  it.each([[[]], [['-p']]])(
    'waits for clients that send no password until asked',
    async (flags) => {
      const url = `http://127.0.0.1:${gateway.config.gateway.httpPort}`;
      const auth = ['--proxy-anyauth', '-U', 'user1:secret'];
      expect(await curl(...flags, ...auth, '-x', url, target())).toMatchObject({ status: 200 });
    },
  );

  it('forwards an upload with and without a known length', async () => {
    const body = 'x'.repeat(300_000);
    const plain = await curl('-x', proxy(), '--data-binary', body.slice(0, 90_000), target());
    expect(echoed(plain.stdout)).toMatchObject({ method: 'POST', body: body.slice(0, 90_000) });
    const chunked = await curl(
      '-x',
      proxy(),
      '-H',
      'Transfer-Encoding: chunked',
      '-d',
      body.slice(0, 90_000),
      target(),
    );
    expect(echoed(chunked.stdout).body).toHaveLength(90_000);
  });
});
