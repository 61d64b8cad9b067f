import { AccountClosureService } from '../../../src/account/account-closure.service';
import { Clock, MINUTE, SECOND } from '../../../src/common/time/clock';
import type { Permission } from '../../../src/common/security/permissions';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { MailService } from '../../../src/mail/mail.service';
import { UsersService } from '../../../src/users/users.service';
import { listCommittedOperations } from '../../support/openapi-document';
import { AdminTestApp, useAdminTestApp, type TestResponse, type TestUser } from './admin-test-app';

describe('The page of a customer', () => {
  const testApp = useAdminTestApp();
  let ngozi: TestUser;
  let subAdmin: TestUser;
  let ada: TestUser;

  beforeAll(async () => {
    ngozi = await testApp.createUser('admin', 'Ngozi Eze');
    subAdmin = await testApp.createUser('sub-admin');
  }, 60_000);
  beforeEach(async () => {
    ada = await testApp.createUser();
  });

  type Method = Parameters<AdminTestApp['call']>[1];
  const call = (by: TestUser, method: Method, path: string, body?: object) =>
    testApp.call(by, method, `/admin/users/${ada.id}${path}`, body);
  const dataOf = <T>({ body }: TestResponse) => body.data as T;
  const audited = (action: string, target = `user:${ada.id}`) =>
    testApp.sql<{ actor_id: number; details: string }>(
      'SELECT actor_id, details FROM audit_log WHERE action = $1 AND target = $2 ORDER BY id',
      [action, target],
    );
  const addStaff = async (name: string, permissions: Permission[]): Promise<TestUser> => {
    const user = await testApp.createUser('sub-admin');
    await testApp.sql(
      `WITH r AS (INSERT INTO staff_role (name, permissions) VALUES ($2, $3) RETURNING id)
       UPDATE users SET staff_role_id = r.id, staff_role_since = now() FROM r WHERE users.id = $1`,
      [user.id, name, permissions],
    );
    return user;
  };

  it('should list the customers who sign in from the same addresses', async () => {
    const [twin, neighbour, former] = [
      await testApp.createUser('user', 'Twin'),
      await testApp.createUser('user', 'Neighbour'),
      await testApp.createUser('user', 'Former'),
    ];
    const signIns = [
      ...[[ada, '198.51.100.1', 1] as const, [ada, '198.51.100.2', 1] as const],
      ...[[twin, '198.51.100.1', 2] as const, [twin, '198.51.100.2', 3] as const],
      ...[[neighbour, '198.51.100.2', 1] as const, [subAdmin, '198.51.100.2', 1] as const],
      [former, '198.51.100.1', 31] as const,
    ];
    for (const [user, ip, days] of signIns)
      await testApp.sql(
        `INSERT INTO session (user_id, last_seen_at, expires_at, ip, user_agent)
         VALUES ($1, now() - make_interval(days => $3), now(), $2, '')`,
        [user.id, ip, days],
      );
    await testApp.sql(`UPDATE session SET ip = 'of ' || user_id WHERE ip = '127.0.0.1'`);
    const { users } = dataOf<{ users: object[] }>(await call(subAdmin, 'GET', '/related'));
    expect(users).toEqual([
      expect.objectContaining({ name: 'Twin', addresses: 2 }),
      expect.objectContaining({ name: 'Neighbour', examples: ['198.51.100.2'] }),
    ]);
  });

  it('should list sign-ins, end one of them at once, and audit it', async () => {
    type Shown = { id: string; is_active: boolean };
    const phone = { ...ada, token: await testApp.signIn(ada.id) };
    const sessions = async () =>
      dataOf<{ sessions: Shown[] }>(await call(subAdmin, 'GET', '/sessions')).sessions;
    const [latest, first] = await sessions();
    expect([latest!.is_active, first!.is_active]).toEqual([true, true]);
    const end = (by: TestUser) => call(by, 'DELETE', `/sessions/${latest!.id}`);
    expect((await end(subAdmin)).status).toBe(403);
    expect((await end(ngozi)).body.message).toBe('The session has been ended.');
    expect((await testApp.call(phone, 'GET', '/user/info')).status).toBe(401);
    expect((await testApp.call(ada, 'GET', '/user/info')).status).toBe(200);
    expect((await sessions()).map(({ is_active }) => is_active)).toEqual([false, true]);
    expect((await end(ngozi)).body.code).toBe('SESSION_NOT_FOUND');
    const foreign = await testApp.createUser();
    const { sessions: theirs } = dataOf<{ sessions: Shown[] }>(
      await testApp.call(ngozi, 'GET', `/admin/users/${foreign.id}/sessions`),
    );
    expect((await call(ngozi, 'DELETE', `/sessions/${theirs[0]!.id}`)).status).toBe(404);
    expect(await audited('user.session_ended')).toEqual([
      { actor_id: ngozi.id, details: 'Ended a sign-in of Ada Obi' },
    ]);
  });

  it('should send a mail again, but none with a code or link that works once', async () => {
    type Mail = { id: number; subject: string; status: string; can_resend: boolean };
    const closing = 'Bye';
    const content = { heading: 'Hello', paragraphs: ['Your proxy expires.'], closing };
    const link = (url: string) => ({ label: 'Go', url });
    const token = 'x'.repeat(43);
    await testApp.app.get(UnitOfWork).run(async () => {
      const mail = testApp.app.get(MailService);
      const send = (subject: string, over: object = {}) =>
        mail.enqueueTemplate(ada.email, () => ({ ...content, subject, ...over }));
      await send('Receipt', { action: link('https://shop.example/wallet') });
      await send('Code', { code: '123456' });
      await send('Link', { action: link(`https://shop.example/join?token=${token}`) });
    });
    const mails = async () =>
      dataOf<{ mails: Mail[] }>(await call(subAdmin, 'GET', '/mails')).mails;
    expect((await mails()).map(({ can_resend }) => can_resend)).toEqual([false, false, false]);
    await testApp.sql(
      `UPDATE mail_message SET status = 'sent', body = NULL, sent_at = now() WHERE recipient = $1`,
      [ada.email],
    );
    const sent = await mails();
    expect(sent.map((mail) => [mail.subject, mail.can_resend])).toEqual([
      ['Link', false],
      ['Code', false],
      ['Receipt', true],
    ]);
    const resend = (by: TestUser, { id }: Mail) => call(by, 'POST', `/mails/${id}/resend`);
    expect((await resend(subAdmin, sent[2]!)).status).toBe(403);
    expect((await resend(ngozi, sent[0]!)).body.code).toBe('MAIL_NOT_KEPT');
    const bola = await testApp.createUser();
    expect(
      (await testApp.call(ngozi, 'POST', `/admin/users/${bola.id}/mails/${sent[2]!.id}/resend`))
        .status,
    ).toBe(404);
    expect((await resend(ngozi, sent[2]!)).status).toBe(200);
    const [again] = await testApp.app.get(MailService).inbox({ to: ada.email });
    expect(again).toMatchObject({ subject: 'Receipt', to: ada.email });
    expect(again!.text).toContain('Your proxy expires.');
    expect(await audited('user.mail_resent')).toEqual([
      { actor_id: ngozi.id, details: 'Sent “Receipt” again' },
    ]);
  });

  it('should keep notes of staff with author and time, and erase them and mails with the account', async () => {
    const agent = await addStaff('Agent', ['users.read', 'tickets.manage']);
    const add = (by: TestUser, body: unknown) => call(by, 'POST', '/notes', { body });
    expect((await add(subAdmin, 'Hi')).status).toBe(403);
    expect((await add(agent, '  ')).status).toBe(422);
    expect((await add(agent, ' Prefers calls ')).status).toBe(201);
    await add(ngozi, 'VIP');
    type Note = { id: number; body: string; author: string; created_at: string };
    const { notes } = dataOf<{ notes: Note[] }>(await call(subAdmin, 'GET', '/notes'));
    expect(notes.map(({ body, author }) => [body, author])).toEqual([
      ['VIP', 'Ngozi Eze'],
      ['Prefers calls', 'Ada Obi'],
    ]);
    expect((await call(agent, 'DELETE', `/notes/${notes[0]!.id}`)).status).toBe(404);
    expect((await call(agent, 'DELETE', `/notes/${notes[1]!.id}`)).status).toBe(200);
    expect(await audited('user.note_added')).toHaveLength(2);
    expect(JSON.stringify(await audited('user.note_removed'))).not.toContain('Prefers');
    const exported = await testApp.call(ada, 'GET', '/user/export?section=notes');
    expect(exported.raw.toString()).toContain('"VIP"');

    await testApp.app.get(UnitOfWork).run(async () => {
      await testApp.app.get(MailService).enqueueTemplate(ada.email, () => ({
        ...{ subject: 'Hi', heading: 'Hi', paragraphs: ['Ada lives here'], closing: '' },
      }));
      const user = await testApp.app.get(UsersService).lock(ada.id);
      await testApp.app.get(AccountClosureService).close({ ...ngoziActor() }, user!);
    });
    const count = (sql: string, value: unknown) => testApp.sql(sql, [value]);
    expect(await count('SELECT FROM user_note WHERE user_id = $1', ada.id)).toEqual([]);
    expect(
      await count(
        'SELECT FROM mail_message WHERE recipient = $1 AND content IS NOT NULL',
        ada.email,
      ),
    ).toEqual([]);
  });
  const ngoziActor = () => ({
    ...{ userId: ngozi.id, name: 'Ngozi Eze', email: ngozi.email, role: 'admin' as const },
    ...{ sessionId: '', ip: '', userAgent: '' },
  });

  it('should filter the audit trail and the proxies by the customer', async () => {
    await testApp.sell(ada.id, { naira: 5000, quantity: 2 });
    const bola = await testApp.createUser();
    await testApp.sell(bola.id, { naira: 5000 });
    const { proxies } = dataOf<{ proxies: { user: { id: number } }[] }>(
      await testApp.call(subAdmin, 'GET', `/admin/proxies/all?user_id=${ada.id}`),
    );
    expect(proxies.map(({ user }) => user.id)).toEqual([ada.id, ada.id]);
    await call(ngozi, 'POST', '/notes', { body: 'VIP' });
    await testApp.call(ada, 'GET', '/user/export');
    await testApp.call(bola, 'GET', '/user/export');
    const { logs } = dataOf<{ logs: { action: string }[] }>(
      await testApp.call(ngozi, 'GET', `/admin/audit/logs?about_user=${ada.id}`),
    );
    expect(logs.map(({ action }) => action)).toEqual(['user.data_exported', 'user.note_added']);
  });

  it('should refuse to change who is invited to the staff, and name the role of who has joined', async () => {
    const agent = await addStaff('Night shift', ['users.read']);
    const { user } = dataOf<{ user: { role: string; staff_role: string | null } }>(
      await testApp.call(ngozi, 'GET', `/admin/users/${agent.id}`),
    );
    expect(user).toMatchObject({ role: 'sub-admin', staff_role: 'Night shift' });
    await testApp.sql(`UPDATE users SET status = 'inactive' WHERE id = $1`, [agent.id]);
    await testApp.sql(
      `INSERT INTO staff_invitation (user_id, role, invited_by) VALUES ($1, 'sub-admin', $2)`,
      [agent.id, ngozi.id],
    );
    const path = `/admin/users/${agent.id}`;
    const edit = { name: 'Eve', email: agent.email, status: 'active' };
    for (const refused of [
      await testApp.call(ngozi, 'PUT', path, edit),
      await testApp.call(ngozi, 'POST', `${path}/reactivate`, { reason: 'Let in' }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'INVITATION_OPEN']);
  });

  describe('seen as the customer sees the shop', () => {
    const open = (by: TestUser = ngozi, id = ada.id) =>
      testApp.call(by, 'POST', `/admin/users/${id}/view`, { reason: 'Cannot see the proxy' });
    const view = async (): Promise<TestUser> => ({
      ...ada,
      token: dataOf<{ token: string }>(await open()).token,
    });

    it('should show the account without passwords, and audit who looks and why', async () => {
      await testApp.fund(ada.id, 7000);
      await testApp.sell(ada.id, { naira: 5000 });
      const looking = await view();
      const info = dataOf<{ user: object }>(await testApp.call(looking, 'GET', '/user/info'));
      expect(info.user).toMatchObject({ id: ada.id, role: 'user', wallet_balance: 7000 });
      const shown = await testApp.call(looking, 'GET', '/user/proxies');
      expect(shown.status).toBe(200);
      expect(shown.raw.toString()).not.toContain('word-of-proxy');
      const own = await testApp.call(ada, 'GET', '/user/proxies');
      expect(own.raw.toString()).toContain('word-of-proxy');
      expect((await testApp.call(looking, 'GET', '/user/naira-account')).status).toBe(200);
      expect(await audited('user.viewed_as')).toEqual([
        {
          actor_id: ngozi.id,
          details: 'Looked at the account of Ada Obi: Cannot see the proxy',
        },
      ]);
      // The customer sees no sign-in of staff among the own devices.
      const devices = await testApp.call(ada, 'GET', '/profile/sessions');
      expect(devices.body.data).toHaveLength(1);
    });

    it('should refuse every call that is not a read, what shows credentials, and the back office', async () => {
      const looking = await view();
      const passed: string[] = [];
      for (const { method, path, 'x-access': access } of listCommittedOperations()) {
        if (method === 'get' || access === 'public') continue;
        const url = path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, '1');
        const { status } = await testApp.call(looking, method.toUpperCase() as Method, url, {});
        if (status !== 403 && status !== 404) passed.push(`${method} ${path} ${status}`);
      }
      expect(passed).toEqual([]);
      for (const path of [
        '/user/proxies/1/endpoints',
        '/user/export',
        '/payments/verify?reference=X',
      ])
        expect((await testApp.call(looking, 'GET', path)).body.code).toBe('VIEW_READ_ONLY');
      expect((await testApp.call(looking, 'GET', '/admin/users')).status).toBe(403);
      await testApp.call(looking, 'POST', '/auth/logout');
      expect((await testApp.call(ngozi, 'GET', '/user/info')).status).toBe(200);
    });

    it('should record what was refused for the member of staff, and not for the customer', async () => {
      const looking = await view();
      await testApp.call(looking, 'POST', '/proxies/buy', {});
      const rows = () =>
        testApp.sql<{ actor_id: number }>(
          `SELECT actor_id FROM audit_log WHERE action = 'auth.access_denied' AND target = $1`,
          [`user:${ada.id}`],
        );
      for (let tries = 0; tries < 100 && !(await rows()).length; tries += 1)
        await new Promise(setImmediate);
      expect([...new Set((await rows()).map(({ actor_id: id }) => id))]).toEqual([ngozi.id]);
    });

    it('should end after 15 minutes, and with the session of the member of staff', async () => {
      const emeka = await testApp.createUser('admin', 'Emeka Obi');
      const token = dataOf<{ token: string }>(await open(emeka)).token;
      const status = async () =>
        (await testApp.call({ ...ada, token }, 'GET', '/user/info')).status;
      const start = Date.now();
      const now = jest.spyOn(testApp.app.get(Clock), 'now');
      now.mockReturnValue(new Date(start + 14 * MINUTE));
      expect(await status()).toBe(200);
      now.mockReturnValue(new Date(start + 15 * MINUTE + SECOND));
      expect(await status()).toBe(401);
      now.mockRestore();
      const second = { ...ada, token: dataOf<{ token: string }>(await open(emeka)).token };
      expect((await testApp.call(second, 'GET', '/user/info')).status).toBe(200);
      await testApp.call(emeka, 'POST', '/auth/logout');
      expect((await testApp.call(second, 'GET', '/user/info')).status).toBe(401);
    });

    it('should be closed to roles without the permission, without amounts, and to staff accounts', async () => {
      const help = await addStaff('Help desk', ['users.read', 'users.manage']);
      expect((await open(subAdmin)).status).toBe(403);
      expect((await open(help)).body.code).toBe('VIEW_NEEDS_MONEY');
      expect((await open(ngozi, subAdmin.id)).body.code).toBe('VIEW_OF_STAFF');
      const full = await addStaff('Lead', ['users.read', 'users.manage', 'money.read']);
      const looking = { ...ada, token: dataOf<{ token: string }>(await open(full)).token };
      expect((await testApp.call(looking, 'GET', '/user/info')).status).toBe(200);
      await testApp.sql(`UPDATE staff_role SET permissions = '{users.read}' WHERE name = 'Lead'`);
      expect((await testApp.call(looking, 'GET', '/user/info')).status).toBe(401);
    });
  });
});
