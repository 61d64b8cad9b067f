import readXlsx from 'read-excel-file/node';
import { parseCsv } from '../../../src/common/csv';
import { useAdminTestApp, withinOneDay, type TestUser } from './admin-test-app';

describe('Lists by days and amounts, sorted, and as a file', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;
  let subAdmin: TestUser;
  let ada: TestUser;

  /** Days before 11 March in Lagos, and naira. */
  const LINES = {
    'PENDING-1': [3, 1200],
    'PENDING-2': [2, 300],
    'FAILED-1': [1, 5000],
  } as const;

  beforeAll(async () => {
    [admin, subAdmin] = [await testApp.createUser('admin'), await testApp.createUser('sub-admin')];
    ada = await testApp.createUser('user', 'Ada Payer');
    for (const [reference, [days, naira]] of Object.entries(LINES))
      // Midnight in Lagos, so that both ends of a day are tested.
      await testApp.sql(
        `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description, created_at)
         VALUES ($1, $2, 'credit', 'topup', 'failed', $3, 'Wallet funding',
                 timestamptz '2026-03-10 23:00Z' - make_interval(days => $4))`,
        [ada.id, reference, naira * 100, days],
      );
  }, 60_000);

  const list = async (query: string, caller = admin) =>
    (await testApp.call(caller, 'GET', `/admin/transactions/all?${query}`)).body.data as {
      transactions: { reference: string }[];
    };
  const references = async (query: string) =>
    (await list(query)).transactions.map(({ reference }) => reference);

  it('should filter by days in Lagos', async () => {
    expect(await references('from=2026-03-08&to=2026-03-09')).toEqual(['PENDING-2', 'PENDING-1']);
    expect(await references('to=2026-03-08')).toEqual(['PENDING-1']);
    expect(await references('from=2026-03-11&search=FAILED')).toEqual([]);
  });

  it('should filter and sort by amount', async () => {
    const query = 'to=2026-03-31&sort=';
    expect(await references(`${query}created_at`)).toEqual(Object.keys(LINES));
    expect(await references(`${query}amount`)).toEqual(['PENDING-2', 'PENDING-1', 'FAILED-1']);
    expect(await references(`${query}-amount&amount_max=1200`)).toEqual(['PENDING-1', 'PENDING-2']);
    expect(await references('to=2026-03-31&amount_min=1200&search=payer&sort=-amount')).toEqual([
      'FAILED-1',
      'PENDING-1',
    ]);
  });

  it('should refuse ranges that end before they start, and other orders', async () => {
    const refusal = async (query: string) =>
      (await testApp.call(admin, 'GET', `/admin/transactions/all?${query}`)).body.errors;
    expect(await refusal('from=2026-03-02&to=2026-03-01')).toHaveProperty('to');
    expect(await refusal('amount_min=2&amount_max=1')).toHaveProperty('amount_max');
    expect(await refusal('amount_min=1.5')).toHaveProperty('amount_min');
    expect(await refusal('sort=reference')).toHaveProperty('sort');
  });

  it('should not tell amounts to a viewer who sees none, by a filter or an order', async () => {
    for (const query of ['amount_min=1', 'amount_max=1', 'sort=amount', 'sort=-amount'])
      expect((await testApp.call(subAdmin, 'GET', `/admin/transactions/all?${query}`)).status).toBe(
        403,
      );
    expect((await list('from=2026-03-01&sort=created_at', subAdmin)).transactions).toHaveLength(3);
  });

  const exportAs = (body: object, caller = admin) =>
    testApp.call(caller, 'POST', '/admin/transactions/all/export', body);

  it('should export what matches in its order, however many batches, and audit it', async () => {
    const [{ status, raw, headers }, today] = await withinOneDay(() =>
      exportAs({ format: 'csv', to: '2026-03-31', sort: '-amount' }),
    );
    expect([status, headers['content-disposition']]).toEqual([
      ...[200, `attachment; filename="transactions-${today}.csv"`],
    ]);
    const [head, ...rows] = parseCsv(raw.toString());
    const column = (name: string) => rows.map((row) => row[head!.indexOf(name)]);
    expect(column('Reference')).toEqual(['FAILED-1', 'PENDING-1', 'PENDING-2']);
    expect(column('Amount (NGN)')).toEqual(['5000', '1200', '300']);
    expect(column('Date')[0]).toBe('2026-03-10 00:00:00');
    const [logged] = await testApp.sql(
      `SELECT details, changes->'after' AS after FROM audit_log WHERE action = 'system.list_exported'`,
    );
    expect(logged).toEqual({
      details: `Exported transactions-${today}.csv`,
      after: { filter: { to: '2026-03-31', sort: '-amount' } },
    });
  });

  it('should export more than a batch without losing or repeating a row', async () => {
    // Many share a time and an amount, so that the id decides.
    await testApp.sql(
      `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description, created_at)
       SELECT $1, 'BULK-' || n, 'credit', 'topup', 'failed', 100 * (1 + n % 3), '=1+1',
              timestamptz '2025-06-01 12:00Z' + interval '1 second' * (n / 900)
       FROM generate_series(1, 2500) AS n`,
      [ada.id],
    );
    for (const sort of ['created_at', '-created_at', 'amount', '-amount']) {
      const { raw } = await exportAs({ format: 'csv', to: '2025-12-31', sort });
      const rows = parseCsv(raw.toString()).slice(1);
      const expected = await testApp.sql<{ id: number }>(
        `SELECT id FROM wallet_transaction WHERE reference LIKE 'BULK-%'
         ORDER BY ${sort.replace(/-?amount/, 'amount_kobo').replace('-', '')} ${sort.startsWith('-') ? 'DESC' : ''},
                  id ${sort.startsWith('-') ? 'DESC' : ''}`,
      );
      expect(rows.map(([id]) => Number(id))).toEqual(expected.map(({ id }) => id));
      expect(rows[0]![3]).toBe(`'=1+1`);
    }
    const [sheet] = await readXlsx((await exportAs({ format: 'xlsx', to: '2025-12-31' })).raw);
    expect(sheet!.data).toHaveLength(2501);
    await testApp.sql(`DELETE FROM wallet_transaction WHERE reference LIKE 'BULK-%'`);
  });

  it('should export only to whom may export and sees the list, without amounts to whom sees none', async () => {
    expect((await exportAs({ format: 'csv' }, subAdmin)).status).toBe(403);
    expect((await exportAs({ format: 'pdf' })).status).toBe(422);
    const giveRole = async (permissions: string[]) => {
      const { body } = await testApp.call(admin, 'POST', '/admin/roles', {
        name: `Clerk ${permissions.length}`,
        permissions,
      });
      await testApp.sql('UPDATE users SET staff_role_id = $1 WHERE id = $2', [
        (body.data as { id: number }).id,
        subAdmin.id,
      ]);
    };
    await giveRole(['lists.export', 'transactions.read']);
    const { raw } = await exportAs({ format: 'csv', to: '2026-03-31' }, subAdmin);
    const [head, ...rows] = parseCsv(raw.toString());
    expect(rows.map((row) => row[head!.indexOf('Amount (NGN)')])).toEqual(['', '', '']);
    expect((await exportAs({ format: 'csv', sort: 'amount' }, subAdmin)).status).toBe(403);
    await giveRole(['lists.export']);
    expect((await exportAs({ format: 'csv' }, subAdmin)).status).toBe(403);
    await testApp.sql('UPDATE users SET staff_role_id = NULL WHERE id = $1', [subAdmin.id]);
  });

  it('should filter by balance and day, count what matches, sort and export it', async () => {
    const names = ['Amaka Rich', 'Amaka Poor', 'Amaka New'];
    const [rich, poor] = [
      await testApp.createUser('user', names[0]),
      await testApp.createUser('user', names[1]),
      await testApp.createUser('user', names[2]),
    ];
    await testApp.fund(rich!.id, 90_000);
    await testApp.fund(poor!.id, 10);
    await testApp.sql(`UPDATE users SET created_at = '2026-03-01' WHERE id = $1`, [poor!.id]);
    const find = async (query: string) => {
      const { body } = await testApp.call(admin, 'GET', `/admin/users?search=amaka&${query}`);
      const { users, statistics } = body.data as unknown as {
        users: { name: string }[];
        statistics: object;
      };
      return { names: users.map(({ name }) => name), statistics };
    };
    expect(await find('amount_min=11')).toMatchObject({
      names: ['Amaka Rich'],
      statistics: { total: 1, total_balance: '90000.00' },
    });
    // Who has no wallet yet has nothing.
    expect((await find('amount_min=0&amount_max=10')).names).toEqual(['Amaka New', 'Amaka Poor']);
    expect((await find('from=2026-03-01&to=2026-03-01')).names).toEqual(['Amaka Poor']);
    expect((await find('sort=created_at')).names).toEqual([
      'Amaka Poor',
      'Amaka Rich',
      'Amaka New',
    ]);
    const { body } = await testApp.call(admin, 'GET', '/admin/users?amount_min=90000');
    expect(body.data.statistics).toMatchObject({
      total: 1,
      active: 1,
      total_balance: '90000.00',
    });
    const { raw } = await testApp.call(admin, 'POST', '/admin/users/export', {
      ...{ format: 'csv', search: 'amaka', amount_min: 1, sort: 'created_at' },
    });
    const [head, ...rows] = parseCsv(raw.toString());
    expect(rows.map((row) => [row[1], row[head!.indexOf('Balance (NGN)')]])).toEqual([
      ['Amaka Poor', '10'],
      ['Amaka Rich', '90000'],
    ]);
    expect(
      (await testApp.call(subAdmin, 'POST', '/admin/users/export', { format: 'csv' })).status,
    ).toBe(403);
  });
});
