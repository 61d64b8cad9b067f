import { openCustomerApi, type CustomerApi } from '../../support/customer-api';

describe('Notification preferences', () => {
  let api: CustomerApi;
  beforeAll(async () => {
    api = await openCustomerApi();
  });
  afterAll(() => api.close());

  const PATH = '/profile/notifications';
  const DEFAULTS = {
    low_balance: true,
    low_balance_threshold: 1000,
    expiry: true,
    traffic: true,
    security: true,
    weekly_summary: false,
    purchases: true,
    top_ups: true,
  };

  it('should be on by default with a low balance of ₦1,000', async () => {
    const { token } = await api.customer();
    expect((await api.call('GET', PATH, { token })).body).toEqual({
      success: true,
      data: DEFAULTS,
    });
  });

  it('should change only the given fields of this user and audit the change', async () => {
    const { id, token } = await api.customer();
    const other = await api.customer();
    const put = (body: object) => api.call('PUT', PATH, { token, body });
    expect((await put({ expiry: false, low_balance_threshold: 2500 })).body).toEqual({
      success: true,
      message: 'Notification settings saved.',
      data: { ...DEFAULTS, expiry: false, low_balance_threshold: 2500 },
    });
    await put({ traffic: false });
    await put({ traffic: false });
    const kept = { ...DEFAULTS, expiry: false, traffic: false, low_balance_threshold: 2500 };
    expect((await api.call('GET', PATH, { token })).body.data).toEqual(kept);
    expect((await api.call('GET', PATH, { token: other.token })).body.data).toEqual(DEFAULTS);
    const rows = await api.sql(
      `SELECT changes->'after'->>'traffic' AS traffic FROM audit_log
       WHERE action = 'user.notifications_changed' AND target = $1 ORDER BY id`,
      [`user:${id}`],
    );
    expect(rows).toEqual([{ traffic: 'true' }, { traffic: 'false' }]);
  });

  it('should keep both of two concurrent changes', async () => {
    const { token } = await api.customer();
    await Promise.all(
      Object.entries(DEFAULTS)
        .filter(([, value]) => typeof value === 'boolean')
        .map(([name, value]) => api.call('PUT', PATH, { token, body: { [name]: !value } })),
    );
    expect((await api.call('GET', PATH, { token })).body.data).toEqual({
      low_balance: false,
      low_balance_threshold: 1000,
      expiry: false,
      traffic: false,
      security: false,
      weekly_summary: true,
      purchases: false,
      top_ups: false,
    });
  });

  it.each([
    [{ expiry: 'yes' }, 'expiry'],
    [{ traffic: null }, 'traffic'],
    [{ weekly_summary: 1 }, 'weekly_summary'],
    [{ low_balance_threshold: 0 }, 'low_balance_threshold'],
    [{ low_balance_threshold: 1_000_001 }, 'low_balance_threshold'],
    [{ low_balance_threshold: 10.5 }, 'low_balance_threshold'],
    [{ marketing: true }, 'marketing'],
  ])('should refuse %j', async (body, field) => {
    const { token } = await api.customer();
    const answer = await api.call('PUT', PATH, { token, body });
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
    expect((await api.call('GET', PATH, { token })).body.data).toEqual(DEFAULTS);
  });
});
