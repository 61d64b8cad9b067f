import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { QueryCache } from '../../../src/admin/cache/query-cache';
import { ListPaginator } from '../../../src/admin/paging/list-paginator';
import { toWhere, WhereBuilder, type ListQuery } from '../../../src/admin/paging/list-query';
import { MatchIndexes } from '../../../src/admin/paging/match-indexes';
import { buildAuditListQuery } from '../../../src/admin/audit/audit-list.query';
import { AuditLogsService } from '../../../src/admin/audit/audit-logs.service';
import { MINUTE, SECOND } from '../../../src/common/time/clock';
import { AdvisoryLock } from '../../../src/database/advisory-locks';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { poll } from '../../../src/embedded/poll';
import { createApp } from '../../../src/create-app';
import { freezeTime } from '../../support/freeze-time';
import { freePort } from '../../support/ports';
import { AdminTestApp } from './admin-test-app';

const ROWS = 60_000;
const PER_PAGE = 15;

describe('ListPaginator on a large table', () => {
  let testApp: AdminTestApp;
  let paginator: ListPaginator;
  let indexes: MatchIndexes;

  beforeAll(async () => {
    testApp = await AdminTestApp.open();
    paginator = testApp.app.get(ListPaginator);
    indexes = testApp.app.get(MatchIndexes);
    // Seven rows share each created_at, so that the id decides their order.
    await testApp.sql(
      `INSERT INTO audit_log (created_at, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT now() - interval '1 day' + interval '1 second' * (n / 7), 'Ada', 'user', 'auth.signed_in',
              CASE WHEN n % 3 = 0 THEN 'auth' ELSE 'proxy' END, 'user:' || n, 'low',
              CASE WHEN n % 20 = 0 THEN 'Rare words' ELSE 'Signed in' END, '', ''
       FROM generate_series(1, ${ROWS}) AS n`,
    );
    await testApp.sql('ANALYZE audit_log');
  }, 120_000);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => testApp.close());

  const exact = (ids: readonly (number | string)[], total: number) => ({
    ...{ ids, total, isEstimate: false },
  });
  const expected = async (list: ListQuery, page: number) => {
    const rows = await testApp.sql<{ id: string }>(
      `SELECT id FROM audit_log t WHERE ${toWhere(list)} ORDER BY created_at DESC, id DESC
       LIMIT ${PER_PAGE} OFFSET ${(page - 1) * PER_PAGE}`,
      [...list.values],
    );
    return rows.map(({ id }) => id);
  };
  const all = buildAuditListQuery({}, true);
  const auth = buildAuditListQuery({ category: 'auth' }, true);

  it.each([
    ['everything', all, ROWS],
    ['a filter', auth, ROWS / 3],
    // spec: R3.1
    ['a frequent search', buildAuditListQuery({ search: 'signed in' }, true), 0.95 * ROWS],
    ['a search of one letter', buildAuditListQuery({ search: 'w' }, true), ROWS / 20],
  ])('should return the same rows as OFFSET for %s', async (_, source, total) => {
    await indexes.load(source);
    const last = Math.ceil(total / PER_PAGE);
    for (const page of [1, 2, 66, 67, 68, Math.floor(last / 2), last - 1, last]) {
      const found = await paginator.findPage(source, { page, perPage: PER_PAGE });
      expect([page, found]).toEqual([page, exact(await expected(source, page), total)]);
    }
    expect(await paginator.findPage(source, { page: last + 1, perPage: PER_PAGE })).toEqual(
      exact([], total),
    );
  });

  it('should return the first pages of a long list without counting it, and say so', async () => {
    const page = { page: 2, perPage: PER_PAGE };
    await testApp.sql('CREATE SEQUENCE rows_visited');
    const counting = `CASE WHEN current_query() ~ 'width_[b]ucket|s[.]at, s[.]id' THEN TRUE
                          ELSE nextval('rows_visited') > 0 END`;
    const found = await paginator.findPage({ ...all, filter: counting }, page);
    expect(found).toMatchObject({ ids: await expected(all, 2), isEstimate: true });
    expect(Math.abs(found.total - ROWS)).toBeLessThan(ROWS / 100);
    const [visited] = await testApp.sql<{ at: string }>(
      'SELECT last_value AS at FROM rows_visited',
    );
    expect(Number(visited!.at)).toBeLessThan(100);
    const most = await paginator.findPage({ ...all, filter: 't.id % 10 > 0' }, page);
    expect(most.isEstimate).toBe(true);
    expect(Math.abs(most.total - 0.9 * ROWS)).toBeLessThan(ROWS / 20);
  });

  it('should count the rows for a page far from the start', async () => {
    const far: ListQuery = { ...all, filter: 't.id % 10 > 0 AND TRUE' };
    const total = 0.9 * ROWS;
    const last = total / PER_PAGE;
    expect(await paginator.findPage(far, { page: last, perPage: PER_PAGE })).toEqual(
      exact(await expected(far, last), total),
    );
    const within: ListQuery = { ...all, filter: 'TRUE AND TRUE' };
    const { total: rows } = await testApp.app
      .get(UnitOfWork)
      .run(() => paginator.findPage(within, { page: 1, perPage: 0 }));
    expect(rows).toBe(ROWS);
  });

  it('should stay correct while rows are added', async () => {
    await indexes.load(all);
    await testApp.sql(
      `INSERT INTO audit_log (actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT 'Ada', 'user', 'auth.signed_in', 'auth', 'x', 'low', 'New', '', '' FROM generate_series(1, 100)`,
    );
    for (const page of [1, 5, 8, 2000, 4007])
      expect(await paginator.findPage(all, { page, perPage: PER_PAGE })).toEqual(
        exact(await expected(all, page), ROWS + 100),
      );
  });

  // spec: R3.1, R3.4
  it('should show the newest matches of a frequent search with an estimate, and count on request', async () => {
    const search = buildAuditListQuery({ search: 'rare words' }, true);
    const page = { page: 3, perPage: PER_PAGE };
    const ids = await expected(search, 3);
    const first = await paginator.findPage(search, page);
    expect(first).toMatchObject({ ids, isEstimate: true });
    expect(Math.abs(first.total - ROWS / 20)).toBeLessThan(ROWS / 60);
    expect(await paginator.findPage(search, page, true)).toEqual(exact(ids, ROWS / 20));
    const last = { page: ROWS / 20 / PER_PAGE, perPage: PER_PAGE };
    expect(await paginator.findPage(search, last)).toEqual(
      exact(await expected(search, last.page), ROWS / 20),
    );
  });

  // spec: R3.2
  it('should find few matches among many rows, wherever they are and whatever the filter', async () => {
    const few = buildAuditListQuery({ search: 'user:5999' }, true);
    const found = await paginator.findPage(few, { page: 1, perPage: PER_PAGE });
    expect(found).toMatchObject(exact(await expected(few, 1), 11));
    const oldest = buildAuditListQuery({ search: 'user:1', category: 'auth' }, true);
    const filter = `${oldest.filter} AND t.created_at < now() - interval '23 hours 45 minutes'`;
    const old = await paginator.findPage({ ...oldest, filter }, { page: 2, perPage: PER_PAGE });
    expect(old.ids).toEqual(await expected({ ...oldest, filter }, 2));
    expect(old.isEstimate).toBe(false);
  });

  it('should cache a value over a large table, and compute it once for concurrent requests', async () => {
    freezeTime();
    const cache = testApp.app.get(QueryCache);
    let computed = 0;
    const compute = () => Promise.resolve((computed += 1));
    const get = () => cache.getOrCompute('statistics', ['audit_log'], compute);
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    expect(await get()).toBe(1);
    const small = () => cache.getOrCompute('small', ['users'], compute);
    expect([await small(), await small()]).toEqual([2, 3]);
    const failing = () =>
      cache.getOrCompute('bad', ['audit_log'], () => Promise.reject(new Error('down')));
    await expect(failing()).rejects.toThrow('down');
    expect(await cache.getOrCompute('bad', ['audit_log'], compute)).toBe(4);
  });

  it('should serve a slow value stale while it is refreshed, and refresh a quick one at once', async () => {
    const cache = testApp.app.get(QueryCache);
    const now = Date.now.bind(Date);
    let ahead = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    let computed = 0;
    const slow = () =>
      cache.getOrCompute('slow', ['audit_log'], async () => {
        await testApp.sql('SELECT pg_sleep(0.06)');
        return (computed += 1);
      });
    expect(await slow()).toBe(1);
    ahead += 5 * MINUTE;
    expect(await slow()).toBe(1);
    expect(await poll(async () => (await slow()) === 2, 30 * SECOND)).toBe(true);
    ahead += 5 * MINUTE;
    // In a transaction the refresh is awaited: it must not use the connection afterwards.
    expect(await testApp.app.get(UnitOfWork).run(slow)).toBe(3);
    ahead += 7 * MINUTE;
    expect(await slow()).toBe(4);
    const quick = () =>
      cache.getOrCompute('quick', ['audit_log'], () => Promise.resolve((computed += 1)));
    expect(await quick()).toBe(5);
    ahead += 20 * SECOND;
    expect(await quick()).toBe(6);
  });

  it('should run in sequence in a transaction, and concurrently outside', async () => {
    const uow = testApp.app.get(UnitOfWork);
    const log: string[] = [];
    const read = (name: string) => async () => {
      log.push(`begin ${name}`);
      await uow.manager.query('SELECT 1');
      log.push(`end ${name}`);
      return name;
    };
    expect(await uow.run(() => uow.all(read('a'), read('b')))).toEqual(['a', 'b']);
    expect(log.splice(0)).toEqual(['begin a', 'end a', 'begin b', 'end b']);
    expect(await uow.all(read('a'), read('b'))).toEqual(['a', 'b']);
    expect(log.slice(0, 2)).toEqual(['begin a', 'begin b']);
  });

  it('should warm the cache of every listening API, one instance at a time', async () => {
    const statements: string[] = [];
    jest
      .spyOn(testApp.app.get(DataSource).logger, 'logQuery')
      .mockImplementation((statement) => void statements.push(statement));
    const timeouts = new Set<string>();
    const audit = testApp.app.get(AuditLogsService);
    const list = audit.list.bind(audit);
    jest.spyOn(audit, 'list').mockImplementation(async (...args) => {
      const [{ timeout }] = await testApp.app
        .get(UnitOfWork)
        .manager.query<[{ timeout: string }]>(
          `SELECT current_setting('statement_timeout') AS timeout`,
        );
      timeouts.add(timeout);
      return list(...args);
    });
    const other = new Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1)', [AdvisoryLock.cacheWarmUp]);
    await testApp.app.listen(0, '127.0.0.1');
    const hasTried = () =>
      statements.filter((text) => text.includes('pg_try_advisory')).length >= 3;
    expect(await poll(hasTried, 30 * SECOND)).toBe(true);
    expect(statements.filter((text) => text.includes('audit_log'))).toEqual([]);
    await other.end();
    const cache = testApp.app.get(QueryCache);
    const isCached = (key: string) =>
      cache
        .getOrCompute(key, ['audit_log'], () => Promise.reject(new Error('Not cached')))
        .then(
          () => true,
          () => false,
        );
    expect(await poll(() => isCached('audit:false'), 60 * SECOND)).toBe(true);
    expect(await isCached('audit:true')).toBe(true);
    // In a large shop an aggregate may take longer than a request may wait.
    expect([...timeouts]).toEqual(['0']);
    expect(await indexes.find(buildAuditListQuery({}, false), false)).toBeDefined();
  }, 120_000);

  it('should not delay the shutdown of an API', async () => {
    Object.assign(process.env, { LOG_LEVEL: 'silent', METRICS_PORT: String(await freePort()) });
    const api = await createApp();
    const other = new Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE audit_log');
    await api.listen(0, '127.0.0.1');
    const stuck = async () =>
      (
        await testApp.sql(
          `SELECT FROM pg_locks WHERE relation = 'audit_log'::regclass AND NOT granted`,
        )
      ).length > 0;
    expect(await poll(stuck, 30 * SECOND)).toBe(true);
    await api.close();
    expect(await stuck()).toBe(false);
    await other.end();
  });
});

describe('WhereBuilder', () => {
  it('should number the parameters, one for all placeholders or one for each', () => {
    const builder = new WhereBuilder()
      .add('a IS NULL')
      .add('b = ?', 1)
      .add('c LIKE ? OR d LIKE ?', 'x')
      .add('e = ? OR f = ?', 2, 3);
    expect(builder.where).toBe(
      '(a IS NULL) AND (b = $1) AND (c LIKE $2 OR d LIKE $2) AND (e = $3 OR f = $4)',
    );
    expect(builder.values).toEqual([1, 'x', 2, 3]);
  });
});
