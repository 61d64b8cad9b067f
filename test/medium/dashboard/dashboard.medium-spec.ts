import { DashboardModule } from '../../../src/account/dashboard/dashboard.module';
import { DAY } from '../../../src/common/time/clock';
import { DashboardService } from '../../../src/account/dashboard/dashboard.service';
import {
  ONE_GB_PRICE,
  createProxiesTestApp,
  poolRequest,
  type ProxiesTestApp,
} from '../proxies/proxies-test-app';

const MB = 2 ** 20;

describe('DashboardService', () => {
  let app: ProxiesTestApp;
  let dashboard: DashboardService;

  beforeAll(async () => {
    app = await createProxiesTestApp([DashboardModule]);
    dashboard = app.module.get(DashboardService, { strict: false });
  });
  afterAll(() => app.close());

  it('should return zeros without comparison for a new customer', async () => {
    const data = await dashboard.getDashboard(await app.createCustomer());
    expect(data).toMatchObject({
      total_proxies: 0,
      active_proxies: 0,
      total_transactions: 0,
      total_top_ups: 0,
      symbol: '₦',
      changes: {
        total_proxies: null,
        active_proxies: null,
        total_transactions: null,
        total_top_ups: null,
      },
      recent_activity: [],
      overview: {
        ...{ balance: 0, traffic_left_mb: null, next_expiry: null, has_used_proxy: false },
        ...{ low_traffic: null, failures_today: 0, open_payment: null },
      },
    });
    expect(data.monthly_data).toHaveLength(6);
    for (const month of data.monthly_data)
      expect(month).toMatchObject({ usage: 0, used_mb: 0, spending: 0 });
  });

  it('should return the last six months in Lagos time, the current one last', async () => {
    const { monthly_data } = await dashboard.getDashboard(await app.createCustomer());
    const now = new Date();
    const lagos = (at: Date) =>
      at.toLocaleDateString('en-US', { month: 'short', timeZone: 'Africa/Lagos' });
    expect(monthly_data.at(-1)?.month).toBe(lagos(now));
    expect(new Set(monthly_data.map((month) => month.period)).size).toBe(6);
    expect([...monthly_data].sort((a, b) => (a.period < b.period ? -1 : 1))).toEqual(monthly_data);
  });

  it('should count proxies, transactions, top-ups, spending and traffic', async () => {
    const actor = await app.createCustomer(20_000);
    const first = await app.orders.buyPool(actor, poolRequest());
    const second = await app.orders.buyPool(actor, poolRequest({ country: 'gh' }));
    await app.sql(`UPDATE proxy SET expires_at = now() - interval '1 hour' WHERE id = $1`, [
      second.proxies[0]!.id,
    ]);
    await app.sql(
      `INSERT INTO usage_hour (proxy_id, hour, bytes_up, bytes_down)
       VALUES ($1, date_trunc('hour', now()), $2, $3)`,
      [first.proxies[0]!.id, 56 * MB, 200 * MB],
    );
    const data = await dashboard.getDashboard(actor);
    expect(data).toMatchObject({
      total_proxies: 2,
      active_proxies: 1,
      total_transactions: 3,
      total_top_ups: 20_000,
    });
    expect(data.monthly_data.at(-1)).toMatchObject({
      // Both packages ran this month: 256 MB of 2048.
      usage: 12.5,
      used_mb: 256,
      spending: 2 * ONE_GB_PRICE,
    });
    expect(data.recent_activity.map((line) => line.type)).toEqual(['debit', 'debit', 'credit']);
    expect(data.recent_activity[0]).toMatchObject({
      description: 'Residential proxy, 1 GB, Ghana',
      amount: ONE_GB_PRICE,
      status: 'successful',
    });
  });

  it('should compare with 30 days ago', async () => {
    const actor = await app.createCustomer(30_000);
    for (const country of ['ng', 'gh', 'ke'])
      await app.orders.buyPool(actor, poolRequest({ country }));
    await app.sql(
      `UPDATE proxy SET created_at = now() - interval '40 days', expires_at = now() - interval '10 days'
       WHERE user_id = $1 AND country <> 'ng'`,
      [actor.userId],
    );
    await app.sql(
      `UPDATE wallet_transaction SET created_at = now() - interval '40 days' WHERE user_id = $1 AND type = 'credit'`,
      [actor.userId],
    );
    const { changes } = await dashboard.getStats(actor);
    expect(changes).toEqual({
      total_proxies: 50,
      active_proxies: -50,
      total_transactions: 300,
      total_top_ups: 0,
    });
  });

  it('should add up what is left of proxies in service and name the one that ends next', async () => {
    const actor = await app.createCustomer(50_000);
    for (const country of ['ng', 'gh', 'ke', 'us'])
      await app.orders.buyPool(actor, poolRequest({ country }));
    const set = (country: string, values: string) =>
      app.sql(`UPDATE proxy SET ${values} WHERE user_id = $1 AND country = $2`, [
        actor.userId,
        country,
      ]);
    await set('gh', `used_bytes = ${200 * MB}, expires_at = now() + interval '3 days'`);
    await set('ke', `expires_at = now() - interval '1 minute'`);
    await set(
      'us',
      `status = 'suspended', suspended_by_staff = true, expires_at = now() + interval '1 day'`,
    );
    const [soonest] = await app.sql<{ id: number; expires_at: Date }>(
      `SELECT id, expires_at FROM proxy WHERE user_id = $1 AND country = 'gh'`,
      [actor.userId],
    );
    const { overview } = await dashboard.getDashboard(actor);
    expect(overview).toEqual({
      balance: 50_000 - 4 * ONE_GB_PRICE,
      traffic_left_mb: 2 * 1024 - 200,
      next_expiry: {
        proxy_id: soonest!.id,
        expires_at: soonest!.expires_at,
        auto_renew: false,
        ...{ proxies: 1, not_renewing: 1 },
      },
      ...{ low_traffic: null, failures_today: 0, open_payment: null },
      has_used_proxy: true,
    });
    await app.sql(
      `INSERT INTO proxy_auto_renewal (proxy_id, enabled, gigabytes, enabled_at) VALUES ($1, true, 1, now())`,
      [soonest!.id],
    );
    expect((await dashboard.getDashboard(actor)).overview.next_expiry).toMatchObject({
      ...{ auto_renew: true, not_renewing: 0 },
    });
  });

  it('should count what ends on the same day as the next, and what of it is not renewed', async () => {
    const actor = await app.createCustomer(50_000);
    for (const country of ['ng', 'gh', 'ke', 'us'])
      await app.orders.buyPool(actor, poolRequest({ country }));
    const end = (country: string, at: string) =>
      app.sql('UPDATE proxy SET expires_at = $3 WHERE user_id = $1 AND country = $2', [
        ...[actor.userId, country],
        // A day in Lagos ends at 23:00 UTC.
        new Date(`${new Date(Date.now() + 5 * DAY).toISOString().slice(0, 10)}T${at}Z`),
      ]);
    await end('ng', '09:00:00');
    await end('gh', '09:15:00');
    await end('ke', '22:59:00');
    await end('us', '23:00:00');
    await app.sql(
      `INSERT INTO proxy_auto_renewal (proxy_id, enabled, gigabytes, enabled_at)
       SELECT id, true, 1, now() FROM proxy WHERE user_id = $1 AND country = 'ng'`,
      [actor.userId],
    );
    expect((await dashboard.getDashboard(actor)).overview.next_expiry).toMatchObject({
      ...{ auto_renew: true, proxies: 3, not_renewing: 2 },
    });
  });

  it('should name the proxy with the least traffic left, the failures of today and an unpaid top-up', async () => {
    const actor = await app.createCustomer(50_000);
    const bought = [];
    for (const country of ['ng', 'gh', 'ke'])
      bought.push((await app.orders.buyPool(actor, poolRequest({ country }))).proxies[0]!.id);
    const [ng, gh, ke] = bought;
    const use = (id: number | undefined, part: number) =>
      app.sql('UPDATE proxy SET used_bytes = limit_bytes * $2::numeric WHERE id = $1', [id, part]);
    await use(ng, 0.79);
    await use(gh, 0.81);
    await use(ke, 0.99);
    await app.sql(
      `INSERT INTO usage_failure (proxy_id, hour, reason, count, last_at)
       VALUES ($1, date_trunc('hour', now()), 'QUOTA_EXCEEDED', 3, now()),
              ($1, date_trunc('hour', now() - interval '25 hours'), 'QUOTA_EXCEEDED', 5, now())`,
      [ng],
    );
    const look = async () => (await dashboard.getDashboard(actor)).overview;
    expect(await look()).toMatchObject({
      low_traffic: { proxies: 2, proxy_id: ke },
      failures_today: 3,
      open_payment: null,
    });
    await app.sql(
      `UPDATE wallet_transaction SET status = 'pending', ledger_transaction_id = NULL
       WHERE user_id = $1 AND purpose = 'topup'`,
      [actor.userId],
    );
    expect((await look()).open_payment).toMatchObject({ amount: 50_000, status: 'pending' });
    await app.sql(
      `UPDATE wallet_transaction SET created_at = now() - interval '8 days'
       WHERE user_id = $1 AND purpose = 'topup'`,
      [actor.userId],
    );
    expect((await look()).open_payment).toBeNull();
  });

  it('should return only the five latest transactions', async () => {
    const actor = await app.createCustomer(10 * ONE_GB_PRICE);
    for (let n = 0; n < 6; n += 1) await app.orders.buyPool(actor, poolRequest());
    const { recent_activity } = await dashboard.getRecentActivity(actor);
    expect(recent_activity).toHaveLength(5);
  });

  it('should not include the figures of other customers', async () => {
    const rich = await app.createCustomer(50_000);
    await app.orders.buyPool(rich, poolRequest());
    const other = await app.createCustomer();
    expect(await dashboard.getDashboard(other)).toMatchObject({
      total_proxies: 0,
      total_transactions: 0,
    });
  });
});
