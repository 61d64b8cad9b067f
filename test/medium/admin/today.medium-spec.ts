import { ProfitHistory } from './profit-history';
import { AdminTestApp, type TestUser } from './admin-test-app';

describe('The dashboard of an owner', () => {
  let testApp: AdminTestApp;
  let admin: TestUser;
  let subAdmin: TestUser;
  let ada: TestUser;

  beforeAll(async () => {
    testApp = await AdminTestApp.open({ APP_URL: 'https://shop.example.com' });
    admin = await testApp.createUser('admin', 'Chief');
    subAdmin = await testApp.createUser('sub-admin', 'Second');
    ada = await testApp.createUser('user', 'Ada');
  });
  afterAll(() => testApp.close());

  const dashboard = async (caller = admin) =>
    (await testApp.call(caller, 'GET', '/admin/dashboard/full')).body.data as {
      today: object | null;
      queue: { id: string; count: number }[];
      setup: { id: string; is_done: boolean }[] | null;
    };

  it('should compare today with the same time of yesterday and of last week', async () => {
    await testApp.sell(ada.id, { naira: 7000, refundedNaira: 500 });
    await testApp.sell(ada.id, { naira: 900, daysAgo: 1 });
    await testApp.sell(ada.id, { naira: 250, daysAgo: 7 });
    await testApp.startPayment(ada.id, 'TOPUP-TODAY');
    await testApp.settlePayment('TOPUP-TODAY');
    const gift = 15;
    await new ProfitHistory(testApp).give(ada.id, 'goodwill', gift, new Date().toISOString());
    expect((await dashboard()).today).toEqual({
      sold: { today: 6500, yesterday: 900, last_week: 250 },
      orders: { today: 1, yesterday: 1, last_week: 1 },
      topped_up: { today: 1000, yesterday: 0, last_week: 0 },
      customers: { today: 1, yesterday: 0, last_week: 0 },
      // Of a refund that has no statement line the report of profit knows nothing.
      ...{ profit: 7000 - gift, wallets: 1000 + gift, provider: 1000, bank: 0 },
    });
    expect((await dashboard(subAdmin)).today).toBeNull();
  });

  it('should count the work that waits, as far as the caller may see it', async () => {
    expect((await dashboard()).queue).toEqual([]);
    await testApp.startPayment(ada.id, 'TOPUP-ODD');
    await testApp.sql(`UPDATE payment SET status = 'review' WHERE reference = 'TOPUP-ODD'`);
    await testApp.sql(
      `INSERT INTO wallet_correction (reference, user_id, kind, direction, amount_kobo, reason, status, needs_approval, proposed_by, expires_at)
       VALUES ('CORR-1', $1, 'funding', 'credit', 100, 'Gift', 'proposed', true, $2, now() + interval '1 day')`,
      [ada.id, admin.id],
    );
    const payments = { id: 'payments', count: 1 };
    await testApp.sql(
      `INSERT INTO ticket (user_id, opened_by, subject, status)
       VALUES ($1, $1, 'Help', 'open'), ($1, $1, 'Thanks', 'closed')`,
      [ada.id],
    );
    const tickets = { id: 'tickets', count: 1 };
    expect((await dashboard()).queue).toEqual([{ id: 'approvals', count: 1 }, payments, tickets]);
    expect((await dashboard(subAdmin)).queue).toEqual([payments]);
  });

  it('should list what a shop needs before it opens', async () => {
    const missing = async () =>
      (await dashboard()).setup!.filter(({ is_done }) => !is_done).map(({ id }) => id);
    expect((await dashboard(subAdmin)).setup).toBeNull();
    const always = ['payments', 'mail', 'supply'];
    expect(await missing()).toEqual([
      ...always,
      ...['prices', 'company', 'two_factor', 'second_admin'],
    ]);
    const { status } = await testApp.call(admin, 'PUT', '/admin/system/settings', {
      ...{ invoiceSellerAddress: 'Lagos', invoiceSellerTin: '12345678-0001' },
      smtpHost: 'mail.example.com',
    });
    expect(status).toBe(200);
    const second = await testApp.createUser('admin', 'Another chief');
    const enableTwoFactor = ({ id }: TestUser) =>
      testApp.sql(
        `INSERT INTO two_factor (user_id, secret_encrypted, enabled_at) VALUES ($1, 'x', now())`,
        [id],
      );
    await enableTwoFactor(admin);
    expect(await missing()).toEqual([...always, 'prices', 'two_factor']);
    await enableTwoFactor(second);
    await testApp.sql(
      `INSERT INTO price_list (effective_at, prices, reason, author_id, author_name)
       VALUES (now(), '{}', 'Ours', $1, 'Chief')`,
      [admin.id],
    );
    expect(await missing()).toEqual(always);
  });
});
