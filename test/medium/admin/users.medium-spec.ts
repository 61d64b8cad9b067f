import { MailService } from '../../../src/mail/mail.service';
import { AdminTestApp, useAdminTestApp, type TestUser } from './admin-test-app';

describe('/admin/users', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;
  let subAdmin: TestUser;

  beforeAll(async () => {
    admin = await testApp.createUser('admin', 'Chief Admin');
    subAdmin = await testApp.createUser('sub-admin', 'Second Staff');
  }, 60_000);

  const add = (over: object = {}) =>
    testApp.call(admin, 'POST', '/admin/users', {
      name: ' Bola Ade ',
      email: `Bola-${Math.random()}@Example.com`,
      password: 'kettle-hill',
      ...over,
    });
  const change = (caller: TestUser, id: number, over: object = {}) =>
    testApp.call(caller, 'PUT', `/admin/users/${id}`, {
      name: 'Ada Obi',
      email: `${id}@example.com`,
      ...over,
    });
  const audited = (action: string, target: string) =>
    testApp.sql<{ changes: { before: unknown; after: unknown } }>(
      `SELECT changes - 'money' AS changes FROM audit_log WHERE action = $1 AND target = $2`,
      [action, target],
    );

  describe('POST', () => {
    it('should create a verified user with trimmed fields and return the creating admin', async () => {
      const { status, body } = await add({ email: ' New.User@Example.com ', role: 'sub-admin' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        success: true,
        message: 'User added successfully!',
        data: {
          user: {
            name: 'Bola Ade',
            email: 'new.user@example.com',
            status: 'active',
            role: 'sub-admin',
            balance: '0.00',
            stats: { active_proxies: 0, total_purchases: 0, total_spent: 0 },
          },
          created_by: { admin_name: 'Chief Admin' },
        },
      });
      const [row] = await testApp.sql(
        `SELECT email_verified_at, password_hash FROM users WHERE email = 'new.user@example.com'`,
      );
      expect(row!.email_verified_at).not.toBeNull();
      expect(row!.password_hash).toMatch(/^\$argon2id\$/);
    });

    it('should accept a first password of six characters, with which its owner signs in', async () => {
      const user = { email: 'six@example.com', password: 'kt-4hl' };
      expect((await add(user)).status).toBe(201);
      expect((await testApp.call(null, 'POST', '/auth/login', user)).status).toBe(200);
    });

    it.each([
      [{ name: '  ' }, 'name', 'Name, email, and password are required fields'],
      [{ email: undefined }, 'email', 'Name, email, and password are required fields'],
      [{ password: '' }, 'password', 'Name, email, and password are required fields'],
      [{ password: '12345' }, 'password', 'Password must be at least 6 characters long'],
      [
        { password: 'Qwerty' },
        'password',
        'This password is too common and easy to guess. Please choose another.',
      ],
      [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ role: 'owner' }, 'role', 'Role must be user, sub-admin or admin'],
      [{ role: null }, 'role', 'Role must be user, sub-admin or admin'],
      [{ status: null }, 'status', 'Status must be active, inactive or suspended'],
      [{ phone: '+234' }, 'phone', 'property phone should not exist'],
    ])('should refuse %j', async (over, field, message) => {
      const { status, body } = await add(over);
      expect(status).toBe(422);
      expect(body.errors).toEqual({ [field]: [message] });
    });

    it('should refuse an email address that is taken, ignoring case', async () => {
      await add({ email: 'taken@example.com' });
      const { status, body } = await add({ email: 'TAKEN@example.com' });
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty('email');
    });
  });

  describe('PUT', () => {
    it('should return the changed fields and audit their old and new values', async () => {
      const user = await testApp.createUser();
      const { status, body } = await change(admin, user.id, {
        name: 'Ada Eze',
        email: user.email,
        status: 'suspended',
      });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        user: { name: 'Ada Eze', status: 'suspended' },
        updated_fields: ['name', 'status'],
      });
      expect(await audited('user.status_changed', `user:${user.id}`)).toEqual([
        {
          changes: {
            before: { name: 'Ada Obi', status: 'active' },
            after: { name: 'Ada Eze', status: 'suspended' },
          },
        },
      ]);
    });

    it('should suspend and reactivate with a reason, which the audit keeps', async () => {
      const user = await testApp.createUser();
      const act = (action: string, body: object, caller = admin, id = user.id) =>
        testApp.call(caller, 'POST', `/admin/users/${id}/${action}`, body);
      const refused = { reason: ['Give a reason of 3 to 500 characters'] };
      for (const reason of [undefined, 'no'])
        expect((await act('suspend', { reason })).body.errors).toEqual(refused);
      expect((await act('suspend', { reason: 'Fraud' }, subAdmin)).status).toBe(403);
      expect((await act('suspend', { reason: 'Fraud' }, admin, admin.id)).status).toBe(403);
      expect((await act('reactivate', { reason: 'Fine' })).body.code).toBe('ALREADY_ACTIVE');

      expect((await act('suspend', { reason: ' Card fraud ' })).body).toMatchObject({
        message: 'User suspended.',
        data: { user: { name: 'Ada Obi', status: 'suspended' }, updated_fields: ['status'] },
      });
      expect((await testApp.call(user, 'GET', '/user/info')).status).toBe(401);
      expect((await act('suspend', { reason: 'Again' })).body.code).toBe('ALREADY_SUSPENDED');
      expect((await act('reactivate', { reason: 'Cleared' })).body).toMatchObject({
        message: 'User reactivated.',
        data: { user: { status: 'active' } },
      });
      const sql = `SELECT details FROM audit_log WHERE target = $1 AND category = 'user' ORDER BY id`;
      expect(await testApp.sql(sql, [`user:${user.id}`])).toEqual([
        { details: 'Changed status of Ada Obi: Card fraud' },
        { details: 'Changed status of Ada Obi: Cleared' },
      ]);
    });

    it.each([{ status: 'suspended' }, { status: 'inactive' }, { role: 'sub-admin' }])(
      'should end the sessions of the user on %j',
      async (over) => {
        const user = await testApp.createUser();
        expect((await testApp.call(user, 'GET', '/user/info')).status).toBe(200);
        expect((await change(admin, user.id, over)).status).toBe(200);
        expect((await testApp.call(user, 'GET', '/user/info')).status).toBe(401);
      },
    );

    const age = (caller: TestUser, minutes: number) =>
      testApp.sql(
        `UPDATE session SET created_at = now() - make_interval(mins => $2) WHERE user_id = $1`,
        [caller.id, minutes],
      );

    it('should need a recent sign-in for another email, which ends the sessions and is unverified', async () => {
      const user = await testApp.createUser();
      const to = `later.${user.email}`;
      await age(admin, 15);
      const refused = await change(admin, user.id, { email: to });
      expect([refused.status, refused.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED']);
      expect((await change(admin, user.id, { email: user.email, name: 'Ada Eze' })).status).toBe(
        200,
      );
      expect((await testApp.call(user, 'GET', '/user/info')).status).toBe(200);
      await age(admin, 0);
      expect((await change(admin, user.id, { email: to, name: 'Ada Eze' })).status).toBe(200);
      expect((await testApp.call(user, 'GET', '/user/info')).status).toBe(401);
      const verifiedAt = async () =>
        (
          await testApp.sql<{ email_verified_at: Date | null }>(
            'SELECT email_verified_at FROM users WHERE id = $1',
            [user.id],
          )
        )[0]!.email_verified_at;
      expect(await verifiedAt()).toBeNull();
      const [mail] = await testApp.app.get(MailService).inbox({ to });
      const link = /\/verify-email\/\S+/.exec(mail!.text)![0];
      expect((await testApp.call(null, 'GET', `/auth${link}`)).status).toBe(200);
      expect(await verifiedAt()).not.toBeNull();
    });

    it('should keep the present session of an admin who changes their own email', async () => {
      const own = await testApp.createUser('admin');
      const other = { ...own, token: await testApp.signIn(own.id) };
      const answer = await change(own, own.id, { email: `own.${own.email}`, role: 'admin' });
      expect(answer.status).toBe(200);
      expect((await testApp.call(own, 'GET', '/user/info')).status).toBe(200);
      expect((await testApp.call(other, 'GET', '/user/info')).status).toBe(401);
    });

    it('should end all sessions of a user, after a recent sign-in, and audit it', async () => {
      const user = await testApp.createUser();
      const phone = { ...user, token: await testApp.signIn(user.id) };
      const end = (caller: TestUser, id: number) =>
        testApp.call(caller, 'POST', `/admin/users/${id}/end-sessions`);
      await age(admin, 15);
      expect((await end(admin, user.id)).body.code).toBe('REAUTHENTICATION_REQUIRED');
      await age(admin, 0);
      expect((await end(subAdmin, user.id)).body.code).toBe('FORBIDDEN');
      const { status, body } = await end(admin, user.id);
      expect([status, body.message, body.data]).toEqual([
        200,
        '2 sessions have been ended.',
        { ended: 2 },
      ]);
      for (const caller of [user, phone])
        expect((await testApp.call(caller, 'GET', '/user/info')).status).toBe(401);
      const rows = await testApp.sql(
        `SELECT details FROM audit_log WHERE action = 'user.sessions_ended' AND target = $1`,
        [`user:${user.id}`],
      );
      expect(rows).toEqual([{ details: 'Ended 2 sessions of Ada Obi' }]);
      expect((await end(admin, admin.id)).status).toBe(200);
      expect((await testApp.call(admin, 'GET', '/user/info')).status).toBe(200);
      expect((await end(admin, 999_999)).status).toBe(404);
    });

    it('should notify the old and the new address of an email change', async () => {
      const user = await testApp.createUser();
      const to = `moved.${user.email}`;
      expect((await change(admin, user.id, { email: to })).status).toBe(200);
      const subjects = async (address: string) =>
        (await testApp.app.get(MailService).inbox({ to: address })).map(({ subject }) => subject);
      expect(await subjects(user.email)).toEqual([
        'The email address of your NairaProxy account was changed',
      ]);
      expect(await subjects(to)).toEqual(['Your NairaProxy account now uses this email address']);
      await change(admin, user.id, { email: to, name: 'Another Name' });
      expect(await subjects(to)).toHaveLength(1);
    });

    it('should keep sessions when only the name changes', async () => {
      const user = await testApp.createUser();
      await change(admin, user.id, { name: 'Another Name', email: user.email });
      expect((await testApp.call(user, 'GET', '/user/info')).status).toBe(200);
    });

    it.each([[{ name: '' }], [{ email: ' ' }]])(
      'should require name and email: %j',
      async (over) => {
        const { status, body } = await change(admin, subAdmin.id, over);
        expect(status).toBe(422);
        expect(Object.values(body.errors!)).toEqual([['Name and email are required fields']]);
      },
    );

    it('should answer 404 for an unknown and for an invalid id', async () => {
      expect((await change(admin, 999_999)).status).toBe(404);
      expect((await testApp.call(admin, 'GET', '/admin/users/99999999999')).status).toBe(404);
      expect((await testApp.call(admin, 'GET', '/admin/users/abc')).status).toBe(404);
    });

    it('should refuse an email address that is taken', async () => {
      const { status, body } = await change(admin, subAdmin.id, { email: admin.email });
      expect(status).toBe(422);
      expect(body.errors).toHaveProperty('email');
    });

    it('should let admins change their own name, but not their own role or status', async () => {
      for (const over of [{ role: 'user' }, { status: 'inactive' }])
        expect((await change(admin, admin.id, { email: admin.email, ...over })).status).toBe(403);
      const renamed = { name: 'Chief Admin', email: admin.email, role: 'admin', status: 'active' };
      expect((await change(admin, admin.id, renamed)).status).toBe(200);
    });
  });

  describe('GET', () => {
    it('should search, filter, paginate and count', async () => {
      const names = ['Zainab One', 'Zainab Two', 'Zainab Three'];
      const people: TestUser[] = [];
      for (const name of names) people.push(await testApp.createUser('user', name));
      await testApp.fund(people[0]!.id, 700);
      await change(admin, people[2]!.id, { name: 'Zainab Three', status: 'suspended' });
      const list = (query: string) => testApp.call(admin, 'GET', `/admin/users?${query}`);
      const first = await list('search=%20zainab%20&per_page=2');
      expect(first.body.data).toMatchObject({
        users: [{ name: 'Zainab Three' }, { name: 'Zainab Two' }],
        pagination: {
          total: 3,
          current_page: 1,
          last_page: 2,
          from: 1,
          to: 2,
          has_next_page: true,
        },
        statistics: { total: 3, active: 2, suspended: 1, total_balance: '700.00' },
      });
      const second = await list('search=zainab&per_page=2&page=2&status=all');
      expect(second.body.data).toMatchObject({
        users: [{ name: 'Zainab One', balance: '700.00' }],
        pagination: { from: 3, to: 3 },
      });
      const suspended = await list('search=zainab&status=suspended');
      expect(suspended.body.data).toMatchObject({
        users: [{ id: people[2]!.id }],
        statistics: { total: 1, active: 0, suspended: 1 },
      });
      expect((await list(`search=${people[1]!.email}`)).body.data).toMatchObject({
        users: [{ id: people[1]!.id }],
      });
      expect((await list('search=100%25')).body.data).toMatchObject({ users: [] });
      const unsearched = await list('status=suspended&role=user');
      const [known] = await testApp.sql<{ count: number }>(
        `SELECT count(*)::int FROM users WHERE status = 'suspended' AND role = 'user' AND closed_at IS NULL`,
      );
      expect(unsearched.body.data).toMatchObject({
        pagination: { total: known!.count },
        statistics: { total: known!.count, active: 0, suspended: known!.count },
      });
      expect((await list('status=gone')).status).toBe(422);
    });

    it('should return fifteen per page', async () => {
      await Promise.all(Array.from({ length: 16 }, () => testApp.createUser()));
      const { body } = await testApp.call(admin, 'GET', '/admin/users');
      expect(body.data).toMatchObject({ pagination: { per_page: 15 } });
      expect(body.data.users).toHaveLength(15);
    });
  });

  describe('for a sub-admin', () => {
    it('should hide amounts', async () => {
      const user = await testApp.createUser();
      await testApp.fund(user.id, 900);
      const list = await testApp.call(subAdmin, 'GET', `/admin/users?search=${user.email}`);
      expect(list.body.data).toMatchObject({
        users: [{ id: user.id, balance: null, stats: { active_proxies: 0, total_spent: null } }],
        statistics: { total: 1, total_balance: null },
      });
      const one = await testApp.call(subAdmin, 'GET', `/admin/users/${user.id}`);
      expect(one.body.data).toMatchObject({ user: { balance: null } });
    });

    it('should refuse every change and the history', async () => {
      const calls = [
        ['POST', '/admin/users', { name: 'A', email: 'a@example.com', password: '123456' }],
        ['PUT', `/admin/users/${subAdmin.id}`, { name: 'A', email: 'a@example.com' }],
        ['DELETE', `/admin/users/${admin.id}`, undefined],
        ['POST', `/admin/users/${admin.id}/fund-wallet`, { amount: 5000 }],
        ['GET', `/admin/users/${admin.id}/purchases`, undefined],
        ['GET', `/admin/users/${admin.id}/payments`, undefined],
        ['GET', `/admin/users/${admin.id}/wallet`, undefined],
      ] as const;
      for (const [method, path, body] of calls)
        expect([path, (await testApp.call(subAdmin, method, path, body)).status]).toEqual([
          path,
          403,
        ]);
    });
  });

  // Last, since a second app replaces the strategy of the process-wide passport instance.
  describe('the last admin', () => {
    it('should survive when two admins demote each other concurrently', async () => {
      const alone = await AdminTestApp.open();
      try {
        for (let round = 0; round < 5; round += 1) {
          const [a, b] = [await alone.createUser('admin'), await alone.createUser('admin')];
          await alone.sql(
            `UPDATE users SET role = 'user' WHERE role = 'admin' AND NOT id = ANY($1)`,
            [[a.id, b.id]],
          );
          const demote = (actor: TestUser, target: TestUser) =>
            alone.call(actor, 'PUT', `/admin/users/${target.id}`, {
              name: 'Ada Obi',
              email: target.email,
              role: 'user',
            });
          const answers = await Promise.all([demote(a, b), demote(b, a)]);
          expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
          const [{ count }] = (await alone.sql<{ count: number }>(
            `SELECT count(*)::int AS count FROM users WHERE role = 'admin' AND status = 'active'`,
          )) as [{ count: number }];
          expect(count).toBe(1);
        }
      } finally {
        await alone.close();
      }
    }, 60_000);
  });
});
