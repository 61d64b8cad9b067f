import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { poll } from '../../../src/embedded/poll';
import type { ProxyKind } from '../../../src/gateway/auth/credential';
import { LiveConnection } from '../../../src/gateway/meter/live-connection';
import { unwrapDatagram, wrapDatagram } from '../../../src/gateway/socks/udp-association';
import { startTestGateway, type TestGateway, silent, testConfig, toDigest } from './fixtures';
import { eventually, RawClient, socksAuth, socksGreeting, socksV4 } from './raw-client';
import { AppConfig } from '../../../src/config/app-config';
import { grantGatewayRole } from '../../../src/gateway/gateway-role';
import { GatewayProcess } from '../../../src/gateway/process/gateway-process';
import { insertSoldProxy } from '../../support/sold-proxy';
import { AdminTestApp, type TestUser } from '../admin/admin-test-app';

/** A UDP socket that remembers what it received. */
class Udp {
  readonly received: { data: Buffer; from: RemoteInfo }[] = [];

  private constructor(readonly socket: Socket) {
    socket.on('message', (data, from) => this.received.push({ data, from }));
  }

  static async open(address = '127.0.0.1'): Promise<Udp> {
    const socket = createSocket('udp4');
    await new Promise<void>((resolve) => socket.bind(0, address, resolve));
    return new Udp(socket);
  }

  get port(): number {
    return this.socket.address().port;
  }

  send(data: Buffer | string, port: number): Promise<void> {
    return new Promise((resolve) => this.socket.send(data, port, '127.0.0.1', () => resolve()));
  }
}

