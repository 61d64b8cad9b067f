import { MailService } from '../../../src/mail/mail.service';
import { PASSWORD, type Customer } from '../proxies/http-test-app';
import { ONE_GB_PRICE } from '../proxies/proxies-test-app';
import { createTeamTestApp, type TeamTestApp } from './team-test-app';

interface TeamData {
  members: { id: number; name: string; role: string; daily_limit: number | null }[];
  invitations: { id: number; email: string; role: string }[];
}

describe('Teams', () => {
  let team: TeamTestApp;
  let call: TeamTestApp['api']['call'];

  beforeAll(async () => {
    team = await createTeamTestApp();
    call = team.api.call;
  });
  afterAll(() => team.api.close());

  const teamOf = async ({ headers }: Customer) =>
    (await call('GET', '/user/team', undefined, headers)).body.data as unknown as TeamData;
  const profileOf = async ({ headers }: Pick<Customer, 'headers'>) =>
    (await call('GET', '/profile', undefined, headers)).body.data.user as unknown as {
      id: number;
      wallet_balance: number;
      team: { role: string; owner_name: string } | null;
    };

  describe('joining', () => {
    it('should let somebody new sign up with the invitation, join and buy with the wallet of the owner', async () => {
      const owner = await team.createOwner();
      const email = 'chidi-new@example.com';
      const invited = await team.invite(owner, email, { role: 'buyer', daily_limit: 20_000 });
      expect(invited).toMatchObject({
        status: 201,
        body: { data: { email, role: 'buyer', daily_limit: 20_000, monthly_limit: null } },
      });
      const token = await team.tokenOf(email);
      expect(await call('GET', `/auth/team-invitation?token=${token}`)).toMatchObject({
        status: 200,
        body: { data: { owner_name: 'Ada Obi', email, role: 'buyer', has_account: false } },
      });
      const form = { token, name: 'Chidi Eze', password: PASSWORD, confirmPassword: PASSWORD };
      const joined = await call('POST', '/auth/team-invitation/register', form);
      expect([joined.status, joined.body.message]).toEqual([200, 'You joined the team.']);
      const { token: session, user } = joined.body.data as unknown as {
        token: string;
        user: { id: number; email_verified_at: string | null };
      };
      expect(user.email_verified_at).not.toBeNull();
      const chidi = { userId: user.id, headers: { authorization: `Bearer ${session}` } };
      const inbox = team.api.nest.get(MailService, { strict: false });
      // The invitation, and no link to verify the address.
      expect(await inbox.inbox({ to: email })).toHaveLength(1);

      expect(await profileOf(chidi)).toMatchObject({
        id: chidi.userId,
        wallet_balance: 200_000,
        team: { role: 'buyer', owner_name: 'Ada Obi' },
      });
      const bought = await team.buy(chidi.headers);
      expect(bought.status).toBe(201);
      expect(await team.balanceOf(owner.headers)).toBe(200_000 - ONE_GB_PRICE);
      const [order] = await team.sql(`SELECT user_id FROM proxy_order WHERE id = $1`, [
        bought.body.data.order_id,
      ]);
      expect(order).toEqual({ user_id: owner.userId });
      const [row] = await team.sql(
        `SELECT actor_id, actor_name, details FROM audit_log WHERE action = 'proxy.ordered' ORDER BY id DESC LIMIT 1`,
      );
      expect(row).toMatchObject({
        actor_id: chidi.userId,
        actor_name: 'Chidi Eze',
        details: expect.stringMatching(new RegExp(`for the account of user ${owner.userId}\\)$`)),
      });
      expect(await teamOf(owner)).toMatchObject({
        members: [
          { id: chidi.userId, name: 'Chidi Eze', daily_limit: 20_000, spent_today: ONE_GB_PRICE },
        ],
        invitations: [],
      });
      const [mail] = await inbox.inbox({ to: owner.email });
      expect(mail!.subject).toMatch(/^Chidi Eze joined your team/);
    });

    it('should show the wallet of the owner at the sign-in of a member', async () => {
      const owner = await team.createOwner(7_000);
      const member = await team.addMember(owner);
      const form = { email: member.email, password: PASSWORD };
      const { body } = await call('POST', '/auth/login', form);
      expect(body.data.user).toMatchObject({ id: member.userId, wallet_balance: 7_000 });
    });

    it('should accept a token once, unexpired and unrevoked, and only for the invited address', async () => {
      const owner = await team.createOwner();
      const member = await team.api.signUp();
      const other = await team.api.signUp();
      await team.invite(owner, member.email);
      const first = await team.tokenOf(member.email);
      expect(await team.accept(other.headers, first)).toMatchObject({
        status: 403,
        body: { code: 'TEAM_INVITATION_OTHER_EMAIL' },
      });
      const invalid = { status: 404, body: { code: 'TEAM_INVITATION_INVALID' } };
      const lookUp = (token: string) => call('GET', `/auth/team-invitation?token=${token}`);
      // Sent again: the first link stops working.
      await team.invite(owner, member.email.toUpperCase());
      const second = await team.tokenOf(member.email);
      expect(second).not.toBe(first);
      expect(await lookUp(first)).toMatchObject(invalid);
      expect(await team.accept(member.headers, first)).toMatchObject(invalid);
      const { id } = (await teamOf(owner)).invitations[0]!;
      await team.sql(`UPDATE team_invitation SET expires_at = now() WHERE id = $1`, [id]);
      expect(await team.accept(member.headers, second)).toMatchObject(invalid);
      expect((await teamOf(owner)).invitations).toEqual([]);
      await team.sql(
        `UPDATE team_invitation SET expires_at = now() + interval '1 day' WHERE id = $1`,
        [id],
      );
      const path = `/user/team/invitations/${id}`;
      expect((await call('DELETE', path, undefined, other.headers)).status).toBe(404);
      expect((await call('DELETE', path, undefined, owner.headers)).status).toBe(200);
      expect((await call('DELETE', path, undefined, owner.headers)).status).toBe(404);
      expect(await team.accept(member.headers, second)).toMatchObject(invalid);

      await team.invite(owner, member.email);
      const third = await team.tokenOf(member.email);
      expect((await team.accept(member.headers, third)).status).toBe(200);
      expect(await team.accept(member.headers, third)).toMatchObject(invalid);
      expect(await lookUp(third)).toMatchObject(invalid);
      for (const token of ['', 'x'.repeat(43), `${third}x`])
        expect((await lookUp(token)).status).toBe(404);
    });

    it('should keep neither the token nor a way back to it', async () => {
      const owner = await team.createOwner();
      await team.invite(owner, 'hash@example.com');
      const token = await team.tokenOf('hash@example.com');
      const rows = await team.sql(`SELECT * FROM team_invitation WHERE email = 'hash@example.com'`);
      expect(JSON.stringify(rows)).not.toContain(token);
    });

    it('should let nobody join who has money, proxies, payments, a team or another owner', async () => {
      const owner = await team.createOwner();
      const inUse = { status: 409, body: { code: 'ACCOUNT_IN_USE' } };
      const rich = await team.createOwner(1);
      await team.invite(owner, rich.email);
      expect(await team.accept(rich.headers, await team.tokenOf(rich.email))).toMatchObject(inUse);

      const user = await team.createOwner(ONE_GB_PRICE);
      expect((await team.buy(user.headers)).status).toBe(201);
      expect(await team.balanceOf(user.headers)).toBe(0);
      await team.invite(owner, user.email);
      const token = await team.tokenOf(user.email);
      expect(await team.accept(user.headers, token)).toMatchObject(inUse);
      await team.sql(
        `UPDATE proxy SET status = 'expired', expires_at = now() - interval '1 day' WHERE user_id = $1`,
        [user.userId],
      );
      expect((await team.accept(user.headers, token)).status).toBe(200);

      const boss = await team.createOwner();
      await team.addMember(boss);
      await team.api.emptyWallet(boss);
      await team.invite(owner, boss.email);
      expect(await team.accept(boss.headers, await team.tokenOf(boss.email))).toMatchObject(inUse);

      await team.invite(boss, user.email);
      expect(await team.accept(user.headers, await team.tokenOf(user.email))).toMatchObject({
        status: 409,
        body: { code: 'ALREADY_IN_TEAM' },
      });
    });

    it('should let two people who invite each other end with one owner', async () => {
      const [a, b] = [await team.api.signUp(), await team.api.signUp()];
      await team.invite(a, b.email);
      await team.invite(b, a.email);
      const [toA, toB] = [await team.tokenOf(a.email), await team.tokenOf(b.email)];
      const answers = await Promise.all([team.accept(a.headers, toA), team.accept(b.headers, toB)]);
      expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(
        1,
      );
    });

    it('should limit members, open invitations and mails', async () => {
      const owner = await team.createOwner();
      for (let serial = 0; serial < 20; serial += 1)
        expect((await team.invite(owner, `many-${serial}@example.com`)).status).toBe(201);
      const tooMany = { status: 409, body: { code: 'TOO_MANY_INVITATIONS' } };
      expect(await team.invite(owner, 'many-20@example.com')).toMatchObject(tooMany);
      expect((await team.invite(owner, 'many-1@example.com')).status).toBe(201);
      await team.sql(
        `INSERT INTO team_invitation (owner_id, email, role, token_hash, expires_at, revoked_at)
         SELECT $1, 'gone-' || n || '@example.com', 'viewer', uuid_send(gen_random_uuid()), now(), now()
         FROM generate_series(1, 29) n`,
        [owner.userId],
      );
      await team.sql(
        `UPDATE team_invitation SET revoked_at = now() WHERE email = 'many-2@example.com'`,
      );
      expect(await team.invite(owner, 'many-2@example.com')).toMatchObject(tooMany);

      const full = await team.createOwner();
      const late = await team.api.signUp();
      await team.invite(full, late.email);
      await team.sql(
        `WITH people AS (
           INSERT INTO users (name, email) SELECT 'P', 'full-' || n || '@example.com' FROM generate_series(1, 20) n
           RETURNING id)
         INSERT INTO team_member (member_id, owner_id, role) SELECT id, $1, 'viewer' FROM people`,
        [full.userId],
      );
      const refused = { status: 409, body: { code: 'TEAM_FULL' } };
      expect(await team.accept(late.headers, await team.tokenOf(late.email))).toMatchObject(
        refused,
      );
      expect(await team.invite(full, 'more@example.com')).toMatchObject(refused);
    });

    it('should refuse the own address, a member and wrong fields', async () => {
      const owner = await team.createOwner();
      const member = await team.addMember(owner);
      expect(await team.invite(owner, owner.email)).toMatchObject({
        status: 422,
        body: { errors: { email: ['This is your own email address.'] } },
      });
      expect(await team.invite(owner, member.email)).toMatchObject({
        status: 422,
        body: { errors: { email: ['This person is already in your team.'] } },
      });
      for (const form of [
        { email: 'nonsense', role: 'buyer' },
        { email: 'a@example.com', role: 'admin' },
        { email: 'a@example.com', role: 'buyer', daily_limit: 0 },
        { email: 'a@example.com', role: 'buyer', monthly_limit: 1.5 },
      ])
        expect((await call('POST', '/user/team/invitations', form, owner.headers)).status).toBe(
          422,
        );
    });

    it('should need a recent sign-in to invite and to change a member', async () => {
      const owner = await team.createOwner();
      const member = await team.addMember(owner);
      await team.sql(
        `UPDATE session SET created_at = now() - interval '16 minutes' WHERE user_id = $1`,
        [owner.userId],
      );
      const late = { status: 403, body: { code: 'REAUTHENTICATION_REQUIRED' } };
      expect(await team.invite(owner, 'late@example.com')).toMatchObject(late);
      const path = `/user/team/members/${member.userId}`;
      expect(await call('PUT', path, { role: 'viewer' }, owner.headers)).toMatchObject(late);
      expect((await call('DELETE', path, undefined, owner.headers)).status).toBe(200);
    });
  });

  describe('ending', () => {
    it('should lock a removed member out with the next request, and give back the own account', async () => {
      const owner = await team.createOwner();
      const member = await team.addMember(owner);
      expect(await team.balanceOf(member.headers)).toBe(200_000);
      const path = `/user/team/members/${member.userId}`;
      const stranger = await team.createOwner();
      expect((await call('DELETE', path, undefined, stranger.headers)).status).toBe(404);
      expect((await call('DELETE', path, undefined, owner.headers)).status).toBe(200);
      expect(await team.balanceOf(member.headers)).toBe(0);
      expect(await team.buy(member.headers)).toMatchObject({
        status: 402,
        body: { code: 'INSUFFICIENT_BALANCE' },
      });
      expect((await profileOf(member)).team).toBeNull();
      expect(await team.balanceOf(owner.headers)).toBe(200_000);
    });

    it('should let a member leave', async () => {
      const owner = await team.createOwner();
      const member = await team.addMember(owner, { role: 'viewer' });
      const leave = () => call('POST', '/user/team/leave', undefined, member.headers);
      expect((await leave()).status).toBe(200);
      expect(await leave()).toMatchObject({ status: 404, body: { code: 'NOT_IN_TEAM' } });
      expect(await team.balanceOf(member.headers)).toBe(0);
      expect((await teamOf(owner)).members).toEqual([]);
    });

    it('should lock members out while the owner is suspended', async () => {
      const owner = await team.createOwner();
      const member = await team.addMember(owner);
      await team.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [owner.userId]);
      expect((await call('GET', '/wallet', undefined, member.headers)).status).toBe(401);
      expect((await call('GET', '/profile', undefined, member.headers)).status).toBe(401);
      const form = { email: member.email, password: PASSWORD };
      expect(await call('POST', '/auth/login', form)).toMatchObject({
        status: 403,
        body: { code: 'TEAM_OWNER_INACTIVE' },
      });
      await team.sql(`UPDATE users SET status = 'active' WHERE id = $1`, [owner.userId]);
      expect((await call('GET', '/wallet', undefined, member.headers)).status).toBe(200);
    });

    it('should end the team with the account of the owner, and the membership with that of the member', async () => {
      const owner = await team.createOwner(1);
      const [one, two] = [await team.addMember(owner), await team.addMember(owner)];
      await team.invite(owner, 'open@example.com');
      const openToken = await team.tokenOf('open@example.com');
      expect((await call('DELETE', '/user', undefined, one.headers)).status).toBe(200);
      expect((await teamOf(owner)).members.map(({ id }) => id)).toEqual([two.userId]);
      expect(await team.sql(`SELECT FROM team_invitation WHERE email = $1`, [one.email])).toEqual(
        [],
      );

      await team.api.emptyWallet(owner);
      expect((await call('DELETE', '/user', undefined, owner.headers)).status).toBe(200);
      expect((await profileOf(two)).team).toBeNull();
      expect((await call('GET', `/auth/team-invitation?token=${openToken}`)).status).toBe(404);
      expect(
        await team.sql(`SELECT FROM team_member WHERE owner_id = $1 OR member_id = $1`, [
          owner.userId,
        ]),
      ).toEqual([]);
    });
  });

  describe('roles', () => {
    it('should show a viewer everything but credentials, and change nothing', async () => {
      const owner = await team.createOwner();
      const bought = await team.buy(owner.headers);
      const [{ id, password }] = bought.body.data.proxies as unknown as [
        { id: number; password: string },
      ];
      const viewer = await team.addMember(owner, { role: 'viewer', daily_limit: 5 });
      expect((await teamOf(owner)).members).toMatchObject([{ role: 'viewer', daily_limit: null }]);
      for (const path of [`/user/proxies/${id}`, '/user/proxies', '/proxy/history']) {
        const { status, body } = await call('GET', path, undefined, viewer.headers);
        expect([path, status]).toEqual([path, 200]);
        expect(JSON.stringify(body)).not.toContain(password);
        const owned = await call('GET', path, undefined, owner.headers);
        expect(JSON.stringify(owned.body)).toContain(password);
      }
      const readOnly = { status: 403, body: { code: 'VIEWER_READ_ONLY' } };
      const get = (path: string) => call('GET', path, undefined, viewer.headers);
      expect(await get(`/user/proxies/${id}/endpoints`)).toMatchObject(readOnly);
      expect(await team.buy(viewer.headers)).toMatchObject(readOnly);
      for (const path of [
        'rotate',
        'replacement',
        'suspend',
        'reissue-credentials',
        'list-token',
        'renewal',
      ])
        expect(await call('POST', `/user/proxies/${id}/${path}`, {}, viewer.headers)).toMatchObject(
          readOnly,
        );
      for (const path of ['/transactions', '/user/usage', '/dashboard/stats', '/wallet'])
        expect((await get(path)).status).toBe(200);
    });

    it('should let a buyer see credentials and configure, and change with the next request', async () => {
      const owner = await team.createOwner();
      const bought = await team.buy(owner.headers);
      const [{ id }] = bought.body.data.proxies as unknown as [{ id: number }];
      const buyer = await team.addMember(owner);
      const get = (path: string) => call('GET', path, undefined, buyer.headers);
      expect((await get(`/user/proxies/${id}/endpoints`)).status).toBe(200);
      const suspend = () => call('POST', `/user/proxies/${id}/suspend`, undefined, buyer.headers);
      expect((await suspend()).status).toBe(200);
      const change = { role: 'viewer' };
      const path = `/user/team/members/${buyer.userId}`;
      expect((await call('PUT', path, change, owner.headers)).status).toBe(200);
      expect(await suspend()).toMatchObject({ status: 403, body: { code: 'VIEWER_READ_ONLY' } });
      expect((await get(`/user/proxies/${id}/endpoints`)).status).toBe(403);
      const other = await team.createOwner();
      expect((await call('PUT', path, { role: 'buyer' }, other.headers)).status).toBe(404);
    });

    it('should keep what only the owner may do from members', async () => {
      const owner = await team.createOwner();
      const buyer = await team.addMember(owner);
      const calls: ['GET' | 'POST' | 'PUT' | 'DELETE', string][] = [
        ['GET', '/user/team'],
        ['POST', '/user/team/invitations'],
        ['DELETE', `/user/team/members/${buyer.userId}`],
        ['GET', '/user/api-keys'],
        ['POST', '/user/api-keys'],
        ['GET', '/user/webhooks'],
        ['PUT', '/user/allowed-addresses'],
        ['POST', '/payments/initialize-topup'],
        ['GET', '/user/naira-account'],
        ['GET', '/user/referrals'],
        ['PUT', '/user/usage/targets'],
      ];
      for (const [method, path] of calls)
        expect(
          await call(method, path, method === 'GET' ? undefined : {}, buyer.headers),
        ).toMatchObject({ status: 403, body: { code: 'OWNER_ONLY' } });
    });
  });
});
