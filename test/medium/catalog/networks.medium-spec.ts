import { decrypt } from '../../../src/common/crypto/secrets';
import { AppConfig } from '../../../src/config/app-config';
import { useHttpTestApp, type Customer } from '../proxies/http-test-app';

const PASSWORD = 'Upstream-pass-1';
const PATH = '/admin/supply/networks';

const firstOf = (messages: unknown): unknown => (Array.isArray(messages) ? messages[0] : null);

/** Settings that the API takes. */
const settings = (more: object = {}) => ({
  name: 'Oxylabs residential',
  dialect: 'oxylabs',
  kind: 'residential',
  protocol: 'http',
  host: 'pr.oxylabs.io',
  port: 7777,
  username: 'customer-shop',
  countries: '*' as '*' | string[],
  targeting: { region: false, city: true, isp: false, asn: false },
  cost_usd_per_gb: 3.141592,
  bytes_per_gb: 1_000_000_000,
  weight: 5,
  enabled: true,
  ...more,
});

describe('Networks', () => {
  const app = useHttpTestApp();
  let admin: Customer;
  let subAdmin: Customer;

  beforeAll(async () => {
    admin = await app.signUp('admin');
    subAdmin = await app.signUp('sub-admin');
  });
  afterEach(() => app.sql('DELETE FROM supply_network'));

  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
    by = admin,
  ) => app.call(method, path, body, by.headers);
  const add = (more: object = {}) => call('POST', PATH, settings({ password: PASSWORD, ...more }));
  const addedId = async (more: object = {}): Promise<number> => {
    const { status, body } = await add(more);
    expect([status, body.errors]).toEqual([201, undefined]);
    return (body.data as unknown as { network: { id: number } }).network.id;
  };
  const getAudit = (id: number) =>
    app.sql<{ action: string; changes: unknown; details: string; severity: string }>(
      'SELECT action, changes, details, severity FROM audit_log WHERE target = $1 ORDER BY id',
      [`supply_network:${id}`],
    );
  const getStoredPassword = async (id: number): Promise<string> => {
    const [row] = await app.sql<{ password_encrypted: string }>(
      'SELECT password_encrypted FROM supply_network WHERE id = $1',
      [id],
    );
    const key = app.nest.get(AppConfig).key('secrets');
    return decrypt(key, `supply_network:${id}`, row!.password_encrypted);
  };

  it('should list the dialects with what a form needs', async () => {
    const { status, body } = await call('GET', '/admin/supply/dialects', undefined, subAdmin);
    expect(status).toBe(200);
    const { dialects } = body.data as unknown as {
      dialects: { id: string; targeting: { asn: boolean } }[];
    };
    expect(dialects.map(({ id }) => id)).toEqual(
      'oxylabs decodo iproyal bright_data soax dataimpulse webshare evomi netnut geonode custom'.split(
        ' ',
      ),
    );
    expect(dialects[2]).toMatchObject({
      host: 'geo.iproyal.com',
      ports: { http: 12321, https: null, socks5: 32325 },
      protocols: ['http', 'socks5'],
      targeting: { region: true, city: true, isp: true, asn: false },
      session: { alphabet: 'letters', length: 8, min_length: 8, max_length: 8 },
      ttl: { min_minutes: 1, max_minutes: 10_080 },
    });
    const hasAsn = dialects.filter(({ targeting }) => targeting.asn).map(({ id }) => id);
    expect(hasAsn).toEqual('decodo bright_data dataimpulse evomi geonode custom'.split(' '));
    expect(dialects[8]).toMatchObject({ session: { min_length: 5, max_length: 9 }, ttl: null });
  });

  it('should store a network with its password encrypted, and never show or audit the password', async () => {
    const limits = { monthly_budget_gb: 900, concurrency_limit: 500, minimum_balance_usd: 12.5 };
    const id = await addedId({
      ...{ precise_cost_factor: 2, daily_budget_gb: 50, note: 'Monthly plan' },
      ...limits,
    });
    const answers = [await call('GET', `${PATH}/${id}`), await call('GET', PATH)];
    expect(answers[0]?.body.data).toEqual({
      network: {
        ...settings(),
        id,
        password: '••••••••',
        username_template: null,
        password_template: null,
        precise_cost_factor: 2,
        daily_budget_gb: 50,
        ...limits,
        provider_id: null,
        note: 'Monthly plan',
        created_at: expect.any(String) as string,
        updated_at: expect.any(String) as string,
      },
    });
    expect(await getStoredPassword(id)).toBe(PASSWORD);
    const audit = await getAudit(id);
    expect(audit).toMatchObject([
      {
        action: 'system.network_added',
        severity: 'high',
        details: 'Added the network Oxylabs residential',
      },
      {
        action: 'system.network_changed',
        details:
          'Enabled the network Oxylabs residential, which could not be tested: No gateway is running.',
      },
    ]);
    expect(JSON.stringify([answers, audit])).not.toContain(PASSWORD);
  });

  it('should show neither account nor costs to a sub-admin, who cannot write', async () => {
    const id = await addedId({ precise_cost_factor: 2, note: 'Monthly plan' });
    const { body } = await call('GET', `${PATH}/${id}`, undefined, subAdmin);
    expect(body.data).toMatchObject({
      network: {
        ...{ username: null, password: null, cost_usd_per_gb: null, precise_cost_factor: null },
        ...{ note: null, name: 'Oxylabs residential', weight: 5 },
      },
    });
    const list = await call('GET', PATH, undefined, subAdmin);
    expect(JSON.stringify(list.body)).not.toMatch(/customer-shop|3\.14|Monthly/);
    const refused = [
      await call('POST', PATH, settings({ password: PASSWORD }), subAdmin),
      await call('PUT', `${PATH}/${id}`, settings(), subAdmin),
      await call('DELETE', `${PATH}/${id}`, undefined, subAdmin),
      await call('POST', `${PATH}/${id}/preview`, {}, subAdmin),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  it.each([
    ['host', { host: 'stolen.example.com' }],
    ['port', { port: 7778 }],
    ['protocol', { protocol: 'socks5' }],
  ])('should not send a stored password to another %s', async (field, change) => {
    const { body } = await add({ name: `Kept ${field}` });
    const { id } = (body.data as unknown as { network: { id: number } }).network;
    const update = (more: object) =>
      call('PUT', `${PATH}/${id}`, settings({ name: `Kept ${field}`, ...change, ...more }));
    for (const password of [undefined, '••••••••'])
      expect(await update({ password })).toMatchObject({
        status: 422,
        body: {
          errors: {
            password: ['Enter the password again: the host, the port or the protocol has changed.'],
          },
        },
      });
    expect(await update({ password: PASSWORD })).toMatchObject({
      status: 200,
      body: { data: { network: change } },
    });
  });

  it('should keep the password of a change without one, or with the masked one', async () => {
    const id = await addedId();
    for (const password of [undefined, '••••••••']) {
      const { status } = await call('PUT', `${PATH}/${id}`, settings({ password, weight: 9 }));
      expect([status, await getStoredPassword(id)]).toEqual([200, PASSWORD]);
    }
    const changed = await call('PUT', `${PATH}/${id}`, settings({ password: 'Another-1' }));
    expect(changed.body.data).toMatchObject({ network: { password: '••••••••' } });
    expect(await getStoredPassword(id)).toBe('Another-1');
    const audit = await getAudit(id);
    expect(audit.map(({ details }) => details)).toEqual([
      'Added the network Oxylabs residential',
      expect.stringMatching(/^Enabled/),
      'Changed the network Oxylabs residential',
      'Changed the network Oxylabs residential',
      'Changed the network Oxylabs residential, with a new password',
      expect.stringMatching(/^Enabled/),
    ]);
    expect(JSON.stringify(audit)).not.toContain('Another-1');
  });

  it('should remove a network once', async () => {
    const id = await addedId();
    expect((await call('DELETE', `${PATH}/${id}`)).status).toBe(200);
    for (const answer of [
      await call('DELETE', `${PATH}/${id}`),
      await call('GET', `${PATH}/${id}`),
      await call('PUT', `${PATH}/${id}`, settings()),
      await call('POST', `${PATH}/${id}/preview`, {}),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'NETWORK_NOT_FOUND' } });
  });

  it('should refuse a name that another network has', async () => {
    const id = await addedId();
    const other = await addedId({ name: 'Evomi', dialect: 'evomi' });
    const exists = { status: 409, body: { code: 'NETWORK_EXISTS' } };
    expect(await add()).toMatchObject(exists);
    expect(await call('PUT', `${PATH}/${other}`, settings())).toMatchObject(exists);
    expect((await call('PUT', `${PATH}/${id}`, settings())).status).toBe(200);
  });

  it.each<[string, object]>([
    ['name', { name: 'x' }],
    ['dialect', { dialect: 'acme' }],
    ['kind', { kind: 'datacenter' }],
    ['protocol', { protocol: 'socks4' }],
    ['protocol', { dialect: 'iproyal', protocol: 'https' }],
    ['host', { host: 'http://pr.oxylabs.io' }],
    ['host', { host: 'pr.oxylabs.io:7777' }],
    ['port', { port: 0 }],
    ['port', { port: 65_536 }],
    ['port', { port: '7777' }],
    ['username', { username: 'a:b' }],
    ['username', { dialect: 'bright_data', username: 'shop' }],
    ['password', { password: undefined }],
    ['password', { password: '' }],
    ['password', { password: 'two words' }],
    ['password', { password: '••••••••' }],
    ['username_template', { dialect: 'custom' }],
    ['username_template', { username_template: 'x'.repeat(501) }],
    ['username_template', { dialect: 'custom', username_template: '{user}-{country}' }],
    ['password_template', { password_template: '{pass}[-{country}' }],
    ['countries', { countries: 'us' }],
    ['countries', { countries: [] }],
    ['countries', { countries: ['us', 'us'] }],
    ['countries', { countries: ['uk'] }],
    ['countries', { countries: ['US'] }],
    ['countries', { countries: ['zz'] }],
    [
      'countries',
      {
        dialect: 'custom',
        username_template: '{user}[-{session}]',
        targeting: { region: false, city: false, isp: false },
      },
    ],
    ['targeting', { targeting: true }],
    ['targeting.city', { targeting: { region: false, city: 'yes', isp: false } }],
    ['targeting.isp', { targeting: { region: false, city: false, isp: true } }],
    ['targeting.asn', { targeting: { region: false, city: false, isp: false, asn: true } }],
    ['cost_usd_per_gb', { cost_usd_per_gb: -1 }],
    ['cost_usd_per_gb', { cost_usd_per_gb: 0.1234567 }],
    ['bytes_per_gb', { bytes_per_gb: 1000 }],
    ['precise_cost_factor', { precise_cost_factor: 0.5 }],
    ['daily_budget_gb', { daily_budget_gb: 0 }],
    ['monthly_budget_gb', { monthly_budget_gb: 0.5 }],
    ['concurrency_limit', { concurrency_limit: 0 }],
    ['minimum_balance_usd', { minimum_balance_usd: -1 }],
    ['weight', { weight: 0 }],
    ['weight', { weight: 1001 }],
    ['enabled', { enabled: 'yes' }],
    ['note', { note: 'x'.repeat(1001) }],
  ])('should name a wrong %s: %j', async (field, more) => {
    const { status, body } = await add(more);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    expect(firstOf(body.errors?.[field])).toMatch(/^[A-Z{].{10,}/);
  });

  it('should tell where a template is wrong', async () => {
    const { body } = await add({ dialect: 'custom', username_template: '{user}-{login}' });
    expect(firstOf(body.errors?.username_template)).toMatch(/^login is no value.*\(character 9\)$/);
  });

  describe('preview', () => {
    const preview = async (id: number, body: object) => call('POST', `${PATH}/${id}/preview`, body);

    it('should show what a gateway would send, without the password', async () => {
      const id = await addedId();
      const rotating = await preview(id, { country: 'de' });
      expect(rotating).toMatchObject({
        status: 200,
        body: { data: { username: 'customer-shop-cc-DE', password_masked: '••••••••' } },
      });
      const sticky = await preview(id, {
        country: 'de',
        city: 'berlin',
        session: 'a',
        ttl_minutes: 5,
      });
      expect(sticky.body.data.username).toMatch(
        /^customer-shop-cc-DE-city-berlin-sessid-[a-z0-9]{16}-sesstime-5$/,
      );
    });

    it('should show parameters that belong into the password', async () => {
      const id = await addedId({ dialect: 'iproyal', username: 'shop' });
      const { body } = await preview(id, { country: 'gb', session: 'a' });
      expect(body.data.username).toBe('shop');
      expect(body.data.password_masked).toMatch(
        /^•{8}_country-gb_session-[A-Za-z0-9]{8}_lifetime-10080m$/,
      );
    });

    it.each<[string, object, object]>([
      [
        'region',
        { targeting: { region: true, city: true, isp: false } },
        { country: 'de', region: 'bavaria' },
      ],
      ['region', {}, { country: 'us', region: 'california' }],
      ['isp', {}, { country: 'us', isp: 'mtn' }],
      ['isp', {}, { country: 'us', isp: 'AS21928' }],
      ['country', { countries: ['us', 'gb'] }, { country: 'de' }],
      ['country', {}, { country: 'uk' }],
      ['city', {}, { country: 'us', city: 'São Paulo' }],
      ['session', {}, { session: 'a-b' }],
      ['ttl_minutes', {}, { ttl_minutes: 1441 }],
    ])('should name the %s that cannot be expressed', async (field, network, request) => {
      const id = await addedId(network);
      const { status, body } = await preview(id, request);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
    });

    it('should show what a network that is not stored would send', async () => {
      const { dialect, username, countries, targeting } = settings({ dialect: 'decodo' });
      const draft = { dialect, username: 'shop', countries, targeting };
      const ask = (more: object, by = admin) =>
        call('POST', `${PATH}/preview`, { ...draft, ...more }, by);
      expect(username).not.toBe('shop');
      expect(await ask({ country: 'ng', city: 'Lagos-Island' })).toMatchObject({
        status: 200,
        body: {
          data: { username: 'user-shop-country-ng-city-lagos_island', password_masked: '••••••••' },
        },
      });
      const wrong = await Promise.all([
        ask({ country: 'ng', region: 'kano' }),
        ask({ username_template: '{user}-{login}' }),
        ask({ username: 'a:b' }),
        ask({ targeting: undefined }),
      ]);
      expect(wrong.map(({ status, body }) => [status, Object.keys(body.errors ?? {})])).toEqual([
        [422, ['region']],
        [422, ['username_template']],
        [422, ['username']],
        [422, ['targeting']],
      ]);
      expect((await ask({}, subAdmin)).status).toBe(403);
      expect(await app.sql('SELECT id FROM supply_network')).toEqual([]);
    });

    it('should choose a country of those of the network when any will do', async () => {
      const id = await addedId({ countries: ['us', 'gb'] });
      const { body } = await preview(id, { session: 'a' });
      expect(body.data.username).toMatch(/-cc-(US|GB)-/);
    });
  });
});