describe('SOCKS5 UDP ASSOCIATE', () => {
  let gateway: TestGateway;
  let target: Udp;
  let client: Udp;
  const opened: Udp[] = [];
  const connections: RawClient[] = [];
  const udp = async (address?: string) => {
    const socket = await Udp.open(address);
    opened.push(socket);
    return socket;
  };

  beforeAll(async () => {
    gateway = await startTestGateway();
    target = await Udp.open();
    target.socket.on('message', (data, from) => {
      if (data.toString() !== 'quiet') target.socket.send(`re:${data}`, from.port, from.address);
    });
    gateway.open.add(target.port);
    gateway.names.names.set('udp.test', ['127.0.0.1']);
  });
  beforeEach(async () => {
    target.received.length = 0;
    await gateway.setUdp('residential');
    client = await udp();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    connections.splice(0).forEach((connection) => connection.destroy());
    opened.splice(0).forEach(({ socket }) => socket.close());
  });
  afterAll(async () => {
    await gateway.stop();
    target.socket.close();
  });

  /** @returns the port of the association. */
  const associate = async (username: string) => {
    const control = await RawClient.open(gateway.config.gateway.socksPort);
    connections.push(control);
    control.write([...socksGreeting, ...socksAuth(username), ...socksV4('0.0.0.0', 0, 3)]);
    const reply = await control.read(14);
    expect([...reply].slice(0, 12)).toEqual([5, 2, 1, 0, 5, 0, 0, 1, 127, 0, 0, 1]);
    return { control, relay: reply.readUInt16BE(12) };
  };
  const named = (host: string, port: number, text: string) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 3, host.length, ...Buffer.from(host), port >> 8, port & 255]),
      Buffer.from(text),
    ]);
  const to = (text: string) => wrapDatagram('127.0.0.1', target.port, Buffer.from(text));
  const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

  it('relays datagrams to addresses and names, and charges their content in both directions', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const { relay } = await associate(username);
    await client.send(to('one'), relay);
    await eventually(() => client.received.length === 1, 'the first answer');
    await client.send(named('udp.test', target.port, 'four'), relay);
    await eventually(() => client.received.length === 2, 'the second answer');
    expect(client.received.map(({ data }) => unwrapDatagram(data))).toEqual([
      { host: '127.0.0.1', port: target.port, data: Buffer.from('re:one') },
      { host: '127.0.0.1', port: target.port, data: Buffer.from('re:four') },
    ]);
    await gateway.gateway.flush();
    expect(gateway.usage.totals.get(proxyId)).toEqual({ up: 7, down: 13, requests: 1 });
  });

  const ask = async (username: string, { config } = gateway) => {
    const control = await RawClient.open(config.gateway.socksPort);
    connections.push(control);
    control.write([...socksGreeting, ...socksAuth(username), ...socksV4('0.0.0.0', 0, 3)]);
    return (await control.read(14))[5];
  };

  it('behind a balancer goes past it, from the client that the PROXY header names', async () => {
    const behind = await startTestGateway(
      {},
      { GATEWAY_PROXY_PROTOCOL_FROM: '127.0.0.7', GATEWAY_UDP_ADDRESS: '127.0.0.33' },
    );
    behind.open.add(target.port);
    await behind.setUdp('residential');
    const { username } = behind.credentials.put();
    const control = await RawClient.open(behind.config.gateway.socksPort, {
      localAddress: '127.0.0.7',
    });
    connections.push(control);
    const header = Buffer.from('PROXY TCP4 127.0.0.9 127.0.0.1 40000 1080\r\n');
    control.write([
      ...header,
      ...socksGreeting,
      ...socksAuth(username),
      ...socksV4('0.0.0.0', 0, 3),
    ]);
    const reply = await control.read(14);
    expect([...reply].slice(5, 12)).toEqual([0, 0, 1, 127, 0, 0, 33]);
    const relay = reply.readUInt16BE(12);
    for (const address of ['127.0.0.7', '127.0.0.1']) {
      const other = await udp(address);
      await other.send(to('strange'), relay);
    }
    const named = await udp('127.0.0.9');
    await named.send(to('one'), relay);
    await eventually(() => named.received.length === 1, 'the answer');
    expect(target.received.map(({ data }) => data.toString())).toEqual(['one']);
    await behind.stop();
  });

  it('is refused for kinds that it is off for, which are all at first, and through an upstream', async () => {
    const user = Object.fromEntries(
      (['datacenter', 'residential', 'mobile'] as const).map((kind) => {
        gateway.exits.put({ kind });
        return [kind, gateway.credentials.put({ kind }).username];
      }),
    ) as Record<ProxyKind, string>;
    await gateway.gateway.onChange('gateway_exit', '');
    expect([await ask(user.residential), await ask(user.mobile)]).toEqual([0, 7]);
    await gateway.setUdp('mobile');
    expect([await ask(user.residential), await ask(user.mobile)]).toEqual([7, 0]);
    await gateway.setUdp();
    expect(await ask(user.datacenter)).toBe(7);

    const fresh = await startTestGateway();
    fresh.credentials.put({ username: 'fresh' });
    expect(await ask('fresh', fresh)).toBe(7);
    await fresh.stop();

    const upstream = { protocol: 'http', host: 'h', port: 1, username: '', password: '' } as const;
    gateway.exits.list.splice(1);
    gateway.exits.put({ kind: 'mobile', simulated: false, localAddress: null, upstream });
    await gateway.setUdp('mobile');
    await gateway.gateway.onChange('gateway_exit', '');
    expect(await ask(user.mobile)).toBe(7);
  });

  it('ends when it is switched off for its kind, and not when for another', async () => {
    const { username } = gateway.credentials.put();
    const { control, relay } = await associate(username);
    await gateway.setUdp('residential', 'mobile');
    await gateway.setUdp('residential');
    await client.send(to('on'), relay);
    await eventually(() => client.received.length === 1, 'the answer');
    await gateway.setUdp('mobile');
    await control.readToEnd();
    await client.send(to('off'), relay);
    await settled();
    expect(target.received.map(({ data }) => data.toString())).toEqual(['on']);
  });

  it('sends nothing to targets that are blocked, and drops fragments and what is malformed', async () => {
    const { username, proxyId } = gateway.credentials.put();
    const { relay } = await associate(username);
    const blocked = await udp();
    await client.send(wrapDatagram('127.0.0.1', blocked.port, Buffer.from('x')), relay);
    await client.send(named('localhost', blocked.port, 'x'), relay);
    await client.send(wrapDatagram('::1', target.port, Buffer.from('x')).subarray(0, 9), relay);
    await client.send(named('udp.test', 25, 'x'), relay);
    const fragment = to('x');
    fragment[2] = 1;
    await client.send(fragment, relay);
    await client.send('x', relay);
    await client.send(to('good'), relay);
    await eventually(() => client.received.length === 1, 'the answer to the good one');
    await settled();
    expect(blocked.received).toEqual([]);
    expect(target.received.map(({ data }) => data.toString())).toEqual(['good']);
    await gateway.gateway.flush();
    expect(gateway.usage.totals.get(proxyId)).toMatchObject({ up: 4, down: 7 });
  });

  it('takes datagrams from the client only, and answers from its targets only', async () => {
    const { username } = gateway.credentials.put();
    const { relay } = await associate(username);
    await client.send(to('quiet'), relay);
    await eventually(() => target.received.length === 1, 'the datagram arrives');
    const outside = target.received[0]!.from.port;
    const [stranger, elsewhere] = [await udp(), await udp('127.0.0.9')];
    await stranger.send(to('other port'), relay);
    await elsewhere.send(to('other address'), relay);
    await stranger.send('unasked', outside);
    await settled();
    expect(target.received).toHaveLength(1);
    expect(client.received).toEqual([]);
  });

  it('ends with its connection, when it is idle, and when the traffic is used up', async () => {
    const isIdle = async () =>
      (await gateway.gateway.metrics.registry.metrics()).includes('\ngateway_connections_open 0\n');
    const free = gateway.credentials.put();
    const { control, relay } = await associate(free.username);
    control.destroy();
    expect(await poll(isIdle, 10_000)).toBe(true);
    await client.send(to('late'), relay);
    await settled();
    expect(target.received).toEqual([]);

    const short = gateway.credentials.put({ limitBytes: 10 });
    const metered = await associate(short.username);
    await client.send(to('12345678901234'), metered.relay);
    await metered.control.readToEnd();
    await gateway.gateway.flush();
    expect(gateway.usage.getBytes(short.proxyId)).toBeLessThanOrEqual(10);
    expect(target.received).toEqual([]);

    const hasty = await startTestGateway({ idleMs: 200 });
    hasty.credentials.put({ username: 'idle' });
    await hasty.setUdp('residential');
    const idle = await RawClient.open(hasty.config.gateway.socksPort);
    idle.write([...socksGreeting, ...socksAuth('idle'), ...socksV4('0.0.0.0', 0, 3)]);
    expect((await idle.read(14))[5]).toBe(0);
    await idle.readToEnd();
    idle.destroy();
    await hasty.stop();
  });

  it('delays a datagram until the meter allows the whole of it', async () => {
    const { username } = gateway.credentials.put();
    const { relay } = await associate(username);
    const take = jest.spyOn(LiveConnection.prototype, 'take').mockReturnValueOnce(2);
    let more: () => void = () => undefined;
    jest.spyOn(LiveConnection.prototype, 'onMore').mockImplementation((resume) => (more = resume));
    await client.send(to('12345'), relay);
    await eventually(() => take.mock.calls.length === 1, 'the datagram is held');
    await client.send(to('dropped'), relay);
    await settled();
    expect(target.received).toEqual([]);
    more();
    await eventually(() => client.received.length === 1, 'the answer');
    expect(take.mock.calls.slice(0, 2)).toEqual([
      ['up', 5],
      ['up', 3],
    ]);
    expect(target.received.map(({ data }) => data.toString())).toEqual(['12345']);
  });
});

