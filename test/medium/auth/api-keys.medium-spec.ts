import { createHash } from 'node:crypto';
import { Logger } from '@nestjs/common';
import { CALLS_OF_ALL_KEYS, CALLS_PER_USER } from '../../../src/auth/rate-limits/rate-limit.guard';
import { MailService } from '../../../src/mail/mail.service';
import { useCustomerApi, type Customer } from '../../support/customer-api';

interface Created {
  id: number;
  prefix: string;
  key: string;
}

describe('API keys', () => {
  const api = useCustomerApi();
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
