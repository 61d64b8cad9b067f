import { Pool } from 'pg';
import { poll } from '../../../src/embedded/poll';
import { NetworkUsageStore } from '../../../src/gateway/networks/network-meter';
import { DOCUMENTED_REFUSALS, writeRefusal } from '../../support/backconnect/documented-refusals';
import { SpawnedGateway } from '../../support/spawned-gateway';
import { curl } from '../gateway/curl';
import { APP_KEY } from '../gateway/fixtures';
import { SupplyStand, WITHIN_MS } from './supply-stand';

jest.setTimeout(180_000);

const FAILS = writeRefusal(
  DOCUMENTED_REFUSALS.find((r) => r.dialect === 'dataimpulse' && r.means === 'retry')!,
);

describe('What networks carry and cost', () => {
  let stand: SupplyStand;
  let main: Awaited<ReturnType<SupplyStand['addNetwork']>>;
  let reserve: Awaited<ReturnType<SupplyStand['addNetwork']>>;
  let user: number;

  interface Sums {
    bytes: number;
    requests: number;
    picos: number;
  }
  const sums = async (table: string, where: string, ...values: unknown[]): Promise<Sums> => {
    const [row] = await stand.sql<Sums>(
      `SELECT coalesce(sum(bytes_up + bytes_down), 0)::int AS bytes, coalesce(sum(requests), 0)::int AS requests,
              coalesce(sum(cost_usd_picos), 0)::float AS picos FROM ${table} WHERE ${where}`,
      values,
    );
    return row!;
  };
  const saved = (id: number) => sums('supply_usage', 'network_id = $1', id);
  /** Until every byte that the provider has seen is in the database. */
  const untilEqual = async ({ id, provider }: typeof main) => {
    const isEqual = async () => {
      await stand.flush();
      return (await saved(id)).bytes === provider.carried;
    };
    await poll(isEqual, WITHIN_MS);
    expect((await saved(id)).bytes).toBe(provider.carried);
  };

  beforeAll(async () => {
    stand = await SupplyStand.open(2);
    user = await stand.addProxy('user1');
    main = await stand.addNetwork('Main', 1000);
    reserve = await stand.addNetwork('Reserve', 1);
    await stand.untilServed('user1');
  });
  afterAll(() => stand?.close());

  it('are the bytes on the connections to their gateways, over each protocol, through a failover', async () => {
    for (let turn = 0; turn < 6; turn++) expect((await stand.send('user1', turn)).status).toBe(200);
    main.provider.refuseWith = () => FAILS;
    for (let turn = 0; turn < 3; turn++)
      expect((await stand.send('user1', turn, 'cc-fr')).status).toBe(200);
    main.provider.refuseWith = () => undefined;
    await untilEqual(main);
    await untilEqual(reserve);
    expect(reserve.provider.carried).toBeGreaterThan(0);
    expect((await saved(main.id)).requests).toBe(main.provider.heads);
    for (const { id } of [main, reserve])
      expect(await sums('supply_network_hour', 'network_id = $1', id)).toEqual(await saved(id));
    const failed = await stand.sql(
      `SELECT sum(count)::int AS count FROM supply_outcome WHERE network_id = $1 AND outcome = 'retry'`,
      [main.id],
    );
    expect(failed).toEqual([{ count: expect.any(Number) as number }]);
    expect(await sums('supply_usage', 'proxy_id <> $1', user)).toMatchObject({ bytes: 0 });
  });

  it('cost what the network costs at the time, with its factor for a city', async () => {
    const price = async (id: number, isPrecise: boolean) =>
      sums('supply_usage', 'network_id = $1 AND precise = $2', id, isPrecise);
    expect((await stand.send('user1', 0, 'cc-de-city-berlin')).status).toBe(200);
    await untilEqual(main);
    const [plain, precise] = [await price(main.id, false), await price(main.id, true)];
    expect(precise.bytes).toBeGreaterThan(0);
    // $2 a GB are 2,000 picodollars a byte.
    expect(plain.picos).toBe(plain.bytes * 2_000);
    expect(precise.picos).toBe(precise.bytes * 6_000);

    const path = `/admin/supply/networks/${main.id}`;
    const body = { ...main.body, cost_usd_per_gb: 5 };
    expect((await stand.app.call('PUT', path, body, stand.admin.headers)).status).toBe(200);
    expect((await stand.send('user1', 1)).status).toBe(200);
    await untilEqual(main);
    const after = await price(main.id, false);
    expect(after.picos - plain.picos).toBe((after.bytes - plain.bytes) * 5_000);
  });

  it('count once when a batch is sent again, also by gateways at once', async () => {
    const pool = new Pool({ connectionString: stand.databaseUrl, max: 4 });
    const store = new NetworkUsageStore(pool);
    const before = await saved(main.id);
    const delta = { networkId: main.id, proxyId: user, country: 'de', isPrecise: false };
    const batch = (gatewayId: string, seq: number) => ({
      ...{ gatewayId, seq, at: new Date() },
      deltas: [
        { ...delta, up: 3, down: 4, requests: 1 },
        { ...delta, networkId: reserve.id, up: 1, down: 1, requests: 1 },
        { ...delta, networkId: 999_999, up: 1, down: 1, requests: 1 },
      ],
      failures: [{ networkId: main.id, reason: 'silent', count: 1 }],
    });
    try {
      for (let seq = 1; seq <= 5; seq++)
        await Promise.all(['a', 'a', 'b', 'b', 'c'].map((each) => store.settle(batch(each, seq))));
      await store.settle(batch('a', 2));
      const after = await saved(main.id);
      expect([after.bytes - before.bytes, after.requests - before.requests]).toEqual([105, 15]);
      await store.check();
    } finally {
      await pool.end();
    }
  });

  it('count once, and all but the last moment, of a gateway that is killed', async () => {
    const network = await stand.addNetwork('Killed', 1, { countries: ['pl'] });
    const gateway = await SpawnedGateway.spawn({
      ...{ DATABASE_URL: stand.databaseUrl, APP_KEY, GATEWAY_ID: 'killed', ORIGIN_PORT: '80' },
    });
    let before: number;
    try {
      await gateway.untilHealth('200');
      const proxy = `http://user1-cc-pl:secret@127.0.0.1:${gateway.ports.http}`;
      const send = () => curl('-x', proxy, 'http://site.test/');
      expect(await poll(async () => (await send()).status === 200, WITHIN_MS)).toBe(true);
      const isSaved = async () => (await saved(network.id)).bytes === network.provider.carried;
      expect(await poll(isSaved, WITHIN_MS)).toBe(true);
      before = network.provider.carried;
      for (let i = 0; i < 5; i++) await send();
    } finally {
      await gateway.dispose();
    }
    const kept = (await saved(network.id)).bytes;
    expect(kept).toBeGreaterThanOrEqual(before);
    expect(kept).toBeLessThanOrEqual(network.provider.carried);
  });
});