const RELAYS = 0;

const NOT_SUPPORTED = 7;

const role = `udp_${process.pid}`;

describe('The UDP switch of the back office', () => {
  let app: AdminTestApp;
  let admin: TestUser;
  let running: GatewayProcess[] = [];
  const connections: RawClient[] = [];

  beforeAll(async () => {
    app = await AdminTestApp.open();
    admin = await app.createUser('admin');
    await grantGatewayRole(app.app.get(AppConfig).database.url, role);
    await app.sql(`CREATE ROLE ${role}_login LOGIN PASSWORD 'secret' IN ROLE ${role}`);
    await app.sql(
      `INSERT INTO exit_node (kind, country, leave, local_address, simulated)
       VALUES ('mobile', 'ng', 'local', '127.10.0.1', true)`,
    );
  });
  afterAll(async () => {
    connections.forEach((connection) => connection.destroy());
    await Promise.all(running.map((gateway) => gateway.stopNow()));
    running = [];
    await app.sql(`DROP OWNED BY ${role}`);
    await app.sql(`DROP ROLE ${role}_login, ${role}`);
    await app.close();
  });

  /** A gateway that logs in to the database with the rights of gateways only. */
  const start = async (id: string) => {
    const url = new URL(app.app.get(AppConfig).database.url);
    [url.username, url.password] = [`${role}_login`, 'secret'];
    const config = await testConfig({ DATABASE_URL: url.href, GATEWAY_ID: id });
    const gateway = new GatewayProcess(config, silent, { options: { drainMs: 0 } });
    await gateway.start();
    running.push(gateway);
    return config;
  };
  const save = (body: object) => app.call(admin, 'PUT', '/admin/system/settings', body);
  const associate = async ({ gateway }: AppConfig) => {
    const control = await RawClient.open(gateway.socksPort);
    connections.push(control);
    control.write([...socksGreeting, ...socksAuth('user1'), ...socksV4('0.0.0.0', 0, 3)]);
    const reply = (await control.read(14))[5];
    return { control, reply };
  };
  const replies = async (gateways: AppConfig[]) =>
    (await Promise.all(gateways.map(associate))).map(({ control, reply }) => {
      control.destroy();
      return reply;
    });
  const eventuallyReply = (gateways: AppConfig[], reply: number) =>
    eventually(
      async () => (await replies(gateways)).every((one) => one === reply),
      `every gateway replies ${reply}`,
    );

  it('reaches every gateway, ends what is open, and is audited', async () => {
    const gateways = await Promise.all(['one', 'two'].map(start));
    await insertSoldProxy((...query) => app.sql(...query), {
      ...{ username: 'user1', digest: toDigest(gateways[0]!) },
      columns: { type: 'mobile_ipv4', protocol: 'socks5' },
    });
    expect(await replies(gateways)).toEqual([NOT_SUPPORTED, NOT_SUPPORTED]);

    expect((await save({ udpMobile: true })).status).toBe(200);
    await eventuallyReply(gateways, RELAYS);
    const open = await Promise.all(gateways.map(associate));
    expect((await save({ udpMobile: false })).status).toBe(200);
    await Promise.all(open.map(({ control }) => control.readToEnd()));
    await eventuallyReply(gateways, NOT_SUPPORTED);

    const rows = await app.sql<{ changes: object }>(
      `SELECT changes FROM audit_log WHERE action = 'settings.changed' ORDER BY id`,
    );
    expect(rows).toMatchObject([
      { changes: { before: { udpMobile: false }, after: { udpMobile: true } } },
      { changes: { before: { udpMobile: true }, after: { udpMobile: false } } },
    ]);

    // A notification that is lost: the switch is found by reading again.
    await app.sql('ALTER TABLE setting DISABLE TRIGGER ALL');
    await save({ udpMobile: true });
    await eventuallyReply(gateways, RELAYS);
  });

  it('is read by gateways that may not read the settings', async () => {
    await save({ siteName: 'Quiet', udpDatacenter: true, udpMobile: true });
    const kinds = await app.sql<{ kind: string }>('SELECT kind FROM gateway_udp_kind ORDER BY 1');
    expect(kinds.map(({ kind }) => kind)).toEqual(['datacenter', 'mobile']);
    const [rights] = await app.sql<{ view: boolean; table: boolean }>(
      `SELECT has_table_privilege($1, 'gateway_udp_kind', 'SELECT') AS view,
              has_any_column_privilege($1, 'setting', 'SELECT') AS "table"`,
      [role],
    );
    expect(rights).toEqual({ view: true, table: false });
  });
});
