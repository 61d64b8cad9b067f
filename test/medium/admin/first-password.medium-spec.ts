import { MailService } from '../../../src/mail/mail.service';
import { useAdminTestApp, type TestUser } from './admin-test-app';

describe('Staff who are kept out of the back office', () => {
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
  describe('the first password', () => {
    const PASSWORD = 'kettle-hill';
    const NEW_PASSWORD = 'blue-kettle-on-a-hill';
    /** An account made by staff, signed in with its first password. */
    const addAndSignIn = async (role: string) => {
      const email = `first-${role}-${Math.random()}@example.com`;
      const added = await add({ email, role });
      const { id } = (added.body.data as { user: { id: number } }).user;
      const { body } = await signIn(email, PASSWORD);
      return { id, email, token: (body.data as { token: string }).token };
    };
    const signIn = (email: string, password: string, headers = {}) =>
      testApp.call(null, 'POST', '/auth/login', { email, password }, headers);
    const mustChange = async (user: TestUser) => {
      const { body } = await testApp.call(user, 'GET', '/user/info');
      return (body.data as { user: { must_change_password: boolean } }).user.must_change_password;
    };
    const changePassword = (user: TestUser, next: string) =>
      testApp.call(user, 'PUT', '/profile/change-password', {
        old_password: PASSWORD,
        new_password: next,
        new_password_confirmation: next,
      });

    it('should keep staff from every change until they have chosen another', async () => {
      const staff = await addAndSignIn('admin');
      expect(await mustChange(staff)).toBe(true);
      expect((await testApp.call(staff, 'GET', '/admin/users')).status).toBe(200);
      const writes = [
        ['POST', '/admin/users'],
        ['PUT', `/admin/users/${admin.id}`],
        ['DELETE', `/admin/users/${admin.id}`],
        ['POST', '/admin/second-factor/begin'],
        ['POST', '/admin/analytics/export'],
      ] as const;
      for (const [method, path] of writes)
        expect([path, (await testApp.call(staff, method, path, {})).body.code]).toEqual([
          path,
          'PASSWORD_CHANGE_REQUIRED',
        ]);
      expect((await changePassword(staff, PASSWORD)).body.errors).toEqual({
        new_password: ['Please choose another password than the one you were given.'],
      });
      expect((await changePassword(staff, NEW_PASSWORD)).status).toBe(200);
      expect(await mustChange(staff)).toBe(false);
      expect((await testApp.call(staff, 'POST', '/admin/users', {})).status).toBe(422);
    });

    it('should check the role of staff first, and not keep customers from anything', async () => {
      const second = await addAndSignIn('sub-admin');
      expect((await testApp.call(second, 'POST', '/admin/users', {})).body.code).toBe('FORBIDDEN');
      const customer = await addAndSignIn('user');
      expect(await mustChange(customer)).toBe(true);
      const renamed = await testApp.call(customer, 'PUT', '/profile/update-name', { name: 'Bola' });
      expect(renamed.status).toBe(200);
    });

    it('should open no account after 72 hours, until it is reset by mail', async () => {
      const customer = await addAndSignIn('user');
      const [row] = await testApp.sql<{ hours: number }>(
        `SELECT round(extract(epoch FROM first_password_expires_at - now()) / 3600)::int AS hours
         FROM users WHERE id = $1`,
        [customer.id],
      );
      expect(row!.hours).toBe(72);
      await testApp.sql('UPDATE users SET first_password_expires_at = now() WHERE id = $1', [
        customer.id,
      ]);
      const refused = await signIn(customer.email, PASSWORD);
      expect([refused.status, refused.body.code]).toEqual([403, 'FIRST_PASSWORD_EXPIRED']);
      expect(refused.body.message).toMatch(/Forgot password/);
      expect((await signIn(customer.email, 'wrong-wrong')).status).toBe(401);
      await testApp.call(null, 'POST', '/auth/forgot-password', { email: customer.email });
      const [mail] = await testApp.app.get(MailService).inbox({ to: customer.email });
      const reset = (password: string) =>
        testApp.call(null, 'POST', '/auth/reset-password', {
          email: customer.email,
          token: /^(\d{6})$/m.exec(mail!.text)![1],
          password,
          password_confirmation: password,
        });
      expect((await reset(PASSWORD)).body.errors).toHaveProperty('password');
      expect((await reset(NEW_PASSWORD)).status).toBe(200);
      const { status, body } = await signIn(customer.email, NEW_PASSWORD);
      expect(status).toBe(200);
      expect(body.data.user).toMatchObject({ must_change_password: false });
    });
  });

  it('should keep staff without a required second factor from everything but its set-up', async () => {
    const chief = await testApp.createUser('admin', 'Chief With Factor');
    const require = (caller: TestUser, required: unknown) =>
      testApp.call(caller, 'PUT', '/admin/second-factor/requirement', { required });
    expect((await require(chief, true)).body.code).toBe('SECOND_FACTOR_OFF');
    await testApp.sql(
      `INSERT INTO two_factor (user_id, secret_encrypted, enabled_at) VALUES ($1, 'x', now())`,
      [chief.id],
    );
    await testApp.sql(
      `UPDATE session SET created_at = now() - interval '15 minutes' WHERE user_id = $1`,
      [chief.id],
    );
    expect((await require(chief, true)).body.code).toBe('REAUTHENTICATION_REQUIRED');
    await testApp.sql('UPDATE session SET created_at = now() WHERE user_id = $1', [chief.id]);
    expect((await require(chief, 'yes')).status).toBe(422);
    expect((await require(chief, true)).body.data).toEqual({ required: true });
    try {
      for (const path of ['/admin/users', '/admin/audit/logs', '/admin/staff'])
        expect([path, (await testApp.call(admin, 'GET', path)).body.code]).toEqual([
          path,
          'TWO_FACTOR_SETUP_REQUIRED',
        ]);
      expect((await testApp.call(subAdmin, 'GET', '/admin/users')).status).toBe(403);
      expect((await testApp.call(subAdmin, 'GET', '/admin/second-factor')).status).toBe(200);
      const begun = await testApp.call(subAdmin, 'POST', '/admin/second-factor/begin', {
        password: 'wrong-wrong',
      });
      expect(begun.body.errors).toHaveProperty('password');
      expect((await testApp.call(subAdmin, 'GET', '/user/info')).status).toBe(200);
      expect((await testApp.call(chief, 'GET', '/admin/users')).status).toBe(200);
    } finally {
      await require(chief, false);
    }
    expect((await testApp.call(admin, 'GET', '/admin/users')).status).toBe(200);
  });
});
