import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { poll } from '../../embedded/poll';
import type { ChosenExit } from '../exits/exit-selector';
import { Dialer } from './dialer';
import { SpareConnections } from './spare-connections';

/** An HTTP proxy that only says yes. */
class Upstream {
  readonly open = new Set<Socket>();
  accepted = 0;
  /** Connections that were accepted before are closed with the first byte that they bring. */
  closesOld = false;

  private constructor(readonly server: Server) {
    server.on('connection', (socket) => {
      this.accepted++;
      this.open.add(socket);
      const isNew = this.closesOld;
      socket.on('error', () => undefined).on('close', () => this.open.delete(socket));
      socket.once('data', () => {
        if (this.closesOld && !isNew) socket.destroy();
        else socket.write('HTTP/1.1 200 OK\r\n\r\nhello');
      });
    });
  }

  static async start(): Promise<Upstream> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Upstream(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

describe('SpareConnections', () => {
  let upstream: Upstream;
  let spares: SpareConnections;
  const taken: Socket[] = [];
  const open = async () => {
    const socket = connect(upstream.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const take = async (key = 'a') => {
    const { socket, isSpare } = await spares.take(key, open);
    taken.push(socket);
    return { socket, isSpare };
  };
  const accepted = (count: number) =>
    poll(() => Promise.resolve(upstream.accepted >= count || undefined), 30_000);

  beforeEach(async () => {
    upstream = await Upstream.start();
    spares = new SpareConnections();
  });
  afterEach(async () => {
    spares.close();
    taken.splice(0).forEach((socket) => socket.destroy());
    await upstream.close();
  });

  /** @returns once three are taken, and as many are kept. */
  const warmUp = async () => {
    for (let i = 0; i < 3; i++) expect((await take()).isSpare).toBe(false);
    await accepted(6);
    await poll(() => Promise.resolve(upstream.open.size === 6 || undefined), 30_000);
  };

  it('opens none for an upstream that is rarely used', async () => {
    await take();
    await take();
    await take('b');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(upstream.accepted).toBe(3);
  });

  it('hands out what it has opened before, and opens at most four ahead', async () => {
    await warmUp();
    const { socket, isSpare } = await take();
    expect(isSpare).toBe(true);
    socket.write('CONNECT');
    const [answer] = (await once(socket.resume(), 'data')) as [Buffer];
    expect(answer.toString()).toContain('hello');
    expect((await take('b')).isSpare).toBe(false);
    for (let i = 0; i < 20; i++) await take();
    await poll(() => Promise.resolve(upstream.open.size === taken.length + 4 || undefined), 30_000);
    expect(upstream.open.size).toBe(taken.length + 4);
  });

  it('drops what the upstream closes, what nobody needs, and all at the end', async () => {
    await warmUp();
    const held = new Set(taken.map(({ localPort }) => localPort));
    for (const socket of upstream.open) if (!held.has(socket.remotePort)) socket.end();
    await poll(() => Promise.resolve(upstream.open.size === 3 || undefined), 30_000);
    expect((await take()).isSpare).toBe(false);
    spares.close();
    await poll(() => Promise.resolve(upstream.open.size === 4 || undefined), 30_000);

    spares = new SpareConnections(20);
    for (let i = 0; i < 3; i++) await take('c');
    await accepted(upstream.accepted + 1);
    await poll(() => Promise.resolve(upstream.open.size === taken.length || undefined), 30_000);
  });

  it('is replaced by a new connection when the upstream has just closed it', async () => {
    const dialer = new Dialer(10_000);
    const target = { host: '127.0.0.1', port: 80, addresses: ['127.0.0.1'], isEcho: false };
    const through = { protocol: 'http', host: '127.0.0.1', username: '', password: '' } as const;
    const chosen = { upstream: { ...through, port: upstream.port } } as unknown as ChosenExit;
    const dial = async () => {
      const socket = await dialer.dial(target, chosen);
      taken.push(socket);
      return socket;
    };
    for (let i = 0; i < 3; i++) await dial();
    await poll(() => Promise.resolve(upstream.open.size === 6 || undefined), 30_000);
    upstream.closesOld = true;
    const before = upstream.accepted;
    const [bytes] = (await once((await dial()).resume(), 'data')) as [Buffer];
    expect(bytes.toString()).toBe('hello');
    expect(upstream.accepted).toBeGreaterThan(before);
    dialer.close();
  });
});
