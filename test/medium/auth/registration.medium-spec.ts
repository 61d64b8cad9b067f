import { SettingsService } from '../../../src/settings/settings.service';
import { codeIn, linkIn, newAddress, newEmail, useAuthTestApp, PASSWORD } from './auth-test-app';

describe('Registration', () => {
  const app = useAuthTestApp();

  const form = (overrides: object = {}) => ({
    name: 'Ada Obi',
    email: newEmail(),
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...overrides,
  });

  it('should register, verify the email address, log in and end the session on logout', async () => {
    const email = newEmail();
    const registered = await app.call('POST', '/auth/register', {
      body: form({ email: `  ${email.toUpperCase()} `, created_at: '2020-01-01T00:00:00Z' }),
    });
    expect(registered.status).toBe(201);
    expect(registered.body.message).toBe(
      'Account created successfully! Check your email inbox or spam box for verification link. Please login to continue.',
    );
    expect(registered.body.data).toEqual({
      user: {
        id: expect.any(Number),
        name: 'Ada Obi',
        email,
        phone: null,
        created_at: expect.stringMatching(/^20(?!20)/),
        wallet_balance: 0,
        role: 'user',
        status: 'active',
        must_change_password: false,
        security_review: false,
        ...{ has_password: true, has_google: false },
        ...{ permissions: [], staff_role: null, team: null },
        email_verified_at: null,
      },
    });

    const early = await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
    expect([early.status, early.body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED']);

    const link = linkIn((await app.lastMail(email)).text);
    for (const time of ['first', 'second']) {
      const verified = await app.call('GET', link);
      expect([time, verified.status, verified.body]).toEqual([
        time,
        200,
        { success: true, message: 'Email verified successfully!', data: { email } },
      ]);
    }

    const signedIn = await app.call('POST', '/auth/login', {
      body: { email: email.toUpperCase(), password: PASSWORD },
    });
    expect([signedIn.status, signedIn.body.message]).toEqual([200, 'Login Successful!']);
    const { token, user } = signedIn.body.data as unknown as { token: string; user: unknown };
    expect(user).toMatchObject({ email, email_verified_at: expect.any(String) });

    const info = await app.call('GET', '/user/info', { token });
    expect(info.body).toEqual({ success: true, data: { user } });

    const out = await app.call('POST', '/auth/logout', { token });
    expect([out.status, out.body.success]).toEqual([200, true]);
    const after = await app.call('GET', '/user/info', { token });
    expect([after.status, after.body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('should note whose link a new customer followed, and register with any code', async () => {
    const referrer = form();
    await app.call('POST', '/auth/register', { body: referrer, ip: newAddress() });
    await app.sql(
      `INSERT INTO referral_code (user_id, code) SELECT id, 'ADA23456' FROM users WHERE email = $1`,
      [referrer.email],
    );
    for (const [referral, noted] of [
      [' ada23456 ', 1],
      ['UNKNOWN2', 0],
    ] as const) {
      const body = form({ referral });
      const answer = await app.call('POST', '/auth/register', { body, ip: newAddress() });
      expect(answer.status).toBe(201);
      const rows = await app.sql<{ referrer: string }>(
        `SELECT r.email AS referrer FROM referral f JOIN users u ON u.id = f.user_id
         JOIN users r ON r.id = f.referrer_id WHERE u.email = $1`,
        [body.email],
      );
      expect(rows).toEqual(noted ? [{ referrer: referrer.email }] : []);
    }
  });

  it('should refuse addresses of blocked domains and of those below', async () => {
    const settings = app.app.get(SettingsService);
    const block = async (value: string | null) => {
      await app.sql(`DELETE FROM setting WHERE key = 'blockedEmailDomains'`);
      if (value)
        await app.sql(
          `INSERT INTO setting (key, value) VALUES ('blockedEmailDomains', to_jsonb($1::text))`,
          [value],
        );
      settings.invalidateCache();
    };
    const register = async (email: string) =>
      (await app.call('POST', '/auth/register', { body: form({ email }), ip: newAddress() })).body;
    await block('mailinator.com tempmail.ng');
    for (const [at, domain] of [
      ['ada@mailinator.com', 'mailinator.com'],
      ['Ada@Box.TempMail.ng', 'box.tempmail.ng'],
    ] as const)
      expect((await register(at)).errors).toEqual({
        email: [`Email addresses at ${domain} are not accepted. Please use another email address.`],
      });
    expect((await register('ada@notmailinator.com')).success).toBe(true);
    await block(null);
    expect((await register('ada@mailinator.com')).success).toBe(true);
  });

  it('should create one account per address under concurrent registrations', async () => {
    const body = form();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.call('POST', '/auth/register', { body, ip: newAddress() }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    const refused = answers.filter((answer) => answer.status === 422);
    expect(refused).toHaveLength(19);
    expect(refused[0]!.body.errors).toEqual({
      email: ['An account with this email already exists.'],
    });
    const [{ count }] = (await app.sql(
      'SELECT count(*)::int FROM mail_message WHERE recipient = $1',
      [body.email],
    )) as [{ count: number }];
    expect(count).toBe(1);
  });

  it.each([
    [{ confirmPassword: 'another-password' }, 'confirmPassword', 'Passwords do not match'],
    [
      { password: 'short-1', confirmPassword: 'short-1' },
      'password',
      'Password must be at least 8 characters long',
    ],
    [
      { password: 'x'.repeat(129), confirmPassword: 'x'.repeat(129) },
      'password',
      'Password must be at most 128 characters long',
    ],
    [
      { password: 'Password123', confirmPassword: 'Password123' },
      'password',
      'This password is too common and easy to guess. Please choose another.',
    ],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ email: '"a b"@example.com' }, 'email', 'Please enter a valid email address'],
    [{ name: '   ' }, 'name', 'Name is required'],
    [{ name: 'a\u0000b' }, 'name', 'Name is required'],
    [{ name: '\u200b\u2060' }, 'name', 'Name is required'],
    [{ name: 'Ada \u202e ibO' }, 'name', 'Name is required'],
    [{ role: 'admin' }, 'role', 'property role should not exist'],
  ])('should refuse an invalid form (case %#)', async (overrides, field, message) => {
    const answer = await app.call('POST', '/auth/register', {
      body: form(overrides),
      ip: newAddress(),
    });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({ [field]: [message] });
  });

  it('should strip invisible characters from the email address', async () => {
    const email = newEmail();
    const copied = `\u202a${email.replace('@', '\u200b@')}\ufeff`;
    const answer = await app.call('POST', '/auth/register', {
      body: form({ email: copied }),
      ip: newAddress(),
    });
    expect(answer).toMatchObject({ status: 201, body: { data: { user: { email } } } });
  });

  it('should take both spellings of a domain as one address', async () => {
    const [unicode, ascii] = ['idn@bücher.example', 'idn@xn--bcher-kva.example'];
    const register = (email: string) =>
      app.call('POST', '/auth/register', { body: form({ email }), ip: newAddress() });
    const first = await register(unicode);
    expect(first).toMatchObject({ status: 201, body: { data: { user: { email: ascii } } } });
    expect((await app.lastMail(ascii)).text).toContain('/verify-email');
    expect(await register(ascii)).toMatchObject({
      status: 422,
      body: { errors: { email: expect.anything() } },
    });
    for (const email of [unicode, ascii, unicode.toUpperCase()])
      expect(
        (await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } })).body.code,
      ).toBe('EMAIL_NOT_VERIFIED');
  });
  it('should accept passwords of 8 and of 128 characters in any script', async () => {
    for (const password of ['ọkọ-ojú7', `${'ab-'.repeat(42)}é!`]) {
      const { status } = await app.call('POST', '/auth/register', {
        body: form({ password, confirmPassword: password }),
        ip: newAddress(),
      });
      expect([password, status]).toEqual([password, 201]);
    }
  });

  it('should allow 20 registrations per minute from one IP address', async () => {
    const ip = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => app.call('POST', '/auth/register', { body: form(), ip })),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
  });

  it('should audit the registration and the verification without secrets', async () => {
    const { id } = await app.signUp();
    const rows = await app.sql(
      `SELECT action, actor_id, target FROM audit_log WHERE target = $1 ORDER BY id`,
      [`user:${id}`],
    );
    expect(rows).toEqual(
      ['auth.registered', 'auth.email_verified', 'auth.signed_in'].map((action) => ({
        action,
        actor_id: id,
        target: `user:${id}`,
      })),
    );
  });

  describe('Email verification link', () => {
    const register = async () => {
      const email = newEmail();
      const ip = newAddress();
      await app.call('POST', '/auth/register', { body: form({ email }), ip });
      return { email, ip, link: linkIn((await app.lastMail(email)).text) };
    };
    const isVerified = async (email: string) =>
      (await app.sql('SELECT email_verified_at FROM users WHERE email = $1', [email]))[0]!
        .email_verified_at !== null;

    it('should accept its parts from the query string', async () => {
      const { email, link, ip } = await register();
      const [, id, hash, query] = /verify-email\/(\d+)\/([^?]+)\?(.*)/.exec(link)!;
      const answer = await app.call('GET', `/auth/verify-email?id=${id}&hash=${hash}&${query}`, {
        ip,
      });
      expect(answer.status).toBe(200);
      expect(await isVerified(email)).toBe(true);
    });

    it('should be refused when modified, used for another account or unsigned', async () => {
      const { email, link, ip } = await register();
      const other = await register();
      const forged = [
        link.replace(/expires=\d+/, 'expires=4102444800'),
        link.replace(/signature=.*/, 'signature=AAAA'),
        link.replace(/\?.*/, ''),
        link.replace(/verify-email\/\d+/, /verify-email\/\d+/.exec(other.link)![0]),
        link.replace(/verify-email\/\d+/, 'verify-email/99999999999999999999'),
        '/auth/verify-email',
      ];
      for (const path of forged) {
        const answer = await app.call('GET', path, { ip });
        expect([path, answer.status, answer.body]).toEqual([
          path,
          422,
          {
            success: false,
            code: 'INVALID_LINK',
            message: 'Invalid verification link',
            errors: { hash: ['Invalid verification link'] },
            request_id: expect.any(String),
          },
        ]);
      }
      expect(await isVerified(email)).toBe(false);
      expect(await isVerified(other.email)).toBe(false);
    });

    it('should become invalid when the email address changes', async () => {
      const { email, link, ip } = await register();
      const changed = newEmail();
      await app.sql('UPDATE users SET email = $2 WHERE email = $1', [email, changed]);
      expect((await app.call('GET', link, { ip })).body.code).toBe('INVALID_LINK');
      expect(await isVerified(changed)).toBe(false);
    });

    it('should expire after a day and be replaceable by a new one', async () => {
      const { email, link, ip } = await register();
      app.clock.advance(24 * 3_600_000 + 1000);
      const late = await app.call('GET', link, { ip });
      expect([late.status, late.body.code]).toEqual([422, 'LINK_EXPIRED']);
      expect(late.body.errors).toEqual({ expires: [late.body.message] });
      await app.call('POST', '/auth/resend-verification', { body: { email }, ip });
      const fresh = linkIn((await app.lastMail(email)).text);
      expect(fresh).not.toBe(link);
      expect((await app.call('GET', fresh, { ip })).status).toBe(200);
      expect(await isVerified(email)).toBe(true);
    });
  });

  it('should mail no link that contains a six-digit code', async () => {
    const email = newEmail();
    await app.call('POST', '/auth/register', { body: form({ email }), ip: newAddress() });
    const { text } = await app.lastMail(email);
    expect(() => codeIn(text)).toThrow();
  });
});
