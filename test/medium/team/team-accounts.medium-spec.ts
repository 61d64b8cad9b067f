import { generateTotpCode, toTimeStep } from '../../../src/auth/two-factor/totp';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { decodeBase32 } from '../../support/base32';
import { PASSWORD, type Customer } from '../proxies/http-test-app';
import { createTeamTestApp, type TeamTestApp } from './team-test-app';

const NEW_PASSWORD = 'amber-kite-over-lagos';

describe('Accounts of members of a team', () => {
  let team: TeamTestApp;
  let call: TeamTestApp['api']['call'];
  let owner: Customer;
  let member: Customer;

  beforeAll(async () => {
    team = await createTeamTestApp();
    call = team.api.call;
  });
  beforeEach(async () => {
    owner = await team.createOwner();
    member = await team.addMember(owner);
  });
  afterAll(() => team.api.close());

  const logIn = async ({ email }: Customer, password: string) =>
    (await call('POST', '/auth/login', { email, password })).status;
  const secretsOf = ({ userId }: Customer) =>
    team.sql(`SELECT name, email, password_hash, updated_at FROM users WHERE id = $1`, [userId]);

  it('should change the password and the name of the member, and nothing of the owner', async () => {
    const before = await secretsOf(owner);
    const form = {
      old_password: PASSWORD,
      new_password: NEW_PASSWORD,
      new_password_confirmation: NEW_PASSWORD,
    };
    const changed = await call('PUT', '/profile/change-password', form, member.headers);
    expect(changed).toMatchObject({ status: 200 });
    expect(
      (await call('PUT', '/profile/update-name', { name: 'Chidi' }, member.headers)).body.data.user,
    ).toMatchObject({ id: member.userId, name: 'Chidi', wallet_balance: 200_000 });
    expect(await secretsOf(owner)).toEqual(before);
    expect([await logIn(member, PASSWORD), await logIn(member, NEW_PASSWORD)]).toEqual([401, 200]);
    expect(await logIn(owner, PASSWORD)).toBe(200);
    // The session of the owner was not among those that ended.
    expect((await call('GET', '/wallet', undefined, owner.headers)).status).toBe(200);
  });

  it('should list and end the sessions of the member only', async () => {
    const sessions = async ({ headers }: Customer) =>
      (await call('GET', '/profile/sessions', undefined, headers)).body.data as unknown as {
        id: string;
      }[];
    const owned = (await team.sql<{ id: string }>(`SELECT id FROM session WHERE user_id = $1`, [
      owner.userId,
    ]))!;
    const listed = JSON.stringify(await sessions(member));
    for (const { id } of owned) {
      expect(listed).not.toContain(id);
      const path = `/profile/sessions/${id}`;
      expect((await call('DELETE', path, undefined, member.headers)).status).toBe(404);
    }
    const [own] = await team.sql<{ id: string }>(`SELECT id FROM session WHERE user_id = $1`, [
      member.userId,
    ]);
    expect(listed).toContain(own!.id);
    expect((await call('POST', '/auth/logout', undefined, member.headers)).status).toBe(200);
    expect((await call('GET', '/wallet', undefined, member.headers)).status).toBe(401);
    expect((await call('GET', '/wallet', undefined, owner.headers)).status).toBe(200);
  });

  it('should set up two-factor authentication for the member alone', async () => {
    const begin = await call(
      'POST',
      '/user/second-factor/begin',
      { password: PASSWORD },
      member.headers,
    );
    const { secret } = begin.body.data as unknown as { secret: string };
    const code = generateTotpCode(decodeBase32(secret), toTimeStep(new Date()));
    expect(
      (await call('POST', '/user/second-factor/confirm', { code }, member.headers)).status,
    ).toBe(200);
    const statusOf = async ({ headers }: Customer) =>
      (await call('GET', '/user/second-factor', undefined, headers)).body.data.enabled;
    expect([await statusOf(member), await statusOf(owner)]).toEqual([true, false]);
    expect([await logIn(member, PASSWORD), await logIn(owner, PASSWORD)]).toEqual([401, 200]);
  });

  it('should confirm the sign-in of the member with the password of the member', async () => {
    const confirmed = await call(
      'POST',
      '/auth/reauthenticate',
      { password: PASSWORD },
      member.headers,
    );
    expect(confirmed).toMatchObject({
      status: 200,
      body: { data: { user: { id: member.userId } } },
    });
    const headers = { authorization: `Bearer ${String(confirmed.body.data.token)}` };
    expect(await team.balanceOf(headers)).toBe(200_000);
  });

  it('should export the account of the member, with nothing of the owner', async () => {
    const { body } = await call('GET', '/user/export', undefined, member.headers);
    expect(body.data).toMatchObject({
      profile: [{ id: member.userId, email: member.email }],
      transactions: [],
      team: [{ member_id: member.userId, owner_id: owner.userId, role: 'buyer' }],
      team_invitations: [],
    });
    expect(JSON.stringify(body)).not.toContain(owner.email);
    const own = await call('GET', '/user/export', undefined, owner.headers);
    expect(own.body.data).toMatchObject({
      team: [{ member_id: member.userId }],
      team_invitations: [{ email: member.email, role: 'buyer' }],
    });
  });

  it('should keep notification choices and messages of the member apart', async () => {
    await team.sql(
      `INSERT INTO inbox_message (user_id, kind, title, text, link) VALUES ($1, 'expiry', 'Of the owner', '', '/')`,
      [owner.userId],
    );
    const { status, body } = await call('GET', '/user/notifications', undefined, member.headers);
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toContain('Of the owner');
  });

  it('should take no API key that the member had before', async () => {
    const person = await team.api.signUp();
    const form = { name: 'Old', scopes: ['read', 'wallet'] };
    const { body } = await call('POST', '/user/api-keys', form, person.headers);
    const headers = { authorization: `Bearer ${String(body.data.key)}` };
    expect((await call('GET', '/wallet', undefined, headers)).status).toBe(200);
    await team.invite(owner, person.email);
    await team.accept(person.headers, await team.tokenOf(person.email));
    expect((await call('GET', '/wallet', undefined, headers)).status).toBe(401);
    await call('POST', '/user/team/leave', undefined, person.headers);
    expect((await call('GET', '/wallet', undefined, headers)).status).toBe(200);
  });

  it('should let staff add no money to the wallet of a member', async () => {
    const admin = await team.api.signUp('admin');
    const fund = (userId: number) =>
      call('POST', `/admin/users/${userId}/fund-wallet`, { amount: 5_000 }, admin.headers);
    expect(await fund(member.userId)).toMatchObject({
      status: 409,
      body: { code: 'MEMBER_NOT_FUNDED' },
    });
    expect(
      await team.sql(`SELECT FROM wallet_transaction WHERE user_id = $1`, [member.userId]),
    ).toEqual([]);
  });

  it('should show staff who acts for whom', async () => {
    const admin = await team.api.signUp('sub-admin');
    const userOf = async (userId: number) =>
      (await call('GET', `/admin/users/${userId}`, undefined, admin.headers)).body.data.user;
    expect(await userOf(member.userId)).toMatchObject({
      ...{ team_owner: { id: owner.userId, name: 'Ada Obi' }, team_members: 0 },
    });
    expect(await userOf(owner.userId)).toMatchObject({ team_owner: null, team_members: 1 });
  });

  it('should name the member in the audit log of what the member changes', async () => {
    const bought = await team.buy(member.headers);
    const [{ id }] = bought.body.data.proxies as unknown as [{ id: number }];
    expect(
      (await call('POST', `/user/proxies/${id}/suspend`, undefined, member.headers)).status,
    ).toBe(200);
    const rows = await team.sql<{ actor_id: number }>(
      `SELECT DISTINCT actor_id FROM audit_log WHERE action IN ('proxy.ordered', 'proxy.suspended_by_owner')
         AND details LIKE $1`,
      [`%(for the account of user ${owner.userId})`],
    );
    expect(rows).toEqual([{ actor_id: member.userId }]);
  });

  it('should load session, person and team of a request with one query over indexes', async () => {
    const execute = jest.spyOn(UnitOfWork.prototype, 'execute');
    expect(await team.balanceOf(member.headers)).toBe(200_000);
    const queries = execute.mock.calls.filter(([{ name }]) =>
      /^(session|team-member)\./.test(name),
    );
    execute.mockRestore();
    expect(queries.map(([{ name }]) => name)).toEqual(['session.find-with-user']);
    const [{ text }, values] = queries[0]!;
    const plan = await team.explain(text, values);
    expect(plan).toContain('team_member_pkey');
    expect(plan).not.toContain('Seq Scan');
  });
});
