import { Pool } from 'pg';
import { Clock } from '../../../src/common/time/clock';
import { UsageStore, type UsageDelta } from '../../../src/gateway/meter/usage-store';
import { openCustomerApi, type Customer, type CustomerApi } from '../../support/customer-api';
import { addProxy } from './bought-proxy';

/** A quarter past midnight on 10 March in Lagos, still the day before in UTC. */
const NOW = '2026-03-09T23:15:00Z';

interface Figures {
  up: number;
  down: number;
  requests: number;
  failures: number;
}
interface Report {
  interval: string;
  from: string;
  to: string;
  buckets: (Figures & { from: string; peak_connections: number })[];
  totals: Figures;
  countries: (Figures & { country: string })[];
  protocols: (Omit<Figures, 'failures'> & { protocol: string })[];
  peak_connections: number;
  projected_end_at: string | null;
}

describe('Usage reports', () => {
  let api: CustomerApi;
  let ada: Customer;
  let eve: Customer;
  let pool: Pool;
  let store: UsageStore;
  let ng: { proxyId: number };
  let gh: { proxyId: number };
  let other: { proxyId: number };
  let seq = 1;

  beforeAll(async () => {
    api = await openCustomerApi();
    jest.spyOn(api.app.get(Clock), 'now').mockReturnValue(new Date(NOW));
    pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
    store = new UsageStore(pool);
    [ada, eve] = [await api.customer(), await api.customer('Eve')];
    ng = await addProxy(api, ada, { username: 'ng' });
    gh = await addProxy(api, ada, { username: 'gh', country: 'gh' });
    other = await addProxy(api, eve, { username: 'other' });
  });
  afterEach(async () => {
    for (const table of ['usage_hour', 'usage_failure', 'gateway_meter'])
      await api.sql(`DELETE FROM ${table}`);
  });
  afterAll(async () => {
    await pool.end();
    await api.close();
  });

  const call = (path: string, who = ada) =>
    api.call('GET', `/user/usage${path}`, { token: who.token });
  const report = async (query: string, who = ada): Promise<Report> => {
    const { status, body } = await call(query, who);
    expect(status).toBe(200);
    return body.data as unknown as Report;
  };
  /** A batch as a gateway saves it. @returns what repeats it. */
  const save = async (
    proxyId: number,
    at: string,
    figures: Partial<Omit<UsageDelta, 'proxyId' | 'failures'>>,
    failures?: Record<string, number>,
  ) => {
    const batch = {
      ...{ gatewayId: 'g', seq: seq++, at: new Date(at) },
      deltas: [{ ...{ proxyId, up: 0, down: 0, requests: 0, wanted: 0 }, ...figures, failures }],
    };
    await store.settle(batch);
    return () => store.settle(batch);
  };

  it('should add up to the meter, to the byte, by every interval', async () => {
    const again = [
      await save(ng.proxyId, '2026-03-01T10:59:59Z', {
        up: 1,
        down: 9_007_199_254_740,
        requests: 3,
      }),
      await save(
        ng.proxyId,
        '2026-03-01T11:00:00Z',
        { up: 7, down: 11, requests: 1 },
        { NO_EXIT: 2 },
      ),
      await save(gh.proxyId, '2026-03-05T00:30:00Z', { up: 13, down: 17, requests: 5 }),
      await save(
        other.proxyId,
        '2026-03-05T00:30:00Z',
        { up: 1_000, down: 1_000, requests: 9 },
        { NO_EXIT: 9 },
      ),
    ];
    await Promise.all(again.map((repeat) => repeat()));
    const [meter] = await api.sql<Record<string, string>>(
      `SELECT sum(m.bytes_up)::text AS up, sum(m.bytes_down)::text AS down, sum(m.requests)::text AS requests
       FROM gateway_meter m WHERE m.proxy_id = ANY($1)`,
      [[ng.proxyId, gh.proxyId]],
    );
    const [hours] = await api.sql<Record<string, string>>(
      `SELECT sum(bytes_up)::text AS up, sum(bytes_down)::text AS down, sum(requests)::text AS requests
       FROM usage_hour WHERE proxy_id = ANY($1)`,
      [[ng.proxyId, gh.proxyId]],
    );
    expect(hours).toEqual(meter);
    for (const interval of ['hour', 'day', 'month']) {
      const { buckets, totals, countries } = await report(
        `?from=2026-03-01&to=2026-03-09&interval=${interval}`,
      );
      expect({ ...totals, failures: undefined }).toEqual({
        ...{ up: Number(meter!.up), down: Number(meter!.down), requests: Number(meter!.requests) },
        failures: undefined,
      });
      expect(totals).toEqual({ up: 21, down: 9_007_199_254_768, requests: 9, failures: 2 });
      for (const parts of [buckets, countries])
        for (const key of ['up', 'down', 'requests', 'failures'] as const)
          expect(parts.reduce((sum, part) => sum + part[key], 0)).toBe(totals[key]);
      expect(countries.map(({ country }) => country)).toEqual(['ng', 'gh']);
    }
  });

  it('should be divided by protocol, with what was not counted by protocol apart', async () => {
    const at = '2026-03-05T10:10:00Z';
    const http = { up: 10, down: 20, requests: 2 };
    const connect = { up: 100, down: 400, requests: 1 };
    await save(ng.proxyId, at, { ...http, protocols: { http }, peak: 2 });
    await save(ng.proxyId, at, { ...connect, protocols: { connect }, peak: 7 });
    await save(gh.proxyId, at, {
      ...{ up: 110, down: 420, requests: 3, peak: 4 },
      protocols: { http, connect },
    });
    await save(other.proxyId, at, { ...connect, protocols: { connect }, peak: 99 });
    const counted = await report('?from=2026-03-01&to=2026-03-09');
    expect(counted.protocols).toEqual([
      { protocol: 'connect', up: 200, down: 800, requests: 2 },
      { protocol: 'http', up: 20, down: 40, requests: 4 },
    ]);
    expect(counted.peak_connections).toBe(7);
    expect(counted.buckets.map((bucket) => bucket.peak_connections)).toEqual([
      ...[0, 0, 0, 0, 7, 0, 0, 0, 0],
    ]);
    await save(gh.proxyId, '2026-03-06T10:00:00Z', { up: 1_000, down: 5, requests: 6 });
    const mixed = await report('?from=2026-03-01&to=2026-03-09');
    expect(mixed.protocols).toEqual([
      { protocol: 'unknown', up: 1_000, down: 5, requests: 6 },
      ...counted.protocols,
    ]);
    for (const key of ['up', 'down', 'requests'] as const)
      expect(mixed.protocols.reduce((all, part) => all + part[key], 0)).toBe(mixed.totals[key]);
    const one = await report(`?from=2026-03-01&to=2026-03-09&proxy_id=${ng.proxyId}`);
    expect(one.protocols.map(({ protocol, up }) => [protocol, up])).toEqual([
      ...[
        ['connect', 100],
        ['http', 10],
      ],
    ]);
  });

  it('should begin days and months at midnight in Lagos, empty ones included', async () => {
    await save(ng.proxyId, '2026-02-28T22:59:59Z', { up: 1 });
    await save(ng.proxyId, '2026-02-28T23:00:00Z', { up: 2 }, { TARGET_TIMEOUT: 1 });
    await save(ng.proxyId, '2026-03-02T22:59:59Z', { up: 4, down: 8, requests: 1 });
    await save(ng.proxyId, '2026-03-02T23:00:00Z', { up: 16 });
    const days = await report('?from=2026-03-01&to=2026-03-02');
    expect(days).toMatchObject({
      ...{ interval: 'day', from: '2026-02-28T23:00:00.000Z', to: '2026-03-02T23:00:00.000Z' },
      projected_end_at: null,
    });
    const none = { down: 0, requests: 0, failures: 0, peak_connections: 0 };
    expect(days.buckets).toEqual([
      { from: '2026-02-28T23:00:00.000Z', up: 2, ...none, failures: 1 },
      { from: '2026-03-01T23:00:00.000Z', ...none, up: 4, down: 8, requests: 1 },
    ]);
    const months = await report('?from=2026-01-01&to=2026-03-31&interval=month');
    expect(months.buckets.map(({ from, up }) => [from, up])).toEqual([
      ['2025-12-31T23:00:00.000Z', 0],
      ['2026-01-31T23:00:00.000Z', 1],
      ['2026-02-28T23:00:00.000Z', 22],
    ]);
    const hours = await report(
      '?from=2026-03-02T22:00:00Z&to=2026-03-03T01:00:00%2B01:00&interval=hour',
    );
    expect(hours.buckets.map(({ from, up }) => [from, up])).toEqual([
      ['2026-03-02T22:00:00.000Z', 4],
      ['2026-03-02T23:00:00.000Z', 16],
    ]);
  });

  it('should end now when nothing is said', async () => {
    await save(ng.proxyId, '2026-03-09T23:05:00Z', { up: 5 });
    for (const [query, count] of [
      ['', 30],
      ['?interval=hour', 24],
      ['?interval=month', 12],
    ] as const) {
      const { buckets, totals } = await report(query);
      expect(buckets).toHaveLength(count);
      expect(buckets.at(-1)!.up).toBe(5);
      expect(totals.up).toBe(5);
    }
  });

  it('should be of one proxy, and never of one that somebody else owns', async () => {
    await save(ng.proxyId, '2026-03-09T10:00:00Z', { up: 3 }, { NO_EXIT: 3 });
    await save(gh.proxyId, '2026-03-09T10:00:00Z', { up: 5 }, { NO_EXIT: 5 });
    await save(other.proxyId, '2026-03-09T10:00:00Z', { up: 7 }, { NO_EXIT: 7 });
    expect((await report(`?proxy_id=${gh.proxyId}`)).totals).toMatchObject({ up: 5, failures: 5 });
    expect((await report('')).totals).toMatchObject({ up: 8, failures: 8 });
    expect((await report('', eve)).totals).toMatchObject({ up: 7, failures: 7 });
    for (const path of ['', '/export', '/failures'])
      for (const id of [other.proxyId, other.proxyId + 1_000, 9_999_999_999]) {
        const { status, body } = await call(`${path}?proxy_id=${id}`);
        expect([status, body.code]).toEqual([404, 'PROXY_NOT_FOUND']);
      }
  });

  it.each([
    ['from=2026-01-01&to=2026-02-01&interval=hour', 'from'],
    ['from=2025-01-01&to=2026-02-05&interval=day', 'from'],
    ['from=2021-03-01&to=2026-03-01&interval=month', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'to'],
    ['from=2026-02-30', 'from'],
    ['from=yesterday', 'from'],
    ['to=2026-03-01T10:00:00', 'to'],
    ['to=9999-12-31&interval=month', 'to'],
    ['interval=week', 'interval'],
    ['proxy_id=0', 'proxy_id'],
    ['proxy_id=all', 'proxy_id'],
  ])('should refuse ?%s at the field %s', async (query, field) => {
    const { status, body } = await call(`?${query}`);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('should list failures by reason with how to fix each', async () => {
    await save(ng.proxyId, '2026-03-08T10:00:00Z', {}, { NO_EXIT: 1, QUOTA_EXCEEDED: 4 });
    await save(gh.proxyId, '2026-03-09T12:34:56Z', {}, { NO_EXIT: 2 });
    await save(ng.proxyId, '2026-01-01T10:00:00Z', {}, { UNAVAILABLE: 50 });
    await save(other.proxyId, '2026-03-09T12:34:56Z', {}, { UPSTREAM_FAILED: 2 });
    const { body } = await call('/failures');
    expect(body.data).toEqual([
      {
        ...{ reason: 'QUOTA_EXCEEDED', count: 4, last_at: '2026-03-08T10:00:00.000Z' },
        ...{ title: 'Traffic used up', cause: 'The traffic of this proxy is used up.' },
        how_to_fix: 'Add traffic or renew the proxy. Your username and password stay the same.',
      },
      expect.objectContaining({
        ...{ reason: 'NO_EXIT', count: 3, last_at: '2026-03-09T12:34:56.000Z' },
      }),
    ]);
    const one = await call(`/failures?from=2026-03-09&to=2026-03-09&proxy_id=${ng.proxyId}`);
    expect(one.body.data).toEqual([]);
  });

  it('should be a CSV file with a row per bucket', async () => {
    await save(
      ng.proxyId,
      '2026-03-01T12:00:00Z',
      {
        ...{ up: 10, down: 20, requests: 3, peak: 5 },
        protocols: {
          http: { up: 1, down: 2, requests: 1 },
          socks5: { up: 8, down: 16, requests: 2 },
        },
      },
      { NO_EXIT: 4 },
    );
    const { status, headers, raw } = await call('/export?from=2026-03-01&to=2026-03-02');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toBe(
      'attachment; filename="usage-2026-03-01-2026-03-02.csv"',
    );
    expect(raw.toString()).toBe(
      '\uFEFFFrom,Upload (bytes),Download (bytes),Requests,Failures,' +
        'HTTP (bytes),CONNECT (bytes),SOCKS5 (bytes),Most connections at once\r\n' +
        '2026-03-01,10,20,3,4,3,0,24,5\r\n2026-03-02,0,0,0,0,0,0,0,0\r\n',
    );
    const hours = await call('/export?from=2026-03-01&to=2026-03-01&interval=hour');
    expect(hours.raw.toString()).toContain('\r\n2026-03-01 13:00,10,20,3,4,3,0,24,5\r\n');
  });

  it('should tell when the traffic of a proxy will be used up', async () => {
    const lasting = { createdAt: '2026-01-01', expiresAt: '2100-01-01' };
    const fast = await addProxy(api, eve, { username: 'fast', limitBytes: 1_000, ...lasting });
    const slow = await addProxy(api, eve, { username: 'slow', limitBytes: 1_000, ...lasting });
    const idle = await addProxy(api, eve, { username: 'idle', limitBytes: 1_000, ...lasting });
    const over = await addProxy(api, eve, {
      ...{ username: 'over', limitBytes: 1_000, createdAt: '2026-01-01', expiresAt: '2026-02-01' },
    });
    await save(slow.proxyId, '2026-03-05T10:00:00Z', { down: 500 });
    await save(fast.proxyId, '2026-03-09T10:00:00Z', { down: 500 });
    await save(over.proxyId, '2026-03-09T10:00:00Z', { down: 500 });
    await save(other.proxyId, '2026-03-09T10:00:00Z', { down: 500 });
    const endOf = async (proxyId?: number) =>
      (await report(proxyId === undefined ? '' : `?proxy_id=${proxyId}`, eve)).projected_end_at;
    // Half of it in the 24 hours and 15 minutes until now.
    expect(await endOf(fast.proxyId)).toBe('2026-03-10T23:30:00.000Z');
    expect(await endOf(slow.proxyId)).toBe('2026-03-16T23:30:00.000Z');
    expect(await endOf()).toBe('2026-03-10T23:30:00.000Z');
    for (const { proxyId } of [idle, over, other]) expect(await endOf(proxyId)).toBeNull();
    await save(fast.proxyId, '2026-03-09T11:00:00Z', { down: 500 });
    expect(await endOf(fast.proxyId)).toBeNull();
  });
});
