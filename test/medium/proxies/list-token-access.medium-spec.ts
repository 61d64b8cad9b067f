import { DataSource } from 'typeorm';
import { GoogleAccountsService } from '../../../src/auth/google/google-login.service';
import { MailService } from '../../../src/mail/mail.service';
import { waitForLockWaits } from '../../support/lock-waits';
import { createTeamTestApp, type Headers, type TeamTestApp } from '../team/team-test-app';
import type { Customer } from './http-test-app';

const NEW_PASSWORD = 'green-lantern-at-sea';

interface OwnProxy {
  id: number;
  password: string;
}

describe('Access by list addresses', () => {
  let team: TeamTestApp;
  let call: TeamTestApp['api']['call'];

  beforeAll(async () => {
    team = await createTeamTestApp();
    call = team.api.call;
  });
  afterAll(() => team.api.close());

  const buy = async (owner: Customer): Promise<OwnProxy> => {
    const { status, body } = await team.buy(owner.headers);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return (body.data as unknown as { proxies: [OwnProxy] }).proxies[0];
  };
  const tokenPath = ({ id }: OwnProxy) => `/user/proxies/${id}/list-token`;
  /** @returns the path of the list. */
  const share = async (proxy: OwnProxy, headers: Headers) => {
    const { status, body } = await call('POST', tokenPath(proxy), undefined, headers);
    if (status !== 201) throw new Error(JSON.stringify(body));
    const { token } = body.data as unknown as { token: string };
    return `/lists/${token}?format=json`;
  };
  /** A new proxy of the owner whose list the bearer of the headers shares. */
  const shareNew = async (owner: Customer, { headers } = owner as { headers: Headers }) =>
    share(await buy(owner), headers);
  const read = async (...paths: string[]) => {
    const statuses: number[] = [];
    for (const path of paths) statuses.push((await call('GET', path)).status);
    return statuses;
  };
  const tokensOf = ({ id }: OwnProxy) =>
    team.sql(`SELECT created_by FROM proxy_list_token WHERE proxy_id = $1`, [id]);
  const createKey = async ({ headers }: Customer) => {
    const form = { name: 'Scraper', scopes: ['read', 'proxies'] };
    const { status, body } = await call('POST', '/user/api-keys', form, headers);
    if (status !== 201) throw new Error(JSON.stringify(body));
    const { id, key } = body.data as unknown as { id: number; key: string };
    return { id, headers: { authorization: `Bearer ${key}` } };
  };
  const resetPassword = async ({ email }: Customer) => {
    expect((await call('POST', '/auth/forgot-password', { email })).status).toBe(200);
    const [mail] = await team.api.nest.get(MailService, { strict: false }).inbox({ to: email });
    const form = { password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    const token = /\b\d{6}\b/.exec(mail!.text)![0];
    const done = await call('POST', '/auth/reset-password', { email, token, ...form });
    expect(done.status).toBe(200);
  };
  const setRights = async (owner: Customer, member: Customer, rights: object) => {
    const path = `/user/team/members/${member.userId}`;
    expect((await call('PUT', path, rights, owner.headers)).status).toBe(200);
  };

  describe('of members', () => {
    let owner: Customer;
    let member: Customer;
    let proxy: OwnProxy;
    let own: string;
    let others: string[];

    beforeEach(async () => {
      owner = await team.createOwner();
      member = await team.addMember(owner);
      const colleague = await team.addMember(owner);
      proxy = await buy(owner);
      own = await share(proxy, member.headers);
      others = [await shareNew(owner), await shareNew(owner, colleague)];
      expect(await read(own, ...others)).toEqual([200, 200, 200]);
    });

    it('should end when the owner removes the member', async () => {
      const path = `/user/team/members/${member.userId}`;
      expect((await call('DELETE', path, undefined, owner.headers)).status).toBe(200);
      expect(await read(own, ...others)).toEqual([404, 200, 200]);
      expect(await tokensOf(proxy)).toEqual([]);
      expect(await call('GET', tokenPath(proxy), undefined, owner.headers)).toMatchObject({
        status: 404,
        body: { code: 'LIST_NOT_SHARED' },
      });
    });

    it('should end when the member leaves, also for one who joins again', async () => {
      const left = await call('POST', '/user/team/leave', undefined, member.headers);
      expect(left.status).toBe(200);
      expect(await read(own, ...others)).toEqual([404, 200, 200]);
      await team.invite(owner, member.email);
      await team.accept(member.headers, await team.tokenOf(member.email));
      expect(await read(own)).toEqual([404]);
    });

    it('should end when the member becomes a viewer, also for one who is a buyer again, and not with a limit', async () => {
      await setRights(owner, member, { role: 'buyer', daily_limit: 5_000 });
      expect(await read(own)).toEqual([200]);
      await setRights(owner, member, { role: 'viewer' });
      expect(await read(own, ...others)).toEqual([404, 200, 200]);
      await setRights(owner, member, { role: 'buyer' });
      expect(await read(own)).toEqual([404]);
    });

    it('should end when the member resets the password', async () => {
      await resetPassword(member);
      expect(await read(own, ...others)).toEqual([404, 200, 200]);
    });

    it('should end when the member closes the account', async () => {
      expect((await call('DELETE', '/user', undefined, member.headers)).status).toBe(200);
      expect(await read(own, ...others)).toEqual([404, 200, 200]);
    });

    it('should not be served while the account of the member is suspended', async () => {
      const setStatus = (status: string) =>
        team.sql(`UPDATE users SET status = $2 WHERE id = $1`, [member.userId, status]);
      await setStatus('suspended');
      expect(await read(own, ...others)).toEqual([404, 200, 200]);
      await setStatus('active');
      expect(await read(own)).toEqual([200]);
    });

    it('should be served on when the owner replaced the address of the member', async () => {
      const replaced = await share(proxy, owner.headers);
      const path = `/user/team/members/${member.userId}`;
      expect((await call('DELETE', path, undefined, owner.headers)).status).toBe(200);
      expect(await read(own, replaced)).toEqual([404, 200]);
    });

    it('should not be created by a request during which the member is removed', async () => {
      const other = await buy(owner);
      const runner = team.api.nest.get(DataSource).createQueryRunner();
      await runner.startTransaction();
      let pending;
      try {
        await runner.query(`DELETE FROM team_member WHERE member_id = $1`, [member.userId]);
        pending = call('POST', tokenPath(other), undefined, member.headers);
        await waitForLockWaits(team, 1);
        await runner.commitTransaction();
      } finally {
        await runner.release();
      }
      expect((await pending).status).toBe(404);
      expect(await tokensOf(other)).toEqual([]);
    });
  });

  describe('of API keys', () => {
    it('should end when the key is removed', async () => {
      const owner = await team.createOwner();
      const [key, other] = [await createKey(owner), await createKey(owner)];
      const own = await shareNew(owner, key);
      const others = [await shareNew(owner), await shareNew(owner, other)];
      expect(await read(own, ...others)).toEqual([200, 200, 200]);
      const path = `/user/api-keys/${key.id}`;
      expect((await call('DELETE', path, undefined, owner.headers)).status).toBe(200);
      expect(await read(own, ...others)).toEqual([404, 200, 200]);
      expect(
        await team.sql(`SELECT FROM proxy_list_token WHERE api_key_id = $1`, [key.id]),
      ).toEqual([]);
    });

    it('should not be served from when the key expires, nor count as shared', async () => {
      const owner = await team.createOwner();
      const key = await createKey(owner);
      const proxy = await buy(owner);
      const own = await share(proxy, key.headers);
      const expire = (interval: string) =>
        team.sql(`UPDATE api_key SET expires_at = now() + $2::interval WHERE id = $1`, [
          key.id,
          interval,
        ]);
      await expire('1 hour');
      expect(await read(own)).toEqual([200]);
      await expire('-1 second');
      expect(await read(own)).toEqual([404]);
      const state = await call('GET', tokenPath(proxy), undefined, owner.headers);
      expect([state.status, state.body.code]).toEqual([404, 'LIST_NOT_SHARED']);
      expect(await read(await share(proxy, owner.headers))).toEqual([200]);
    });

    it('should not be created by a request during which the key is removed', async () => {
      const owner = await team.createOwner();
      const key = await createKey(owner);
      const proxy = await buy(owner);
      const runner = team.api.nest.get(DataSource).createQueryRunner();
      await runner.startTransaction();
      let pending;
      try {
        await runner.query(`UPDATE api_key SET removed_at = now() WHERE id = $1`, [key.id]);
        pending = call('POST', tokenPath(proxy), undefined, key.headers);
        await waitForLockWaits(team, 1);
        await runner.commitTransaction();
      } finally {
        await runner.release();
      }
      expect((await pending).status).not.toBe(201);
      expect(await tokensOf(proxy)).toEqual([]);
    });
  });

  it('should all end when the owner resets the password, and no others', async () => {
    const [owner, bystander] = [await team.createOwner(), await team.createOwner()];
    const member = await team.addMember(owner);
    const key = await createKey(owner);
    const ended = [
      await shareNew(owner),
      await shareNew(owner, member),
      await shareNew(owner, key),
    ];
    const kept = await shareNew(bystander);
    expect(await read(...ended, kept)).toEqual([200, 200, 200, 200]);
    await resetPassword(owner);
    expect(await read(...ended, kept)).toEqual([404, 404, 404, 200]);
  });

  it('should all end when Google proves that whoever had registered the address was somebody else', async () => {
    const owner = await team.createOwner();
    const ended = [await shareNew(owner), await shareNew(owner, await createKey(owner))];
    expect(await read(...ended)).toEqual([200, 200]);
    await team.sql(`UPDATE users SET email_verified_at = NULL WHERE id = $1`, [owner.userId]);
    const profile = { subject: 'list-owner', email: owner.email, emailVerified: true, name: 'Ada' };
    await team.api.nest
      .get(GoogleAccountsService, { strict: false })
      .resolve(profile, { ip: '127.0.0.1', userAgent: 'test' });
    expect(await read(...ended)).toEqual([404, 404]);
  });

  it('should serve the new password after the credentials are reissued', async () => {
    const owner = await team.createOwner();
    const proxy = await buy(owner);
    const path = await share(proxy, owner.headers);
    const reissued = await call(
      'POST',
      `/user/proxies/${proxy.id}/reissue-credentials`,
      undefined,
      owner.headers,
    );
    const { password } = reissued.body.data.proxy as unknown as OwnProxy;
    expect(password).not.toBe(proxy.password);
    expect(await call('GET', path)).toMatchObject({
      status: 200,
      body: { data: { endpoints: [{ password }] } },
    });
  });
});
