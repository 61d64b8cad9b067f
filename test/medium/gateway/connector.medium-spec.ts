import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Connector, LocalPorts } from '../../../src/gateway/net/connector';
import { freePorts } from '../../support/ports';
import { hasManyLoopbacks } from './fixtures';

const LOCAL = hasManyLoopbacks ? '127.0.0.77' : '127.0.0.1';

describe('Connector with a local address', () => {
  const servers: Server[] = [];
  const sockets: Socket[] = [];
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
  });

  const target = async (): Promise<number> => {
    const server = createServer((socket) => void sockets.push(socket));
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (server.address() as AddressInfo).port;
  };
  const onePort = async () => {
    const [port] = (await freePorts(1)) as [number];
    return { port, connector: new Connector(new LocalPorts({ first: port - 1, last: port })) };
  };
  const leave = async (connector: Connector, port: number) => {
    const socket = await connector.connect('127.0.0.1', port, 2_000, LOCAL);
    sockets.push(socket);
    return socket;
  };

  it('shares a port between connections to different targets', async () => {
    const { port, connector } = await onePort();
    const targets = await Promise.all([target(), target(), target()]);
    const left = [];
    for (const to of targets) left.push((await leave(connector, to)).localPort);
    expect(left).toEqual(hasManyLoopbacks ? [port, port, port] : left);
  });

  it('uses another port when the port is in use to the same target', async () => {
    const { port, connector } = await onePort();
    const to = await target();
    const [first, second] = [await leave(connector, to), await leave(connector, to)];
    expect(first.localPort).toBe(port);
    expect(second.localPort).not.toBe(port);
    expect([first.localAddress, second.localAddress]).toEqual([LOCAL, LOCAL]);
  });

  it('reports a refused connection as such', async () => {
    const { connector } = await onePort();
    const [nobody] = (await freePorts(1)) as [number];
    await expect(leave(connector, nobody)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('LocalPorts', () => {
  it('cycles through every second port of its range', () => {
    const ports = new LocalPorts({ first: 10, last: 16 }, () => 0.5);
    expect([1, 2, 3, 4].map(() => ports.next())).toEqual([15, 11, 13, 15]);
  });

  it('leaves the other ports to connections without a local address', () => {
    const ports = new LocalPorts({ first: 32_768, last: 60_999 });
    const parities = new Set(Array.from({ length: 30_000 }, () => ports.next() % 2));
    expect([...parities]).toEqual([1]);
  });
});
