import { PRESETS, type Permission } from '../../../src/common/security/permissions';
import { MailService } from '../../../src/mail/mail.service';
import { useAdminTestApp, type TestResponse, type TestUser } from './admin-test-app';

const PASSWORD = 'kettle-hill-9-harbour';
const OUTSIDE = ['203.0.113.0/24'];

describe('Staff and roles', () => {
  const testApp = useAdminTestApp();
  let ngozi: TestUser;
  let serial = 0;

  beforeAll(async () => {
    ngozi = await testApp.createUser('admin', 'Ngozi Eze');
  }, 60_000);

  const call = (
    by: TestUser | null,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object,
  ) => testApp.call(by, method, path, body);
  const dataOf = <T>({ body }: TestResponse) => body.data as T;
  const role = (permissions: Permission[], over: object = {}) => ({
    name: `Role ${(serial += 1)}`,
    permissions,
    ...over,
  });
  const addRole = async (permissions: Permission[], by = ngozi) =>
    dataOf<{ id: number; name: string }>(await call(by, 'POST', '/admin/roles', role(permissions)));
  /** A member of staff with a role of these permissions. */
  const addStaff = async (permissions: Permission[]): Promise<TestUser & { roleId: number }> => {
    const { id: roleId } = await addRole(permissions);
    const user = await testApp.createUser('sub-admin', `Agent ${(serial += 1)}`);
    await testApp.sql(
      'UPDATE users SET staff_role_id = $2, staff_role_since = now() WHERE id = $1',
      [user.id, roleId],
    );
    return { ...user, roleId };
  };
  const invite = (by: TestUser, roleId: number, email = `agent-${(serial += 1)}@example.com`) =>
    call(by, 'POST', '/admin/staff', { email, role_id: roleId });
  const tokensTo = async (to: string) =>
    (await testApp.app.get(MailService).inbox({ to }))
      .map(({ text }) => /invitation\?token=([\w-]+)/.exec(text)?.[1])
      .filter((token) => token !== undefined);
  const accept = (token: string, name = 'Bola Ade') =>
    call(null, 'POST', '/auth/staff-invitation', {
      token,
      name,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    });
  const edit = (email: string, role: string, status = 'active') => ({
    name: 'Eve',
    ...{ email, status, role },
  });
  const withSecondAdmin = async <T>(work: (emeka: TestUser) => Promise<T>): Promise<T> => {
    const emeka = await testApp.createUser('admin', 'Emeka Obi');
    await testApp.letServe(emeka);
    try {
      return await work(emeka);
    } finally {
      await testApp.sql(`UPDATE users SET status = 'inactive' WHERE id = $1`, [emeka.id]);
      await testApp.sql('DELETE FROM admin_term WHERE user_id = $1', [emeka.id]);
    }
  };

  it('should invite by mail, once, with the permissions of the role', async () => {
    const { id, name } = await addRole(PRESETS.Supply);
    const email = 'bola@example.com';
    const invited = await invite(ngozi, id, email);
    expect(invited).toMatchObject({
      status: 201,
      body: {
        data: {
          email,
          role: 'sub-admin',
          role_name: name,
          status: 'inactive',
          invitation: { state: 'sent' },
        },
      },
    });
    const [token] = await tokensTo(email);
    const offer = await call(null, 'GET', `/auth/staff-invitation?token=${token}`);
    expect(dataOf(offer)).toMatchObject({ email, role_name: name });
    const answers = await Promise.all([accept(token!), accept(token!)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const { token: session, user } = dataOf<{ token: string; user: { permissions: string[] } }>(
      answers.find(({ status }) => status === 200)!,
    );
    expect(user).toMatchObject({
      name: 'Bola Ade',
      role: 'sub-admin',
      staff_role: name,
      permissions: PRESETS.Supply,
    });
    const bola = { id: 0, email, token: session };
    expect((await call(bola, 'GET', '/admin/supply/providers')).status).toBe(200);
    expect((await call(bola, 'GET', '/admin/users')).status).toBe(403);
    expect((await accept(token!)).body.code).toBe('STAFF_INVITATION_INVALID');
  });

  it('should void the link of a former mail, of a removed person and of another role', async () => {
    const { id } = await addRole(['users.read']);
    const [first, second, third] = ['one', 'two', 'three'].map((name) => `${name}@example.com`) as [
      string,
      string,
      string,
    ];
    const idOf = (answer: TestResponse) => dataOf<{ id: number }>(answer).id;
    const one = idOf(await invite(ngozi, id, first));
    await call(ngozi, 'POST', `/admin/staff/${one}/resend`);
    const tokens = await tokensTo(first);
    expect(tokens).toHaveLength(2);
    const results = await Promise.all(
      tokens.map(
        async (token) => (await call(null, 'GET', `/auth/staff-invitation?token=${token}`)).status,
      ),
    );
    expect(results.sort()).toEqual([200, 404]);
    const two = idOf(await invite(ngozi, id, second));
    const three = idOf(await invite(ngozi, id, third));
    await call(ngozi, 'DELETE', `/admin/staff/${two}`);
    const edited = await call(
      ngozi,
      'PUT',
      `/admin/users/${three}`,
      edit(third, 'admin', 'inactive'),
    );
    expect([edited.status, edited.body.code]).toEqual([409, 'INVITATION_OPEN']);
    // Nobody has approved that an invited person becomes an admin.
    await testApp.sql(`UPDATE users SET role = 'admin', staff_role_id = NULL WHERE id = $1`, [
      three,
    ]);
    for (const email of [second, third])
      expect((await accept((await tokensTo(email))[0]!)).body.code).toBe(
        'STAFF_INVITATION_INVALID',
      );
    await testApp.sql(`UPDATE staff_invitation SET expires_at = now() WHERE user_id = $1`, [one]);
    for (const token of tokens) expect((await accept(token)).status).toBe(404);
  });

  it('should take a changed and a removed role into account at once', async () => {
    const agent = await addStaff(['users.read', 'proxies.read']);
    expect((await call(agent, 'GET', '/admin/users')).status).toBe(200);
    await call(ngozi, 'PUT', `/admin/roles/${agent.roleId}`, role(['proxies.read']));
    expect((await call(agent, 'GET', '/admin/users')).body.code).toBe('FORBIDDEN');
    expect((await call(agent, 'GET', '/admin/proxies/all')).status).toBe(200);
    await call(
      ngozi,
      'PUT',
      `/admin/roles/${agent.roleId}`,
      role(['proxies.read'], { allowed_addresses: OUTSIDE }),
    );
    expect((await call(agent, 'GET', '/admin/proxies/all')).body.code).toBe('STAFF_ADDRESS');
    await call(
      ngozi,
      'PUT',
      `/admin/roles/${agent.roleId}`,
      role(['proxies.read'], { two_factor_required: true }),
    );
    expect((await call(agent, 'GET', '/admin/proxies/all')).body.code).toBe(
      'TWO_FACTOR_SETUP_REQUIRED',
    );
    await call(ngozi, 'PUT', `/admin/roles/${agent.roleId}`, role(['proxies.read']));
    await call(ngozi, 'DELETE', `/admin/roles/${agent.roleId}`);
    expect((await call(agent, 'GET', '/admin/proxies/all')).body.code).toBe('FORBIDDEN');
    const staff = dataOf<{ id: number }[]>(await call(ngozi, 'GET', '/admin/staff'));
    expect(staff.find(({ id }) => id === agent.id)).toMatchObject({ role_removed: true });
  });

  it('should let nobody sign in from outside of the addresses of the role', async () => {
    const { id } = await addRole(['users.read']);
    await invite(ngozi, id, 'far@example.com');
    await call(
      ngozi,
      'PUT',
      `/admin/roles/${id}`,
      role(['users.read'], { allowed_addresses: OUTSIDE }),
    );
    const [token] = await tokensTo('far@example.com');
    expect((await accept(token!)).body.code).toBe('STAFF_ADDRESS');
    const wrong = await call(
      ngozi,
      'PUT',
      `/admin/roles/${id}`,
      role(['users.read'], { allowed_addresses: ['home'] }),
    );
    expect(wrong.body.errors).toHaveProperty('allowed_addresses');
  });

  it('should lock nobody out of their own role', async () => {
    const own = {
      name: 'Admin',
      permissions: dataOf<{ permissions: string[] }[]>(await call(ngozi, 'GET', '/admin/roles'))[0]!
        .permissions,
    };
    const far = await call(ngozi, 'PUT', '/admin/roles/1', { ...own, allowed_addresses: OUTSIDE });
    expect(far.body.errors).toHaveProperty('allowed_addresses');
    const second = await call(ngozi, 'PUT', '/admin/roles/1', {
      ...own,
      two_factor_required: true,
    });
    expect(second.body.code).toBe('SECOND_FACTOR_OFF');
    const fixed = await call(ngozi, 'PUT', '/admin/roles/1', {
      ...own,
      permissions: ['users.read'],
    });
    expect(fixed.body.code).toBe('ROLE_FIXED');
    const fine = await call(ngozi, 'PUT', '/admin/roles/1', {
      ...own,
      allowed_addresses: ['127.0.0.1'],
    });
    expect(fine.status).toBe(200);
    await call(ngozi, 'PUT', '/admin/roles/1', own);
  });

  it('should let nobody give, change or take a permission that they do not have', async () => {
    const manager = await addStaff(['staff.manage', 'users.manage', 'users.read']);
    const other = await addStaff(['users.read', 'proxies.read']);
    const peer = await addStaff(['users.read']);
    const strong = await addRole(['wallets.manage']);
    const refused = [
      await call(manager, 'POST', '/admin/roles', role(['proxies.read'])),
      await call(manager, 'PUT', `/admin/roles/${other.roleId}`, role(['users.read'])),
      await call(manager, 'DELETE', `/admin/roles/${strong.id}`),
      await call(manager, 'PUT', '/admin/roles/1', role([])),
      await invite(manager, 1),
      await invite(manager, strong.id),
      await call(manager, 'PUT', `/admin/staff/${peer.id}`, { role_id: strong.id }),
      await call(manager, 'PUT', `/admin/staff/${other.id}`, { role_id: peer.roleId }),
      await call(manager, 'DELETE', `/admin/staff/${ngozi.id}`),
      await call(manager, 'PUT', `/admin/users/${ngozi.id}`, edit('mine@example.com', 'admin')),
      await call(manager, 'PUT', `/admin/users/${peer.id}`, edit(peer.email, 'admin')),
      await call(manager, 'POST', '/admin/users', {
        name: 'Eve',
        email: 'eve@example.com',
        password: PASSWORD,
        role: 'admin',
      }),
      await call(manager, 'POST', `/admin/users/${ngozi.id}/suspend`, { reason: 'Mine now' }),
      await call(manager, 'POST', `/admin/users/${ngozi.id}/end-sessions`),
      await call(manager, 'POST', `/admin/second-factor/staff/${ngozi.id}/reset`, {
        reason: 'Mine now',
      }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(
      refused.map((one) => (one === refused[3] ? 'ROLE_FIXED' : 'PERMISSIONS_NOT_HELD')),
    );
    expect(
      (await call(manager, 'PUT', `/admin/staff/${peer.id}`, { role_id: manager.roleId })).status,
    ).toBe(200);
    // Who manages customers only does not touch staff at all.
    const clerk = await addStaff(['users.manage', 'users.read']);
    const answer = await call(
      clerk,
      'PUT',
      `/admin/users/${other.id}`,
      edit(other.email, 'sub-admin'),
    );
    expect(answer.body.code).toBe('STAFF_ONLY_BY_MANAGERS');
    const own = await call(manager, 'PUT', `/admin/staff/${manager.id}`, { role_id: peer.roleId });
    expect(own.body.code).toBe('OWN_ACCOUNT');
  });

  it('should give a role that moves money only when another admin approves it', () =>
    withSecondAdmin(async (emeka) => {
      const { id, name } = await addRole(['refunds.manage']);
      const email = 'later@example.com';
      const proposed = await invite(ngozi, id, email);
      expect(proposed).toMatchObject({
        status: 202,
        body: { data: { proposal: { kind: 'admin_grant' } } },
      });
      expect(await tokensTo(email)).toEqual([]);
      const { proposal } = dataOf<{ proposal: { id: number; user: { id: number } } }>(proposed);
      const early = await call(ngozi, 'POST', `/admin/staff/${proposal.user.id}/resend`);
      expect(early.body.code).toBe('INVITATION_AWAITS_APPROVAL');
      const approve = (by: TestUser) =>
        call(by, 'POST', `/admin/wallet-corrections/${proposal.id}/approve`, {});
      expect((await approve(ngozi)).status).toBe(403);
      expect((await approve(emeka)).status).toBe(200);
      const [token] = await tokensTo(email);
      expect(dataOf(await accept(token!))).toMatchObject({ user: { staff_role: name } });
      const raised = await call(
        ngozi,
        'PUT',
        `/admin/roles/${id}`,
        role(['refunds.manage', 'staff.manage']),
      );
      expect(raised.body.code).toBe('ROLE_HAS_MEMBERS');
    }));

  it('should not give a role that was changed after it was proposed', () =>
    withSecondAdmin(async (emeka) => {
      const { id } = await addRole(['refunds.manage']);
      const agent = await addStaff(['users.read']);
      const proposed = await call(ngozi, 'PUT', `/admin/staff/${agent.id}`, { role_id: id });
      const { proposal } = dataOf<{ proposal: { id: number } }>(proposed);
      const [{ name }] = (await testApp.sql<{ name: string }>(
        'SELECT name FROM staff_role WHERE id = $1',
        [id],
      )) as [{ name: string }];
      await call(ngozi, 'PUT', `/admin/roles/${id}`, {
        name,
        permissions: ['refunds.manage', 'staff.manage'],
      });
      const answer = await call(
        emeka,
        'POST',
        `/admin/wallet-corrections/${proposal.id}/approve`,
        {},
      );
      expect(answer.body.code).toBe('PROPOSAL_OUTDATED');
    }));

  it('should let finance approve the refund that support proposes, and no rights', async () => {
    const support = await addStaff(PRESETS.Support);
    const finance = await addStaff(PRESETS.Finance);
    const customer = await testApp.createUser();
    await testApp.fund(customer.id, 10_000);
    await testApp.sell(customer.id, { naira: 4_000 });
    const [order] = await testApp.sql<{ id: number }>(
      'SELECT id FROM proxy_order WHERE user_id = $1',
      [customer.id],
    );
    const proposed = await call(support, 'POST', `/admin/orders/${order!.id}/partial-refund`, {
      amount: 2_000,
      reason: 'Half of the time down',
    });
    expect(proposed.status).toBe(202);
    const { proposal } = dataOf<{ proposal: { id: number } }>(proposed);
    const path = `/admin/wallet-corrections/${proposal.id}`;
    expect((await call(support, 'POST', `${path}/approve`, {})).status).toBe(403);
    expect((await call(finance, 'POST', `${path}/approve`, {})).body.code).toBe('APPROVER_TOO_NEW');
    await testApp.sql(
      `UPDATE users SET staff_role_since = now() - interval '25 hours' WHERE id = $1`,
      [finance.id],
    );
    await testApp.sql(
      `UPDATE staff_role SET approves_since = now() - interval '25 hours' WHERE id = $1`,
      [finance.roleId],
    );
    expect((await call(finance, 'POST', `${path}/approve`, {})).status).toBe(200);
    const other = dataOf<{ proposal: { id: number } }>(
      await call(support, 'POST', `/admin/orders/${order!.id}/partial-refund`, {
        amount: 500,
        reason: 'One more day',
      }),
    ).proposal.id;
    const colleague = await addStaff(PRESETS.Support);
    const reject = (by: TestUser) =>
      call(by, 'POST', `/admin/wallet-corrections/${other}/reject`, { reason: 'Changed my mind' });
    expect((await reject(colleague)).status).toBe(403);
    expect((await reject(support)).status).toBe(200);
    await withSecondAdmin(async (emeka) => {
      const { id } = await addRole(['settings.manage']);
      await testApp.letServe(ngozi);
      const waiting = dataOf<{ proposal: { id: number } }>(await invite(emeka, id)).proposal;
      const answer = await call(
        finance,
        'POST',
        `/admin/wallet-corrections/${waiting.id}/approve`,
        {},
      );
      expect(answer.status).toBe(403);
    });
  });
});
