import { AdminModule } from '../../../src/admin/admin.module';
import { KeptAnswers } from '../../../src/admin/paging/kept-answers';
import { ListLandmarks } from '../../../src/admin/paging/list-landmarks';
import { ListPages, SEARCH_LIMIT } from '../../../src/admin/paging/list-pages';
import { Conditions, type ListSource } from '../../../src/admin/paging/list-source';
import { auditList } from '../../../src/admin/audit/audit-list.source';
import { BindingsModule } from '../../../src/bindings.module';
import { openRoom, type Room } from '../../support/room';

const ROWS = 60_000;
const PER_PAGE = 15;

describe('Pages of a list too large to be counted', () => {
  let room: Room;
  let pages: ListPages;

  beforeAll(async () => {
    room = await openRoom([BindingsModule, AdminModule]);
    pages = room.module.get(ListPages);
    // Many share their time, so that only the id tells their order.
    await room.sql(
      `INSERT INTO audit_log (created_at, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
       SELECT now() - interval '1 day' + interval '1 second' * (n / 7), 'Ada', 'user', 'auth.signed_in',
              CASE WHEN n % 3 = 0 THEN 'auth' ELSE 'proxy' END, 'user:' || n, 'low',
              CASE WHEN n % 20 = 0 THEN 'Rare words' ELSE 'Signed in' END, '', ''
       FROM generate_series(1, ${ROWS}) AS n`,
    );
    await room.sql('ANALYZE audit_log');
  }, 120_000);
  afterAll(() => room.close());

  const expected = async ({ where, values }: ListSource, page: number) => {
    const rows = await room.sql<{ id: string }>(
      `SELECT id FROM audit_log t WHERE ${where} ORDER BY created_at DESC, id DESC
       LIMIT ${PER_PAGE} OFFSET ${(page - 1) * PER_PAGE}`,
      [...values],
    );
    return rows.map(({ id }) => id);
  };
  const marked = async (source: ListSource) => {
    const landmarks = room.module.get(ListLandmarks);
    const deadline = Date.now() + 20_000;
    while (!landmarks.of(source)) {
      if (Date.now() > deadline) throw new Error('The landmarks were not read');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const all = auditList({}, true, true);
  const auth = auditList({ category: 'auth' }, true, true);

  it.each([
    ['everything', all, ROWS],
    ['a filter', auth, ROWS / 3],
  ])('should be those that counting would give: %s', async (_, source, total) => {
    await marked(source);
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

  it('should stay true while rows are added', async () => {
    await marked(all);
    await room.sql(
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
    await marked(all);
    const landmarks = room.module.get(ListLandmarks).of(all)!;
    expect(landmarks.counted).toBe(ROWS);
    for (const rank of [1, 999, 1000, 1001, 30_500, ROWS]) {
      const ahead = landmarks.atOrAfter(rank)!.rank - rank;
      expect(ahead).toBeGreaterThanOrEqual(0);
      expect(ahead).toBeLessThan(1000);
    }
    expect(landmarks.atOrAfter(ROWS + 1)).toBeUndefined();
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
    const kept = room.module.get(KeptAnswers);
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
