import { UnitOfWork } from '../../../src/database/unit-of-work';
import { WalletService } from '../../../src/wallet/wallet.service';
import { waitForLockWaits } from '../../support/lock-waits';
import { useAdminTestApp, type TestUser } from './admin-test-app';

describe('Wallet funding, promotion, staff roles, deletion, history and two-factor reset of a user', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;
  let subAdmin: TestUser;

  beforeAll(async () => {
    admin = await testApp.createUser('admin', 'Chief Admin');
    subAdmin = await testApp.createUser('sub-admin', 'Second Staff');
  }, 60_000);

  const add = (over: object = {}) =>
    testApp.call(admin, 'POST', '/admin/users', {
      name: ' Bola Ade ',
      email: `Bola-${Math.random()}@Example.com`,
      password: 'kettle-hill',
      ...over,
    });
  const audited = (action: string, target: string) =>
    testApp.sql<{ changes: { before: unknown; after: unknown } }>(
      `SELECT changes - 'money' AS changes FROM audit_log WHERE action = $1 AND target = $2`,
      [action, target],
    );

  const age = (userId: number, minutes: number) =>
    testApp.sql(
      `UPDATE session SET created_at = now() - make_interval(mins => $2) WHERE user_id = $1`,
      [userId, minutes],
    );

  describe('fund-wallet', () => {
    it('should return both balances and the reference, and post a balanced ledger transaction', async () => {
      const user = await testApp.createUser();
      await testApp.fund(user.id, 250);
      const { status, body } = await testApp.call(
        admin,
        'POST',
        `/admin/users/${user.id}/fund-wallet`,
        { amount: 1000 },
      );
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        user: { previous_balance: '250.00', new_balance: '1250.00' },
        transaction: { reference: expect.stringMatching(/^FUND-/), amount: 1000 },
      });
      const [books] = await testApp.sql(
        `SELECT sum(e.amount_kobo)::int AS total FROM ledger_entry e
         JOIN ledger_account a ON a.id = e.account_id AND a.code = 'adjustments'
         JOIN ledger_transaction t ON t.id = e.transaction_id WHERE t.reference = $1`,
        [(body.data as unknown as { transaction: { reference: string } }).transaction.reference],
      );
      expect(books!.total).toBe(-100_000);
      expect(await audited('wallet.funded', `user:${user.id}`)).toEqual([
        { changes: { before: { balance: '250.00' }, after: { balance: '1250.00' } } },
      ]);
    });

    it.each([999, 0, -5000, 1000.5, '5000', null])('should refuse %j naira', async (amount) => {
      const { status, body } = await testApp.call(
        admin,
        'POST',
        `/admin/users/${subAdmin.id}/fund-wallet`,
        { amount },
      );
      expect(status).toBe(422);
      expect(body.errors).toEqual({ amount: ['Minimum funding amount is ₦1,000'] });
    });

    it('should fund once for concurrent requests with one idempotency key', async () => {
      const user = await testApp.createUser();
      const send = (amount: number) =>
        testApp.call(
          admin,
          'POST',
          `/admin/users/${user.id}/fund-wallet`,
          { amount },
          { 'idempotency-key': 'fund-once' },
        );
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(2000)));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
      expect((await send(3000)).status).toBe(409);
      const { body } = await testApp.call(admin, 'GET', `/admin/users/${user.id}`);
      expect(body.data).toMatchObject({ user: { balance: '2000.00' } });
    });

    it('should fund once for one idempotency key even when its record is lost', async () => {
      const user = await testApp.createUser();
      const send = () =>
        testApp.call(
          admin,
          'POST',
          `/admin/users/${user.id}/fund-wallet`,
          { amount: 1500 },
          { 'idempotency-key': 'crashed-once' },
        );
      await send();
      await testApp.sql('DELETE FROM idempotency_record');
      expect((await send()).body.data).toMatchObject({
        user: { previous_balance: '0.00', new_balance: '1500.00' },
      });
      expect(await audited('wallet.funded', `user:${user.id}`)).toHaveLength(1);
    });

    it('should apply every concurrent request without an idempotency key', async () => {
      const user = await testApp.createUser();
      await Promise.all(
        Array.from({ length: 10 }, () =>
          testApp.call(admin, 'POST', `/admin/users/${user.id}/fund-wallet`, { amount: 1000 }),
        ),
      );
      const { body } = await testApp.call(admin, 'GET', `/admin/users/${user.id}`);
      expect(body.data).toMatchObject({ user: { balance: '10000.00' } });
    });

    it('should refuse to fund the wallet of staff', async () => {
      for (const { id } of [admin, subAdmin]) {
        const path = `/admin/users/${id}/fund-wallet`;
        const { status, body } = await testApp.call(admin, 'POST', path, { amount: 5000 });
        expect([status, body.code]).toEqual([409, 'STAFF_NOT_FUNDED']);
      }
    });
  });

  describe('deletion', () => {
    const remove = (caller: TestUser, id: number) =>
      testApp.call(caller, 'DELETE', `/admin/users/${id}`);

    it('should erase personal data and keep the ledger', async () => {
      const user = await testApp.createUser('user', 'Chidi TestUser');
      await testApp.fund(user.id, 500);
      expect((await remove(admin, user.id)).body).toMatchObject({ code: 'BALANCE_NOT_ZERO' });
      await drain(user.id);
      expect((await remove(admin, user.id)).body).toEqual({
        success: true,
        message: 'User deleted successfully!',
      });
      expect((await testApp.call(user, 'GET', '/user/info')).status).toBe(401);
      expect((await testApp.call(admin, 'GET', `/admin/users/${user.id}`)).status).toBe(404);
      expect((await remove(admin, user.id)).status).toBe(404);
      const [row] = await testApp.sql(
        `SELECT u.name, u.email, u.phone, u.password_hash, u.google_subject,
                (SELECT count(*)::int FROM wallet_transaction t WHERE t.user_id = u.id) AS lines
         FROM users u WHERE id = $1`,
        [user.id],
      );
      expect(row).toEqual({
        name: 'Closed account',
        email: `closed-${user.id}@closed.invalid`,
        phone: null,
        password_hash: null,
        google_subject: null,
        lines: 2,
      });
    });

    it('should free the email address for a new account', async () => {
      const user = await testApp.createUser();
      await remove(admin, user.id);
      expect((await add({ email: user.email })).status).toBe(201);
    });

    it('should refuse to delete the own account', async () => {
      const { status, body } = await remove(admin, admin.id);
      expect([status, body.code]).toEqual([403, 'OWN_ACCOUNT']);
    });

    it('should refuse while a payment is in progress', async () => {
      const user = await testApp.createUser();
      await testApp.startPayment(user.id, 'WAITING-1');
      const { status, body } = await remove(admin, user.id);
      expect([status, body.code]).toEqual([409, 'WORK_IN_PROGRESS']);
    });

    it('should end without money on a closed account when a funding is concurrent', async () => {
      const user = await testApp.createUser();
      const release = await testApp.holdAccount(user.id);
      const fund = () =>
        testApp.call(admin, 'POST', `/admin/users/${user.id}/fund-wallet`, { amount: 1000 });
      const work = [fund(), remove(admin, user.id), fund(), remove(admin, user.id)];
      await waitForLockWaits(testApp, 4);
      await release();
      await Promise.all(work);
      const [row] = await testApp.sql(
        `SELECT u.closed_at IS NULL AS open, coalesce(a.balance_kobo, 0)::int AS kobo
         FROM users u LEFT JOIN ledger_account a ON a.user_id = u.id WHERE u.id = $1`,
        [user.id],
      );
      expect(row!.open).toBe(Number(row!.kobo) > 0);
    });

    /** Spends the whole balance. */
    async function drain(userId: number): Promise<void> {
      const wallet = testApp.app.get(WalletService);
      const amount = await wallet.getBalance(userId);
      await testApp.app.get(UnitOfWork).run(() =>
        wallet.charge(
          {
            userId,
            reference: `SPEND-${userId}`,
            type: 'debit',
            purpose: 'purchase',
            amount,
            description: 'Proxies',
          },
          { idempotencyKey: `spend:${userId}`, kind: 'purchase', against: 'revenue' },
        ),
      );
    }
  });

  describe('history', () => {
    it('should show when a user last signed in, if ever', async () => {
      const user = await testApp.createUser();
      const lastLogin = async (): Promise<string | null> => {
        const { body } = await testApp.call(admin, 'GET', `/admin/users/${user.id}`);
        return (body.data as { user: { last_login_at: string | null } }).user.last_login_at;
      };
      await testApp.sql(
        `UPDATE session SET created_at = now() - interval '2 days' WHERE user_id = $1`,
        [user.id],
      );
      const before = Date.parse((await lastLogin())!);
      await testApp.signIn(user.id);
      expect(Date.parse((await lastLogin())!) - before).toBeGreaterThan(86_400_000);
      await testApp.sql('DELETE FROM session WHERE user_id = $1', [user.id]);
      expect(await lastLogin()).toBeNull();
      // What is left of sign-ins of which the sessions are deleted.
      await testApp.sql(
        `INSERT INTO audit_log (created_at, actor_id, actor_name, actor_role, action, category, target, severity, details, ip, user_agent)
         SELECT now() - interval '1 hour' * i, $1::int, 'Ada Obi', 'user', action, 'user', 'user:' || $1::int, 'low', '', '', ''
         FROM (VALUES (3, 'auth.signed_in'), (2, 'auth.signed_in'), (1, 'auth.signed_out')) AS event (i, action)`,
        [user.id],
      );
      const ago = (Date.now() - Date.parse((await lastLogin())!)) / 3_600_000;
      expect(Math.round(ago)).toBe(2);
    });

    it('should list payments and wallet movements with the balance after each', async () => {
      const user = await testApp.createUser();
      await testApp.fund(user.id, 3000);
      await testApp.call(admin, 'POST', `/admin/users/${user.id}/fund-wallet`, { amount: 1000 });
      const payments = await testApp.call(admin, 'GET', `/admin/users/${user.id}/payments`);
      expect(payments.body.data).toMatchObject({
        payments: [
          { type: 'Admin Funding', amount: 1000, method: 'Admin', status: 'completed' },
          { type: 'Wallet Top-up', amount: 3000, method: 'N/A', status: 'completed' },
        ],
        pagination: { per_page: 10, total: 2 },
      });
      const wallet = await testApp.call(admin, 'GET', `/admin/users/${user.id}/wallet?search=FUND`);
      expect(wallet.body.data).toMatchObject({
        wallet: [{ type: 'credit', amount: 1000, balance_after: 4000 }, { balance_after: 3000 }],
      });
      expect((await testApp.call(admin, 'GET', '/admin/users/999999/wallet')).status).toBe(404);
    });
  });

  describe('promotion to staff', () => {
    const promote = ({ id, email }: TestUser, role = 'sub-admin') =>
      testApp.call(admin, 'PUT', `/admin/users/${id}`, { name: 'Ada Obi', email, role });

    it('should refuse while a payment can arrive or the wallet holds money, with the balance', async () => {
      const payer = await testApp.createUser();
      await testApp.startPayment(payer.id, 'ARRIVING-1');
      expect((await promote(payer)).body.code).toBe('WORK_IN_PROGRESS');
      const user = await testApp.createUser();
      await testApp.fund(user.id, 2500);
      for (const role of ['sub-admin', 'admin'])
        expect(await promote(user, role)).toMatchObject({
          status: 409,
          body: { code: 'BALANCE_NOT_ZERO', message: expect.stringContaining('₦2,500') },
        });
    });

    it.each(['funding', 'top-up'])(
      'should end without money on a staff account when a %s is concurrent',
      async (kind) => {
        const user = await testApp.createUser();
        if (kind === 'top-up') await testApp.startPayment(user.id, `RACE-${user.id}`);
        const release = await testApp.holdAccount(user.id);
        const credit = () =>
          kind === 'funding'
            ? testApp.call(admin, 'POST', `/admin/users/${user.id}/fund-wallet`, { amount: 1000 })
            : testApp.settlePayment(`RACE-${user.id}`);
        const work = [credit(), promote(user), credit(), promote(user, 'admin')];
        await waitForLockWaits(testApp, 4);
        await release();
        await Promise.all(work);
        const [row] = await testApp.sql(
          `SELECT u.role = 'user' AS customer, coalesce(a.balance_kobo, 0)::int AS kobo
           FROM users u LEFT JOIN ledger_account a ON a.user_id = u.id WHERE u.id = $1`,
          [user.id],
        );
        expect(row!.customer).toBe(Number(row!.kobo) > 0);
      },
    );
  });

  it('should reset the two-factor setup of a customer with a reason, and end the sessions', async () => {
    const user = await testApp.createUser();
    const enable = (id: number) =>
      testApp.sql(
        `INSERT INTO two_factor (user_id, secret_encrypted, enabled_at) VALUES ($1, 'secret', now())`,
        [id],
      );
    const reset = (id: number, caller = admin, reason = 'Lost the phone, identity checked') =>
      testApp.call(caller, 'POST', `/admin/users/${id}/reset-two-factor`, { reason });
    expect((await reset(user.id)).body.code).toBe('SECOND_FACTOR_OFF');
    await enable(user.id);
    expect((await reset(user.id, user)).status).toBe(403);
    expect((await reset(user.id, subAdmin)).status).toBe(403);
    expect((await reset(user.id, admin, ' ')).status).toBe(422);
    await age(admin.id, 15);
    expect((await reset(user.id)).body.code).toBe('REAUTHENTICATION_REQUIRED');
    await age(admin.id, 0);
    expect((await reset(user.id)).status).toBe(200);
    expect((await testApp.call(user, 'GET', '/user/info')).status).toBe(401);
    expect(await testApp.sql('SELECT 1 FROM two_factor WHERE user_id = $1', [user.id])).toEqual([]);
    expect(
      await testApp.sql(
        `SELECT details FROM audit_log WHERE action = 'auth.two_factor_reset' AND target = $1`,
        [`user:${user.id}`],
      ),
    ).toEqual([
      {
        details:
          'Reset two-factor authentication of Ada Obi. Reason: Lost the phone, identity checked',
      },
    ]);
    // Staff have a route of their own, which spares the admin who resets.
    await enable(subAdmin.id);
    expect((await reset(subAdmin.id)).status).toBe(404);
    await testApp.sql('DELETE FROM two_factor WHERE user_id = $1', [subAdmin.id]);
  });

  it('should need a recent sign-in for making somebody staff, and for nobody else', async () => {
    const [user, customer] = [await testApp.createUser(), await testApp.createUser()];
    const promote = ({ id, email }: TestUser, role: string) =>
      testApp.call(admin, 'PUT', `/admin/users/${id}`, { name: 'Ada Obi', email, role });
    await age(admin.id, 15);
    for (const refused of [
      await add({ role: 'admin' }),
      await add({ role: 'sub-admin' }),
      await promote(user, 'admin'),
      await promote(subAdmin, 'admin'),
    ])
      expect([refused.status, refused.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
    expect((await add()).status).toBe(201);
    expect((await promote(customer, 'user')).status).toBe(200);
    await age(admin.id, 0);
    expect((await promote(user, 'sub-admin')).status).toBe(200);
  });
});
