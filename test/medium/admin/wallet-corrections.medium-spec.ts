import { AuditService } from '../../../src/audit/audit.service';
import { WalletCorrectionsService } from '../../../src/admin/wallet-corrections/wallet-corrections.service';
import { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import { waitForLockWaits } from '../../support/lock-waits';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { UsersService } from '../../../src/users/users.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import { AdminTestApp, type TestResponse, type TestUser } from './admin-test-app';

const WHY = 'Counted twice by mistake';

describe('Wallet corrections', () => {
  let testApp: AdminTestApp;
  let ngozi: TestUser;
  let emeka: TestUser;

  beforeAll(async () => {
    testApp = await AdminTestApp.open();
    ngozi = await testApp.createUser('admin', 'Ngozi Eze');
    emeka = await testApp.createUser('admin', 'Emeka Obi');
  }, 60_000);
  afterAll(() => testApp.close());
  afterEach(async () => {
    const reports = await testApp.app.get(IntegrityService).check();
    const violated = reports.filter(({ violations }) => violations > 0);
    expect(violated.filter(({ name }) => name !== 'audit-chain-is-whole')).toEqual([]);
  });

  const correct = (
    { id }: TestUser,
    direction: string,
    amount: unknown,
    headers = {},
    by: TestUser = ngozi,
  ) =>
    testApp.call(
      by,
      'POST',
      `/admin/users/${id}/wallet-corrections`,
      { direction, amount, reason: WHY },
      headers,
    );
  const decide = (by: TestUser, id: number, action: 'approve' | 'reject' | 'reverse') =>
    testApp.call(
      by,
      'POST',
      `/admin/wallet-corrections/${id}/${action}`,
      action === 'approve' ? {} : { reason: WHY },
    );
  const idOf = ({ body }: TestResponse) => (body.data as { id: number }).id;
  const balanceOf = async ({ id }: TestUser) => {
    const { body } = await testApp.call(ngozi, 'GET', `/admin/users/${id}`);
    return (body.data as { user: { balance: string } }).user.balance;
  };
  const customerWith = async (naira: number) => {
    const user = await testApp.createUser();
    if (naira) await testApp.fund(user.id, naira);
    return user;
  };
  /** Locks an account. @returns what lets it go. */
  const holdUser = async ({ id }: TestUser) => {
    let [onLocked, letGo] = [() => {}, () => {}];
    const locked = new Promise<void>((resolve) => (onLocked = resolve));
    const barrier = new Promise<void>((resolve) => (letGo = resolve));
    const held = testApp.app.get(UnitOfWork).run(async () => {
      await testApp.app.get(UsersService).lock(id);
      onLocked();
      await barrier;
    });
    await locked;
    return () => {
      letGo();
      return held;
    };
  };
  const outcomes = (answers: TestResponse[]) =>
    answers.map(({ status, body }) => body.code ?? status).sort();

  // spec: R4.3, M9.1
  it('should credit and debit a wallet at once up to the limit', async () => {
    const user = await customerWith(5000);
    expect(await correct(user, 'debit', 1500)).toMatchObject({
      status: 201,
      body: {
        message: 'The wallet was corrected.',
        data: {
          status: 'approved',
          amount: '1500.00',
          needs_approval: false,
          proposed_by: { id: ngozi.id, name: 'Ngozi Eze' },
          decided_by: null,
          user: { id: user.id, name: 'Ada Obi', balance: '3500.00' },
        },
      },
    });
    expect((await correct(user, 'credit', 100_000)).body.data).toMatchObject({
      status: 'approved',
    });
    expect(await balanceOf(user)).toBe('103500.00');
    const { body } = await testApp.call(user, 'GET', '/payments/transactions');
    expect(body.data).toMatchObject({
      transactions: [
        { type: 'credit', description: 'Correction by our staff: added to your wallet' },
        { type: 'debit', description: 'Correction by our staff: taken from your wallet' },
        { type: 'credit' },
      ],
    });
    const audit = await testApp.sql(
      `SELECT actor_name, details, changes FROM audit_log WHERE action = 'wallet.corrected' AND target = $1
       ORDER BY id LIMIT 1`,
      [`user:${user.id}`],
    );
    expect(audit).toEqual([
      {
        actor_name: 'Ngozi Eze',
        details: expect.stringMatching(
          /^Debit of ₦1,500\.00 \(CORR-[0-9A-F]{16}\): Corrected the wallet of Ada Obi\. Counted twice/,
        ),
        changes: { before: { balance: '5000.00' }, after: { balance: '3500.00' } },
      },
    ]);
  });

  // spec: R4.3, M9.2
  it('should move no money above the limit before another admin approves', async () => {
    const user = await customerWith(0);
    const proposed = await correct(user, 'credit', 100_001);
    expect(proposed.body.data).toMatchObject({ status: 'proposed', needs_approval: true });
    expect(await balanceOf(user)).toBe('0.00');
    const id = idOf(proposed);
    expect(await decide(ngozi, id, 'approve')).toMatchObject({
      status: 403,
      body: { code: 'OWN_PROPOSAL' },
    });
    const { body } = await testApp.call(
      emeka,
      'GET',
      `/admin/wallet-corrections?status=proposed&user_id=${user.id}`,
    );
    expect(body.data).toMatchObject({ awaiting: 1, corrections: [{ id, reason: WHY }] });
    expect((await decide(emeka, id, 'approve')).body.data).toMatchObject({
      status: 'approved',
      decided_by: { name: 'Emeka Obi' },
      user: { balance: '100001.00' },
    });
    expect((await decide(emeka, id, 'approve')).body.code).toBe('CORRECTION_DECIDED');
    expect((await decide(emeka, id, 'reject')).body.code).toBe('CORRECTION_DECIDED');
  });

  // spec: R4.3, M9.2
  it('should take the limit from the settings', async () => {
    const user = await customerWith(0);
    const save = (correctionApprovalLimit: number | null) =>
      testApp.call(ngozi, 'PUT', '/admin/system/settings', { correctionApprovalLimit });
    expect((await save(1000)).status).toBe(200);
    expect((await correct(user, 'credit', 1000)).body.data).toMatchObject({ status: 'approved' });
    expect((await correct(user, 'credit', 1000.01)).body.data).toMatchObject({
      status: 'proposed',
    });
    await save(null);
    expect((await correct(user, 'credit', 1000.01)).body.data).toMatchObject({
      status: 'approved',
    });
  });

  // spec: R4.3, M9.3
  it('should decide a proposal once under concurrent calls', async () => {
    const user = await customerWith(0);
    const third = await testApp.createUser('admin', 'Bisi Ade');
    const id = idOf(await correct(user, 'credit', 200_000));
    const answers = await Promise.all(
      [emeka, third, emeka, third].flatMap((by) => [
        decide(by, id, 'approve'),
        decide(by, id, 'reject'),
      ]),
    );
    expect(outcomes(answers)).toEqual([200, ...Array<string>(7).fill('CORRECTION_DECIDED')]);
    const [row] = await testApp.sql<{ status: string }>(
      'SELECT status FROM wallet_correction WHERE id = $1',
      [id],
    );
    expect(await balanceOf(user)).toBe(row!.status === 'approved' ? '200000.00' : '0.00');
  });

  // spec: R4.3, M9.2
  it('should not approve a proposal that has expired, and close it', async () => {
    const user = await customerWith(0);
    const id = idOf(await correct(user, 'credit', 200_000));
    await testApp.sql(`UPDATE wallet_correction SET expires_at = now() WHERE id = $1`, [id]);
    expect((await decide(emeka, id, 'approve')).body.code).toBe('CORRECTION_EXPIRED');
    await testApp.app.get(WalletCorrectionsService).expire();
    const { body } = await testApp.call(ngozi, 'GET', `/admin/wallet-corrections?status=expired`);
    expect(body.data).toMatchObject({ corrections: [{ id }] });
    expect((await decide(emeka, id, 'reject')).body.code).toBe('CORRECTION_DECIDED');
    expect(await balanceOf(user)).toBe('0.00');
  });

  // spec: R4.3, M9.4
  it('should refuse a debit beyond the balance with the figures', async () => {
    const user = await customerWith(1000);
    expect(await correct(user, 'debit', 1200)).toMatchObject({
      status: 402,
      body: { errors: { required_amount: 1200, current_balance: 1000, shortfall: 200 } },
    });
    const id = idOf(await correct(user, 'debit', 150_000));
    expect((await decide(emeka, id, 'approve')).status).toBe(402);
    await testApp.fund(user.id, 149_000);
    expect((await decide(emeka, id, 'approve')).status).toBe(200);
    expect(await balanceOf(user)).toBe('0.00');
    const answers = await Promise.all([
      correct(await customerWith(0), 'debit', 1),
      ...Array.from({ length: 3 }, () => correct(user, 'debit', 1)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([402, 402, 402, 402]);
  });

  // spec: R4.11
  it('should show a customer no more than the wallet holds', async () => {
    const user = await customerWith(0);
    await correct(user, 'credit', 999.5);
    for (const path of ['/wallet', '/wallet/balance'])
      expect((await testApp.call(user, 'GET', path)).body.data).toMatchObject({ balance: 999 });
  });

  // spec: R4.2, R4.3
  it('should debit staff who hold money down to zero, and never credit them', async () => {
    const user = await customerWith(700);
    await testApp.sql(`UPDATE users SET role = 'sub-admin' WHERE id = $1`, [user.id]);
    expect((await correct(user, 'credit', 5)).body.code).toBe('STAFF_NOT_FUNDED');
    expect((await correct(user, 'debit', 0.5)).status).toBe(201);
    const last = await correct(user, 'debit', 699.5);
    expect(last.body.data).toMatchObject({ user: { balance: '0.00' } });
    expect((await decide(ngozi, idOf(last), 'reverse')).body.code).toBe('STAFF_NOT_FUNDED');
  });

  // spec: R4.3, M9.5
  it('should reverse a correction once, by its exact opposite', async () => {
    const user = await customerWith(0);
    const id = idOf(await correct(user, 'credit', 3000));
    const answers = await Promise.all(
      [ngozi, emeka, ngozi, emeka].map((by) => decide(by, id, 'reverse')),
    );
    expect(outcomes(answers)).toEqual([201, ...Array<string>(3).fill('CORRECTION_NOT_REVERSIBLE')]);
    const reversal = answers.find(({ status }) => status === 201)!;
    expect(reversal.body.data).toMatchObject({
      direction: 'debit',
      amount: '3000.00',
      reversal_of: id,
    });
    expect(await balanceOf(user)).toBe('0.00');
    expect((await decide(emeka, idOf(reversal), 'reverse')).body).toMatchObject({
      code: 'CORRECTION_NOT_REVERSIBLE',
      message: expect.stringContaining('a reversal itself'),
    });
  });

  // spec: R4.3, M9.5
  it('should propose the reversal of a large correction, and again after a rejection', async () => {
    const user = await customerWith(0);
    const id = idOf(await correct(user, 'credit', 250_000));
    expect((await decide(emeka, id, 'reverse')).body.code).toBe('CORRECTION_NOT_REVERSIBLE');
    await decide(emeka, id, 'approve');
    const first = await decide(ngozi, id, 'reverse');
    expect(first.body.data).toMatchObject({ status: 'proposed', direction: 'debit' });
    expect((await decide(ngozi, id, 'reverse')).body.message).toContain('waits for approval');
    await decide(emeka, idOf(first), 'reject');
    const second = idOf(await decide(ngozi, id, 'reverse'));
    const both = await Promise.all([
      decide(emeka, second, 'approve'),
      decide(ngozi, id, 'reverse'),
      decide(emeka, second, 'approve'),
    ]);
    expect(both.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(await balanceOf(user)).toBe('0.00');
  });

  // spec: R4.3, M9.6
  it('should correct once for one idempotency key, even when its record is lost', async () => {
    const user = await customerWith(0);
    const send = (amount = 400) => correct(user, 'credit', amount, { 'idempotency-key': 'c-1' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => send()));
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
    expect((await send(500)).status).toBe(409);
    await testApp.sql('DELETE FROM idempotency_record');
    expect(idOf(await send())).toBe(idOf(answers[0]!));
    expect(await balanceOf(user)).toBe('400.00');
    const large = () => correct(user, 'debit', 300_000, { 'idempotency-key': 'c-2' });
    const proposal = idOf(await large());
    await testApp.sql('DELETE FROM idempotency_record');
    expect(idOf(await large())).toBe(proposal);
  });

  // spec: R4.2, M3.13
  it('should leave no money with staff when a correction and a promotion are concurrent', async () => {
    const user = await customerWith(0);
    const release = await holdUser(user);
    const work = [
      correct(user, 'credit', 900),
      testApp.call(ngozi, 'PUT', `/admin/users/${user.id}`, {
        name: 'Ada Obi',
        email: user.email,
        role: 'admin',
      }),
      correct(user, 'credit', 900),
    ];
    await waitForLockWaits(testApp, work.length);
    await release();
    await Promise.all(work);
    const [row] = await testApp.sql<{ role: string }>('SELECT role FROM users WHERE id = $1', [
      user.id,
    ]);
    expect(row!.role === 'user').toBe((await balanceOf(user)) !== '0.00');
  });

  // spec: R4.3, M7.11
  it.each([0, -1, 0.001, '5', null, 1e10, 1e-7])('should refuse %j naira', async (amount) => {
    const user = await customerWith(0);
    expect(await correct(user, 'credit', amount)).toMatchObject({
      status: 422,
      body: { errors: { amount: expect.anything() } },
    });
  });

  it('should answer 404 for what does not exist', async () => {
    expect((await correct({ id: 999_999 } as TestUser, 'credit', 5)).status).toBe(404);
    for (const action of ['approve', 'reject', 'reverse'] as const)
      expect((await decide(emeka, 999_999, action)).body.code).toBe('CORRECTION_NOT_FOUND');
  });

  describe('promotion to staff', () => {
    const promote = ({ id, email }: TestUser, role = 'sub-admin') =>
      testApp.call(ngozi, 'PUT', `/admin/users/${id}`, { name: 'Ada Obi', email, role });

    // spec: R4.2
    it('should refuse while the wallet holds money, and name the balance', async () => {
      const user = await testApp.createUser();
      await testApp.fund(user.id, 2500);
      for (const role of ['sub-admin', 'admin'])
        expect(await promote(user, role)).toMatchObject({
          status: 409,
          body: { code: 'BALANCE_NOT_ZERO', message: expect.stringContaining('₦2,500') },
        });
    });

    // spec: R4.2, M3.13
    it.each(['funding', 'top-up'])(
      'should end without money on a staff account when a %s is concurrent',
      async (kind) => {
        const user = await testApp.createUser();
        if (kind === 'top-up') await testApp.startPayment(user.id, `RACE-${user.id}`);
        const uow = testApp.app.get(UnitOfWork);
        const release = await holdUser(user);
        const credit = () =>
          kind === 'funding'
            ? testApp.call(ngozi, 'POST', `/admin/users/${user.id}/fund-wallet`, { amount: 1000 })
            : uow.run(() => settle(`RACE-${user.id}`));
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

    // spec: R4.2
    it('should refuse while a payment can still arrive', async () => {
      const user = await testApp.createUser();
      await testApp.startPayment(user.id, 'ARRIVING-1');
      expect((await promote(user)).body.code).toBe('WORK_IN_PROGRESS');
    });
  });

  /** Credits an open payment as the settlement does: payment, line, wallet. */
  async function settle(reference: string): Promise<void> {
    const [paid] = await testApp.app
      .get(UnitOfWork)
      .manager.query<[{ id: number; line: number }[], number]>(
        `UPDATE payment SET status = 'successful' WHERE reference = $1 AND status = 'pending'
       RETURNING id, transaction_id AS line`,
        [reference],
      );
    const key = { idempotencyKey: `topup:${reference}`, kind: 'topup' } as const;
    const posting = { ...key, against: 'korapay_clearing' } as const;
    for (const { id, line } of paid) {
      await testApp.app.get(WalletService).complete(line, posting);
      const settled = { action: 'payment.settled', target: `payment:${id}`, details: '' } as const;
      await testApp.app.get(AuditService).record('system', settled);
    }
  }
});
