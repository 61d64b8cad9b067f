import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { ApiOperation } from '../../support/fuzz/api-document';
import { OPENAPI_FILE } from '../../support/openapi-document';
import { closed, withNullUnions } from '../../support/fuzz/response-check';
import { useAdminTestApp, type TestResponse, type TestUser } from './admin-test-app';

const document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8')) as {
  readonly components: object;
  readonly paths: Record<string, Record<string, Pick<ApiOperation, 'responses'>>>;
};
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addSchema({ components: closed(withNullUnions(document.components)) }, 'openapi');

/** @returns the fields of a response that its documentation does not know, lacks or describes otherwise. */
const findDifferences = (method: string, path: string, { status, body }: TestResponse): string => {
  const operation = document.paths[`/api/v1${path}`]![method.toLowerCase()]!;
  const schema = operation.responses[String(status)]!.content!['application/json']!.schema;
  const validate = ajv.compile(
    JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"openapi#/')) as object,
  );
  return validate(body) ? '' : ajv.errorsText(validate.errors);
};

describe('Response fields of the admin API', () => {
  const testApp = useAdminTestApp();
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
