import type { AppConfig } from '../../../src/config/app-config';
import { GatewayProcess } from '../../../src/gateway/process/gateway-process';
import { FakeNames, silent, testConfig } from './fixtures';
import { GatewayTables } from './gateway-tables';
import { startOrigin, type Origin } from './origin';
import { RawClient, socksName } from './raw-client';

export const ALLOWED = '127.0.0.2';
export const STRANGER = '127.0.0.3';

export interface Running {
  config: AppConfig;
  process: GatewayProcess;
}

/** Gateways on one database, whose clients choose their address; stopped after each test of the suite that calls it. */
export function useAddressStand() {
  let tables: GatewayTables;
  let origin: Origin;
  let running: Running[] = [];
  let clients: RawClient[] = [];
  let user: number;

  beforeAll(async () => {
    tables = await GatewayTables.open();
    origin = await startOrigin();
  });
  beforeEach(async () => {
    await tables.addExit();
    user = await tables.addUser();
  });
  afterEach(async () => {
    for (const client of clients) client.destroy();
    await Promise.all(running.map(({ process }) => process.stop()));
    running = [];
    clients = [];
    await tables.clear();
  });
  afterAll(async () => {
    await origin.close();
    await tables.close();
  });

  /** @param options of gateways; without a TTL only notifications can explain a change. */
  async function start(options = {}, env = {}): Promise<Running> {
    const config = await testConfig({ DATABASE_URL: tables.url, ...env });
    const names = new FakeNames();
    names.names.set('origin.test', ['127.0.0.1']);
    const process = new GatewayProcess(config, silent, {
      resolver: names,
      allow: (_address, port) => port === origin.port,
      options: { drainMs: 0, flushMs: 50, lameDuckMs: 0, ...options },
    });
    await process.start();
    running.push({ config, process });
    return { config, process };
  }

  const open = async ({ config }: Running, localAddress: string) => {
    const client = await RawClient.open(config.gateway.httpPort, { localAddress });
    clients.push(client);
    return client;
  };
  const request = (fields: string, path = '/') =>
    `GET http://origin.test:${origin.port}${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields}\r\n`;

  /** One forwarded request. @returns its status, with the reason of a refusal. */
  async function get(gateway: Running, localAddress: string, fields = ''): Promise<string> {
    const client = await open(gateway, localAddress);
    client.write(request(fields));
    const answer = await client.readToEnd();
    return [answer.split(' ')[1], /X-Proxy-Error: (\w+)/.exec(answer)?.[1]].join(' ').trim();
  }

  /** A SOCKS5 client without a password. @returns the gateway's choice of a method. */
  async function greet(gateway: Running, localAddress: string, methods = [0]) {
    const client = await open(gateway, localAddress);
    client.write([5, methods.length, ...methods]);
    return { client, method: [...(await client.read(2))] };
  }

  async function socksTunnel(gateway: Running, localAddress: string) {
    const { client } = await greet(gateway, localAddress);
    client.write(socksName('origin.test', origin.port));
    const reply = [...(await client.read(10))][1];
    client.write('GET /drip HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('drip');
    return { client, reply };
  }

  async function connectTunnel(gateway: Running, localAddress: string, fields = '') {
    const client = await open(gateway, localAddress);
    client.write(`CONNECT origin.test:${origin.port} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`);
    const answer = await client.readUntil('\r\n\r\n');
    client.write('GET /drip HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('drip');
    return { client, answer };
  }

  return {
    ...{ start, open, request, get, greet, socksTunnel, connectTunnel },
    get tables() {
      return tables;
    },
    /** A customer, new for each test. */
    get user() {
      return user;
    },
  };
}
