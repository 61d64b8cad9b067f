import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect as connectTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { poll } from '../../../src/embedded/poll';
import { freePort } from '../../support/ports';
import { writeCertificate, type TestCertificate } from './certificates';
import { curl } from './curl';
import { startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin } from './origin';
import { basic, eventually } from './raw-client';

const SIZE = 200_000;

describe('The proxy port with TLS', () => {
  let folder: string;
  let certificate: TestCertificate;
  let gateway: TestGateway;
  let origin: Origin;
  let port: number;
  let ca: Buffer;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-tls-'));
    certificate = await writeCertificate(folder);
    ca = await readFile(certificate.certFile);
    port = await freePort();
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function start(options: Parameters<typeof startTestGateway>[0] = {}, env = {}) {
    gateway = await startTestGateway(options, {
      GATEWAY_HTTPS_PORT: String(port),
      GATEWAY_TLS_CERT: certificate.certFile,
      GATEWAY_TLS_KEY: certificate.keyFile,
      ...env,
    });
    origin = await startOrigin();
    gateway.open.add(origin.port);
    gateway.names.names.set('origin.test', ['127.0.0.1']);
    gateway.credentials.put();
  }
  afterEach(async () => {
    await gateway.stop();
    await origin.close();
  });

  const target = (path = '/') => `http://origin.test:${origin.port}${path}`;
  const viaTls = (...args: string[]) =>
    curl(
      '-x',
      `https://user1:secret@127.0.0.1:${port}`,
      '--proxy-cacert',
      certificate.certFile,
      ...args,
    );

  /** Resolves with the open connection. @throws Error when the handshake fails. */
  function open(options: ConnectionOptions = {}): Promise<TLSSocket> {
    const socket = connect({ port, host: '127.0.0.1', ca, ...options });
    return new Promise((resolve, reject) => {
      socket.once('secureConnect', () => resolve(socket)).once('error', reject);
    });
  }

  it('should forward requests and tunnels of curl and charge what the plain port charges', async () => {
    await start();
    const charged = async (send: () => ReturnType<typeof curl>) => {
      const before = gateway.usage.getBytes(1);
      expect(await send()).toMatchObject({ code: 0, status: 200, downloaded: SIZE });
      await gateway.gateway.flush();
      return gateway.usage.getBytes(1) - before;
    };
    const plain = `http://user1:secret@127.0.0.1:${gateway.config.gateway.httpPort}`;
    const path = target(`/bytes/${SIZE}`);
    for (const flags of [[], ['-p']]) {
      const bytes = await charged(() => viaTls(...flags, path));
      expect(bytes).toBeGreaterThan(SIZE);
      expect(bytes).toBe(await charged(() => curl(...flags, '-x', plain, path)));
    }
  });

  it('should refuse a wrong password, too much traffic and too many connections as the plain port does', async () => {
    await start({}, { GATEWAY_MAX_CONNECTIONS_PER_ADDRESS: '2' });
    const wrong = ['-x', `https://user1:wrong@127.0.0.1:${port}`];
    expect(await curl(...wrong, '--proxy-cacert', certificate.certFile, target())).toMatchObject({
      status: 407,
    });
    gateway.credentials.put({ proxyId: 1, limitBytes: 1_000 });
    await gateway.gateway.onChange('gateway_credential', '1');
    const cut = await viaTls(target(`/bytes/${SIZE}`));
    expect(cut.downloaded).toBeLessThan(1_000);
    const held = await Promise.all([open(), open()]);
    expect(await viaTls(target())).toMatchObject({ status: 429 });
    held.forEach((socket) => socket.destroy());
  });

  it('should speak TLS 1.2 and 1.3, nothing older and no plain text', async () => {
    await start();
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await open({ minVersion: version, maxVersion: version });
      expect(socket.getProtocol()).toBe(version);
      socket.write(`GET ${target()} HTTP/1.1\r\nHost: origin.test\r\n${basic()}\r\n`);
      const [head] = await new Promise<Buffer[]>((resolve) =>
        socket.once('data', (...data) => resolve(data)),
      );
      expect(head!.toString()).toMatch(/^HTTP\/1.1 200/);
      socket.destroy();
    }
    const old = {
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    } as const;
    await expect(open(old)).rejects.toThrow();
    const plain = await curl('-x', `http://user1:secret@127.0.0.1:${port}`, target());
    expect(plain).toMatchObject({ status: 0 });
    expect(plain.code).not.toBe(0);
    // It still serves others.
    expect(await viaTls(target())).toMatchObject({ status: 200 });
  });

  it('should take the header of a balancer before the handshake', async () => {
    await start({}, { GATEWAY_PROXY_PROTOCOL_FROM: '127.0.0.7' });
    // With the header alone, and with the handshake's first bytes in the same packet.
    for (const isAlone of [true, false]) {
      const raw = connectTcp({ port, host: '127.0.0.1', localAddress: '127.0.0.7' });
      if (!isAlone) raw.cork();
      raw.write('PROXY TCP6 2001:db8:1:2::9 ::1 40000 3129\r\n');
      const socket = connect({ socket: raw, ca, servername: 'localhost' });
      if (!isAlone) setTimeout(() => raw.uncork(), 100);
      await new Promise((resolve, reject) =>
        socket.once('secureConnect', resolve).once('error', reject),
      );
      socket.write(
        `CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: origin.test\r\n${basic()}\r\n`,
      );
      const [head] = await new Promise<Buffer[]>((resolve) =>
        socket.once('data', (...data) => resolve(data)),
      );
      expect(head!.toString()).toMatch(/^HTTP\/1.1 200/);
      const [live] = [...gateway.gateway.live];
      expect(live?.peer?.client).toBe('2001:db8:1:2::9');
      socket.destroy();
      await eventually(() => gateway.gateway.live.size === 0, 'the tunnel is closed');
    }
  });

  it('should close a connection that does not complete its handshake in time', async () => {
    await start({ handshakeMs: 300 });
    const silent = connectTcp(port, '127.0.0.1');
    const trickling = connectTcp(port, '127.0.0.1');
    // The start of a ClientHello, and then a byte at a time.
    trickling.write(Buffer.from([22, 3, 1, 2, 0, 1]));
    const timer = setInterval(() => trickling.writable && trickling.write(Buffer.from([0])), 30);
    const ended = [silent, trickling].map(
      (socket) =>
        new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve)),
    );
    silent.resume();
    trickling.resume();
    await Promise.all(ended);
    clearInterval(timer);
  });

  it('should use a renewed certificate for new connections, and keep the old one while the new one is broken', async () => {
    await start({ certificatePollMs: 50 });
    const nameSeen = async () => {
      const socket = await open({ rejectUnauthorized: false });
      const { subject } = socket.getPeerCertificate();
      socket.destroy();
      return subject.CN;
    };
    const kept = await open();
    expect(await nameSeen()).toBe('gateway');
    await writeFile(certificate.certFile, 'not a certificate');
    gateway.gateway.reloadCertificate();
    expect(await nameSeen()).toBe('gateway');
    await writeCertificate(folder, 'renewed');
    expect(await poll(async () => (await nameSeen()) === 'renewed', 30_000)).toBe(true);
    kept.write(`GET ${target()} HTTP/1.1\r\nHost: origin.test\r\n${basic()}\r\n`);
    await eventually(() => origin.seen.length > 0, 'a request over the connection of before');
    kept.destroy();
  });

  it('should not start with a certificate that cannot be used, and name its file and variables', async () => {
    await start();
    await expect(
      startTestGateway(
        {},
        {
          GATEWAY_HTTPS_PORT: String(port),
          GATEWAY_TLS_CERT: join(folder, 'absent.pem'),
          GATEWAY_TLS_KEY: certificate.keyFile,
        },
      ),
    ).rejects.toThrow(/absent\.pem .*ENOENT.*GATEWAY_TLS_CERT and GATEWAY_TLS_KEY/);
  });
});
