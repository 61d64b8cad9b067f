import { Pool } from 'pg';
import { DAY } from '../../../src/common/time/clock';
import { TargetUsageStore } from '../../../src/gateway/meter/target-meter';
import { UsageTargetsService } from '../../../src/proxies/usage/usage-targets.service';
import { openCustomerApi, type Customer, type CustomerApi } from '../../support/customer-api';
import { addProxy } from './bought-proxy';

interface Target {
  host: string | null;
  up: number;
  down: number;
  requests: number;
}

describe('Usage by host', () => {
  let api: CustomerApi;
  let pool: Pool;
  let store: TargetUsageStore;
  let ada: Customer;
  let proxy: { proxyId: number };
  let seq = 1;
  let serial = 0;

  beforeAll(async () => {
    api = await openCustomerApi();
    pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
    store = new TargetUsageStore(pool);
  });
  beforeEach(async () => {
    ada = await api.customer();
    proxy = await bought(ada);
  });
  afterAll(async () => {
    await pool.end();
    await api.close();
  });

  const bought = (who: Customer) =>
    addProxy(api, who, {
      username: `target${(serial += 1)}`,
      expiresAt: new Date(Date.now() + DAY).toISOString(),
    });
  const call = (method: 'GET' | 'PUT' | 'DELETE', who = ada, query = '', body?: object) =>
    api.call(method, `/user/usage/targets${query}`, { token: who.token, body });
  const choose = async (enabled: boolean, who = ada) =>
    expect((await call('PUT', who, '', { enabled })).status).toBe(200);
  const read = async (query = '', who = ada) => {
    const { status, body } = await call('GET', who, query);
    expect(status).toBe(200);
    return body.data as unknown as { enabled: boolean; kept_days: number; targets: Target[] };
  };
  const save = (targets: [host: string, down: number][], more: { id?: number; at?: Date } = {}) => {
    const batch = {
      ...{ gatewayId: 'g#targets', seq: (seq += 1), at: more.at ?? new Date() },
      targets: targets.map(([host, down]) => ({
        ...{ proxyId: more.id ?? proxy.proxyId, host, up: 1, down, requests: 1 },
      })),
    };
    return Promise.all([store.settle(batch), store.settle(batch), store.settle(batch)]);
  };

  it('should be off until the customer switches it on, and say so', async () => {
    expect(await read()).toMatchObject({ enabled: false, kept_days: 30, targets: [] });
    expect(await store.findAll()).not.toContain(proxy.proxyId);
    await choose(true);
    await choose(true);
    expect(await store.findAll()).toContain(proxy.proxyId);
    expect(await read()).toMatchObject({ enabled: true });
    const lines = await api.sql(
      `SELECT details FROM audit_log WHERE actor_id = $1 AND action = 'user.target_usage_changed'`,
      [ada.id],
    );
    expect(lines).toEqual([{ details: 'Switched usage by host on' }]);
  });

  it('should book each batch once and list the hosts by traffic', async () => {
    await choose(true);
    await save([
      ['a.example', 100],
      ['b.example', 900],
    ]);
    await save([['a.example', 50]]);
    expect((await read()).targets).toEqual([
      { host: 'b.example', up: 1, down: 900, requests: 1 },
      { host: 'a.example', up: 2, down: 150, requests: 2 },
    ]);
  });

  it('should book nothing of a customer who has switched it off, and keep what was counted', async () => {
    await choose(true);
    await save([['a.example', 100]]);
    await choose(false);
    await save([['b.example', 100]]);
    expect(await read()).toMatchObject({ enabled: false, targets: [{ host: 'a.example' }] });
  });

  it('should count at most 1,000 hosts of a proxy and day, and the rest without its host', async () => {
    await choose(true);
    await save(Array.from({ length: 990 }, (_, n) => [`h${n}.example`, 10]));
    await save(Array.from({ length: 30 }, (_, n) => [`more${n}.example`, 100 + n]));
    await save([['h1.example', 5]]);
    const rows = await api.sql<{ host: string; down: string }>(
      `SELECT host, bytes_down AS down FROM usage_target WHERE proxy_id = $1 AND (host = '' OR host IN ('h1.example', 'more29.example'))
       ORDER BY host`,
      [proxy.proxyId],
    );
    expect(rows).toEqual([
      // The 20 of the second batch with the least traffic.
      {
        host: '',
        down: String(Array.from({ length: 20 }, (_, n) => 100 + n).reduce((a, b) => a + b)),
      },
      { host: 'h1.example', down: '15' },
      { host: 'more29.example', down: '129' },
    ]);
    const { targets } = await read();
    expect(targets).toHaveLength(101);
    expect(targets.at(-1)!.host).toBeNull();
    expect(targets.reduce((all, { down }) => all + down, 0)).toBe(9900 + 3435 + 5);
  });

  it('should be of the own proxies and of the days asked for', async () => {
    const eve = await api.customer('Eve');
    const { proxyId } = await bought(eve);
    const second = await bought(ada);
    await choose(true);
    await choose(true, eve);
    await save([['eve.example', 100]], { id: proxyId });
    await save([['a.example', 100]]);
    await save([['b.example', 100]], { id: second.proxyId });
    await save([['old.example', 100]], { at: new Date(Date.now() - 5 * DAY) });
    const hosts = async (query: string) => (await read(query)).targets.map(({ host }) => host);
    expect(await hosts('')).toEqual(['a.example', 'b.example', 'old.example']);
    expect(await hosts(`?proxy_id=${second.proxyId}`)).toEqual(['b.example']);
    const from = new Date(Date.now() - 2 * DAY).toISOString().slice(0, 10);
    expect(await hosts(`?from=${from}`)).toEqual(['a.example', 'b.example']);
    const foreign = await call('GET', eve, `?proxy_id=${proxy.proxyId}`);
    expect(foreign.status).toBe(404);
    expect((await call('DELETE', eve)).status).toBe(200);
    expect(await hosts('')).toHaveLength(3);
    expect((await read('', eve)).targets).toEqual([]);
  });

  it('should be deleted by the customer, after 30 days, and with the account', async () => {
    await choose(true);
    await save([['new.example', 100]]);
    await save([['old.example', 100]], { at: new Date(Date.now() - 32 * DAY) });
    await api.app.get(UsageTargetsService, { strict: false }).deleteOld();
    const count = async () =>
      (
        await api.sql<{ n: number }>(
          `SELECT count(*)::int AS n FROM usage_target WHERE proxy_id = $1`,
          [proxy.proxyId],
        )
      )[0]!.n;
    expect(await count()).toBe(1);
    expect((await call('DELETE')).status).toBe(200);
    expect(await count()).toBe(0);
    expect((await read()).enabled).toBe(true);
  });

  it('should refuse what is no switch', async () => {
    expect((await call('PUT', ada, '', { enabled: 'yes' })).status).toBe(422);
    expect((await call('PUT', ada, '', {})).status).toBe(422);
  });
});
