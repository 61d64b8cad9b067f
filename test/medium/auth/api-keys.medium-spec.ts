import { createHash, randomUUID } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { CALLS_OF_ALL_KEYS, CALLS_PER_USER } from '../../../src/auth/rate-limits/rate-limit.guard';
import { MailService } from '../../../src/mail/mail.service';
import { useCustomerApi, type Customer } from '../../support/customer-api';

const api = useCustomerApi();

interface Created {
  id: number;
  prefix: string;
  key: string;
}

describe('API keys', () => {
  let customer: Customer;
  beforeEach(async () => {
    customer = await api.customer();
  });

  const post = (body: object, token = customer.token) =>
    api.call('POST', '/user/api-keys', {
      token,
      body: { name: 'Watcher', scopes: ['read'], ...body },
    });
  const create = async (body: object = {}) => {
    const { status, body: answer } = await post(body);
    expect(status).toBe(201);
    return answer.data as unknown as Created;
  };
  const list = async () =>
    (await api.call('GET', '/user/api-keys', { token: customer.token })).body
      .data as unknown as Record<string, unknown>[];
  const balance = (key: string, ip?: string) =>
    api.call('GET', '/wallet/balance', { token: key, ip });

  it('should show the key once and store its hash only', async () => {
    const { status, headers, body } = await post({
      name: '  Price watcher ',
      scopes: ['buy', 'read'],
      allowed_addresses: ['203.0.113.7', '2001:DB8::/32'],
      daily_limit: 20_000,
    });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    const { key, ...view } = body.data as unknown as Created;
    expect(key).toMatch(/^np_live_[\w-]{43}$/);
    expect(view).toEqual({
      id: expect.any(Number),
      name: 'Price watcher',
      prefix: key.slice(0, 14),
      scopes: ['read', 'buy'],
      allowed_addresses: ['203.0.113.7', '2001:db8::/32'],
      daily_limit: 20_000,
      spent_today: 0,
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
    });
    expect(await list()).toEqual([view]);
    const [row] = await api.sql<{ key_hash: Buffer; row: string }>(
      'SELECT key_hash, k::text AS row FROM api_key k WHERE id = $1',
      [view.id],
    );
    expect(row!.key_hash).toEqual(createHash('sha256').update(key).digest());
    expect(row!.row).not.toContain(key.slice(14));
  });

  it('should notify the owner by mail and audit, without the key', async () => {
    const { id, key, prefix } = await create({ name: 'Bot', scopes: ['read', 'buy'] });
    const [mail] = await api.app.get(MailService, { strict: false }).inbox({ to: customer.email });
    expect(mail!.text).toContain(`“Bot” (${prefix}…)`);
    expect(mail!.text).not.toContain(key);
    await api.call('DELETE', `/user/api-keys/${id}`, { token: customer.token });
    const audit = await api.sql(
      `SELECT action, details FROM audit_log WHERE target = $1 ORDER BY id`,
      [`api-key:${id}`],
    );
    expect(audit).toEqual([
      {
        action: 'auth.api_key_created',
        details: `Created the API key “Bot” (${prefix}…) for read, buy`,
      },
      { action: 'auth.api_key_removed', details: `Removed the API key “Bot” (${prefix}…)` },
    ]);
  });

  it('should act for its owner and note its use to the minute', async () => {
    const { key } = await create();
    await api.move(customer.id);
    expect((await balance(key)).body.data).toMatchObject({ balance: 5000 });
    const [{ last_used_at: first }] = (await list()) as [{ last_used_at: string }];
    expect(first).not.toBeNull();
    expect((await balance(key)).status).toBe(200);
    expect(await list()).toMatchObject([{ last_used_at: first }]);
  });

  it.each([
    ['removed', `UPDATE api_key SET removed_at = now() WHERE user_id = $1`],
    ['expired', `UPDATE api_key SET expires_at = now() WHERE user_id = $1`],
    ['of a suspended user', `UPDATE users SET status = 'suspended' WHERE id = $1`],
    ['of a user who joined the staff', `UPDATE users SET role = 'admin' WHERE id = $1`],
  ])('should refuse a key that is %s', async (_what, change) => {
    const { key } = await create();
    expect((await balance(key)).status).toBe(200);
    await api.sql(change, [customer.id]);
    expect(await balance(key)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  it('should answer 401 at once after removal, and let only the owner remove', async () => {
    const { id, key } = await create();
    const stranger = await api.customer();
    const remove = (token: string) => api.call('DELETE', `/user/api-keys/${id}`, { token });
    expect(await remove(stranger.token)).toMatchObject({
      status: 404,
      body: { code: 'API_KEY_NOT_FOUND' },
    });
    expect((await balance(key)).status).toBe(200);
    expect((await remove(customer.token)).status).toBe(200);
    expect((await balance(key)).status).toBe(401);
    expect((await remove(customer.token)).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('should note refused keys for the operator', async () => {
    const { id, key } = await create();
    await api.call('DELETE', `/user/api-keys/${id}`, { token: customer.token });
    const lines = jest.spyOn(Logger.prototype, 'warn');
    expect((await balance(key, '198.51.100.9')).status).toBe(401);
    const refused = { event: 'security.key_rejected', route: 'GET /api/v1/wallet/balance' };
    expect(lines).toHaveBeenCalledWith(expect.objectContaining(refused), 'Request refused');
    lines.mockRestore();
  });

  it.each([
    'np_live_',
    'np_live_nonsense',
    `np_live_${'A'.repeat(43)}`,
    `np_test_${'A'.repeat(43)}`,
  ])('should refuse the forged key %s', async (key) => {
    expect(await balance(key)).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  });

  it('should work from its allowed addresses only', async () => {
    const { key } = await create({ allowed_addresses: ['203.0.113.0/24'] });
    expect((await balance(key, '203.0.113.9')).status).toBe(200);
    expect(await balance(key, '203.0.114.9')).toMatchObject({
      status: 403,
      body: { code: 'KEY_ADDRESS' },
    });
  });

  it('should never make, remove or widen keys', async () => {
    const { id, key } = await create({ scopes: ['read', 'proxies', 'buy', 'wallet'] });
    for (const answer of [
      await post({}, key),
      await api.call('DELETE', `/user/api-keys/${id}`, { token: key }),
      await api.call('PUT', '/profile/update-name', { token: key, body: { name: 'Other' } }),
    ])
      expect(answer).toMatchObject({ status: 403, body: { code: 'KEY_SCOPE' } });
  });

  it('should be created only within 15 minutes of the sign-in', async () => {
    await api.sql(
      `UPDATE session SET created_at = now() - interval '15 minutes' WHERE user_id = $1`,
      [customer.id],
    );
    expect(await post({})).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    expect(await list()).toEqual([]);
  });

  it.each([
    ['name', { name: ' ' }],
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: ['admin'] }],
    ['allowed_addresses', { allowed_addresses: ['example.com'] }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['daily_limit', { daily_limit: 0.5 }],
    ['role', { role: 'admin' }],
  ])('should answer 422 for an invalid %s', async (field, body) => {
    expect(await post(body)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
  });

  it('should limit the keys that work to 20 under concurrency', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => post({})));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(5);
    await api.sql(
      `UPDATE api_key SET expires_at = now() WHERE id = (SELECT min(id) FROM api_key WHERE user_id = $1)`,
      [customer.id],
    );
    expect((await post({})).status).toBe(201);
  });

  it('should limit calls per key, apart from the sessions of its owner', async () => {
    const [one, two] = [await create(), await create()];
    const last = async (key: string, calls: number) => {
      let status = 0;
      for (let sent = 0; sent < calls; sent += 1) ({ status } = await balance(key));
      return status;
    };
    expect(await last(one.key, CALLS_PER_USER)).toBe(200);
    expect(await balance(one.key)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.anything() },
    });
    expect((await balance(two.key)).status).toBe(200);
    expect((await balance(customer.token)).status).toBe(200);
    expect(CALLS_OF_ALL_KEYS).toBeLessThan(20 * CALLS_PER_USER);
  });
});

interface Shown {
  id: string;
  ip: string;
  user_agent: string;
  current: boolean;
}

describe('Profile sessions', () => {
  const list = async (token: string) =>
    (await api.call('GET', '/profile/sessions', { token })).body.data as unknown as Shown[];
  const end = (token: string, id: string) =>
    api.call('DELETE', `/profile/sessions/${id}`, { token });

  it('should list every active session and mark the current one', async () => {
    const { id, token } = await api.customer();
    await api.signIn(id, { ip: '203.0.113.7', userAgent: 'Firefox' });
    await api.signIn(id, { ip: '203.0.113.8', userAgent: 'ended' });
    await api.signIn(id, { ip: '203.0.113.9', userAgent: 'silent' });
    await api.sql(`UPDATE session SET revoked_at = now() WHERE user_agent = 'ended'`);
    await api.sql(
      `UPDATE session SET last_seen_at = now() - interval '8 days' WHERE user_agent = 'silent'`,
    );
    await api.customer();
    const shown = await list(token);
    expect(shown.map(({ ip, user_agent, current }) => ({ ip, user_agent, current }))).toEqual(
      expect.arrayContaining([
        { ip: '203.0.113.7', user_agent: 'Firefox', current: false },
        { ip: '127.0.0.1', user_agent: 'test', current: true },
      ]),
    );
    expect(shown).toHaveLength(2);
  });

  it('should revoke one session immediately and audit it', async () => {
    const { id, token } = await api.customer();
    const phone = await api.signIn(id, { userAgent: 'phone' });
    const { id: phoneId } = (await list(token)).find(({ user_agent }) => user_agent === 'phone')!;
    expect((await end(token, phoneId)).body).toEqual({
      success: true,
      message: 'That device has been signed out.',
    });
    expect((await api.call('GET', '/profile', { token: phone })).status).toBe(401);
    expect((await api.call('GET', '/profile', { token })).status).toBe(200);
    expect((await end(token, phoneId)).body.code).toBe('SESSION_NOT_FOUND');
    const rows = await api.sql(
      `SELECT actor_id FROM audit_log WHERE action = 'auth.session_ended' AND target = $1`,
      [`user:${id}`],
    );
    expect(rows).toEqual([{ actor_id: id }]);
  });

  it('should end another session only within 15 minutes of the sign-in, and the present one always', async () => {
    const { id, token } = await api.customer();
    await api.signIn(id, { userAgent: 'phone' });
    const sessions = await list(token);
    const phone = sessions.find(({ user_agent }) => user_agent === 'phone')!;
    const present = sessions.find(({ current }) => current)!;
    await api.sql(`UPDATE session SET created_at = now() - interval '15 minutes' WHERE id = $1`, [
      present.id,
    ]);
    expect(await end(token, phone.id)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    expect((await list(token)).map((session) => session.id)).toContain(phone.id);
    await api.sql(`UPDATE session SET created_at = now() - interval '14 minutes' WHERE id = $1`, [
      present.id,
    ]);
    expect((await end(token, phone.id)).status).toBe(200);
    await api.sql(`UPDATE session SET created_at = now() - interval '1 day' WHERE id = $1`, [
      present.id,
    ]);
    expect((await end(token, present.id)).status).toBe(200);
  });

  it('should log out when the current session is revoked', async () => {
    const { token } = await api.customer();
    const [{ id }] = (await list(token)) as [Shown];
    expect((await end(token, id)).status).toBe(200);
    expect((await api.call('GET', '/profile', { token })).status).toBe(401);
  });

  it('should answer 404 to sessions of other users and unknown ids', async () => {
    const ada = await api.customer();
    const eve = await api.customer();
    const [{ id }] = (await list(ada.token)) as [Shown];
    for (const other of [id, randomUUID(), 'nonsense', '12'])
      expect((await end(eve.token, other)).status).toBe(404);
    expect((await api.call('GET', '/profile', { token: ada.token })).status).toBe(200);
  });

  it('should set the password of an account without one, soon after its sign-in, and only once', async () => {
    const { id, token } = await api.customer();
    const phone = await api.signIn(id, { userAgent: 'phone' });
    await api.sql(`UPDATE users SET password_hash = NULL, google_subject = $2 WHERE id = $1`, [
      ...[id, `google-${id}`],
    ]);
    const shown = async () =>
      (await api.call('GET', '/user/info', { token })).body.data as unknown as { user: object };
    expect(await shown()).toMatchObject({ user: { has_password: false, has_google: true } });
    const set = (new_password: string) =>
      api.call('POST', '/profile/set-password', {
        token,
        body: { new_password, new_password_confirmation: new_password },
      });
    const age = (by: string) =>
      api.sql(`UPDATE session SET created_at = created_at - $2::interval WHERE user_id = $1`, [
        ...[id, by],
      ]);
    expect((await set('iloveyou')).body.errors).toHaveProperty('new_password');
    await age('16 minutes');
    expect((await set('four red umbrellas')).body.code).toBe('REAUTHENTICATION_REQUIRED');
    await age('-16 minutes');
    expect((await set('four red umbrellas')).status).toBe(200);
    expect((await set('four red umbrellas')).body.code).toBe('PASSWORD_EXISTS');
    expect(await shown()).toMatchObject({ user: { has_password: true, has_google: true } });
    expect((await api.call('GET', '/profile', { token: phone })).status).toBe(401);
  });
});

describe('Limits of costly routes', () => {
  let ada: Customer;
  let bola: Customer;

  beforeEach(async () => {
    ada = await api.customer();
    bola = await api.customer();
  });

  const quote = ({ token }: Customer) =>
    api.call('POST', '/user/coupons/quote', { token, body: { coupon: 'GUESS', amount: 5000 } });
  const topUp = ({ token }: Customer, coupon?: string) =>
    api.call('POST', '/payments/initialize-topup', {
      token,
      body: { amount: 5000, reference: 'short', callback_url: '/', coupon },
    });
  const times = async (count: number, call: () => Promise<{ status: number }>) => {
    const statuses = [];
    for (let n = 0; n < count; n++) statuses.push((await call()).status);
    return statuses;
  };

  it('should count guesses at coupons in both calls that take one', async () => {
    const guesses = [
      ...(await times(30, () => quote(ada))),
      ...(await times(30, () => topUp(ada, 'GUESS'))),
    ];
    expect(new Set(guesses)).toEqual(new Set([422]));
    expect((await quote(ada)).status).toBe(429);
    const { status, headers } = await topUp(ada, 'GUESS');
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(60);
    expect((await topUp(ada)).status).toBe(422);
  });

  it('should leave others behind the same address their own limit', async () => {
    const exportData = ({ token }: Customer) => api.call('GET', '/user/export', { token });
    expect(new Set(await times(20, () => exportData(ada)))).toEqual(new Set([200]));
    expect((await exportData(ada)).status).toBe(429);
    expect((await exportData(bola)).status).toBe(200);
  });
});
