import { COUNTED_CHANNEL } from '../../../src/gateway/gateway';
import { startTestGateway, type TestGateway } from './fixtures';
import { startOrigin, type Origin } from './origin';
import { basic, eventually, RawClient, socksAuth, socksGreeting, socksName } from './raw-client';

describe('Usage by host', () => {
  let gateway: TestGateway;
  let origin: Origin;

  beforeAll(async () => {
    gateway = await startTestGateway();
    origin = await startOrigin();
    gateway.open.add(origin.port);
    for (const name of ['origin.test', 'other.test']) gateway.names.names.set(name, ['127.0.0.1']);
  });
  afterAll(async () => {
    await gateway.stop();
    await origin.close();
  });

  const count = (...proxyIds: number[]) => {
    gateway.targets.proxies = proxyIds;
    return gateway.gateway.onChange(COUNTED_CHANNEL, '');
  };
  const open = () => RawClient.open(gateway.config.gateway.httpPort);
  const tunnel = async (user: string, host: string) => {
    const client = await open();
    client.write(`CONNECT ${host}:${origin.port} HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
    expect(await client.readUntil('\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
    return client;
  };
  const fetchThrough = async (user: string, host: string, bytes: number) => {
    const client = await tunnel(user, host);
    client.write(`GET /bytes/${bytes} HTTP/1.0\r\n\r\n`);
    const answer = await client.readToEnd();
    client.destroy();
    return answer.length;
  };
  const saved = async () => {
    await gateway.gateway.flush();
    return gateway.targets.totals;
  };

  it('is the metered usage, divided by host, over every protocol', async () => {
    const { username, proxyId } = gateway.credentials.put();
    await count(proxyId);
    const first = await fetchThrough(username, 'origin.test', 5000);
    const second = await fetchThrough(username, 'Origin.TEST.', 7000);
    const request = `GET http://other.test:${origin.port}/bytes/300 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${basic(username)}\r\n`;
    const client = await open();
    client.write(request);
    await client.readToEnd();
    client.destroy();
    const socks = await RawClient.open(gateway.config.gateway.socksPort);
    const greeting = [
      ...socksGreeting,
      ...socksAuth(username),
      ...socksName('other.test', origin.port),
    ];
    socks.write(Buffer.from(greeting));
    await socks.read(14);
    socks.write('GET /bytes/100 HTTP/1.0\r\n\r\n');
    await socks.readToEnd();
    socks.destroy();
    await eventually(() => gateway.gateway.live.size === 0, 'every connection is closed');
    const totals = await saved();
    expect(Object.keys(totals).sort()).toEqual([`${proxyId} origin.test`, `${proxyId} other.test`]);
    expect(totals[`${proxyId} origin.test`]).toMatchObject({ down: first + second, requests: 2 });
    const metered = gateway.usage.totals.get(proxyId)!;
    const sum = (key: 'up' | 'down' | 'requests') =>
      Object.values(totals).reduce((all, one) => all + one[key], 0);
    expect({ up: sum('up'), down: sum('down'), requests: sum('requests') }).toEqual(metered);
  });

  it('keeps nothing of proxies whose owners have not asked for it, from the moment that they switch it off', async () => {
    const asked = gateway.credentials.put();
    const silent = gateway.credentials.put();
    await count(asked.proxyId);
    await fetchThrough(silent.username, 'origin.test', 100);
    const open = await tunnel(asked.username, 'origin.test');
    open.write('GET /bytes/100 HTTP/1.0\r\n\r\n');
    await open.readToEnd();
    await count();
    await fetchThrough(asked.username, 'other.test', 100);
    open.destroy();
    const hosts = Object.keys(await saved());
    expect(hosts.filter((key) => key.startsWith(`${silent.proxyId} `))).toEqual([]);
    expect(hosts.filter((key) => key === `${asked.proxyId} other.test`)).toEqual([]);
  });

  it('grows while a tunnel is open', async () => {
    const { username, proxyId } = gateway.credentials.put();
    await count(proxyId);
    const client = await tunnel(username, 'origin.test');
    client.write('GET /bytes/2000 HTTP/1.1\r\nHost: x\r\n\r\n');
    await client.readUntil('\r\n\r\n');
    await eventually(
      async () => ((await saved())[`${proxyId} origin.test`]?.down ?? 0) > 2000,
      'the open tunnel is saved',
    );
    client.destroy();
  });
});
