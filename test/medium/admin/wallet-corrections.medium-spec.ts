import { WalletCorrectionsService } from '../../../src/admin/wallet-corrections/wallet-corrections.service';
import { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import { waitForLockWaits } from '../../support/lock-waits';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { Clock, DAY } from '../../../src/common/time/clock';
import { Money } from '../../../src/common/money/money';
import { WalletService } from '../../../src/wallet/wallet.service';
import { useAdminTestApp, type TestResponse, type TestUser } from './admin-test-app';

const WHY = 'Counted twice by mistake';

describe('Wallet corrections', () => {
  const testApp = useAdminTestApp();
  let ngozi: TestUser;
  let emeka: TestUser;

  beforeAll(async () => {
    ngozi = await testApp.createUser('admin', 'Ngozi Eze');
    emeka = await testApp.createUser('admin', 'Emeka Obi');
    await testApp.letServe(ngozi, emeka);
  }, 60_000);
  beforeEach(() => testApp.forgetMovements());
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
  const auditOf = async ({ id }: TestUser) => {
    const rows = await testApp.sql<{ details: string }>(
      `SELECT details FROM audit_log WHERE target = $1 AND category = 'wallet' ORDER BY id`,
      [`user:${id}`],
    );
    return rows.map(({ details }) => details.replace(/CORR-[0-9A-F]{16}/, 'CORR'));
  };
  const outcomes = (answers: TestResponse[]) =>
    answers.map(({ status, body }) => body.code ?? status).sort();

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
    const credited = await correct(user, 'credit', 98_500);
    expect(credited.body.data).toMatchObject({ status: 'approved' });
    expect(await balanceOf(user)).toBe('102000.00');
    const { body } = await testApp.call(user, 'GET', '/payments/transactions');
    expect(body.data).toMatchObject({
      transactions: [
        { type: 'credit', description: 'Correction by our staff: added to the wallet' },
        { type: 'debit', description: 'Correction by our staff: taken from the wallet' },
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
        changes: {
          before: { balance: '5000.00' },
          after: { balance: '3500.00' },
          money: ['before.balance', 'after.balance'],
        },
      },
    ]);
  });

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

  it('should take the limit from the settings', async () => {
    const user = await customerWith(0);
    const save = (correctionApprovalLimit: number | null) =>
      testApp.call(ngozi, 'PUT', '/admin/system/settings', { correctionApprovalLimit });
    expect((await save(1000)).status).toBe(200);
    expect((await correct(user, 'credit', 1000)).body.data).toMatchObject({ status: 'approved' });
    const above = await correct(user, 'credit', 1000.01);
    expect(above.body.data).toMatchObject({ status: 'proposed' });
    const raised = (await save(null)).body.data as unknown as { proposal: { id: number } };
    expect((await decide(emeka, raised.proposal.id, 'approve')).status).toBe(200);
    const below = await correct(user, 'credit', 1000.01);
    expect(below.body.data).toMatchObject({ status: 'approved' });
  });

  it('should decide a proposal once under concurrent calls', async () => {
    const user = await customerWith(0);
    const third = await testApp.createUser('admin', 'Bisi Ade');
    await testApp.letServe(third);
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

  it('should not approve a proposal that has expired, and close it', async () => {
    const user = await customerWith(0);
    const id = idOf(await correct(user, 'credit', 200_000));
    await testApp.sql(`UPDATE wallet_correction SET expires_at = now() WHERE id = $1`, [id]);
    expect((await decide(emeka, id, 'approve')).body.code).toBe('CORRECTION_EXPIRED');
    const fresh = idOf(await correct(user, 'credit', 200_000));
    await testApp.app.get(WalletCorrectionsService).expire();
    expect((await decide(emeka, fresh, 'reject')).status).toBe(200);
    const { body } = await testApp.call(ngozi, 'GET', `/admin/wallet-corrections?status=expired`);
    expect(body.data).toMatchObject({ corrections: [{ id }] });
    expect((await decide(emeka, id, 'reject')).body.code).toBe('CORRECTION_DECIDED');
    expect(await balanceOf(user)).toBe('0.00');
  });

  it('should not close a proposal early when the clock of the worker is ahead', async () => {
    const user = await customerWith(0);
    const id = idOf(await correct(user, 'credit', 200_000));
    const ahead = jest
      .spyOn(testApp.app.get(Clock), 'now')
      .mockReturnValue(new Date(Date.now() + 8 * DAY));
    await testApp.app.get(WalletCorrectionsService).expire();
    ahead.mockRestore();
    expect((await decide(emeka, id, 'approve')).status).toBe(200);
    expect(await balanceOf(user)).toBe('200000.00');
  });

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

  it('should show a customer no more than the wallet holds', async () => {
    const user = await customerWith(0);
    await correct(user, 'credit', 999.5);
    for (const path of ['/wallet', '/wallet/balance'])
      expect((await testApp.call(user, 'GET', path)).body.data).toMatchObject({ balance: 999 });
  });

  it('should debit staff who hold money down to zero, and never credit them', async () => {
    const user = await customerWith(700);
    await testApp.sql(`UPDATE users SET role = 'sub-admin' WHERE id = $1`, [user.id]);
    expect((await correct(user, 'credit', 5)).body.code).toBe('STAFF_NOT_FUNDED');
    expect((await correct(user, 'debit', 0.5)).status).toBe(201);
    const last = await correct(user, 'debit', 699.5);
    expect(last.body.data).toMatchObject({ user: { balance: '0.00' } });
    expect((await decide(ngozi, idOf(last), 'reverse')).body.code).toBe('STAFF_NOT_FUNDED');
  });

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
    expect((await decide(emeka, id, 'reverse')).body.message).toContain('reversed before');
    expect((await decide(emeka, idOf(reversal), 'reverse')).body).toMatchObject({
      code: 'CORRECTION_NOT_REVERSIBLE',
      message: expect.stringContaining('a reversal itself'),
    });
  });

  it('should propose the reversal of a large correction, and again after a rejection', async () => {
    const user = await customerWith(0);
    const id = idOf(await correct(user, 'credit', 250_000));
    expect((await decide(emeka, id, 'reverse')).body).toMatchObject({
      code: 'CORRECTION_NOT_REVERSIBLE',
      message: expect.stringContaining('it is proposed, so nothing moved'),
    });
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
    const reverse = () =>
      testApp.call(
        ...([ngozi, 'POST', `/admin/wallet-corrections/${idOf(answers[0]!)}/reverse`] as const),
        ...([{ reason: WHY }, { 'idempotency-key': 'c-1r' }] as const),
      );
    const reversal = idOf(await reverse());
    await testApp.sql('DELETE FROM idempotency_record');
    expect(idOf(await reverse())).toBe(reversal);
    const other = await correct(await customerWith(0), 'credit', 400, { 'idempotency-key': 'c-1' });
    expect(other.body.data).toMatchObject({ user: { balance: '400.00' } });
    expect(await auditOf(user)).toHaveLength(3);
  });

  it('should audit every step with what was done and why', async () => {
    const user = await customerWith(0);
    const large = idOf(await correct(user, 'credit', 120_000));
    await decide(emeka, large, 'approve');
    await decide(emeka, idOf(await decide(ngozi, large, 'reverse')), 'reject');
    await decide(ngozi, idOf(await correct(user, 'debit', 500)), 'reverse');
    expect(await auditOf(user)).toEqual([
      `Credit of ₦120,000.00 (CORR): Proposed for the wallet of Ada Obi. ${WHY}`,
      `Credit of ₦120,000.00 (CORR): Corrected the wallet of Ada Obi. ${WHY}`,
      `Debit of ₦120,000.00 (CORR): Proposed for the wallet of Ada Obi. ${WHY}`,
      `Debit of ₦120,000.00 (CORR): Rejected. ${WHY}`,
      `Debit of ₦500.00 (CORR): Corrected the wallet of Ada Obi. ${WHY}`,
      `Credit of ₦500.00 (CORR): Reversed a correction of the wallet of Ada Obi. ${WHY}`,
    ]);
    const lines = await testApp.sql(
      `SELECT purpose, payment_method, metadata, description FROM wallet_transaction
       WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
      [user.id],
    );
    const description = 'Reversal of a correction by our staff: added to the wallet';
    const metadata = { corrected_by: ngozi.id };
    expect(lines).toEqual([
      { purpose: 'correction', payment_method: 'admin', metadata, description },
    ]);
  });

  it('should repay a debt with a credit first', async () => {
    const user = await customerWith(0);
    const debt = { userId: user.id, reference: 'LOST-1', amount: Money.naira(500) };
    const kind = { type: 'debit', purpose: 'chargeback', description: 'Lost' } as const;
    const posting = { idempotencyKey: 'lost-1', kind: 'chargeback' } as const;
    await testApp.app
      .get(UnitOfWork)
      .run(() =>
        testApp.app
          .get(WalletService)
          .clawback({ ...debt, ...kind }, { ...posting, against: 'korapay_clearing' }),
      );
    await correct(user, 'credit', 800);
    expect(await balanceOf(user)).toBe('300.00');
  });

  it('should leave no money with staff when a correction and a promotion are concurrent', async () => {
    const user = await customerWith(0);
    const release = await testApp.holdAccount(user.id);
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
});
