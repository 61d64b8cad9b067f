import { AppConfig } from '../../../src/config/app-config';
import { seedCatalog } from '../../support/seed';
import { openCustomerApi, type Customer, type CustomerApi } from '../../support/customer-api';
import { registerExampleAccounts } from '../../support/fuzz/example-accounts';
import { Fuzzer } from '../../support/fuzz/fuzzer';
import { startMailSink } from '../../support/fuzz/mail-sink';
import { freePort } from '../../support/ports';

const PASSWORD = 'blue-kettle-on-a-hill';
const NO_TEXT = 'Please remove characters that are not text';

describe('Malformed requests', () => {
  let api: CustomerApi;
  let ada: Customer;
  let admin: string;

  beforeAll(async () => {
    const PORT = String(await freePort());
    api = await openCustomerApi({ PORT, TRUST_PROXY: 'true' });
    ada = await api.customer();
    const chief = await api.customer('Chief');
    await api.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [chief.id]);
    admin = await api.signIn(chief.id);
  });
  afterAll(() => api.close());

  const send = async (
    payload: string | Buffer,
    type = 'application/json',
    path = '/profile/update-name',
  ) => {
    const answer = await api.app.inject({
      method: 'PUT',
      url: `/api/v1${path}`,
      payload,
      headers: { 'content-type': type, authorization: `Bearer ${ada.token}` },
    });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };

  it.each([
    ['broken JSON', 400, '{', 'application/json'],
    ['no JSON body where one is needed', 422, '', 'application/json'],
    ['JSON with __proto__', 400, '{"__proto__":{"a":1}}', 'application/json'],
    ['JSON with a constructor', 400, '{"constructor":{"prototype":1}}', 'application/json'],
    ['an unsupported content type', 415, 'x', 'multipart/form-data; boundary=x'],
    [
      'a body above the limit',
      413,
      JSON.stringify({ name: 'x'.repeat(300_000) }),
      'application/json',
    ],
  ])('should answer the standard error format to %s', async (_what, status, payload, type) => {
    expect(await send(payload, type)).toMatchObject({
      status,
      body: { success: false, code: expect.any(String), request_id: expect.any(String) },
    });
  });

  it.each([
    [
      'bytes that are not UTF-8',
      400,
      Buffer.from('{"name":"Ad\xe9 Obi"}', 'latin1'),
      'application/json',
    ],
    [
      'half a character',
      400,
      Buffer.from('{"name":"Ada \u20a6"}').subarray(0, -3),
      'application/json',
    ],
    [
      'a surrogate in UTF-8',
      400,
      Buffer.from('7b226e616d65223a22eda080227d', 'hex'),
      'application/json',
    ],
    ['another character set', 415, '{"name":"Ada Obi"}', 'application/json; charset=iso-8859-1'],
    ['a quoted other one', 415, '{"name":"Ada Obi"}', 'application/json; CHARSET="UTF-16"'],
    [
      'escapes of a form that are not UTF-8',
      400,
      'name=Ad%E9',
      'application/x-www-form-urlencoded',
    ],
    [
      'a form in another character set',
      415,
      'name=Ada',
      'application/x-www-form-urlencoded; charset=latin1',
    ],
  ])('should refuse %s instead of storing something else', async (_what, status, payload, type) => {
    expect(await send(payload, type)).toMatchObject({ status, body: { success: false } });
    const [{ name }] = (await api.sql<{ name: string }>('SELECT name FROM users WHERE id = $1', [
      ada.id,
    ])) as [{ name: string }];
    expect(name).toBe('Ada Obi');
  });

  it.each(['application/json; charset=utf-8', 'application/json;charset="UTF8"'])(
    'should take a body of the type %s',
    async (type) => {
      const other = '{"name":"Adé ₦bi"}';
      expect(await send(other, type)).toMatchObject({ status: 200 });
      expect(await send('{"name":"Ada Obi"}', type)).toMatchObject({ status: 200 });
    },
  );

  it.each([
    ['PUT', '/admin/prices', 'prices', { prices: [], reason: 'None', version: 1 }],
    ['POST', '/admin/prices/preview', 'prices', { prices: [] }],
    ['POST', '/admin/prices/preview', 'prices.datacenter', { prices: { datacenter: [] } }],
    [
      'POST',
      '/admin/prices/preview',
      'prices.datacenter.tiers',
      { prices: { datacenter: { tiers: [[]] } } },
    ],
    ['PUT', '/admin/prices', 'version', { version: 1e15 }],
  ] as const)(
    'should refuse a list as an object, and numbers beyond a column: %s %s %s',
    async (method, path, field, body) => {
      const answer = await api.call(method, path, { token: admin, body });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { [field]: expect.any(Array) } },
      });
    },
  );

  it.each([
    ['POST', '/admin/coupons', 'starts_at'],
    ['POST', '/admin/coupons', 'ends_at'],
    ['PUT', '/admin/prices', 'effective_at'],
    ['POST', '/user/api-keys', 'expires_at'],
    ['POST', '/admin/supply/stock/import', 'upstream_expires_at'],
    ['PUT', '/admin/supply/stock/1', 'upstream_expires_at'],
  ] as const)('should refuse a slip of the year: %s %s %s', async (method, path, field) => {
    const token = path.startsWith('/user') ? ada.token : admin;
    for (const at of ['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'])
      expect(await api.call(method, path, { token, body: { [field]: at } })).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.any(String)] } },
      });
  });

  it('should accept a JSON content type without a body where none is needed', async () => {
    const user = await api.customer();
    const answer = await api.app.inject({
      method: 'POST',
      url: '/api/v1/auth/logout',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
    });
    expect(answer.statusCode).toBe(200);
  });

  it('should answer the standard error format to an invalid URL', async () => {
    expect(await send('{}', 'application/json', '/%ZZ')).toMatchObject({
      status: 400,
      body: { success: false, code: 'MALFORMED_REQUEST', request_id: expect.any(String) },
    });
  });

  it.each(['/user/proxies', '/payments/transactions', '/transactions', '/proxy/history'])(
    'should refuse NUL in the search of %s',
    async (path) => {
      const answer = await api.call('GET', `${path}?search=a%00b`, { token: ada.token });
      expect(answer).toMatchObject({ status: 422, body: { errors: { search: [NO_TEXT] } } });
    },
  );

  it.each([
    ['/admin/users', 'search'],
    ['/admin/proxies/all', 'search'],
    ['/admin/transactions/all', 'search'],
    ['/admin/audit/logs', 'search'],
    ['/admin/audit/logs', 'action'],
  ])('should refuse NUL: %s, field %s', async (path, field) => {
    const answer = await api.call('GET', `${path}?${field}=%00`, { token: admin });
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [NO_TEXT] } } });
  });

  it.each([
    ['PUT', '/profile/update-name', 'name', { name: 'Ada \ud83d' }],
    ['PUT', '/proxies/update-datacenter', 'proxy_id', { proxy_id: 'a\0', protocol: 'http' }],
    ['PUT', '/admin/system/settings', 'siteDescription', { siteDescription: 'a\0b' }],
    ['PUT', '/admin/system/settings', 'siteName', { siteName: 'Half a \udc00' }],
    [
      'POST',
      '/admin/users',
      'name',
      { name: 'Ada \ud800', email: 'half@example.com', password: 'blue-kettle' },
    ],
    [
      'POST',
      '/auth/register',
      'email',
      { name: 'A', email: '\ud800@example.com', password: PASSWORD, confirmPassword: PASSWORD },
    ],
  ] as const)(
    'should refuse lone surrogates and NUL: %s %s %s',
    async (method, path, field, body) => {
      const answer = await api.call(method, path, { token: admin, body });
      expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [NO_TEXT] } } });
    },
  );

  it.each(['page', 'per_page', 'user_id'])(
    'should refuse a non-numeric value for %s',
    async (field) => {
      for (const value of [{ toString: 1 }, { valueOf: 'x', toString: null }, [1], true])
        expect(
          await api.call('POST', '/admin/audit/export', {
            token: admin,
            body: { format: 'csv', [field]: value },
          }),
        ).toMatchObject({ status: 422, body: { errors: { [field]: expect.any(Array) } } });
    },
  );

  it.each([
    ['lists', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['objects', '{"a":'.repeat(30_000) + '1' + '}'.repeat(30_000)],
  ])('should refuse deeply nested %s', async (_what, value) => {
    expect(await send(`{"name":${value}}`)).toMatchObject({
      status: 400,
      body: { success: false, code: 'MALFORMED_REQUEST' },
    });
  });

  it('should allow 10 seconds for the headers, 30 for a request and two minutes without a byte', () => {
    const { requestTimeout, headersTimeout, timeout } = api.app.getHttpServer();
    expect({ requestTimeout, headersTimeout, timeout }).toEqual({
      requestTimeout: 30_000,
      headersTimeout: 10_000,
      timeout: 120_000,
    });
  });

  it('should forbid every page a base address and frames', async () => {
    const { headers } = await api.app.inject('/api/v1/health/live');
    expect(headers['content-security-policy']).toMatch(/base-uri 'none'.*frame-ancestors 'none'/);
  });

  it('should send the same security headers with every answer', async () => {
    for (const url of ['/api/v1/health/live', '/api/v1/profile', '/nowhere']) {
      const { headers } = await api.app.inject(url);
      expect(headers).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
    }
  });

  it('should answer with an id of its own, also to an address that cannot be decoded', async () => {
    for (const url of ['/api/v1/profile', '/api/v1/%']) {
      const theirs = '11111111-2222-4333-8444-555555555555';
      const answer = await api.app.inject({ url, headers: { 'x-request-id': theirs } });
      const id = answer.headers['x-request-id'];
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(id).not.toBe(theirs);
      expect(answer.json()).toMatchObject({ success: false, request_id: id });
    }
  });

  it('should validate numbers in exponent notation', async () => {
    const sent = async (exchangeRate: number) =>
      (await api.call('PUT', '/admin/system/settings', { token: admin, body: { exchangeRate } }))
        .status;
    expect(await sent(1e-7)).toBe(422);
    expect(await sent(1e21)).toBe(422);
    expect(await sent(1500.25)).toBe(200);
  });

  it('should answer every operation as documented, whatever is sent to it', async () => {
    const config = api.app.get(AppConfig);
    await seedCatalog(api.app);
    await api.app.listen(config.http.port, '127.0.0.1');
    await registerExampleAccounts({
      sql: api.sql,
      async post(path, body, token) {
        const answer = await api.call('POST', path, { body, token });
        if (answer.status >= 300) throw new Error(`${path}: ${answer.raw.toString()}`);
        return answer.body.data ?? {};
      },
    });
    const mail = await startMailSink();
    const fuzzer = new Fuzzer({
      smtpPort: mail.port,
      origin: `http://127.0.0.1:${config.http.port}`,
      siteUrl: config.http.appUrl,
      async signUp(role) {
        const { id } = await api.customer();
        await api.move(id);
        await api.sql('UPDATE users SET role = $2 WHERE id = $1', [id, role]);
        return api.signIn(id);
      },
    });
    try {
      // `npm run fuzz` sends many more, and others each time.
      const callers = ['anonymous', 'user', 'admin'] as const;
      expect(await fuzzer.run({ seed: 20_261_122, runs: 1, callers })).toEqual([]);
      expect(fuzzer.counts.succeeded).toBeGreaterThan(fuzzer.counts.sent / 10);
    } finally {
      fuzzer.close();
      await mail.close();
    }
  }, 300_000);
});
