import { AuditService } from '../../../src/audit/audit.service';
import { AlertConditionQueries } from '../../../src/admin/alerts/alert-conditions.queries';
import { IntegrityService } from '../../../src/admin/integrity/integrity.service';
import { WalletCorrectionsService } from '../../../src/admin/wallet-corrections/wallet-corrections.service';
import { MailService } from '../../../src/mail/mail.service';
import { useAdminTestApp, type TestUser } from './admin-test-app';

const WHY = 'Paid by bank transfer';
const SUPPORT = 'support@nairaproxy.local';

interface Correction {
  id: number;
  status: string;
  executes_at: string | null;
  decided_by: { name: string } | null;
  decision_reason: string | null;
}

describe('Proposals of a shop with one admin', () => {
  const testApp = useAdminTestApp();
  let ngozi: TestUser;
  let customer: TestUser;
  let service: WalletCorrectionsService;

  beforeAll(async () => {
    service = testApp.app.get(WalletCorrectionsService);
  }, 60_000);
  beforeEach(async () => {
    await testApp.sql(`UPDATE users SET role = 'user' WHERE role = 'admin'`);
    await testApp.sql('DELETE FROM admin_term');
    await testApp.sql('DELETE FROM mail_message');
    ngozi = await testApp.createUser('admin', 'Ngozi Eze');
    await testApp.letServe(ngozi);
    customer = await testApp.createUser();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    const reports = await testApp.app.get(IntegrityService).check();
    expect(
      reports
        .filter(({ violations, name }) => violations > 0 && name !== 'audit-chain-is-whole')
        .map(({ name }) => name),
    ).toEqual([]);
  });

  const post = (by: TestUser, path: string, body: object = {}) =>
    testApp.call(by, 'POST', `/admin/${path}`, body);
  const correct = async (amount = 150_000, direction = 'credit') => {
    const { body } = await post(ngozi, `users/${customer.id}/wallet-corrections`, {
      ...{ direction, amount, reason: WHY },
    });
    return { message: body.message, ...(body.data as unknown as Correction) };
  };
  const find = async (id: number) => {
    const { body } = await testApp.call(ngozi, 'GET', `/admin/wallet-corrections?search=%23${id}`);
    return (body.data as unknown as { corrections: Correction[] }).corrections[0]!;
  };
  const balance = async () => {
    const { body } = await testApp.call(ngozi, 'GET', `/admin/users/${customer.id}`);
    return (body.data as { user: { balance: string } }).user.balance;
  };
  /** As if its delay were over. */
  const pass = (id: number) =>
    testApp.sql(
      `UPDATE wallet_correction SET executes_at = now() - interval '1 second' WHERE id = $1`,
      [id],
    );
  const mails = (to: string) => testApp.app.get(MailService).inbox({ to });
  const linkOf = async (): Promise<{ id: number; signature: string }> => {
    const [mail] = await mails(SUPPORT);
    const url = new URL(/http\S+stop-proposal\S+/.exec(mail!.text)![0]);
    return {
      id: Number(url.searchParams.get('id')),
      signature: url.searchParams.get('signature')!,
    };
  };
  const stop = async (link?: { id: number; signature: string }) =>
    (await testApp.call(null, 'POST', '/admin/approvals/stop', link ?? (await linkOf()))).body;
  const addSecondAdmin = async () => {
    const emeka = await testApp.createUser('admin', 'Emeka Obi');
    await testApp.letServe(emeka);
    return emeka;
  };

  it('should say when it is carried out, and mail a link that stops it to the admin and to support', async () => {
    const proposal = await correct();
    expect(proposal.message).toMatch(
      /^Proposed\. There is no second admin, so it is carried out at .+ unless it is stopped\. No money has moved yet\.$/,
    );
    const hours = (Date.parse(proposal.executes_at!) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    for (const to of [SUPPORT, ngozi.email]) {
      const [mail] = await mails(to);
      expect(mail!.subject).toContain(`unless you stop it: proposal #${proposal.id}`);
      expect(mail!.text).toContain('₦150,000.00 to the wallet');
    }
    await service.executeDue();
    expect([await balance(), (await find(proposal.id)).status]).toEqual(['0.00', 'proposed']);
  });

  it('should carry it out once when its time has come, and say so', async () => {
    const { id } = await correct();
    await pass(id);
    await Promise.all([service.executeDue(), service.executeDue(), service.executeDue()]);
    await service.executeDue();
    expect(await balance()).toBe('150000.00');
    expect(await find(id)).toMatchObject({ status: 'approved', decided_by: null });
    expect((await mails(ngozi.email)).map(({ subject }) => subject)[0]).toContain(
      'was carried out',
    );
    const lines = await testApp.sql<{ line: string }>(
      `SELECT actor_name || ': ' || details AS line FROM audit_log WHERE action = 'wallet.proposal_executed'
       AND target = $1`,
      [`user:${customer.id}`],
    );
    expect(lines.map(({ line }) => line.replace(/[A-Z]+-[0-9A-F]{16}/, 'REF'))).toEqual([
      `system: Credit of ₦150,000.00 (REF): Carried out without a second admin, as Ngozi Eze proposed: wallet correction. ${WHY}`,
    ]);
  });

  it('should carry out other movements too, such as a funding', async () => {
    const { body } = await post(ngozi, `users/${customer.id}/fund-wallet`, { amount: 60_000_000 });
    const { proposal } = body.data as unknown as { proposal: Correction };
    await pass(proposal.id);
    await service.executeDue();
    expect(await balance()).toBe('60000000.00');
  });

  it('should move nothing when it dies before the end, and carry it out afterwards', async () => {
    const { id } = await correct();
    await pass(id);
    const audit = testApp.app.get(AuditService);
    const { record } = audit;
    jest.spyOn(audit, 'record').mockImplementation((actor, entry) => {
      if (entry.action === 'wallet.proposal_executed') throw new Error('The process died');
      return record.call(audit, actor, entry);
    });
    await expect(service.executeDue()).rejects.toThrow('Proposals could not be carried out');
    expect([await balance(), (await find(id)).status]).toEqual(['0.00', 'proposed']);
    jest.restoreAllMocks();
    await service.executeDue();
    expect(await balance()).toBe('150000.00');
  });

  it('should either carry it out or withdraw it, not both', async () => {
    for (const withdraw of [
      (id: number) => post(ngozi, `wallet-corrections/${id}/reject`, { reason: 'Mistake' }),
      async () => ({ status: (await stop()).success ? 200 : 409 }),
    ]) {
      const before = Number(await balance());
      const { id } = await correct();
      await pass(id);
      const [, { status }] = await Promise.all([service.executeDue(), withdraw(id)]);
      const moved = Number(await balance()) - before;
      expect([moved, (await find(id)).status, status]).toEqual(
        moved ? [150_000, 'approved', 409] : [0, 'rejected', 200],
      );
    }
  });

  it('should stop it by the link alone, and nothing by another', async () => {
    const { id } = await correct();
    const link = await linkOf();
    expect(await stop({ ...link, signature: 'x' })).toMatchObject({ code: 'CORRECTION_NOT_FOUND' });
    expect(await stop({ ...link, id: id - 1 })).toMatchObject({ success: false });
    for (const _ of [1, 2])
      expect(await stop(link)).toMatchObject({
        message: 'The proposal was stopped. No money has moved.',
      });
    await pass(id);
    await service.executeDue();
    expect(await find(id)).toMatchObject({
      status: 'rejected',
      decision_reason: 'Stopped with the link in the email',
    });
    expect(await balance()).toBe('0.00');
  });

  it('should wait for a second admin who has come since, and post once for both', async () => {
    const { id } = await correct();
    const emeka = await addSecondAdmin();
    await pass(id);
    await service.executeDue();
    expect(await find(id)).toMatchObject({ status: 'proposed', executes_at: null });
    expect((await mails(emeka.email))[0]!.subject).toContain('needs your approval');
    await Promise.all([
      service.executeDue(),
      post(emeka, `wallet-corrections/${id}/approve`),
      service.executeDue(),
    ]);
    expect(await balance()).toBe('150000.00');
    expect(await find(id)).toMatchObject({ decided_by: { name: 'Emeka Obi' } });
  });

  it('should mail a proposal to the other admins, and begin its delay when they have left', async () => {
    const emeka = await addSecondAdmin();
    const { id, executes_at: time } = await correct();
    expect(time).toBeNull();
    expect((await mails(emeka.email)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining(`A proposal needs your approval: #${id}`),
    ]);
    expect(await mails(SUPPORT)).toEqual([]);
    await testApp.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [emeka.id]);
    await service.executeDue();
    expect((await find(id)).executes_at).toBeNull();
    await testApp.sql(
      `UPDATE admin_term SET started_at = now() - interval '9 days', ended_at = now() - interval '25 hours' WHERE user_id = $1`,
      [emeka.id],
    );
    await service.executeDue();
    expect((await find(id)).executes_at).not.toBeNull();
    expect(await mails(SUPPORT)).toHaveLength(1);
    expect(await balance()).toBe('0.00');
  });

  it('should raise an alert when a proposal has waited for a second admin for a day', async () => {
    const find = async () =>
      (await testApp.app.get(AlertConditionQueries).find(['approval_waiting'])).map(
        ({ message }) => message,
      );
    await addSecondAdmin();
    const { id } = await correct();
    expect(await find()).toEqual([]);
    await testApp.sql(
      `UPDATE wallet_correction SET created_at = now() - interval '25 hours' WHERE id = $1`,
      [id],
    );
    expect(await find()).toEqual([
      '1 proposal has waited for a second admin for more than 24 hours. What is not approved within a week expires.',
    ]);
    await post(ngozi, `wallet-corrections/${id}/reject`, { reason: 'Mistake' });
    expect(await find()).toEqual([]);
  });

  it('should reject what cannot be carried out, with the reason', async () => {
    const { id } = await correct(150_000, 'debit');
    await pass(id);
    await service.executeDue();
    expect(await find(id)).toMatchObject({
      status: 'rejected',
      decision_reason: expect.stringMatching(/^Not carried out: /),
    });
    expect((await mails(ngozi.email))[0]!.subject).toContain('was not carried out');
  });

  it('should not act for a proposer who is no longer an admin', async () => {
    const { id } = await correct();
    await testApp.createUser('admin', 'Bola Ade');
    await pass(id);
    await testApp.sql(`UPDATE users SET role = 'sub-admin' WHERE id = $1`, [ngozi.id]);
    await service.executeDue();
    const [row] = await testApp.sql<{ status: string }>(
      'SELECT status FROM wallet_correction WHERE id = $1',
      [id],
    );
    expect(row!.status).toBe('proposed');
    await testApp.sql(`DELETE FROM wallet_correction WHERE id = $1`, [id]);
  });

  it('should tell the sole admin of the delay, which a setting changes', async () => {
    const delay = async () => {
      const { body } = await testApp.call(ngozi, 'GET', '/admin/wallet-corrections');
      return (body.data as unknown as { sole_admin_delay_hours: number }).sole_admin_delay_hours;
    };
    expect(await delay()).toBe(24);
    await testApp.call(ngozi, 'PUT', '/admin/system/settings', { soleAdminDelayHours: 48 });
    expect(await delay()).toBe(48);
    const { executes_at: time } = await correct();
    expect((Date.parse(time!) - Date.now()) / 3_600_000).toBeGreaterThan(47.9);
    await testApp.call(ngozi, 'PUT', '/admin/system/settings', { soleAdminDelayHours: null });
    await addSecondAdmin();
    expect(await delay()).toBeNull();
  });
});
