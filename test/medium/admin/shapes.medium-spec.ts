import { AdminTestApp, type TestUser } from './admin-test-app';

/** The keys of an object, those of objects within it as `outer.inner`. */
const keysOf = (value: unknown, deep: readonly string[] = []): string[] =>
  Object.entries(value as object)
    .flatMap(([key, inner]) =>
      deep.includes(key) ? keysOf(inner).map((name) => `${key}.${name}`) : [key],
    )
    .sort();
const words = (text: string): string[] => text.trim().split(/\s+/).sort();

const PAGINATION = words(
  'total current_page per_page last_page from to has_previous_page has_next_page',
);
const USER = words(
  `id name email phone status role balance created_at email_verified_at last_login_at team_owner team_members
   stats.active_proxies stats.total_purchases stats.total_spent`,
);

describe('Response fields of the admin API', () => {
  let testApp: AdminTestApp;
  let admin: TestUser;
  let ada: TestUser;

  beforeAll(async () => {
    testApp = await AdminTestApp.open();
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
  afterAll(() => testApp.close());

  const get = async (path: string) =>
    (await testApp.call(admin, 'GET', `/admin/${path}`)).body.data as Record<string, never>;
  const first = (list: unknown) => (list as unknown[])[0];

  it('should return the user, pagination and statistics fields', async () => {
    const data = await get('users?search=ada');
    expect(keysOf(data)).toEqual(words('users pagination statistics'));
    expect(keysOf(first(data.users), ['stats'])).toEqual(USER);
    expect(keysOf(data.pagination)).toEqual(PAGINATION);
    expect(keysOf(data.statistics)).toEqual(words('total active suspended total_balance'));
    expect(first(data.users)).toMatchObject({ balance: '9000.00', stats: { total_spent: 3500 } });
  });

  it('should return the proxy and statistics fields', async () => {
    const data = await get('proxies/all');
    expect(keysOf(first(data.proxies), ['pool_data', 'user'])).toEqual(
      words(
        `id uuid type status is_expired days_until_expiration location region city isp protocol
         connection_string host port port_socks5 ip username password price created_at expires_at
         bandwidth_usage_percentage pool_data.used_mb pool_data.limit_mb pool_data.session_id
         pool_data.ttl_minutes user.id user.name user.email user.role`,
      ),
    );
    expect(keysOf(data.statistics)).toEqual(
      words('total_proxies active_proxies total_revenue total_users top_countries top_users'),
    );
    const { top_countries: countries, top_users: users } = data.statistics as unknown as Record<
      string,
      unknown
    >;
    expect(keysOf(first(countries))).toEqual(words('country count'));
    expect(keysOf(first(users))).toEqual(words('user_id user_name user_email proxy_count'));
    expect(keysOf(data.pagination)).toEqual(PAGINATION);
  });

  it('should return the transaction and statistics fields', async () => {
    const data = await get('transactions/all');
    expect(keysOf(first(data.transactions), ['user'])).toEqual(
      words(
        `id reference type amount currency status payment_method korapay_reference description
         metadata created_at processed_at user.id user.name user.email payment order has_receipt`,
      ),
    );
    expect(keysOf(data.statistics)).toEqual(
      words(
        `total_revenue total_transactions total_refunds pending_amount successful_transactions
         failed_transactions cancelled_transactions refunded_transactions pending_transactions
         credit_revenue debit_amount`,
      ),
    );
  });

  it('should return the dashboard fields', async () => {
    await testApp.call(admin, 'POST', `/admin/users/${ada.id}/fund-wallet`, { amount: 1000 });
    const data = await get('dashboard/full');
    expect(keysOf(data, ['revenue_analytics'])).toEqual(
      words(
        `stats server_stats recent_activity monthly_data alerts last_updated
         revenue_analytics.total_revenue revenue_analytics.monthly_revenue
         revenue_analytics.avg_order_value revenue_analytics.total_orders`,
      ),
    );
    expect(keysOf(first(data.stats))).toEqual(words('label value change color icon'));
    expect(keysOf(first(data.server_stats))).toEqual(words('label value color icon'));
    expect(keysOf(first(data.monthly_data))).toEqual(words('month usage spending'));
    expect(keysOf(first(data.recent_activity), ['data'])).toEqual(
      words('type action user time data.proxy_id data.amount data.name'),
    );
  });

  it('should return the analytics fields', async () => {
    const data = await get('analytics');
    expect(keysOf(data, ['revenue_analytics', 'performance_metrics'])).toEqual(
      words(
        `period overview_stats revenue_data proxy_type_usage top_countries
         revenue_analytics.total_revenue revenue_analytics.total_orders
         revenue_analytics.monthly_recurring revenue_analytics.average_order
         performance_metrics.avg_response_time performance_metrics.p95_response_time
         performance_metrics.success_rate performance_metrics.uptime
         performance_metrics.bandwidth_usage performance_metrics.requests`,
      ),
    );
    expect(keysOf(first(data.overview_stats))).toEqual(words('label value change color'));
    expect(keysOf(first(data.revenue_data))).toEqual(words('month revenue users'));
    expect(keysOf(first(data.proxy_type_usage))).toEqual(words('type count percentage revenue'));
    expect(keysOf(first(data.top_countries))).toEqual(words('country users revenue percentage'));
  });

  it('should return the settings and audit log fields', async () => {
    expect(keysOf(await get('system/settings'), ['settings'])).toEqual(
      words(
        `last_updated version settings.siteName settings.siteDescription settings.korapayEnabled settings.nairaAccountsEnabled
         settings.cardChannel settings.bankTransferChannel settings.payWithBankChannel settings.mobileMoneyChannel
         settings.korapayPublicKey settings.korapaySecretKey settings.minimumTopup
         settings.exchangeRate settings.markupEnabled settings.markupPercentage
         settings.referralsEnabled settings.referralPercentage settings.referralMaximum settings.referralMinimumTopup
         settings.invoiceSellerName settings.invoiceSellerAddress settings.invoiceSellerTin settings.vatPercentage
         settings.correctionApprovalLimit settings.fundingApprovalLimit settings.addressAccessEnabled
         settings.smtpHost
         settings.smtpPort settings.smtpUsername settings.smtpPassword
         settings.udpDatacenter settings.udpResidential settings.udpMobile`,
      ),
    );
    await testApp.call(admin, 'PUT', `/admin/users/${ada.id}`, {
      name: 'Ada Eze',
      email: ada.email,
    });
    const data = await get('audit/logs?action=user.updated');
    expect(keysOf(first(data.logs), ['changes'])).toEqual(
      words(
        `id timestamp user_id user userRole action category target details ipAddress userAgent
         severity changes.before changes.after`,
      ),
    );
    expect(keysOf(data.statistics)).toEqual(
      words('total_logs high_severity todays_activity admin_actions'),
    );
    expect(keysOf(data.pagination)).toEqual(PAGINATION);
  });

  it('should return the fields of a created, changed and funded user', async () => {
    const account = { name: 'Bola Ade', email: 'bola@example.com' };
    const send = async (method: 'POST' | 'PUT', path: string, body: object) =>
      (await testApp.call(admin, method, `/admin/users${path}`, body)).body.data as Record<
        string,
        { id: number }
      >;
    const added = await send('POST', '', {
      ...account,
      password: 'kettle-hill',
      status: 'inactive',
    });
    expect(keysOf(added, ['created_by'])).toEqual(words('user created_by.admin_name'));
    expect(keysOf(added.user, ['stats'])).toEqual(USER);
    expect(added.user).toMatchObject({ status: 'inactive', role: 'user' });
    const path = `/${added.user!.id}`;
    expect(keysOf(await send('PUT', path, { ...account, name: 'Bola Eze' }))).toEqual(
      words('user updated_fields'),
    );
    expect(
      keysOf(await send('POST', `${path}/fund-wallet`, { amount: 1000 }), ['user', 'transaction']),
    ).toEqual(
      words(
        `user.id user.name user.email user.previous_balance user.new_balance
         transaction.id transaction.reference transaction.amount`,
      ),
    );
  });

  it('should let a created sub-admin sign in with the password given and return the account', async () => {
    const account = { name: 'Second', email: 'second@example.com', role: 'sub-admin' };
    await testApp.call(admin, 'POST', '/admin/users', { ...account, password: ' kettle-hill ' });
    const { status, body } = await testApp.call(null, 'POST', '/auth/admin/login', {
      email: account.email,
      password: 'kettle-hill',
    });
    expect([status, body.message]).toEqual([200, 'Admin login successful!']);
    expect(keysOf(body.data)).toEqual(words('token user'));
    expect(body.data.user).toMatchObject({
      ...account,
      phone: null,
      wallet_balance: 0,
      status: 'active',
      must_change_password: true,
    });
  });

  describe('history of a user', () => {
    it('should list purchases with duration, proxies and status, ten per page', async () => {
      const path = `users/${ada.id}/purchases`;
      const data = await get(path);
      expect(keysOf(first(data.purchases))).toEqual(
        words('id type country amount date status duration proxies'),
      );
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
      expect(keysOf(first(data.payments))).toEqual(
        words('id type amount date method status reference'),
      );
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
      expect(keysOf(first(data.wallet))).toEqual(
        words('id type amount balance_after description date reference'),
      );
      expect(data.wallet).toMatchObject([
        { type: 'debit', amount: 400 },
        { type: 'debit', amount: 3000 },
        { type: 'debit', amount: 500 },
      ]);
    });
  });
});
