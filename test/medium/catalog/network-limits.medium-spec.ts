import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import { poll } from '../../../src/embedded/poll';
import { basic, RawClient } from '../gateway/raw-client';
import { SupplyStand, WITHIN_MS } from './supply-stand';

jest.setTimeout(240_000);

/** So many bytes are a gigabyte of the test's provider. */
const GB = 20_000;

describe('Limits of a network', () => {
  let stand: SupplyStand;

  beforeAll(async () => {
    stand = await SupplyStand.open(2);
    await stand.addProxy('user1');
    await stand.addProxy('user2');
  });
  afterAll(() => stand?.close());

  const tunnel = async (gateway: number, user = 'user1-cc-de') => {
    const client = await RawClient.open(stand.gateways[gateway]!.config.gateway.httpPort);
    client.write(`CONNECT site.test:80 HTTP/1.1\r\nHost: x\r\n${basic(user)}\r\n`);
    return { client, head: await client.readUntil('\r\n\r\n') };
  };
  const alerts = () =>
    stand.app.nest.get(AlertConditionQueries, { strict: false }).find(['supply_budget']);
  const isOnSale = async (country: string) => {
    const { body } = await stand.app.call(
      'GET',
      '/pool/countries?connection_type=residential',
      undefined,
      stand.admin.headers,
    );
    return JSON.stringify(body).includes(`"${country}"`);
  };
  const remove = async (id: number) => {
    const path = `/admin/supply/networks/${id}`;
    await stand.app.call('DELETE', path, undefined, stand.admin.headers);
  };

  it('stop it at its budget on both gateways, cut what is open, and end with the day', async () => {
    const { id, provider } = await stand.addNetwork('Budget', 1, {
      daily_budget_gb: 1,
      monthly_budget_gb: 10,
    });
    await stand.sql('UPDATE supply_network SET bytes_per_gb = $2 WHERE id = $1', [id, GB]);
    await stand.untilServed('user1');
    expect(await isOnSale('de')).toBe(true);
    const open = await tunnel(0);
    expect(open.head).toContain(' 200 ');
    const waiting = await RawClient.open(stand.gateways[1]!.config.gateway.httpPort);
    const head = `Host: site.test\r\nContent-Length: 5\r\n${basic('user1-cc-de')}`;
    waiting.write(`POST http://site.test/ HTTP/1.1\r\n${head}\r\n`);
    expect(await poll(() => provider.open >= 2, WITHIN_MS)).toBe(true);
    const told: string[] = [];
    for (let turn = 0; turn < 1_000; turn++) {
      const { status, proxyError } = await stand.send('user1', turn);
      // Those on their way when a gateway hears of it are cut, and the other gateway serves a little longer.
      if (status === 200) told.length = 0;
      else told.push(proxyError ?? 'SOCKS');
      if ((await alerts()).some(({ key }) => key.endsWith(':near')))
        expect(provider.carried).toBeGreaterThan(GB * 0.7);
      if (told.length === 6) break;
    }
    expect(told.slice(3).sort()).toEqual(['NO_EXIT', 'NO_EXIT', 'SOCKS']);
    expect(provider.carried).toBeGreaterThanOrEqual(GB);
    // What two gateways relay within a flush and a notification.
    expect(provider.carried).toBeLessThan(GB * 1.5);
    expect(await open.client.readToEnd()).toBe('');
    expect(await waiting.readToEnd()).toMatch(/^HTTP\/1.1 502[^]*X-Proxy-Error: NO_EXIT/);
    expect(await alerts()).toEqual([
      expect.objectContaining({ key: `supply_budget:${id}:day:reached`, severity: 'critical' }),
    ]);
    expect(await isOnSale('de')).toBe(false);

    // The next in line serves meanwhile.
    const reserve = await stand.addNetwork('Reserve', 1);
    await stand.untilServed('user2');
    const before = provider.carried;
    for (let turn = 0; turn < 4; turn++) expect((await stand.send('user1', turn)).status).toBe(200);
    expect(provider.carried).toBe(before);
    expect(reserve.provider.carried).toBeGreaterThan(0);
    await remove(reserve.id);

    await stand.sql('UPDATE supply_spent SET day = day - 1 WHERE network_id = $1', [id]);
    await stand.sql('UPDATE supply_network SET note = $2 WHERE id = $1', [id, 'A new day']);
    await stand.untilServed('user1');
    expect(await alerts()).toEqual([]);
    await stand.sql('UPDATE supply_spent SET month_bytes = $2 WHERE network_id = $1', [
      id,
      GB * 10,
    ]);
    expect(await alerts()).toMatchObject([{ key: `supply_budget:${id}:month:reached` }]);
    await remove(id);
  });

  it('share its connections between the gateways, and send the others to the next network', async () => {
    const { id, provider } = await stand.addNetwork('Narrow', 1_000, { concurrency_limit: 3 });
    await stand.untilServed('user2');
    expect(await poll(() => provider.open === 0, WITHIN_MS)).toBe(true);
    // Two for each gateway: half of three, rounded up.
    const open = [await tunnel(0), await tunnel(0), await tunnel(1), await tunnel(1)];
    expect(open.map(({ head }) => head.split(' ')[1])).toEqual(['200', '200', '200', '200']);
    for (const gateway of [0, 1]) {
      const { head, client } = await tunnel(gateway);
      expect(head).toMatch(/^HTTP\/1.1 502[^]*X-Proxy-Error: NO_EXIT/);
      expect(await client.readToEnd()).toContain('All connections to this location are in use');
    }
    expect(provider.open).toBe(4);
    open[0]!.client.destroy();
    const isFree = async () => {
      const { head, client } = await tunnel(0);
      if (head.includes(' 200 ')) open.push({ head, client });
      else client.destroy();
      return head.includes(' 200 ');
    };
    expect(await poll(isFree, WITHIN_MS)).toBe(true);

    const reserve = await stand.addNetwork('Reserve', 1);
    const isServed = async () => (await tunnel(1)).head.includes(' 200 ');
    expect(await poll(isServed, WITHIN_MS)).toBe(true);
    expect([reserve.provider.heads > 0, provider.open]).toEqual([true, 4]);
    for (const { client } of open) client.destroy();
    for (const each of [id, reserve.id]) await remove(each);
  });
});
