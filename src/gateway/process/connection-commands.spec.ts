import { pino } from 'pino';
import { createCredential } from '../../../test/support/credential';
import { type GatewayReply, MAX_LISTED_CONNECTIONS } from '../../common/gateway/gateway-messages';
import { LiveConnection } from '../meter/live-connection';
import { ProxyAccount } from '../meter/proxy-account';
import { CommandStore, type StoredCommand, ConnectionCommands } from './connection-commands';

class MemoryCommands implements Pick<CommandStore, keyof CommandStore> {
  command: StoredCommand | null = null;
  replies: GatewayReply[] = [];
  isDown = false;

  find(): Promise<StoredCommand | null> {
    return this.isDown ? Promise.reject(new Error('down')) : Promise.resolve(this.command);
  }
  reply(_id: string, _holder: string, reply: GatewayReply): Promise<void> {
    this.replies.push(reply);
    return Promise.resolve();
  }
}

function createCommands() {
  const store = new MemoryCommands();
  const accounts = new Map(
    [1, 2].map((proxyId) => [proxyId, new ProxyAccount(createCredential({ proxyId }), 0)]),
  );
  const log = pino({ level: 'silent' });
  const commands = new ConnectionCommands(store, (id) => accounts.get(id), 'gateway-a', log);
  const connect = (proxyId: number, session = '') => {
    const account = accounts.get(proxyId)!;
    const connection = new LiveConnection(
      account,
      account.credential.digest,
      'connect',
      () => undefined,
      session,
      { client: '198.51.100.7', target: 'example.com' },
    );
    account.connections.add(connection);
    return connection;
  };
  const run = async (command: Partial<StoredCommand>) => {
    store.command = {
      proxyId: 1,
      kind: 'list',
      connectionId: null,
      withTargets: false,
      withState: false,
      ...command,
    };
    store.replies = [];
    await commands.handle('some-id');
    return store.replies[0]!;
  };
  return { store, commands, connect, run };
}

describe('ConnectionCommands', () => {
  it('should report the connections of the proxy, newest first, and targets only when asked', async () => {
    const { connect, run } = createCommands();
    const first = connect(1, 'a');
    connect(2);
    connect(1, 'b');
    first.take('up', 10);
    first.take('down', 2_000);
    const reply = await run({});
    expect(reply).toMatchObject({ gateway: 'gateway-a', count: 2 });
    expect(reply.connections).toEqual([
      expect.objectContaining({ session: 'b', up: 0, down: 0 }),
      {
        id: expect.stringMatching(/^[0-9a-f]{12}-\d+$/),
        startedAt: first.startedAt,
        protocol: 'connect',
        client: '198.51.100.7',
        target: null,
        session: 'a',
        up: 10,
        down: 2_000,
      },
    ]);
    const { connections } = await run({ withTargets: true });
    expect(connections.map(({ target }) => target)).toEqual(['example.com', 'example.com']);
  });

  it('should list the newest connections only, and count all', async () => {
    const { connect, run } = createCommands();
    for (let i = 0; i < 10_000; i++) connect(1, `s${i}`);
    const { count, connections } = await run({});
    expect(count).toBe(10_000);
    expect(connections).toHaveLength(MAX_LISTED_CONNECTIONS);
    expect(connections[0]?.session).toBe('s9999');
  });

  it('should close one connection or all of the proxy, never one of another proxy', async () => {
    const { connect, run } = createCommands();
    const [one, other, foreign] = [connect(1), connect(1), connect(2)];
    const [{ id: foreignId } = { id: '' }] = (await run({ proxyId: 2 })).connections;
    expect((await run({ kind: 'close', connectionId: foreignId })).count).toBe(0);
    const [, { id } = { id: '' }] = (await run({})).connections;
    expect((await run({ kind: 'close', connectionId: id })).count).toBe(1);
    expect([one, other, foreign].map(({ closedBy, isClosed }) => isClosed && closedBy)).toEqual([
      'CLOSED',
      false,
      false,
    ]);
    expect((await run({ kind: 'close' })).count).toBe(1);
    expect(other.isClosed).toBe(true);
    expect(foreign.isClosed).toBe(false);
  });

  it('should answer for a proxy without connections, and not for a command that is over', async () => {
    const { store, commands, run } = createCommands();
    expect(await run({ proxyId: 9 })).toEqual({ gateway: 'gateway-a', count: 0, connections: [] });
    store.command = null;
    store.replies = [];
    await commands.handle('some-id');
    store.isDown = true;
    await expect(commands.handle('some-id')).resolves.toBeUndefined();
    expect(store.replies).toEqual([]);
  });
});
