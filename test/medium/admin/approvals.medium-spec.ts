import { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import { WalletCorrectionsService } from '../../../src/admin/wallet-corrections/wallet-corrections.service';
import { SettingsService } from '../../../src/settings/settings.service';
import { useAdminTestApp, type TestResponse, type TestUser } from './admin-test-app';

const WHY = 'Counted twice by mistake';

interface Proposal {
  id: number;
  kind: string;
  status: string;
}

describe('Approvals by a second admin', () => {
  const testApp = useAdminTestApp();
  let ngozi: TestUser;
  let emeka: TestUser;

  beforeAll(async () => {
    ngozi = await testApp.createUser('admin', 'Ngozi Eze');
  }, 60_000);
  afterEach(async () => {
    await limits(null, null);
    const reports = await testApp.app.get(IntegrityService).check();
    const violated = reports.filter(({ violations }) => violations > 0);
    expect(violated.filter(({ name }) => name !== 'audit-chain-is-whole')).toEqual([]);
  });

  const post = (by: TestUser, path: string, body: object, key?: string) =>
    testApp.call(by, 'POST', `/admin/${path}`, body, key ? { 'idempotency-key': key } : {});
  const save = (by: TestUser, settings: object) =>
    testApp.call(by, 'PUT', '/admin/system/settings', settings);
  /** Without the approval that a higher limit needs. */
  const limits = async (
    fundingApprovalLimit: number | null,
    correctionApprovalLimit: number | null,
  ) => {
    await testApp.forgetMovements();
    await testApp.sql('DELETE FROM setting');
    testApp.app.get(SettingsService).invalidateCache();
    await save(ngozi, {
      ...(fundingApprovalLimit && { fundingApprovalLimit }),
      ...(correctionApprovalLimit && { correctionApprovalLimit }),
    });
  };
  const fund = ({ id }: TestUser, amount: number, key?: string, by = ngozi) =>
    post(by, `users/${id}/fund-wallet`, { amount }, key);
  const decide = (by: TestUser, id: number, action: 'approve' | 'reject') =>
    post(by, `wallet-corrections/${id}/${action}`, action === 'approve' ? {} : { reason: WHY });
  const proposalOf = ({ body }: TestResponse) =>
    (body.data as unknown as { proposal: Proposal }).proposal;
  const balanceOf = async ({ id }: TestUser) => {
    const { body } = await testApp.call(ngozi, 'GET', `/admin/users/${id}`);
    return (body.data as { user: { balance: string } }).user.balance;
  };
  const codes = (answers: TestResponse[]) =>
    answers.map(({ status, body }) => body.code ?? status).sort();
  const auditOf = async (action: string, { id }: TestUser) =>
    (
      await testApp.sql<{ line: string }>(
        `SELECT actor_name || ': ' || details AS line FROM audit_log WHERE action = $1 AND target = $2 ORDER BY id`,
        [action, `user:${id}`],
      )
    ).map(({ line }) => line.replace(/[A-Z]+-[0-9A-F]{16}/, 'REF'));

  describe('with one admin', () => {
    it('should say when it is carried out', async () => {
      await limits(5000, null);
      const user = await testApp.createUser();
      const { status, body } = await fund(user, 5001);
      expect({ status, message: body.message }).toEqual({
        status: 202,
        message: expect.stringMatching(
          /^Proposed. There is no second admin, so it is carried out at .+ unless it is stopped. No money has moved yet.$/,
        ),
      });
    });
  });

  describe('with two admins', () => {
    beforeAll(async () => {
      emeka = await testApp.createUser('admin', 'Emeka Obi');
      await testApp.letServe(ngozi, emeka);
    });

    it('should fund ₦50,000,000 a day at once unless the owner changes the limit', async () => {
      const user = await testApp.createUser();
      expect((await fund(user, 50_000_000)).status).toBe(200);
      expect((await fund(user, 1000)).status).toBe(202);
      expect((await fund(user, 1000, undefined, emeka)).status).toBe(200);
      expect(await balanceOf(user)).toBe('50001000.00');
    });

    it('should propose a funding above the limit and post it when another admin approves', async () => {
      await limits(5000, null);
      const user = await testApp.createUser();
      expect((await fund(user, 5000)).status).toBe(200);
      const answer = await fund(user, 5001, 'large');
      expect(answer).toMatchObject({
        status: 202,
        body: {
          message: 'Proposed: another admin has to approve it before money moves.',
          data: { proposal: { kind: 'funding', direction: 'credit', amount: '5001.00' } },
        },
      });
      const replay = await fund(user, 5001, 'large');
      expect([replay.status, replay.body]).toEqual([202, answer.body]);
      await testApp.sql('DELETE FROM idempotency_record');
      expect(proposalOf(await fund(user, 5001, 'large')).id).toBe(proposalOf(answer).id);
      expect(await balanceOf(user)).toBe('5000.00');
      const { id } = proposalOf(answer);
      expect((await decide(ngozi, id, 'approve')).body.code).toBe('OWN_PROPOSAL');
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => decide(emeka, id, 'approve')),
      );
      expect(codes(answers)).toEqual([200, ...Array<string>(5).fill('CORRECTION_DECIDED')]);
      expect(await balanceOf(user)).toBe('10001.00');
      await testApp.sql('DELETE FROM idempotency_record');
      expect(await fund(user, 5001, 'large')).toMatchObject({
        status: 200,
        body: { data: { transaction: { amount: 5001 } } },
      });
      expect(await balanceOf(user)).toBe('10001.00');
      expect(await auditOf('wallet.proposal_approved', user)).toEqual([
        'Emeka Obi: Credit of ₦5,001.00 (REF): Approved: funding. Wallet funding',
      ]);
    });

    it('should fund nothing when the proposal is rejected or has expired', async () => {
      await limits(1000, null);
      const user = await testApp.createUser();
      const rejected = proposalOf(await fund(user, 2000)).id;
      expect((await decide(emeka, rejected, 'reject')).body.message).toBe(
        'The proposal was rejected. No money moved.',
      );
      const expired = proposalOf(await fund(user, 2000)).id;
      await testApp.sql('UPDATE wallet_correction SET expires_at = now() WHERE id = $1', [expired]);
      expect((await decide(emeka, expired, 'approve')).body.code).toBe('CORRECTION_EXPIRED');
      await testApp.app.get(WalletCorrectionsService).expire();
      expect((await decide(emeka, expired, 'approve')).body.code).toBe('CORRECTION_DECIDED');
      expect(await balanceOf(user)).toBe('0.00');
    });

    it('should not fund somebody who became staff before the approval', async () => {
      await limits(1000, null);
      const user = await testApp.createUser();
      const { id } = proposalOf(await fund(user, 2000));
      await testApp.sql(`UPDATE users SET role = 'sub-admin' WHERE id = $1`, [user.id]);
      expect((await decide(emeka, id, 'approve')).body.code).toBe('STAFF_NOT_FUNDED');
      expect((await decide(emeka, id, 'reject')).status).toBe(200);
    });
  });

  describe('reversal of a funding', () => {
    const funded = async (amount: number) => {
      const user = await testApp.createUser();
      const { body } = await fund(user, amount);
      return { user, id: (body.data as unknown as { transaction: { id: number } }).transaction.id };
    };
    const reverse = (id: number, by = ngozi, key?: string) =>
      post(by, `transactions/${id}/reverse-funding`, { reason: WHY }, key);

    it('should take a funding back once, by its exact opposite', async () => {
      const { user, id } = await funded(7000);
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, index) => reverse(id, index % 2 ? ngozi : emeka)),
      );
      expect(codes(answers)).toEqual([201, ...Array<string>(5).fill('FUNDING_NOT_REVERSIBLE')]);
      const first = answers.find(({ status }) => status === 201)!;
      expect(first.body).toMatchObject({
        message: 'The funding was reversed.',
        data: { kind: 'funding_reversal', subject_id: id, direction: 'debit', amount: '7000.00' },
      });
      expect(await balanceOf(user)).toBe('0.00');
      const { body } = await testApp.call(user, 'GET', '/payments/transactions');
      expect(body.data).toMatchObject({
        transactions: [
          {
            type: 'debit',
            description: 'Reversal of a funding by our staff: taken from the wallet',
          },
          { type: 'credit' },
        ],
      });
      const reversalId = (first.body.data as unknown as Proposal).id;
      const again = await post(emeka, `wallet-corrections/${reversalId}/reverse`, { reason: WHY });
      expect(again.body.code).toBe('CORRECTION_NOT_REVERSIBLE');
    });

    it('should take nothing back while the wallet holds less', async () => {
      const { user, id } = await funded(5000);
      await post(ngozi, `users/${user.id}/wallet-corrections`, {
        direction: 'debit',
        amount: 1000,
        reason: WHY,
      });
      expect(await reverse(id)).toMatchObject({
        status: 402,
        body: {
          code: 'FUNDING_SPENT',
          message: expect.stringContaining('holds ₦4,000.00 of the ₦5,000.00'),
          errors: { required_amount: 5000, current_balance: 4000, shortfall: 1000 },
        },
      });
      expect(await balanceOf(user)).toBe('4000.00');
      await testApp.fund(user.id, 1000);
      expect((await reverse(id)).status).toBe(201);
      expect(await balanceOf(user)).toBe('0.00');
    });

    it('should reverse once for one key, even when its record is lost', async () => {
      const { user, id } = await funded(3000);
      const first = await reverse(id, ngozi, 'r-1');
      await testApp.sql('DELETE FROM idempotency_record');
      expect((await reverse(id, ngozi, 'r-1')).body).toEqual(first.body);
      expect(await balanceOf(user)).toBe('0.00');
    });

    it('should need another admin above the limit', async () => {
      const { user, id } = await funded(200_000);
      const proposed = await reverse(id);
      expect(proposed.body.data).toMatchObject({ status: 'proposed', kind: 'funding_reversal' });
      const about = async (transactionId: number) => {
        const path = `/admin/wallet-corrections?transaction_id=${transactionId}`;
        const { body } = await testApp.call(ngozi, 'GET', path);
        return (body.data as unknown as { corrections: object[] }).corrections;
      };
      expect(await about(id)).toMatchObject([{ kind: 'funding_reversal', status: 'proposed' }]);
      expect(await about((await funded(6000)).id)).toEqual([]);
      expect((await reverse(id)).body.code).toBe('FUNDING_NOT_REVERSIBLE');
      const proposalId = (proposed.body.data as unknown as Proposal).id;
      await post(ngozi, `users/${user.id}/wallet-corrections`, {
        direction: 'debit',
        amount: 500,
        reason: WHY,
      });
      expect((await decide(emeka, proposalId, 'approve')).body.code).toBe('FUNDING_SPENT');
      await testApp.fund(user.id, 500);
      expect((await decide(emeka, proposalId, 'approve')).status).toBe(200);
      expect(await balanceOf(user)).toBe('0.00');
    });

    it('should reverse nothing but fundings by staff', async () => {
      const user = await testApp.createUser();
      await testApp.fund(user.id, 500);
      const [topup] = await testApp.sql<{ id: number }>(
        'SELECT id FROM wallet_transaction WHERE user_id = $1',
        [user.id],
      );
      for (const id of [topup!.id, 2_000_000])
        expect((await reverse(id)).body.code).toBe('FUNDING_NOT_FOUND');
    });
  });

  describe('limits of a day', () => {
    const correct = ({ id }: TestUser, amount: number, direction = 'credit', key?: string) =>
      post(ngozi, `users/${id}/wallet-corrections`, { direction, amount, reason: WHY }, key);
    const statusOf = ({ body }: TestResponse) => (body.data as unknown as Proposal).status;

    it('should not be passed by ten corrections just under it at once', async () => {
      await limits(null, 10_000);
      const user = await testApp.createUser();
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => correct(user, 2500, 'credit', `split-${index}`)),
      );
      expect(answers.map(statusOf).sort()).toEqual([
        ...Array<string>(4).fill('approved'),
        ...Array<string>(6).fill('proposed'),
      ]);
      expect(await balanceOf(user)).toBe('10000.00');
    });

    it('should count a call once however often it is repeated', async () => {
      await limits(null, 10_000);
      const user = await testApp.createUser();
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const answers = await Promise.all([1, 2].map(() => correct(user, 6000, 'credit', 'once')));
        expect(answers.map(statusOf)).toEqual(['approved', 'approved']);
        await testApp.sql('DELETE FROM idempotency_record');
      }
      expect(statusOf(await correct(user, 4000))).toBe('approved');
      expect(statusOf(await correct(user, 1))).toBe('proposed');
    });

    it('should hold over fundings, corrections and reversals of either direction together', async () => {
      await limits(10_000, 6000);
      const user = await testApp.createUser();
      expect(statusOf(await correct(user, 3000))).toBe('approved');
      expect(statusOf(await correct(user, 2000, 'debit'))).toBe('approved');
      expect(statusOf(await correct(user, 1001, 'debit'))).toBe('proposed');
      const funded = await fund(user, 5000);
      expect(funded.status).toBe(200);
      expect((await fund(user, 1000)).status).toBe(202);
      const { id } = (funded.body.data as unknown as { transaction: { id: number } }).transaction;
      const reversed = await post(ngozi, `transactions/${id}/reverse-funding`, { reason: WHY });
      expect(statusOf(reversed)).toBe('proposed');
      expect(statusOf(await correct(user, 1))).toBe('proposed');
      expect(await balanceOf(user)).toBe('6000.00');
    });

    it('should count nothing that was refused, and begin anew with the day', async () => {
      await limits(null, 10_000);
      const user = await testApp.createUser();
      expect((await correct(user, 9000, 'debit')).status).toBe(402);
      expect(statusOf(await correct(user, 10_000))).toBe('approved');
      await testApp.sql(`UPDATE staff_allowance SET day = day - 1`);
      expect(statusOf(await correct(user, 10_000))).toBe('approved');
    });
  });
});
