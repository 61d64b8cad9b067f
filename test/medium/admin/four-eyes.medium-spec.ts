import { SettingsService } from '../../../src/settings/settings.service';
import { useAdminTestApp, type TestResponse, type TestUser } from './admin-test-app';

const WHY = 'Joins the night shift';

describe('Changes that would let one admin pass the rule of two', () => {
  const testApp = useAdminTestApp();
  let ngozi: TestUser;
  let emeka: TestUser;

  beforeAll(async () => {
    ngozi = await testApp.createUser('admin', 'Ngozi Eze');
    emeka = await testApp.createUser('admin', 'Emeka Obi');
    await testApp.letServe(ngozi, emeka);
  }, 60_000);

  const post = (by: TestUser, path: string, body: object) =>
    testApp.call(by, 'POST', `/admin/${path}`, body);
  const save = (by: TestUser, settings: object) =>
    testApp.call(by, 'PUT', '/admin/system/settings', settings);
  /** Without the approval that a higher limit needs. */
  const setFundingLimit = async (fundingApprovalLimit: number) => {
    await testApp.sql('DELETE FROM setting');
    await testApp.sql(
      `DELETE FROM wallet_correction WHERE kind = 'limit_raise' AND status = 'proposed'`,
    );
    testApp.app.get(SettingsService).invalidateCache();
    await save(ngozi, { fundingApprovalLimit });
  };
  const decide = (by: TestUser, id: number, action: 'approve' | 'reject') =>
    post(by, `wallet-corrections/${id}/${action}`, action === 'approve' ? {} : { reason: WHY });
  const proposalOf = ({ body }: TestResponse) =>
    (body.data as unknown as { proposal: { id: number } }).proposal;
  const codes = (answers: TestResponse[]) =>
    answers.map(({ status, body }) => body.code ?? status).sort();
  const account = (overrides: object = {}) => ({
    name: 'Bola Ade',
    email: `bola-${(serial += 1)}@example.com`,
    password: 'kettle-hill-9',
    role: 'admin',
    ...overrides,
  });
  let serial = 0;
  const add = (by: TestUser, body: object = account()) => post(by, 'users', body);
  const userOf = async (id: number) => {
    const { body } = await testApp.call(ngozi, 'GET', `/admin/users/${id}`);
    return (body.data as { user: { id: number; role: string; status: string; email: string } })
      .user;
  };
  const aboutOf = (answer: TestResponse) =>
    (answer.body.data as unknown as { proposal: { user: { id: number } } }).proposal.user.id;
  const limitOf = async () => {
    const { body } = await testApp.call(ngozi, 'GET', '/admin/system/settings');
    return (body.data as { settings: { fundingApprovalLimit: number } }).settings
      .fundingApprovalLimit;
  };

  it('should make an admin only when another admin approves, once', async () => {
    const answer = await add(ngozi);
    expect(answer).toMatchObject({
      status: 202,
      body: {
        message: 'Proposed: another admin has to approve it. Nothing has changed yet.',
        data: {
          proposal: {
            kind: 'admin_grant',
            amount: null,
            direction: null,
            changes: [
              { field: 'role', from: 'user', to: 'admin' },
              { field: 'status', from: 'inactive', to: 'active' },
            ],
          },
        },
      },
    });
    const { id } = proposalOf(answer);
    const bola = aboutOf(answer);
    expect(await userOf(bola)).toMatchObject({ role: 'user', status: 'inactive' });
    expect((await decide(ngozi, id, 'approve')).body.code).toBe('OWN_PROPOSAL');
    const answers = await Promise.all([1, 2, 3].map(() => decide(emeka, id, 'approve')));
    expect(codes(answers)).toEqual([200, 'CORRECTION_DECIDED', 'CORRECTION_DECIDED']);
    expect(await userOf(bola)).toMatchObject({ role: 'admin', status: 'active' });
    expect((await testApp.call(ngozi, 'DELETE', `/admin/users/${bola}`)).status).toBe(200);
  });

  it('should propose whatever makes an admin, and apply nothing that changed meanwhile', async () => {
    const sade = await testApp.createUser('sub-admin', 'Sade Bello');
    const change = (fields: object) =>
      testApp.call(ngozi, 'PUT', `/admin/users/${sade.id}`, {
        name: 'Sade Bello',
        email: sade.email,
        ...fields,
      });
    const promotion = await change({ role: 'admin' });
    expect(promotion.status).toBe(202);
    expect((await change({ role: 'admin' })).body.code).toBe('PROPOSAL_OPEN');
    expect((await change({ email: `sade.${sade.email}` })).status).toBe(200);
    const { id } = proposalOf(promotion);
    expect((await decide(emeka, id, 'approve')).body.code).toBe('PROPOSAL_OUTDATED');
    expect((await decide(emeka, id, 'reject')).status).toBe(200);
    // Without rights an admin is made, and brought into use afterwards.
    expect((await change({ role: 'admin', status: 'inactive' })).status).toBe(200);
    const back = await post(ngozi, `users/${sade.id}/reactivate`, { reason: WHY });
    expect(back.status).toBe(202);
    expect((await decide(emeka, proposalOf(back).id, 'approve')).status).toBe(200);
    expect(await userOf(sade.id)).toMatchObject({ role: 'admin', status: 'active' });
    expect((await change({ role: 'user' })).status).toBe(200);
  });

  it('should not give an admin another address without a second one', async () => {
    const stolen = { name: 'Emeka Obi', email: `stolen.${emeka.email}` };
    const answer = await testApp.call(ngozi, 'PUT', `/admin/users/${emeka.id}`, stolen);
    expect(answer.status).toBe(202);
    expect((await userOf(emeka.id)).email).toBe(emeka.email);
    expect((await decide(ngozi, proposalOf(answer).id, 'reject')).status).toBe(200);
  });

  it('should raise a limit only when another admin approves, and lower it at once', async () => {
    await setFundingLimit(5000);
    const raise = { fundingApprovalLimit: 9000, siteName: 'Lagos Proxies' };
    const answer = await save(ngozi, raise);
    expect(answer).toMatchObject({
      status: 202,
      body: {
        message: expect.stringContaining('waits until another admin approves it'),
        data: {
          proposal: { changes: [{ field: 'fundingApprovalLimit', from: '5000', to: '9000' }] },
        },
      },
    });
    expect(await limitOf()).toBe(5000);
    const { body } = await testApp.call(ngozi, 'GET', '/admin/system/settings');
    expect(body.data).toMatchObject({ settings: { siteName: 'Lagos Proxies' } });
    const another = await save(ngozi, { fundingApprovalLimit: null, siteName: 'Abuja Proxies' });
    expect(another).toMatchObject({ status: 409, body: { code: 'PROPOSAL_OPEN' } });
    expect((await decide(ngozi, proposalOf(answer).id, 'approve')).body.code).toBe('OWN_PROPOSAL');
    expect((await decide(emeka, proposalOf(answer).id, 'approve')).body.message).toBe(
      'Approved: the change is made.',
    );
    expect(await limitOf()).toBe(9000);
    expect((await save(ngozi, { fundingApprovalLimit: 4000 })).status).toBe(200);
    const outdated = proposalOf(await save(ngozi, { fundingApprovalLimit: 6000 })).id;
    await save(ngozi, { fundingApprovalLimit: 3000 });
    expect((await decide(emeka, outdated, 'approve')).body.code).toBe('PROPOSAL_OUTDATED');
    expect(await limitOf()).toBe(3000);
  });

  it('should record who approved a change of rights and one of limits', async () => {
    await setFundingLimit(5000);
    const grant = await add(ngozi);
    const raise = await save(ngozi, { fundingApprovalLimit: 7000 });
    for (const answer of [grant, raise])
      expect((await decide(emeka, proposalOf(answer).id, 'approve')).status).toBe(200);
    const bola = aboutOf(grant);
    const { email } = await userOf(bola);
    const records = await testApp.sql(
      `SELECT actor_name, target, details, changes FROM audit_log
       WHERE action = 'wallet.proposal_approved' ORDER BY id DESC LIMIT 2`,
    );
    const fields = { name: 'Bola Ade', email };
    expect(records).toEqual([
      {
        ...{ actor_name: 'Emeka Obi', target: 'settings' },
        details: 'Proposal of higher approval limit: Approved. Higher approval limit',
        changes: {
          before: { fundingApprovalLimit: 5000 },
          after: { fundingApprovalLimit: 7000 },
          money: ['before.fundingApprovalLimit', 'after.fundingApprovalLimit'],
        },
      },
      {
        ...{ actor_name: 'Emeka Obi', target: `user:${bola}` },
        details: `Proposal of rights of an admin for user ${bola}: Approved. New admin Bola Ade`,
        changes: {
          before: { ...fields, role: 'user', status: 'inactive' },
          after: { ...fields, role: 'admin', status: 'active' },
          money: [],
        },
      },
    ]);
  });

  it('should count the lifetime of a first password from the approval, and of no other password', async () => {
    const chosen = await testApp.createUser('admin', 'Sade Bello');
    await testApp.sql(`UPDATE users SET status = 'inactive' WHERE id = $1`, [chosen.id]);
    const back = await post(ngozi, `users/${chosen.id}/reactivate`, { reason: WHY });
    const made = await add(ngozi);
    await testApp.sql(
      `UPDATE users SET first_password_expires_at = now() - interval '1 day' WHERE id = $1`,
      [aboutOf(made)],
    );
    for (const answer of [back, made])
      expect((await decide(emeka, proposalOf(answer).id, 'approve')).status).toBe(200);
    const hours = await testApp.sql(
      `SELECT round(extract(epoch FROM first_password_expires_at - now()) / 3600)::int AS left
       FROM users WHERE id = ANY($1) ORDER BY id`,
      [[chosen.id, aboutOf(made)]],
    );
    expect(hours).toEqual([{ left: null }, { left: 72 }]);
  });

  it('should apply an approved limit at once in this process', async () => {
    await setFundingLimit(5000);
    const settings = testApp.app.get(SettingsService);
    const limit = async () => (await settings.current()).fundingApprovalLimit;
    const { id } = proposalOf(await save(ngozi, { fundingApprovalLimit: 7000 }));
    await settings.onApplicationShutdown();
    expect(await limit()).toBe(5000);
    expect((await decide(emeka, id, 'approve')).status).toBe(200);
    expect(await limit()).toBe(7000);
  });

  it('should not count an approval of somebody who has been an admin for less than a day', async () => {
    await setFundingLimit(1000);
    const { id } = proposalOf(
      await post(ngozi, `users/${(await testApp.createUser()).id}/fund-wallet`, { amount: 2000 }),
    );
    const young = await testApp.createUser('admin', 'Tunde Cole');
    expect(await decide(young, id, 'approve')).toMatchObject({
      status: 403,
      body: {
        code: 'APPROVER_TOO_NEW',
        message: expect.stringContaining('less than 24 hours. You can approve from'),
      },
    });
    expect((await decide(emeka, id, 'approve')).status).toBe(200);
  });

  it('should list everything that waits for a second person', async () => {
    await setFundingLimit(5000);
    await testApp.sql(`UPDATE wallet_correction SET expires_at = now() WHERE status = 'proposed'`);
    const user = await testApp.createUser('user', 'Uche Ade');
    const { id } = proposalOf(await post(ngozi, `users/${user.id}/fund-wallet`, { amount: 5001 }));
    const { body } = await testApp.call(emeka, 'GET', '/admin/approvals');
    expect(body.data).toEqual([
      {
        id,
        kind: 'funding',
        amount: 5001,
        reason: 'Wallet funding',
        proposed_by: { id: ngozi.id, name: 'Ngozi Eze' },
        proposed_at: expect.any(String),
        subject: 'funding, Uche Ade',
      },
    ]);
  });

  it('should still need the second admin on the day that one was removed', async () => {
    const suspend = await post(ngozi, `users/${emeka.id}/suspend`, { reason: WHY });
    expect(suspend.status).toBe(200);
    await setFundingLimit(5000);
    await testApp.sql(`UPDATE users SET role = 'user' WHERE role = 'admin' AND id <> ALL($1)`, [
      [ngozi.id, emeka.id],
    ]);
    const left =
      'nobody else is an admin any more: 24 hours after the last other admin was removed, you can make this change alone.';
    expect(await add(ngozi)).toMatchObject({
      status: 202,
      body: { message: `Proposed, but ${left} Nothing has changed yet.` },
    });
    expect(await save(ngozi, { fundingApprovalLimit: 60_000_000 })).toMatchObject({
      status: 202,
      body: {
        message: `Settings saved successfully! The higher limit is only proposed, and ${left}`,
      },
    });
    const alone = () =>
      testApp.sql(
        `UPDATE admin_term SET ended_at = ended_at - interval '1 day', started_at = started_at - interval '1 day' WHERE ended_at IS NOT NULL`,
      );
    await alone();
    const back = await post(ngozi, `users/${emeka.id}/reactivate`, { reason: WHY });
    expect(back).toMatchObject({
      status: 200,
      body: {
        message:
          'User reactivated. There is no other admin who could approve this, so it was done at once.',
      },
    });
    expect(await add(ngozi)).toMatchObject({
      status: 201,
      body: { message: expect.stringContaining('There is no other admin') },
    });
    expect(await save(ngozi, { fundingApprovalLimit: 60_000_000 })).toMatchObject({
      status: 200,
      body: {
        message: expect.stringContaining('saved successfully! There is no other admin'),
      },
    });
  });
});
