import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { TURN_LOCK } from '../../../src/admin/keep-warm.service';
import { KeptAnswers } from '../../../src/admin/paging/kept-answers';
import { ListLandmarks } from '../../../src/admin/paging/list-landmarks';
import { ListPages, SEARCH_LIMIT } from '../../../src/admin/paging/list-pages';
import { Conditions, type ListSource } from '../../../src/admin/paging/list-source';
import { auditList } from '../../../src/admin/audit/audit-list.source';
import { MINUTE, SECOND } from '../../../src/common/time/clock';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { poll } from '../../../src/embedded/deadline';
import { createApp } from '../../../src/create-app';
import { freezeTime } from '../../support/freeze-time';
import { freePort } from '../../support/ports';
import { BackOffice } from './back-office';

const ROWS = 60_000;
const PER_PAGE = 15;

describe('Pages of a list too large to be counted', () => {
  let office: BackOffice;
  let pages: ListPages;
  let landmarks: ListLandmarks;

  beforeAll(async () => {
    office = await BackOffice.open();
    pages = office.app.get(ListPages);
    landmarks = office.app.get(ListLandmarks);
    // Many share their time, so that only the id tells their order.
    await office.sql(
      `INSERT INTO audit_log (created_at, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT now() - interval '1 day' + interval '1 second' * (n / 7), 'Ada', 'user', 'auth.signed_in',
              CASE WHEN n % 3 = 0 THEN 'auth' ELSE 'proxy' END, 'user:' || n, 'low',
              CASE WHEN n % 20 = 0 THEN 'Rare words' ELSE 'Signed in' END, '', ''
       FROM generate_series(1, ${ROWS}) AS n`,
    );
    await office.sql('ANALYZE audit_log');
  }, 120_000);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => office.close());

  const expected = async ({ where, values }: ListSource, page: number) => {
    const rows = await office.sql<{ id: string }>(
      `SELECT id FROM audit_log t WHERE ${where} ORDER BY created_at DESC, id DESC
       LIMIT ${PER_PAGE} OFFSET ${(page - 1) * PER_PAGE}`,
      [...values],
    );
    return rows.map(({ id }) => id);
  };
  const all = auditList({}, true, true);
  const auth = auditList({ category: 'auth' }, true, true);

  it.each([
    ['everything', all, ROWS],
    ['a filter', auth, ROWS / 3],
  ])('should be those that counting would give: %s', async (_, source, total) => {
    await landmarks.of(source, true);
    const last = Math.ceil(total / PER_PAGE);
    for (const page of [1, 2, 66, 67, 68, Math.floor(last / 2), last - 1, last]) {
      const found = await pages.find(source, { page, perPage: PER_PAGE });
      expect([page, found]).toEqual([page, { ids: await expected(source, page), total }]);
    }
    expect(await pages.find(source, { page: last + 1, perPage: PER_PAGE })).toEqual({
      ids: [],
      total,
    });
  });

  it('should come at once before it is known where they are, without counting a long list', async () => {
    const page = { page: 2, perPage: PER_PAGE };
    await office.sql('CREATE SEQUENCE looked_at');
    const watched = `CASE WHEN current_query() ~ 'row_[n]umber|TABLE[S]AMPLE' THEN TRUE
                          ELSE nextval('looked_at') > 0 END`;
    const found = await pages.find({ ...all, where: watched }, page);
    expect(found.ids).toEqual(await expected(all, 2));
    expect(Math.abs(found.total - ROWS)).toBeLessThan(ROWS / 100);
    const [looked] = await office.sql<{ at: string }>('SELECT last_value AS at FROM looked_at');
    expect(Number(looked!.at)).toBeLessThan(100);
    const most: ListSource = { ...all, where: 't.id % 10 > 0' };
    const { total } = await pages.find(most, page);
    expect(Math.abs(total - 0.9 * ROWS)).toBeLessThan(ROWS / 20);
    const third: ListSource = { ...auth, where: `t.category = 'auth'`, values: [] };
    expect((await pages.find(third, page)).total).toBe(ROWS / 3);
  });

  it('should be waited for where only landmarks tell them, and be exact', async () => {
    const far: ListSource = { ...all, where: 't.id % 10 > 0 AND TRUE' };
    const total = 0.9 * ROWS;
    const last = total / PER_PAGE;
    expect(await pages.find(far, { page: last, perPage: PER_PAGE })).toEqual({
      ids: await expected(far, last),
      total,
    });
    const within: ListSource = { ...all, where: 'TRUE AND TRUE' };
    const marks = await office.app.get(UnitOfWork).run(() => landmarks.of(within, false));
    expect(marks?.counted).toBe(ROWS);
  });

  it('should stay true while rows are added', async () => {
    await landmarks.of(all, true);
    await office.sql(
      `INSERT INTO audit_log (actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT 'Ada', 'user', 'auth.signed_in', 'auth', 'x', 'low', 'New', '', '' FROM generate_series(1, 100)`,
    );
    for (const page of [1, 5, 8, 2000, 4007])
      expect(await pages.find(all, { page, perPage: PER_PAGE })).toEqual({
        ids: await expected(all, page),
        total: ROWS + 100,
      });
  });

  it('should start within a thousand rows of any page', async () => {
    const marks = (await landmarks.of(all, true))!;
    expect(marks.counted).toBe(ROWS);
    for (const rank of [1, 999, 1000, 1001, 30_500, ROWS]) {
      const ahead = marks.atOrAfter(rank)!.rank - rank;
      expect(ahead).toBeGreaterThanOrEqual(0);
      expect(ahead).toBeLessThan(1000);
    }
    expect(marks.atOrAfter(ROWS + 1)).toBeUndefined();
  });

  it('should count a search up to its limit, and exactly below it', async () => {
    const many = await pages.find(auditList({ search: 'signed' }, true, true), {
      page: 2,
      perPage: PER_PAGE,
    });
    expect(many.total).toBe(SEARCH_LIMIT);
    expect(many.ids).toHaveLength(PER_PAGE);
    const few = auditList({ search: 'user:5999' }, true, true);
    const found = await pages.find(few, { page: 1, perPage: PER_PAGE });
    expect(found).toEqual({ ids: await expected(few, 1), total: 11 });
  });

  it('should keep figures over it for a while, and compute them once for many who ask', async () => {
    freezeTime();
    const kept = office.app.get(KeptAnswers);
    let computed = 0;
    const compute = () => Promise.resolve((computed += 1));
    const ask = () => kept.of('figures', ['audit_log'], compute);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
    expect(await ask()).toBe(1);
    const small = () => kept.of('small', ['users'], compute);
    expect([await small(), await small()]).toEqual([2, 3]);
    const failing = () => kept.of('bad', ['audit_log'], () => Promise.reject(new Error('down')));
    await expect(failing()).rejects.toThrow('down');
    expect(await kept.of('bad', ['audit_log'], compute)).toBe(4);
  });

  it('should rather give a figure old than have anybody wait for it, unless it is quick', async () => {
    const kept = office.app.get(KeptAnswers);
    const now = Date.now.bind(Date);
    let ahead = 0;
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ahead);
    let computed = 0;
    const slow = () =>
      kept.of('slow', ['audit_log'], async () => {
        await office.sql('SELECT pg_sleep(0.06)');
        return (computed += 1);
      });
    expect(await slow()).toBe(1);
    ahead += 5 * MINUTE;
    expect(await slow()).toBe(1);
    expect(await poll(async () => (await slow()) === 2, 30 * SECOND)).toBe(true);
    ahead += 5 * MINUTE;
    // A transaction leaves nothing behind that would still need its connection.
    expect(await office.app.get(UnitOfWork).run(slow)).toBe(3);
    ahead += 7 * MINUTE;
    expect(await slow()).toBe(4);
    const quick = () => kept.of('quick', ['audit_log'], () => Promise.resolve((computed += 1)));
    expect(await quick()).toBe(5);
    ahead += 20 * SECOND;
    expect(await quick()).toBe(6);
  });

  it('should be read in turn in a transaction, and at once outside', async () => {
    const uow = office.app.get(UnitOfWork);
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

  it('should be known to every API that listens, in turn and before anybody asks', async () => {
    const statements: string[] = [];
    jest
      .spyOn(office.app.get(DataSource).logger, 'logQuery')
      .mockImplementation((statement) => void statements.push(statement));
    const other = new Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1)', [TURN_LOCK]);
    await office.app.listen(0, '127.0.0.1');
    const tried = () => statements.filter((text) => text.includes('pg_try_advisory')).length >= 3;
    expect(await poll(tried, 30 * SECOND)).toBe(true);
    expect(statements.filter((text) => text.includes('audit_log'))).toEqual([]);
    await other.end();
    const kept = office.app.get(KeptAnswers);
    const isKnown = (key: string) =>
      kept
        .of(key, ['audit_log'], () => Promise.reject(new Error('Nobody has asked')))
        .then(
          () => true,
          () => false,
        );
    expect(await poll(() => isKnown('audit:false'), 60 * SECOND)).toBe(true);
    expect(await isKnown('audit:true')).toBe(true);
    expect(await landmarks.of(auditList({}, false, true), false)).toBeDefined();
  }, 120_000);

  it('should not keep an API from ending', async () => {
    Object.assign(process.env, { LOG_LEVEL: 'silent', METRICS_PORT: String(await freePort()) });
    const api = await createApp();
    const other = new Client({ connectionString: process.env.DATABASE_URL });
    await other.connect();
    await other.query('BEGIN; LOCK TABLE audit_log');
    await api.listen(0, '127.0.0.1');
    const stuck = async () =>
      (
        await office.sql(
          `SELECT FROM pg_locks WHERE relation = 'audit_log'::regclass AND NOT granted`,
        )
      ).length > 0;
    expect(await poll(stuck, 30 * SECOND)).toBe(true);
    await api.close();
    expect(await stuck()).toBe(false);
    await other.end();
  });
});

describe('Conditions', () => {
  it('should number their values, one for all marks or one for each', () => {
    const conditions = new Conditions()
      .add('a IS NULL')
      .add('b = ?', 1)
      .add('c LIKE ? OR d LIKE ?', 'x')
      .add('e = ? OR f = ?', 2, 3);
    expect(conditions.where).toBe(
      '(a IS NULL) AND (b = $1) AND (c LIKE $2 OR d LIKE $2) AND (e = $3 OR f = $4)',
    );
    expect(conditions.values).toEqual([1, 'x', 2, 3]);
  });
});
