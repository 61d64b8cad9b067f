import { DataSource } from 'typeorm';
import {
  ExitListService,
  EXIT_LIST_EXAMPLE,
  parseExitList,
} from '../../../src/catalog/exits/exit-list.service';
import { addGateway } from '../../support/gateway-row';
import { createHttpTestApp, type Customer, type HttpTestApp } from '../proxies/http-test-app';

interface Exit {
  id: number;
  status: string;
  gateways: string[];
  addresses: { total: number; sold: number; not_served: number };
}

interface ExitsPage {
  exits: Exit[];
  counts: Record<string, number>;
  pagination: { total: number; last_page: number };
}

describe('Exits and gateways', () => {
  let app: HttpTestApp;
  let admin: Customer;
  let subAdmin: Customer;
  let source: DataSource;
  let upstream: number;
  let local: number;

  beforeAll(async () => {
    app = await createHttpTestApp();
    admin = await app.signUp('admin');
    subAdmin = await app.signUp('sub-admin');
    source = app.nest.get(DataSource);
  });
  beforeEach(async () => {
    await source.query('TRUNCATE exit_node, stock_unit, gateway RESTART IDENTITY CASCADE');
    const { exitNodeIds } = await app.nest
      .get(ExitListService)
      .add(parseExitList(EXIT_LIST_EXAMPLE));
    [upstream, local] = exitNodeIds as [number, number];
  });
  afterAll(() => app.close());

  const addLive = (id: string, more: object = {}) =>
    addGateway((sql, values) => source.query(sql, values), { id, ...more });
  const list = async (query = '', by = admin): Promise<ExitsPage> => {
    const { status, body } = await app.call(
      'GET',
      `/admin/supply/exits${query}`,
      undefined,
      by.headers,
    );
    expect(status).toBe(200);
    return body.data as unknown as ExitsPage;
  };
  const ids = async (query: string) => (await list(query)).exits.map(({ id }) => id);
  const find = async (id: number) => (await list()).exits.find((exit) => exit.id === id);
  const change = (id: number, body: object, by = admin) =>
    app.call('PUT', `/admin/supply/exits/${id}`, body, by.headers);

  it('should show the places and addresses of each exit, and no credentials of an upstream', async () => {
    const { exits } = await list();
    expect(exits).toMatchObject([
      {
        id: local,
        kind: 'datacenter',
        country: 'de',
        country_name: 'Germany',
        city: 'Frankfurt',
        local_address: '203.0.113.10',
        is_upstream: false,
        upstream: null,
        gateway_group: null,
        addresses: { total: 2, sold: 0 },
      },
      {
        id: upstream,
        kind: 'residential',
        region: 'Lagos',
        city: 'Ikeja',
        isp: 'MTN',
        is_upstream: true,
        upstream: 'http://upstream.example.com:8000',
        gateway_group: 'lagos',
        weight: 1,
        enabled: true,
        simulated: false,
        addresses: { total: 0, sold: 0, not_served: 0 },
      },
    ]);
    expect(JSON.stringify(exits)).not.toContain('password');
    const seen = await list('', subAdmin);
    expect(seen.exits[1]).toMatchObject({ is_upstream: true, upstream: null });
  });

  it('should show what no gateway serves, by exit and by dedicated address', async () => {
    await addLive('berlin-1');
    expect(await find(local)).toMatchObject({
      status: 'not_served',
      gateways: [],
      addresses: { total: 2, not_served: 2 },
    });
    // The upstream is bound to a group that has no gateway.
    expect(await find(upstream)).toMatchObject({ status: 'not_served', gateways: [] });

    await addLive('berlin-1', { addresses: ['203.0.113.12'] });
    await addLive('ikeja-1', { region: 'lagos' });
    expect(await find(local)).toMatchObject({
      status: 'in_service',
      gateways: ['berlin-1'],
      addresses: { total: 2, not_served: 1 },
    });
    expect(await find(upstream)).toMatchObject({ status: 'in_service', gateways: ['ikeja-1'] });

    // A gateway that restarts leaves its exits on sale for two minutes.
    await addLive('ikeja-1', { region: 'lagos', silentFor: 60 });
    expect(await find(upstream)).toMatchObject({ status: 'in_service', gateways: [] });
    await addLive('ikeja-1', { region: 'lagos', silentFor: 130 });
    expect(await find(upstream)).toMatchObject({ status: 'not_served' });
  });

  it('should filter by kind, country, state and text, and page', async () => {
    await addLive('berlin-1', { addresses: ['203.0.113.10'] });
    expect(await ids('?kind=datacenter')).toEqual([local]);
    expect(await ids('?country=ng')).toEqual([upstream]);
    expect(await ids('?status=in_service')).toEqual([local]);
    expect(await ids('?status=not_served&kind=all')).toEqual([upstream]);
    expect(await ids('?search=113.12')).toEqual([local]);
    expect(await ids('?search=ikeja')).toEqual([upstream]);
    expect(await ids('?search=BERLIN-1')).toEqual([local]);
    expect(await ids('?search=%25')).toEqual([]);
    const second = await list('?per_page=1&page=2');
    expect(second.exits.map(({ id }) => id)).toEqual([upstream]);
    expect(second.counts).toEqual({ in_service: 1, not_selling: 0, not_served: 1, disabled: 0 });
    expect(second.pagination).toMatchObject({ total: 2, last_page: 2 });
    for (const wrong of ['kind=car', 'country=Germany', 'status=gone', 'page=0'])
      expect(
        (await app.call('GET', `/admin/supply/exits?${wrong}`, undefined, admin.headers)).status,
      ).toBe(422);
  });

  it('should search the units of an exit without reading those of the others', async () => {
    const scanned = await source.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO stock_unit (exit_node_id, address) SELECT $1, '10.9.' || n / 256 || '.' || n % 256
         FROM generate_series(1, 3000) AS n`,
        [local],
      );
      await manager.query('ANALYZE stock_unit');
      const rows = await manager.query<Record<'QUERY PLAN', string>[]>(
        `EXPLAIN SELECT FROM exit_node e WHERE e.id = ${upstream}
           AND EXISTS (SELECT FROM stock_unit s WHERE s.exit_node_id = e.id AND s.address ILIKE '%10.9%')`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(scanned).toContain('stock_unit_exit_node_id_idx');
  });

  it('should take an exit off sale and out of the gateways, and audit it', async () => {
    const changed = await change(local, { enabled: false });
    expect(changed).toMatchObject({
      status: 200,
      body: { success: true, data: { exit: { id: local, enabled: false, status: 'disabled' } } },
    });
    expect(await ids('?status=disabled')).toEqual([local]);
    expect(await source.query('SELECT id FROM gateway_exit')).toEqual([{ id: upstream }]);
    expect((await change(local, { enabled: true, weight: 7 })).status).toBe(200);
    // Nothing changes, so nothing is audited.
    expect((await change(local, { enabled: true })).status).toBe(200);
    expect(
      await source.query(
        `SELECT action, details, changes->'before' AS before, changes->'after' AS after
         FROM audit_log WHERE target = $1 ORDER BY id`,
        [`exit_node:${local}`],
      ),
    ).toEqual([
      {
        action: 'system.exit_changed',
        details: `Changed exit ${local}: disabled`,
        before: { enabled: true, selling: true, weight: 1 },
        after: { enabled: false, selling: true, weight: 1 },
      },
      {
        action: 'system.exit_changed',
        details: `Changed exit ${local}: enabled, weight 1 to 7`,
        before: { enabled: false, selling: true, weight: 1 },
        after: { enabled: true, selling: true, weight: 7 },
      },
    ]);
  });

  it('should stop selling on exits that go on serving, all of them or none', async () => {
    await addLive('berlin-1', { region: 'lagos', addresses: ['203.0.113.10'] });
    const sell = (body: object, by = admin) =>
      app.call('PUT', '/admin/supply/exits', body, by.headers);
    const stop = { ids: [upstream, local], selling: false };
    expect((await sell(stop, subAdmin)).status).toBe(403);
    expect((await sell({ ids: [], selling: false })).status).toBe(422);
    expect((await sell({ ...stop, ids: [local, 99_999] })).body.code).toBe('EXIT_NOT_FOUND');
    expect((await list()).counts).toMatchObject({ in_service: 2, not_selling: 0 });
    expect((await sell(stop)).status).toBe(200);
    expect((await list('?status=not_selling')).exits).toMatchObject([
      { id: local, enabled: true, selling: false, status: 'not_selling' },
      { id: upstream, enabled: true, selling: false, status: 'not_selling' },
    ]);
    expect((await list()).counts).toMatchObject({ in_service: 0, not_selling: 2 });
    const coverage = await app.call('GET', '/admin/supply/coverage', undefined, admin.headers);
    expect(coverage.body.data).toMatchObject({ coverage: [] });
    expect(await source.query('SELECT id FROM gateway_exit ORDER BY id')).toHaveLength(2);
    expect((await change(local, { selling: true })).body.data).toMatchObject({
      exit: { status: 'in_service' },
    });
    const audited = await source.query<{ details: string }[]>(
      `SELECT details FROM audit_log WHERE target = $1 ORDER BY id`,
      [`exit_node:${local}`],
    );
    expect(audited.map(({ details }) => details).slice(-2)).toEqual([
      `Changed exit ${local}: not sold, goes on serving`,
      `Changed exit ${local}: sold again`,
    ]);
  });

  it('should refuse what is invalid, unknown or not for sub-admins', async () => {
    for (const wrong of [{ weight: 0 }, { weight: 1001 }, { weight: 1.5 }, { enabled: 'no' }])
      expect(await change(local, wrong)).toMatchObject({
        status: 422,
        body: { code: 'VALIDATION_FAILED' },
      });
    expect(await change(99_999, { weight: 2 })).toMatchObject({
      status: 404,
      body: { code: 'EXIT_NOT_FOUND' },
    });
    expect((await change(local, { enabled: false }, subAdmin)).status).toBe(403);
    expect(await find(local)).toMatchObject({ enabled: true, weight: 1 });
  });

  it('should list the gateways with their state and what they serve', async () => {
    await addLive('berlin-1', { region: 'eu', addresses: ['203.0.113.10', '203.0.113.12'] });
    await addLive('ikeja-1', { region: 'lagos', publicHost: 'ng.example.com', silentFor: 30 });
    await addLive('ikeja-2', { region: 'lagos' });
    await source.query(`UPDATE gateway SET draining = true WHERE id = 'ikeja-2'`);
    const { status, body } = await app.call(
      'GET',
      '/admin/supply/gateways',
      undefined,
      subAdmin.headers,
    );
    expect(status).toBe(200);
    expect((body.data as unknown as { gateways: object[] }).gateways).toMatchObject([
      { id: 'berlin-1', region: 'eu', status: 'live', addresses: 2, exits: 1, version: 'test' },
      {
        id: 'ikeja-1',
        region: 'lagos',
        public_host: 'ng.example.com',
        http_port: 3128,
        socks5_port: 1080,
        https_port: null,
        status: 'silent',
        exits: 0,
      },
      { id: 'ikeja-2', status: 'draining', exits: 1 },
    ]);
  });
});
