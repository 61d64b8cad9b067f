import { QueryCache } from '../../../src/admin/paging/query-cache';
import { ListPaginator } from '../../../src/admin/paging/list-paginator';
import {
  buildListQuery,
  toOrderSql,
  toWhere,
  type ListQuery,
} from '../../../src/admin/paging/list-query';
import { buildAuditListQuery } from '../../../src/admin/audit/audit-logs.service';
import { MINUTE, SECOND } from '../../../src/common/time/clock';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { poll } from '../../../src/embedded/poll';
import { freezeTime } from '../../support/freeze-time';
import { useAdminTestApp } from './admin-test-app';

const ROWS = 60_000;
const PER_PAGE = 15;

describe('ListPaginator on a large table', () => {
  const testApp = useAdminTestApp();
  let paginator: ListPaginator;

  beforeAll(async () => {
    paginator = testApp.app.get(ListPaginator);
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

  const exact = (ids: readonly (number | string)[], total: number) => ({
    ...{ ids, total, isEstimate: false },
  });
  const expected = async (list: ListQuery, page: number) => {
    const rows = await testApp.sql<{ id: string }>(
      `SELECT id FROM audit_log t WHERE ${toWhere(list)} ${toOrderSql(list)}
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
    ['a frequent search', buildAuditListQuery({ search: 'signed in' }, true), 0.95 * ROWS],
    ['the oldest first', { ...auth, order: { column: 'created_at', isAscending: true } }, ROWS / 3],
    [
      'a frequent search in another order',
      {
        ...buildAuditListQuery({ search: 'signed in' }, true),
        order: { column: 'created_at', isAscending: true },
      },
      0.95 * ROWS,
    ],
    ['a search of one letter', buildAuditListQuery({ search: 'w' }, true), ROWS / 20],
  ])('should return the same rows as OFFSET for %s', async (_, source, total) => {
    const last = Math.ceil(total / PER_PAGE);
    for (const page of [1, 2, 66, 67, 68, Math.floor(last / 2), last - 1, last]) {
      const found = await paginator.findPage(source, { page, perPage: PER_PAGE }, true);
      expect([page, found]).toMatchObject([page, exact(await expected(source, page), total)]);
    }
    expect(await paginator.findPage(source, { page: last + 1, perPage: PER_PAGE })).toMatchObject(
      exact([], total),
    );
  });

  it('should return the first pages of a long list without counting it, and say so', async () => {
    const page = { page: 2, perPage: PER_PAGE };
    const fresh = (list: ListQuery) => ({ ...list, filter: `${list.filter} AND TRUE` });
    const found = await paginator.findPage(fresh(all), page);
    expect(found).toMatchObject({ ids: await expected(all, 2), isEstimate: true });
    expect(Math.abs(found.total - ROWS)).toBeLessThan(ROWS / 100);
    await testApp.sql('CREATE SEQUENCE rows_visited');
    const counting = `CASE WHEN current_query() ~ 'count[(]' THEN TRUE ELSE nextval('rows_visited') > 0 END`;
    await paginator.findPage({ ...all, filter: counting }, page);
    const [visited] = await testApp.sql<{ at: string }>(
      'SELECT last_value AS at FROM rows_visited',
    );
    expect(Number(visited!.at)).toBeLessThan(100);
    const filtered = await paginator.findPage(fresh(auth), page);
    expect(filtered).toMatchObject({ ids: await expected(auth, 2), isEstimate: true });
    expect(Math.abs(filtered.total - ROWS / 3)).toBeLessThan(ROWS / 20);
    const counted = async () => (await paginator.findPage(fresh(auth), page)).total === ROWS / 3;
    expect(await poll(counted, 30 * SECOND)).toBe(true);
  });

  it('should know the length of a list at its end', async () => {
    const far: ListQuery = { ...all, filter: 't.id % 10 > 0' };
    const total = 0.9 * ROWS;
    const last = total / PER_PAGE;
    const at = (page: number) => paginator.findPage(far, { page, perPage: PER_PAGE });
    const before = await at(last - 1);
    expect(before).toMatchObject({ ids: await expected(far, last - 1), isEstimate: true });
    expect(before.total).toBeGreaterThan((last - 1) * PER_PAGE);
    expect(await at(last)).toEqual(exact(await expected(far, last), total));
    expect(await at(last + 1)).toEqual(exact([], total));
    const within = await testApp.app
      .get(UnitOfWork)
      .run(() =>
        paginator.findPage({ ...far, filter: 't.id % 10 <> 0' }, { page: 1, perPage: 15 }),
      );
    expect(within.total).toBe(total);
  });

  it('should stay correct while rows are added', async () => {
    const at = (page: number) => paginator.findPage(all, { page, perPage: PER_PAGE }, true);
    expect((await at(1)).total).toBe(ROWS);
    await testApp.sql(
      `INSERT INTO audit_log (actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT 'Ada', 'user', 'auth.signed_in', 'auth', 'x', 'low', 'New', '', '' FROM generate_series(1, 100)`,
    );
    for (const page of [1, 5, 8, 2000, 4007])
      expect(await at(page)).toEqual(exact(await expected(all, page), ROWS + 100));
  });

  it('should show the newest matches of a frequent search with an estimate, and count on request', async () => {
    const search = buildAuditListQuery({ search: 'rare words' }, true);
    const page = { page: 3, perPage: PER_PAGE };
    const ids = await expected(search, 3);
    const first = await paginator.findPage(search, page);
    expect(first).toMatchObject({ ids, isEstimate: true });
    expect(Math.abs(first.total - ROWS / 20)).toBeLessThan(ROWS / 60);
    expect(await paginator.findPage(search, page, true)).toEqual(exact(ids, ROWS / 20));
    const last = { page: ROWS / 20 / PER_PAGE, perPage: PER_PAGE };
    expect(await paginator.findPage(search, last)).toMatchObject(
      exact(await expected(search, last.page), ROWS / 20),
    );
  });

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

  it('should let late callers join a first computation, however long it takes', async () => {
    const cache = testApp.app.get(QueryCache);
    const now = Date.now.bind(Date);
    let ahead = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    let computed = 0;
    let finish: (() => void) | undefined;
    const get = () =>
      cache.getOrCompute('cold', ['audit_log'], async () => {
        computed += 1;
        await new Promise<void>((resolve) => (finish = resolve));
        return computed;
      });
    const first = get();
    expect(await poll(() => Promise.resolve(computed === 1), 30 * SECOND)).toBe(true);
    const late: Promise<number>[] = [];
    for (const seconds of [6, 14]) {
      ahead += seconds * SECOND;
      late.push(get());
      // Looks at the sizes of tables before it joins.
      await cache.estimateRows('audit_log');
    }
    finish!();
    expect(await Promise.all([first, ...late])).toEqual([1, 1, 1]);
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
});

describe('buildListQuery', () => {
  it('should number the values and leave out the filters without one', () => {
    const search = { term: 'x', texts: ['t.c', 't.d'], others: [['e = ?', 3]] } as const;
    const filters = [['a IS NULL'], ['b = ?', 1], ['b = ?', undefined]] as const;
    const query = buildListQuery('users', filters, search);
    expect(query.filter).toBe('(a IS NULL) AND (b = $1)');
    expect(query.search?.own).toBe('(t.c ILIKE $2 OR t.d ILIKE $2) OR (t.id = $3) OR (e = $4)');
    expect(query.values).toEqual([1, '%x%', null, 3]);
  });
});
