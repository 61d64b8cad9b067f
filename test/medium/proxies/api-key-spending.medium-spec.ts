import { useHttpTestApp, poolOrderBody, type Customer } from './http-test-app';
import { ONE_GB_PRICE } from './proxies-test-app';

describe('Spending of an API key', () => {
  const app = useHttpTestApp();
  let customer: Customer;

  beforeEach(async () => {
    customer = await app.signUp();
    await app.fundWallet(customer, 200_000);
  });

  const createKey = async (dailyLimit?: number) => {
    const form = { name: 'Buyer', scopes: ['read', 'buy'], daily_limit: dailyLimit };
    const { status, body } = await app.call('POST', '/user/api-keys', form, customer.headers);
    expect(status).toBe(201);
    const { id, key } = body.data as unknown as { id: number; key: string };
    return { id, headers: { authorization: `Bearer ${key}` } };
  };
  const buy = (headers: Record<string, string>) =>
    app.call('POST', '/proxies/buy', poolOrderBody, headers);
  const spentToday = async (id: number) => {
    const { body } = await app.call('GET', '/user/api-keys', undefined, customer.headers);
    const keys = body.data as unknown as { id: number; spent_today: number }[];
    return keys.find((key) => key.id === id)!.spent_today;
  };
  const balance = async () =>
    (await app.call('GET', '/wallet/balance', undefined, customer.headers)).body.data.balance;
  const sql = (text: string, values: unknown[]) => app.sql<Record<string, unknown>>(text, values);

  it('should never pass the cap with parallel purchases', async () => {
    const { id, headers } = await createKey(3 * ONE_GB_PRICE + 100);
    const answers = await Promise.all(Array.from({ length: 12 }, () => buy(headers)));
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 3 }, () => 201),
      ...Array.from({ length: 9 }, () => 402),
    ]);
    expect(answers.find(({ status }) => status === 402)!.body).toMatchObject({
      code: 'KEY_SPENDING_CAP',
      errors: {
        ...{ required_amount: ONE_GB_PRICE, daily_limit: 3 * ONE_GB_PRICE + 100 },
        ...{ current_balance: 200_000 - 3 * ONE_GB_PRICE, shortfall: 0 },
      },
    });
    expect(await balance()).toBe(200_000 - 3 * ONE_GB_PRICE);
    expect(await spentToday(id)).toBe(3 * ONE_GB_PRICE);
    const [orders] = await sql(
      `SELECT count(*)::int AS count FROM proxy_order WHERE user_id = $1`,
      [customer.userId],
    );
    expect(orders).toEqual({ count: 3 });
  });

  it('should not hold back the session of the owner or another key', async () => {
    const capped = await createKey(ONE_GB_PRICE);
    const free = await createKey();
    expect((await buy(capped.headers)).status).toBe(201);
    expect((await buy(capped.headers)).status).toBe(402);
    expect((await buy(free.headers)).status).toBe(201);
    expect((await buy(customer.headers)).status).toBe(201);
    expect(await spentToday(free.id)).toBe(ONE_GB_PRICE);
  });

  it('should count renewals and added traffic, and begin anew each day', async () => {
    const { id, headers } = await createKey(2 * ONE_GB_PRICE);
    const bought = await buy(headers);
    const [{ id: proxy }] = bought.body.data.proxies as unknown as [{ id: number }];
    const add = (path: string) =>
      app.call('POST', `/user/proxies/${proxy}/${path}`, { gigabytes: 1 }, headers);
    expect((await add('traffic')).status).toBe(201);
    expect(await add('renewal')).toMatchObject({ status: 402, body: { code: 'KEY_SPENDING_CAP' } });
    expect(await spentToday(id)).toBe(2 * ONE_GB_PRICE);
    await sql(`UPDATE api_key_spending SET day = day - 1 WHERE api_key_id = $1`, [id]);
    expect(await spentToday(id)).toBe(0);
    expect((await add('renewal')).status).toBe(201);
    expect(await spentToday(id)).toBe(ONE_GB_PRICE);
  });

  it('should not let a capped key switch on automatic renewal, which is charged later', async () => {
    const capped = await createKey(ONE_GB_PRICE);
    const [{ id: proxy }] = (await buy(capped.headers)).body.data.proxies as unknown as [
      { id: number },
    ];
    const automate = (enabled: boolean, headers: Record<string, string>) =>
      app.call(
        'PUT',
        `/user/proxies/${proxy}/auto-renew`,
        enabled ? { enabled, gigabytes: 1 } : { enabled },
        headers,
      );
    expect(await automate(true, capped.headers)).toMatchObject({
      status: 403,
      body: { code: 'KEY_HAS_DAILY_LIMIT' },
    });
    expect((await automate(false, capped.headers)).status).toBe(200);
    expect((await automate(true, (await createKey()).headers)).status).toBe(200);
  });

  it('should charge and count once for one Idempotency-Key', async () => {
    const { id, headers } = await createKey(2 * ONE_GB_PRICE);
    const once = { ...headers, 'idempotency-key': `key-${id}` };
    const answers = await Promise.all(Array.from({ length: 4 }, () => buy(once)));
    expect(new Set(answers.map(({ body }) => body.data?.order_id)).size).toBeLessThanOrEqual(2);
    expect((await buy(once)).status).toBe(201);
    expect(await spentToday(id)).toBe(ONE_GB_PRICE);
  });

  it('should refuse to buy without the scope, and name the key in the audit', async () => {
    const { headers } = await createKey();
    await sql(`UPDATE api_key SET scopes = '{read}' WHERE user_id = $1`, [customer.userId]);
    expect(await buy(headers)).toMatchObject({ status: 403, body: { code: 'KEY_SCOPE' } });
    await sql(`UPDATE api_key SET scopes = '{buy}' WHERE user_id = $1`, [customer.userId]);
    expect((await buy(headers)).status).toBe(201);
    const [row] = await sql(
      `SELECT details FROM audit_log WHERE actor_id = $1 ORDER BY id DESC LIMIT 1`,
      [customer.userId],
    );
    expect(row!.details).toMatch(/\(with the API key np_live_[\w-]+…\)$/);
  });
});
