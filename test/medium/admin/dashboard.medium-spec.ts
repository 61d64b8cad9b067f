import { AlertsService } from '../../../src/admin/alerts/alerts.service';
import { RequestRecorder } from '../../../src/admin/performance/request-recorder';
import { AdminTestApp, type TestUser } from './admin-test-app';

describe('GET /admin/dashboard', () => {
  let testApp: AdminTestApp;
  let admin: TestUser;
  let subAdmin: TestUser;
  let ada: TestUser;

  beforeAll(async () => {
    testApp = await AdminTestApp.open();
    [admin, subAdmin] = [
      await testApp.createUser('admin', 'Chief'),
      await testApp.createUser('sub-admin', 'Second'),
    ];
    ada = await testApp.createUser('user', 'Ada Customer');
    await testApp.sql(`UPDATE users SET created_at = now() - interval '50 days' WHERE id <> $1`, [
      ada.id,
    ]);
    await testApp.sell(ada.id, { naira: 1000, daysAgo: 45, validDays: 20 });
    await testApp.sell(ada.id, { naira: 4000, daysAgo: 35, validDays: 60, limitGb: 8, usedGb: 2 });
    await testApp.sell(ada.id, { naira: 9000, daysAgo: 3 });
    await testApp.sell(ada.id, { naira: 3000, daysAgo: 2, refundedNaira: 1000 });
    await testApp.sell(ada.id, { naira: 500, daysAgo: 1, status: 'refunded', refundedNaira: 500 });
  }, 60_000);
  afterAll(() => testApp.close());

  const dashboard = async (caller = admin) =>
    (await testApp.call(caller, 'GET', '/admin/dashboard/full')).body.data as {
      stats: object[];
      server_stats: { label: string; value: string }[];
      recent_activity: { action: string; data: object }[];
      monthly_data: { month: string; usage: number; spending: number | null }[];
      revenue_analytics: object | null;
      alerts: { kind: string; message: string }[];
      last_updated: string;
    };

  it('should compare with the previous thirty days', async () => {
    const began = Date.now();
    const { stats, revenue_analytics, last_updated } = await dashboard();
    expect(stats).toMatchObject([
      { label: 'Total Users', value: '3', change: '+50%' },
      { label: 'Active Proxies', value: '3', change: '+50%' },
      { label: 'Orders (30 days)', value: '2', change: '0%' },
      { label: 'Revenue (30 days)', value: '₦11,000', change: '+120%' },
    ]);
    expect(revenue_analytics).toEqual({
      total_revenue: 16_000,
      monthly_revenue: 11_000,
      avg_order_value: 5500,
      total_orders: 2,
    });
    expect(Date.parse(last_updated)).toBeGreaterThanOrEqual(began);
  });

  it('should return traffic and spending of six months', async () => {
    const { monthly_data } = await dashboard();
    expect(monthly_data).toHaveLength(6);
    expect(monthly_data.reduce((sum, month) => sum + month.spending!, 0)).toBe(16_000);
    expect(monthly_data.filter(({ usage }) => usage > 0)).toEqual([
      expect.objectContaining({ usage: 25, spending: expect.any(Number) }),
    ]);
  });

  it('should hide amounts from a sub-admin', async () => {
    const data = await dashboard(subAdmin);
    expect(data.revenue_analytics).toBeNull();
    expect(data.stats[3]).toMatchObject({ label: 'Revenue (30 days)', value: null, change: null });
    expect(data.monthly_data.map(({ spending }) => spending)).toEqual(Array(6).fill(null));
    expect(JSON.stringify(data)).not.toContain('₦');
  });

  it('should list recent activity, with amounts for an admin only', async () => {
    await testApp.call(admin, 'POST', `/admin/users/${ada.id}/fund-wallet`, { amount: 2000 });
    await testApp.call(admin, 'PUT', `/admin/users/${ada.id}`, {
      name: 'Ada Renamed',
      email: ada.email,
    });
    const [renamed, funded] = (await dashboard()).recent_activity;
    expect(renamed).toMatchObject({
      type: 'user',
      action: 'Updated a user',
      user: 'Chief',
      data: { proxy_id: null, amount: null, name: 'Ada Renamed' },
    });
    expect(funded).toMatchObject({
      type: 'payment',
      action: 'Funded a wallet',
      data: { amount: 2000, name: 'Ada Renamed' },
    });
    const seen = (await dashboard(subAdmin)).recent_activity;
    expect(seen.map(({ action }) => action)).toEqual(['Updated a user']);
    await testApp.sql(
      `INSERT INTO audit_log (actor_id, actor_name, actor_role, action, category, target, severity,
         details, ip, user_agent, changes)
       SELECT $1, 'Ada Renamed', 'user', 'proxy.ordered', 'proxy', 'order:' || id, 'low', '', '', '',
              '{"before": {"balance": "9000.00"}, "after": {"balance": "0.00"}}'
       FROM proxy_order WHERE amount_kobo = 900000`,
      [ada.id],
    );
    const [bought] = (await dashboard()).recent_activity;
    expect(bought).toMatchObject({ action: 'Ordered proxies', data: { amount: 9000 } });
    const [alike] = (await dashboard(subAdmin)).recent_activity;
    expect(alike).toMatchObject({ action: 'Ordered proxies', data: { amount: null } });
  });

  it('should show the amount that moved of an order or a payment, not all of it', async () => {
    await testApp.sell(ada.id, { naira: 44_800 });
    const [order] = await testApp.sql<{ id: number }>(
      'SELECT id FROM proxy_order WHERE amount_kobo = 4480000',
    );
    const part = { amount: 22_400, reason: 'Half was not reachable.' };
    const path = `/admin/orders/${order!.id}/partial-refund`;
    expect((await testApp.call(admin, 'POST', path, part)).status).toBe(200);
    expect((await dashboard()).recent_activity[0]).toMatchObject({
      action: 'An order was refunded',
      data: { amount: 22_400 },
    });
    await testApp.startPayment(ada.id, 'TOPUP-PART');
    const [payment] = await testApp
      .sql<{ id: number }>(
        `UPDATE payment SET amount_kobo = 5000000, received_kobo = 4500000 WHERE reference = 'TOPUP-PART' RETURNING id`,
      )
      .then(([rows]) => rows as unknown as { id: number }[]);
    await testApp.sql(
      `INSERT INTO payment_refund (payment_id, reference, amount_kobo, reason, next_check_at)
       VALUES ($1, 'RFD-PART', 150000, 'Excess', now())`,
      [payment!.id],
    );
    for (const [action, amount, before, after] of [
      ['payment.review_opened', 45_000],
      ['payment.review_closed', 45_000, { credited: '0.00' }, { credited: '45000.00' }],
      ['payment.review_closed', null, { credited: '0.00' }, { credited: '0.00' }],
      ['payment.charged_back', 3000, { charged_back: '500.00' }, { charged_back: '3500.00' }],
      ['payment.dispute_won', 3000, { charged_back: '3500.00' }, { charged_back: '500.00' }],
      ['payment.refund_requested', 1500],
    ] as const) {
      await testApp.sql(
        `INSERT INTO audit_log (actor_name, actor_role, action, category, target, severity, details, ip, user_agent, changes)
         VALUES ('system', 'system', $1, 'payment', $2, 'high', '', '', '', $3)`,
        [action, `payment:${payment!.id}`, before ? { before, after } : null],
      );
      const [shown] = (await dashboard()).recent_activity;
      expect([action, shown!.data]).toEqual([action, expect.objectContaining({ amount })]);
    }
  });

  it('should return measurements of the own requests', async () => {
    const recorder = testApp.app.get(RequestRecorder);
    await recorder.flush();
    await testApp.sql('DELETE FROM performance_minute');
    const calls = 5;
    for (let call = 0; call < calls; call += 1) await testApp.call(admin, 'GET', '/admin/users');
    await testApp.call(null, 'GET', '/health/live');
    await recorder.flush();
    const [row] = await testApp.sql<{ requests: number }>(
      `SELECT coalesce(sum(requests), 0)::int AS requests FROM performance_minute`,
    );
    expect(row!.requests).toBe(calls);
    const values = Object.fromEntries(
      (await dashboard()).server_stats.map(({ label, value }) => [label, value]),
    );
    expect(values).toMatchObject({
      'Response Time (p95)': expect.stringMatching(/^\d+ ms$/),
      'Error Rate': '0%',
      'Uptime (30 days)': '100%',
      'Queue Delay': expect.stringMatching(/ (s|min|h)$/),
      'Database Size': expect.stringMatching(/ MB$/),
      'Proxy Traffic (24 hours)': '0 B',
    });
  });

  it('should return an alert until its condition ends', async () => {
    const alerts = testApp.app.get(AlertsService);
    const condition = {
      kind: 'mail_stuck',
      key: 'mail_stuck',
      severity: 'critical',
      message: '1 email waits.',
    } as const;
    await alerts.sync(['mail_stuck'], [condition]);
    expect((await dashboard(subAdmin)).alerts).toMatchObject([
      { kind: 'mail_stuck', message: '1 email waits.' },
    ]);
    await alerts.sync(['mail_stuck'], []);
    expect((await dashboard()).alerts).toEqual([]);
  });

  it('should return zeros for an empty database', async () => {
    const empty = await AdminTestApp.open();
    try {
      const first = await empty.createUser('admin');
      const { body } = await empty.call(first, 'GET', '/admin/dashboard/full');
      expect(body.data).toMatchObject({
        stats: [{ value: '1', change: null }, { value: '0', change: null }, {}, { value: '₦0' }],
        recent_activity: [],
        revenue_analytics: { total_revenue: 0, avg_order_value: 0 },
      });
    } finally {
      await empty.close();
    }
  });
});
