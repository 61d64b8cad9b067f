import readXlsx from 'read-excel-file/node';
import { parseCsv } from '../../../src/common/csv';
import { useAdminTestApp, withinOneDay, type TestUser, type TestResponse } from './admin-test-app';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { ApiOperation } from '../../support/fuzz/api-document';
import { OPENAPI_FILE } from '../../support/openapi-document';
import { closed, withNullUnions } from '../../support/fuzz/response-check';

const testApp = useAdminTestApp();

describe('Lists by days and amounts, sorted, and as a file', () => {
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

describe('Response fields of the admin API', () => {
  const document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as {
    readonly components: object;
    readonly paths: Record<string, Record<string, Pick<ApiOperation, 'responses'>>>;
  };

  const ajv = new Ajv({ strict: false, allErrors: true });

  addFormats(ajv);

  ajv.addSchema({ components: closed(withNullUnions(document.components)) }, 'openapi');

  /** @returns the fields of a response that its documentation does not know, lacks or describes otherwise. */
  const findDifferences = (
    method: string,
    path: string,
    { status, body }: TestResponse,
  ): string => {
    const operation = document.paths[`/api/v1${path}`]![method.toLowerCase()]!;
    const schema = operation.responses[String(status)]!.content!['application/json']!.schema;
    const validate = ajv.compile(
      JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object,
    );
    return validate(body) ? '' : ajv.errorsText(validate.errors);
  };

  let admin: TestUser;
  let ada: TestUser;

  beforeAll(async () => {
    admin = await testApp.createUser('admin', 'Chief Admin');
    ada = await testApp.createUser('user', 'Ada Obi');
    await testApp.sql("INSERT INTO catalog_country (code, name) VALUES ('us', 'United States')");
    await testApp.fund(ada.id, 9000);
    await testApp.sell(ada.id, { naira: 3000, type: 'mobile_ipv4', country: 'ng', limitGb: 2 });
    await testApp.sell(ada.id, {
      naira: 500,
      type: 'individual_ipv4',
      country: 'us',
      daysAgo: 40,
      quantity: 2,
    });
    await testApp.sell(ada.id, { naira: 400, status: 'refunded', refundedNaira: 400 });
    await testApp.sql(
      `WITH book AS (INSERT INTO ledger_transaction (idempotency_key, kind, reference)
                     VALUES ('REFUND-1', 'refund', 'REFUND-1') RETURNING id)
       INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo,
         description, ledger_transaction_id)
       SELECT $1, 'REFUND-1', 'credit', 'refund', 'successful', 40000, 'Refund of an order', id
       FROM book`,
      [ada.id],
    );
  }, 60_000);

  const get = async (path: string) =>
    (await testApp.call(admin, 'GET', `/admin/${path}`)).body.data as Record<string, never>;
  const first = (list: unknown) => (list as unknown[])[0];

  it.each([
    ['users', 'search=ada', ['users']],
    ['proxies/all', '', ['proxies']],
    ['transactions/all', '', ['transactions']],
    ['dashboard/full', '', ['stats', 'server_stats', 'monthly_data', 'recent_activity']],
    ['analytics', '', ['overview_stats', 'revenue_data', 'proxy_type_usage', 'top_countries']],
    ['system/settings', '', []],
    ['audit/logs', 'action=user.updated', ['logs']],
  ])('should return the documented fields of %s, and no others', async (path, query, lists) => {
    const change = { name: `Ada ${path}`, email: ada.email };
    await testApp.call(admin, 'PUT', `/admin/users/${ada.id}`, change);
    const response = await testApp.call(admin, 'GET', `/admin/${path}?${query}`);
    expect(findDifferences('GET', `/admin/${path}`, response)).toBe('');
    for (const list of lists) expect([list, response.body.data[list]]).not.toEqual([list, []]);
  });

  it('should return money in the units of each field', async () => {
    expect(first((await get('users?search=ada')).users)).toMatchObject({
      ...{ balance: '9000.00', stats: { total_spent: 3500 } },
    });
  });

  it('should return the fields of a created, changed and funded user', async () => {
    const account = { name: 'Bola Ade', email: 'bola@example.com' };
    const send = async (method: 'POST' | 'PUT', id: string, suffix: string, body: object) => {
      const response = await testApp.call(admin, method, `/admin/users${id}${suffix}`, body);
      const template = `/admin/users${id && '/{id}'}${suffix}`;
      expect(findDifferences(method, template, response)).toBe('');
      return response.body.data as Record<string, { id: number }>;
    };
    const secret = { password: 'kettle-hill', status: 'inactive' };
    const { user } = await send('POST', '', '', { ...account, ...secret });
    expect(user).toMatchObject({ status: 'inactive', role: 'user' });
    await send('PUT', `/${user!.id}`, '', { ...account, name: 'Bola Eze' });
    await send('POST', `/${user!.id}`, '/fund-wallet', { amount: 1000 });
  });

  it('should let a created sub-admin sign in with the password given and return the account', async () => {
    const account = { name: 'Second', email: 'second@example.com', role: 'sub-admin' };
    await testApp.call(admin, 'POST', '/admin/users', { ...account, password: ' kettle-hill ' });
    const { status, body } = await testApp.call(null, 'POST', '/auth/admin/login', {
      email: account.email,
      password: 'kettle-hill',
    });
    expect([status, body.message]).toEqual([200, 'Admin login successful!']);
    expect(Object.keys(body.data).sort()).toEqual(['token', 'user']);
    expect(body.data.user).toMatchObject({
      ...account,
      phone: null,
      wallet_balance: 0,
      status: 'active',
      must_change_password: true,
    });
  });

  describe('history of a user', () => {
    it.each(['purchases', 'payments', 'wallet'])(
      'should have the documented fields: %s',
      async (what) => {
        const response = await testApp.call(admin, 'GET', `/admin/users/${ada.id}/${what}`);
        expect(findDifferences('GET', `/admin/users/{id}/${what}`, response)).toBe('');
        expect(response.body.data[what]).not.toEqual([]);
      },
    );

    it('should list purchases with duration, proxies and status, ten per page', async () => {
      const path = `users/${ada.id}/purchases`;
      const data = await get(path);
      expect(data.purchases).toMatchObject([
        { type: 'residential', amount: 400, status: 'refunded', proxies: 0 },
        { type: 'mobile', country: 'ng', amount: 3000, status: 'active', duration: 30, proxies: 1 },
        { type: 'datacenter', country: 'us', amount: 500, status: 'expired', proxies: 2 },
      ]);
      expect(data.pagination).toMatchObject({ per_page: 10, total: 3 });
      const amounts = async (search: string) =>
        (
          (await get(`${path}?search=${encodeURIComponent(search)}`)).purchases as unknown as {
            amount: number;
          }[]
        ).map(({ amount }) => amount);
      for (const shown of ['datacenter', 'expired'])
        expect([shown, await amounts(shown)]).toEqual([shown, [500]]);
      expect(await amounts('mobile')).toEqual([3000]);
      expect(await amounts('united states')).toEqual([400, 500]);
      expect(await amounts(`#${(first(data.purchases) as { id: number }).id}`)).toEqual([400]);
      expect(await amounts('ipv4')).toEqual([]);
      expect((await get(`${path}?per_page=2&page=2`)).purchases).toHaveLength(1);
    });

    it('should list payments, a refund as a negative wallet amount', async () => {
      const data = await get(`users/${ada.id}/payments?search=refund-1`);
      expect(data.payments).toMatchObject([
        { type: 'Refund', amount: -400, method: 'Wallet', status: 'completed' },
      ]);
      const path = `users/${ada.id}/payments`;
      const { payments: all } = await get(path);
      for (const shown of ['Proxy Purchase', 'completed'])
        expect([shown, (await get(`${path}?search=${shown}`)).payments]).toEqual([
          shown,
          (all as unknown as { type: string; status: string }[]).filter(({ type, status }) =>
            [type, status].includes(shown),
          ),
        ]);
    });

    it('should list wallet movements', async () => {
      const data = await get(`users/${ada.id}/wallet?search=debit`);
      expect(data.wallet).toMatchObject([
        { type: 'debit', amount: 400 },
        { type: 'debit', amount: 3000 },
        { type: 'debit', amount: 500 },
      ]);
    });
  });
});
