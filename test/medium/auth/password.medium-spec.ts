import { MINUTE, SECOND } from '../../../src/common/time/clock';
import { poll } from '../../../src/embedded/poll';
import { freezeTime } from '../../support/freeze-time';
import {
  codeIn,
  newAddress,
  newEmail,
  createAuthTestApp,
  PASSWORD,
  type AuthTestApp,
} from './auth-test-app';

const NEW_PASSWORD = 'green-lantern-at-sea';

beforeEach(freezeTime);
afterEach(() => jest.restoreAllMocks());

describe('Password reset', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp();
  });
  afterAll(() => app.close());

  const post = (path: string, body: object, ip = newAddress()) =>
    app.call('POST', path, { body, ip });
  const forgot = (email: string, ip?: string) => post('/auth/forgot-password', { email }, ip);
  const check = (email: string, token: string, ip?: string) =>
    post('/auth/verify-reset-token', { email, token }, ip);
  const reset = (email: string, token: string, password = NEW_PASSWORD, ip?: string) =>
    post('/auth/reset-password', { email, token, password, password_confirmation: password }, ip);
  const requestCode = async (email: string) => {
    expect((await forgot(email)).status).toBe(200);
    return codeIn((await app.lastMail(email)).text);
  };
  const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const login = (email: string, password: string) => post('/auth/login', { email, password });

  it('should reset the password by a mailed code, end every session and notify the owner', async () => {
    const { email, token } = await app.signUp();
    const sent = await forgot(email);
    expect(sent.body).toEqual({ success: true, message: 'Verification code sent to your email' });
    const code = codeIn((await app.lastMail(email)).text);
    expect((await check(email, code)).body).toEqual({
      success: true,
      message: 'Code verified successfully',
    });
    const done = await reset(email, code);
    expect(done.body).toEqual({ success: true, message: 'Password reset successfully' });
    expect((await app.call('GET', '/user/info', { token })).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, NEW_PASSWORD)).status).toBe(200);
    expect((await app.lastMail(email)).subject).toBe('Your NairaProxy password was changed');
  });

  it('should accept a code once when two resets race', async () => {
    const { email } = await app.signUp();
    const code = await requestCode(email);
    const answers = await Promise.all([
      reset(email, code),
      reset(email, code, `${NEW_PASSWORD}-2`),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    expect((await reset(email, code)).body.code).toBe('INVALID_CODE');
  });

  it('should refuse a code sent to a previous address of the account', async () => {
    const { email } = await app.signUp();
    const code = await requestCode(email);
    const renewed = newEmail();
    await app.sql('UPDATE users SET email = $2 WHERE email = $1', [email, renewed]);
    expect((await check(renewed, code)).body.code).toBe('INVALID_CODE');
    expect((await reset(renewed, code)).body.code).toBe('INVALID_CODE');
    expect((await login(renewed, PASSWORD)).status).toBe(200);
  });

  it('should slow down wrong codes of one network, also concurrent ones, and leave the code to its owner', async () => {
    const home = newAddress();
    const { email } = await app.signUp({ ip: home });
    const code = await requestCode(email);
    const attacker = newAddress();
    const guess = () => check(email, wrongCode(code), attacker);
    const wrong = await Promise.all(Array.from({ length: 20 }, guess));
    const tried = wrong.filter(({ status }) => status === 422);
    expect(tried).toHaveLength(5);
    for (const { body } of tried)
      expect(body).toMatchObject({
        code: 'INVALID_CODE',
        errors: { token: ['Invalid verification code'] },
      });
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(15);
    const blocked = await check(email, code, attacker);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(15);
    expect((await check(email, code, home)).status).toBe(200);
  });

  it('should count wrong codes of all networks and both codes together, and exempt networks the owner uses', async () => {
    const home = newAddress();
    const { email } = await app.signUp({ ip: home });
    const first = await requestCode(email);
    app.clock.advance(MINUTE + SECOND);
    const second = await requestCode(email);
    const other = ['000000', '000001', '000002'].find((c) => c !== first && c !== second)!;
    for (let guess = 0; guess < 10; guess += 1)
      expect((await check(email, other)).status).toBe(422);
    const blocked = await check(email, second);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers['retry-after'])).toBeLessThanOrEqual(30);
    expect((await check(email, first, home)).status).toBe(200);
    expect((await reset(email, second, NEW_PASSWORD, home)).status).toBe(200);
  });

  it('should accept the code after four wrong attempts', async () => {
    const { email } = await app.signUp();
    const code = await requestCode(email);
    for (let attempt = 0; attempt < 4; attempt += 1) await check(email, wrongCode(code));
    expect((await reset(email, code)).status).toBe(200);
  });

  it('should expire a code after ten minutes', async () => {
    const { email } = await app.signUp();
    const code = await requestCode(email);
    app.clock.advance(10 * MINUTE - 5 * SECOND);
    expect((await check(email, code)).status).toBe(200);
    app.clock.advance(6 * SECOND);
    expect((await check(email, code)).status).toBe(422);
    expect((await reset(email, code)).status).toBe(422);
  });

  it('should let a network ask again after growing waits of minutes, and keep the last two codes valid', async () => {
    const { email } = await app.signUp();
    const ip = newAddress();
    const codes: string[] = [];
    const waits: number[] = [];
    for (let request = 0; request < 8; request += 1) {
      const sent = await forgot(email, ip);
      expect(sent.status).toBe(200);
      codes.push(codeIn((await app.lastMail(email)).text));
      const early = await forgot(email, ip);
      expect([early.status, early.body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      waits.push(Number(early.headers['retry-after']));
      app.clock.advance((waits.at(-1)! + 1) * SECOND);
    }
    expect(waits).toEqual([60, 60, 60, 120, 240, 300, 300, 300]);
    const [before, previous, last] = codes.slice(-3);
    if (before !== previous && before !== last)
      expect((await check(email, before!)).status).toBe(422);
    expect((await check(email, last!)).status).toBe(200);
  });

  it('should keep the code before valid after the next one, and void both with a reset', async () => {
    const { email } = await app.signUp();
    const first = await requestCode(email);
    app.clock.advance(MINUTE + SECOND);
    const second = await requestCode(email);
    expect((await check(email, first)).status).toBe(200);
    expect((await reset(email, first)).status).toBe(200);
    expect((await check(email, second)).status).toBe(422);
  });

  it('should serve the owner by the code already mailed while others ask for codes', async () => {
    const { email } = await app.signUp();
    const codes = new Set<string>();
    for (let request = 0; request < 30; request += 1) {
      expect((await forgot(email)).status).toBe(200);
      codes.add((await app.lastMail(email)).text);
      app.clock.advance(20 * SECOND);
    }
    // Ten minutes: mails after 0, 1, 2, 3, 5 and 9 minutes.
    expect(codes.size).toBe(6);
    const asked = await forgot(email);
    expect(asked.status).toBe(200);
    const code = codeIn((await app.lastMail(email)).text);
    expect((await reset(email, code)).status).toBe(200);
  });

  it('should send one code for concurrent requests', async () => {
    const { email } = await app.signUp();
    const answers = await Promise.all(Array.from({ length: 8 }, () => forgot(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [row] = await app.sql(
      `SELECT count(*)::int FROM one_time_code c JOIN users u ON u.id = c.user_id WHERE u.email = $1`,
      [email],
    );
    expect(row!.count).toBe(1);
  });

  it('should not reveal by body, status or response time whether an account exists', async () => {
    const timed = async (send: () => ReturnType<typeof post>) => {
      const start = performance.now();
      const { status, body } = await send();
      const { request_id: _id, ...content } = body;
      return { status, content, took: performance.now() - start };
    };
    const ip = newAddress();
    const calls: ((address: string) => ReturnType<typeof post>)[] = [
      (address) => forgot(address),
      (address) => forgot(address),
      (address) => forgot(address, ip),
      (address) => forgot(address, ip),
      (address) => post('/auth/resend-verification', { email: address }),
      (address) => post('/auth/resend-verification', { email: address }),
      (address) => check(address, '000000'),
      (address) => reset(address, '000000'),
    ];
    /** Difference in response time between a known and an unknown address, per call. */
    const differences = async (): Promise<number[]> => {
      const [{ email }, unknownEmail] = [await app.signUp(), newEmail()];
      const results: number[] = [];
      for (const request of calls) {
        const known = await timed(() => request(email));
        const unknown = await timed(() => request(unknownEmail));
        expect(unknown.status).toBe(known.status);
        expect(unknown.content).toEqual(known.content);
        // The minimum response time is 250 ms.
        expect(Math.min(unknown.took, known.took)).toBeGreaterThanOrEqual(245);
        results.push(Math.abs(unknown.took - known.took));
      }
      return results;
    };
    // Load delays single calls at random, so the minimum over several rounds is compared.
    const deadline = performance.now() + 90 * SECOND;
    let least = await differences();
    while (Math.max(...least) >= 200 && performance.now() < deadline)
      least = (await differences()).map((ms, call) => Math.min(ms, least[call]!));
    expect(Math.max(...least)).toBeLessThan(200);
  }, 180_000);

  it('should store neither the code nor the mail in plain text', async () => {
    const { email } = await app.signUp();
    const code = await requestCode(email);
    const rows = await app.sql(
      `SELECT row_to_json(c)::text AS text FROM one_time_code c
       UNION ALL SELECT row_to_json(m)::text FROM mail_message m
       UNION ALL SELECT row_to_json(a)::text FROM audit_log a`,
    );
    // The microseconds of a timestamp may equal the code.
    const texts = rows.map(({ text }) => String(text).replace(/:\d\d\.\d+/g, ''));
    expect(texts.filter((text) => new RegExp(`\\D${code}\\D`).test(text))).toEqual([]);
  });

  it.each([
    [{ token: '12345' }, 'token', 'Please enter the complete 6-digit code'],
    [{ token: '12345a' }, 'token', 'Please enter the complete 6-digit code'],
    [{ password: '' }, 'password', 'Please fill in all password fields'],
    [{ password: 'short-1' }, 'password', 'Password must be at least 8 characters long'],
    [{ password_confirmation: 'another-one' }, 'password_confirmation', 'Passwords do not match'],
  ])('should refuse an invalid form (case %#)', async (overrides, field, message) => {
    const { status, body } = await post('/auth/reset-password', {
      email: newEmail(),
      token: '123456',
      password: NEW_PASSWORD,
      password_confirmation: NEW_PASSWORD,
      ...overrides,
    });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({ [field]: [message] });
  });
});

describe('Password change', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp();
  });
  afterAll(() => app.close());

  const change = (token: string, overrides: object = {}) =>
    app.call('PUT', '/profile/change-password', {
      token,
      body: {
        old_password: PASSWORD,
        new_password: NEW_PASSWORD,
        new_password_confirmation: NEW_PASSWORD,
        ...overrides,
      },
    });
  const login = (email: string, password: string) =>
    app.call('POST', '/auth/login', { body: { email, password }, ip: newAddress() });
  const tokenOf = (answer: { body: { data?: unknown } }) =>
    (answer.body.data as { token: string }).token;

  it('should end the other sessions, void codes, keep the current session and notify the owner', async () => {
    const { email, token } = await app.signUp();
    const elsewhere = tokenOf(await login(email, PASSWORD));
    await app.call('POST', '/auth/forgot-password', { body: { email } });
    const code = codeIn((await app.lastMail(email)).text);

    expect((await change(token)).status).toBe(200);
    expect((await app.call('GET', '/profile', { token })).status).toBe(200);
    expect((await app.call('GET', '/profile', { token: elsewhere })).status).toBe(401);
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect((await login(email, NEW_PASSWORD)).status).toBe(200);
    const stale = await app.call('POST', '/auth/verify-reset-token', {
      body: { email, token: code },
    });
    expect(stale.status).toBe(422);
    expect((await app.lastMail(email)).subject).toBe('Your NairaProxy password was changed');
  });

  it.each([
    [{ old_password: '' }, 'old_password', 'Please enter your current password'],
    [{ old_password: 'not-the-one' }, 'old_password', 'Current password is incorrect'],
    [{ new_password: '' }, 'new_password', 'Please enter a new password'],
    [{ new_password: 'short' }, 'new_password', 'New password must be at least 8 characters long'],
    [
      { new_password_confirmation: 'other-than-that' },
      'new_password_confirmation',
      'New password and confirm password do not match',
    ],
    [
      { new_password: 'iloveyou', new_password_confirmation: 'iloveyou' },
      'new_password',
      'This password is too common and easy to guess. Please choose another.',
    ],
  ])('should refuse an invalid form (case %#)', async (overrides, field, message) => {
    const { token } = await app.signUp();
    const { status, body } = await change(token, overrides);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({ [field]: [message] });
  });

  it('should audit wrong passwords and codes, refusals and limits, once a minute and account', async () => {
    const { id, email, token } = await app.signUp();
    const audited = (count: number) =>
      poll(async () => {
        const rows = await app.sql<{ action: string; details: string }>(
          `SELECT action, details FROM audit_log WHERE target = $1 AND action IN
             ('auth.access_denied', 'auth.rate_limited', 'auth.password_rejected', 'auth.reset_code_failed')
           ORDER BY id`,
          [`user:${id}`],
        );
        return rows.length >= count && rows.map(({ action, details }) => `${action}: ${details}`);
      }, 20 * SECOND);
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect((await app.call('GET', '/admin/second-factor', { token })).status).toBe(403);
    await audited(1);
    for (let guess = 0; guess < 5; guess += 1) await change(token, { old_password: 'guess-guess' });
    await audited(2);
    expect((await change(token)).status).toBe(429);
    await audited(3);
    for (let guess = 0; guess < 3; guess += 1)
      await app.call('POST', '/auth/verify-reset-token', { body: { email, token: '000000' } });
    await audited(4);
    app.clock.advance(MINUTE);
    await app.call('GET', '/admin/second-factor', { token });
    expect(await audited(5)).toEqual([
      'auth.access_denied: GET /api/v1/admin/second-factor was refused: FORBIDDEN',
      'auth.password_rejected: PUT /api/v1/profile/change-password was refused: VALIDATION_FAILED',
      'auth.rate_limited: PUT /api/v1/profile/change-password was refused: TOO_MANY_REQUESTS',
      'auth.reset_code_failed: Wrong code for a password reset',
      'auth.access_denied: GET /api/v1/admin/second-factor was refused: FORBIDDEN, after 2 more like it',
    ]);
  });

  it('should refuse the first password again, also typed in another Unicode form', async () => {
    const { id, token } = await app.signUp();
    const given = 'caf\u00e9-on-a-hill-9';
    const to = (value: string) => ({ new_password: value, new_password_confirmation: value });
    expect((await change(token, to(given))).status).toBe(200);
    await app.sql('UPDATE users SET first_password_expires_at = now() WHERE id = $1', [id]);
    const again = await change(token, { old_password: given, ...to(given.normalize('NFD')) });
    expect(again.body.errors).toHaveProperty('new_password');
  });

  it('should rate-limit wrong old passwords', async () => {
    const { token } = await app.signUp();
    for (let guess = 0; guess < 5; guess += 1)
      expect((await change(token, { old_password: `guess-${guess}` })).status).toBe(422);
    expect((await change(token)).status).toBe(429);
    app.clock.advance(16 * SECOND);
    expect((await change(token)).status).toBe(200);
  });

  it('should apply one of two concurrent password changes', async () => {
    const { token } = await app.signUp();
    const answers = await Promise.all([
      change(token),
      change(token, {
        new_password: 'red-carpet-out',
        new_password_confirmation: 'red-carpet-out',
      }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
  });
});
