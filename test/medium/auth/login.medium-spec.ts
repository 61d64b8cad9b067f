import { AuditService } from '../../../src/audit/audit.service';
import { UserAdministrationService } from '../../../src/users/user-administration.service';
import { PasswordService } from '../../../src/auth/password/password.service';
import { hash } from '@node-rs/argon2';
import { SessionsService } from '../../../src/auth/sessions/sessions.service';
import { FirstAdminService } from '../../../src/auth/registration/first-admin.service';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/common/time/clock';
import { DataSource } from 'typeorm';
import type { Actor } from '../../../src/common/security/actor';
import {
  codeIn,
  newAddress,
  newEmail,
  createAuthTestApp,
  PASSWORD,
  type AuthTestApp,
} from './auth-test-app';

describe('Login', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp();
  });
  afterAll(() => app.close());

  const login = (email: string, password = PASSWORD, ip = newAddress(), path = '/auth/login') =>
    app.call('POST', path, { body: { email, password }, ip });
  const info = (token: string) => app.call('GET', '/user/info', { token });
  const loginToken = async (email: string, path?: string) =>
    ((await login(email, PASSWORD, newAddress(), path)).body.data as unknown as { token: string })
      .token;
  const staff = async (role: 'admin' | 'sub-admin') => {
    const person = await app.signUp();
    await app.sql('UPDATE users SET role = $2 WHERE id = $1', [person.id, role]);
    return { ...person, token: await loginToken(person.email, '/auth/admin/login') };
  };

  it('should answer an unknown address and a wrong password alike', async () => {
    const { email } = await app.signUp();
    const [wrong, unknown] = [await login(email, 'wrong-wrong'), await login(newEmail())];
    for (const answer of [wrong, unknown])
      expect(answer).toMatchObject({
        status: 401,
        body: {
          success: false,
          code: 'INVALID_CREDENTIALS',
          message: 'Invalid email or password.',
        },
      });
    expect(Object.keys(wrong.body)).toEqual(Object.keys(unknown.body));
  });

  it('should take as long for an unknown address as for a wrong password', async () => {
    const { email } = await app.signUp();
    const timed = async (send: () => Promise<unknown>) => {
      const start = process.cpuUsage();
      await send();
      const { user, system } = process.cpuUsage(start);
      return user + system;
    };
    const [unknown, wrong]: number[][] = [[], []];
    // Compares processor time, which other processes do not change and most of which is the hash. Without the dummy
    // hash an unknown address would take a few percent of the time of a wrong password.
    const ratio = () => Math.min(...unknown!) / Math.min(...wrong!);
    const isAlike = () => ratio() > 0.6 && ratio() < 1.7;
    // Stays below the rate limit of the account.
    for (let round = 0; round < 8 || (!isAlike() && round < 45); round += 1) {
      unknown!.push(await timed(() => login(newEmail(), 'wrong-wrong')));
      wrong!.push(await timed(() => login(email, 'wrong-wrong')));
    }
    expect(ratio()).toBeGreaterThan(0.6);
    expect(ratio()).toBeLessThan(1.7);
  });

  it.each([
    ['suspended', 'ACCOUNT_SUSPENDED'],
    ['inactive', 'ACCOUNT_INACTIVE'],
  ])(
    'should refuse a %s account and reveal its status only with the right password',
    async (status, code) => {
      const { id, email, token } = await app.signUp();
      await app.sql('UPDATE users SET status = $2 WHERE id = $1', [id, status]);
      expect((await info(token)).status).toBe(401);
      expect(await login(email)).toMatchObject({ status: 403, body: { code } });
      expect(await login(email, 'wrong-wrong')).toMatchObject({
        status: 401,
        body: { code: 'INVALID_CREDENTIALS' },
      });
    },
  );

  it('should reveal that the address is unverified only with the right password', async () => {
    const email = newEmail();
    await app.call('POST', '/auth/register', {
      body: { name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD },
      ip: newAddress(),
    });
    expect((await login(email, 'wrong-wrong')).status).toBe(401);
    expect((await login(email)).body.code).toBe('EMAIL_NOT_VERIFIED');
  });

  it('should audit failed sign-ins with the role of the account, and a customer at the staff sign-in', async () => {
    const admin = await staff('admin');
    const customer = await app.signUp();
    await login(admin.email, 'wrong-wrong', newAddress(), '/auth/admin/login');
    await login(customer.email, 'wrong-wrong');
    await login(customer.email, PASSWORD, newAddress(), '/auth/admin/login');
    const rows = await app.sql(
      `SELECT actor_id, actor_role, details FROM audit_log
       WHERE action = 'auth.sign_in_failed' AND actor_id = ANY($1) ORDER BY id`,
      [[admin.id, customer.id]],
    );
    expect(rows).toEqual([
      { actor_id: admin.id, actor_role: 'admin', details: 'Wrong password' },
      { actor_id: customer.id, actor_role: 'user', details: 'Wrong password' },
      {
        actor_id: customer.id,
        actor_role: 'user',
        details: 'Right password of a customer at the staff sign-in',
      },
    ]);
  });

  it('should audit the password reset of staff with their role', async () => {
    const { id, email } = await staff('admin');
    await app.call('POST', '/auth/forgot-password', { body: { email }, ip: newAddress() });
    const codes = ['000000', codeIn((await app.lastMail(email)).text)];
    const passwords = { password: `${PASSWORD}-2`, password_confirmation: `${PASSWORD}-2` };
    for (const token of codes)
      await app.call('POST', '/auth/reset-password', { body: { email, token, ...passwords } });
    const rows = await app.sql<{ row: string }>(
      `SELECT action || ' ' || actor_role AS row FROM audit_log WHERE actor_id = $1 ORDER BY id DESC LIMIT 3`,
      [id],
    );
    expect(rows.map(({ row }) => row)).toEqual([
      'auth.password_reset admin',
      'auth.reset_code_failed admin',
      'auth.password_reset_requested admin',
    ]);
  });

  it.each(['/auth/login', '/auth/admin/login'])(
    'should refuse null in place of a code or a value at %s',
    async (path) => {
      const { email } = await app.signUp();
      const valid = { email, password: PASSWORD };
      for (const field of ['email', 'password', 'code']) {
        const answer = await app.call('POST', path, {
          body: { ...valid, [field]: null },
          ip: newAddress(),
        });
        expect(answer.status).toBe(422);
        expect(Object.keys(answer.body.errors!)).toEqual([field]);
      }
    },
  );

  describe('reauthentication', () => {
    const reauthenticate = (token: string, body: object) =>
      app.call('POST', '/auth/reauthenticate', { token, body });
    const tokenIn = (answer: { body: { data?: unknown } }) =>
      (answer.body.data as { token: string }).token;

    it('should replace the session and its token when the password is right', async () => {
      const { id, token } = await app.signUp();
      const answer = await reauthenticate(token, { password: PASSWORD });
      expect(answer).toMatchObject({ status: 200, body: { data: { user: { id } } } });
      expect((await info(token)).status).toBe(401);
      expect((await info(tokenIn(answer))).status).toBe(200);
      const rows = await app.sql(
        `SELECT FROM audit_log WHERE action = 'auth.reauthenticated' AND target = $1`,
        [`user:${id}`],
      );
      expect(rows).toHaveLength(1);
    });

    it('should keep the session after wrong passwords, and slow them down', async () => {
      const { token } = await app.signUp();
      for (let guess = 0; guess < 5; guess += 1)
        expect(await reauthenticate(token, { password: `guess-${guess}` })).toMatchObject({
          status: 422,
          body: { errors: { password: ['Your password is incorrect.'] } },
        });
      expect((await reauthenticate(token, { password: PASSWORD })).status).toBe(429);
      expect((await info(token)).status).toBe(200);
      expect((await reauthenticate(token, { password: PASSWORD, code: null })).status).toBe(422);
    });

    it('should refuse a first password that has expired', async () => {
      const { id, token } = await app.signUp();
      await app.sql('UPDATE users SET first_password_expires_at = now() WHERE id = $1', [id]);
      app.clock.advance(SECOND);
      expect(await reauthenticate(token, { password: PASSWORD })).toMatchObject({
        status: 403,
        body: { code: 'FIRST_PASSWORD_EXPIRED' },
      });
    });

    it('should open one session for concurrent confirmations', async () => {
      const { token } = await app.signUp();
      const answers = await Promise.all(
        [0, 1, 2].map(() => reauthenticate(token, { password: PASSWORD })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });
  });

  it('should allow only staff to log in to the back office', async () => {
    const customer = await app.signUp();
    const refused = await login(customer.email, PASSWORD, newAddress(), '/auth/admin/login');
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'Access denied. Admin privileges required.' },
    });
    for (const role of ['admin', 'sub-admin'] as const) {
      const { email } = await staff(role);
      const answer = await login(email, PASSWORD, newAddress(), '/auth/admin/login');
      expect(answer).toMatchObject({
        status: 200,
        body: { message: 'Admin login successful!', data: { user: { role } } },
      });
    }
  });

  it('should rehash a password stored with weaker parameters, also in concurrent logins', async () => {
    const { id, email } = await app.signUp();
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await app.sql('UPDATE users SET password_hash = $2 WHERE id = $1', [id, weak]);
    const logins = await Promise.all([login(email), login(email), login(email)]);
    expect(logins.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [row] = await app.sql('SELECT password_hash FROM users WHERE id = $1', [id]);
    expect(row!.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(email)).status).toBe(200);
  });

  describe('Access token', () => {
    it('should be refused when missing, truncated, forged or of another type', async () => {
      const { token } = await app.signUp();
      const [header, payload, signature] = token.split('.') as [string, string, string];
      const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
      const bad = [
        undefined,
        'nonsense',
        `${header}.${payload}.`,
        `${none}.${payload}.`,
        `${none}.${payload}.${signature}`,
        `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      ];
      for (const forged of bad) {
        const answer = await app.call('GET', '/user/info', forged ? { token: forged } : {});
        expect([forged, answer.status, answer.body.code]).toEqual([forged, 401, 'UNAUTHENTICATED']);
      }
    });

    it('should become invalid when the account is closed or its role changes', async () => {
      const closed = await app.signUp();
      await app.sql('UPDATE users SET closed_at = now() WHERE id = $1', [closed.id]);
      expect((await info(closed.token)).status).toBe(401);
      const demoted = await staff('admin');
      expect((await info(demoted.token)).status).toBe(200);
      await app.sql(`UPDATE users SET role = 'user' WHERE id = $1`, [demoted.id]);
      expect((await info(demoted.token)).status).toBe(401);
    });

    it('should become invalid when another module revokes one or all sessions', async () => {
      const sessions = app.app.get(SessionsService);
      const { id, email, token } = await app.signUp();
      const second = await loginToken(email);
      const open = await sessions.list({ userId: id, role: 'user', sessionId: '' } as Actor);
      expect(open).toHaveLength(2);
      const [latest] = open;
      await app.uow.run(() => sessions.revokeAll(id, latest!.id));
      expect((await info(token)).status).toBe(401);
      expect((await info(second)).status).toBe(200);
      const other = await app.signUp();
      expect(await app.uow.run(() => sessions.revoke(other.id, latest!.id))).toBe(false);
      expect(await app.uow.run(() => sessions.revoke(id, latest!.id))).toBe(true);
      expect((await info(second)).status).toBe(401);
    });

    it('should need one query per request and update the last use at most once a minute', async () => {
      const { token } = await app.signUp();
      const asked: string[] = [];
      const spy = jest
        .spyOn(app.app.get(DataSource).logger, 'logQuery')
        .mockImplementation((text) => void asked.push(text));
      try {
        await info(token);
        expect(asked.filter((text) => /session/.test(text))).toHaveLength(1);
        app.clock.advance(MINUTE + SECOND);
        asked.length = 0;
        await Promise.all([info(token), info(token)]);
        await info(token);
        expect(asked.filter((text) => /UPDATE session/.test(text)).length).toBeLessThanOrEqual(2);
        expect(asked.filter((text) => /FROM session/.test(text))).toHaveLength(3);
      } finally {
        spy.mockRestore();
      }
    });

    it('should expire after 7 idle days and after 30 days in any case for a customer', async () => {
      const idle = await app.signUp();
      const busy = await app.signUp();
      for (let day = 0; day < 7; day += 1) {
        app.clock.advance(DAY);
        expect([day, (await info(busy.token)).status]).toEqual([day, 200]);
      }
      expect((await info(idle.token)).status).toBe(401);
      for (let day = 7; day < 29; day += 1) {
        app.clock.advance(DAY);
        await info(busy.token);
      }
      expect((await info(busy.token)).status).toBe(200);
      app.clock.advance(DAY + SECOND);
      expect((await info(busy.token)).status).toBe(401);
    });

    it('should expire after 2 idle hours and after 12 hours in any case for staff', async () => {
      const idle = await staff('sub-admin');
      const busy = await staff('admin');
      app.clock.advance(HOUR);
      expect((await info(busy.token)).status).toBe(200);
      app.clock.advance(HOUR + SECOND);
      expect((await info(idle.token)).status).toBe(401);
      for (let hour = 2; hour < 11; hour += 1) {
        expect([hour, (await info(busy.token)).status]).toEqual([hour, 200]);
        app.clock.advance(HOUR);
      }
      expect((await info(busy.token)).status).toBe(200);
      app.clock.advance(HOUR);
      expect((await info(busy.token)).status).toBe(401);
    });
  });

  it('should create the first admin once under concurrent calls', async () => {
    const admins = new FirstAdminService(
      app.uow,
      app.module.get(PasswordService),
      app.module.get(UserAdministrationService),
      app.module.get(AuditService),
    );
    await app.sql(`UPDATE users SET role = 'user' WHERE role = 'admin'`);
    const taken = await app.signUp();
    await expect(admins.ensure(taken.email, PASSWORD)).rejects.toThrow('no admin');
    const email = newEmail();
    const made = await Promise.all(
      [1, 2, 3].map(() => admins.ensure(email.toUpperCase(), PASSWORD)),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await admins.ensure(newEmail(), PASSWORD)).toBe(false);
    const answer = await login(email, PASSWORD, newAddress(), '/auth/admin/login');
    expect(answer).toMatchObject({
      status: 200,
      body: { data: { user: { role: 'admin', email } } },
    });
  });
});

describe('Login with email verification off', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp({ EMAIL_VERIFICATION: 'false' });
  });
  afterAll(() => app.close());

  it('should neither mail nor require a verification link', async () => {
    const email = newEmail();
    const registered = await app.call('POST', '/auth/register', {
      body: { name: 'Ada', email, password: PASSWORD, confirmPassword: PASSWORD },
    });
    expect(registered.body.message).toBe('Account created successfully! Please login to continue.');
    await expect(app.lastMail(email)).rejects.toThrow('No mail');
    const answer = await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
    expect(answer.status).toBe(200);
    expect((await app.call('GET', '/auth/config')).body.data).toEqual({
      google: false,
      email_verification: false,
      maintenance: null,
      site_name: 'NairaProxy',
      site_description: expect.any(String),
      sandbox: true,
      support_email: 'support@nairaproxy.local',
      support_chat_url: null,
      support_reply_time: 'within one working day',
      company_name: 'NairaProxy',
      company_address: '',
      rc_number: null,
      gateway_address: 'localhost:3128',
      gateway_https_port: null,
      topup_channels: ['card', 'bank_transfer', 'pay_with_bank'],
      ...{ referrals: true, trial_megabytes: 0 },
      ...{ refund_window_days: 0, refund_maximum_used_percent: 20 },
      udp: { datacenter: false, residential: false, mobile: false },
    });
  });
});
