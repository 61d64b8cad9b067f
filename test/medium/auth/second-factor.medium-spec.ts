import { DataSource } from 'typeorm';
import { resetSecondFactor } from '../../../src/auth/reset-second-factor';
import { SecondFactorService } from '../../../src/auth/second-factor.service';
import { base32, codeAt, stepAt } from '../../../src/auth/second-factor/totp';
import { DAY, MINUTE, SECOND } from '../../../src/common/time/clock';
import { bytesOf } from '../../support/base32';
import { holdTime } from '../../support/hold-time';
import { newAddress, openAuthApp, PASSWORD, type AuthApp, type SignedUp } from './auth-app';

const WRONG_CODE =
  'That code is not right, or was used before. Wait for the next one and try again.';
const STEP = 30 * SECOND;

describe('The second factor', () => {
  let app: AuthApp;

  beforeAll(async () => {
    app = await openAuthApp();
  });
  beforeEach(holdTime);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  interface Guarded extends SignedUp {
    secret: Buffer;
    recovery: string[];
  }

  const login = (who: { email: string }, code?: string, path = '/auth/admin/login') =>
    app.call('POST', path, {
      ip: newAddress(),
      body: { email: who.email, password: PASSWORD, ...(code === undefined ? {} : { code }) },
    });
  const post = (token: string, path: string, body: object = {}) =>
    app.call('POST', `/admin/second-factor${path}`, { token, body });
  const read = (token: string, path = '') =>
    app.call('GET', `/admin/second-factor${path}`, { token });

  async function staff(role = 'admin'): Promise<SignedUp> {
    const person = await app.signUp();
    await app.sql('UPDATE users SET role = $2 WHERE id = $1', [person.id, role]);
    const { body } = await login(person);
    return { ...person, token: (body.data as unknown as { token: string }).token };
  }

  /** Codes of one step follow each other only when time does. */
  const nextCode = ({ secret }: { secret: Buffer }): string => {
    app.clock.advance(STEP);
    return codeAt(secret, stepAt(app.clock.now()));
  };

  async function begin(person: SignedUp): Promise<Buffer> {
    const { body } = await post(person.token, '/begin', { password: PASSWORD });
    const { secret } = body.data as unknown as { secret: string };
    const bytes = bytesOf(secret);
    expect(base32(bytes)).toBe(secret);
    return bytes;
  }

  async function guarded(role?: string): Promise<Guarded> {
    const person = await staff(role);
    const secret = await begin(person);
    const { status, body } = await post(person.token, '/confirm', { code: nextCode({ secret }) });
    expect(status).toBe(200);
    const { recovery_codes } = body.data as unknown as { recovery_codes: string[] };
    return { ...person, secret, recovery: recovery_codes };
  }

  const actions = async (id: number): Promise<string[]> => {
    const rows = await app.sql<{ action: string }>(
      `SELECT action FROM audit_log WHERE target = $1 AND action LIKE 'auth.%' ORDER BY id`,
      [`user:${id}`],
    );
    return rows.map(({ action }) => action);
  };

  it('is off until it was set up and a code of the app was shown', async () => {
    const ada = await staff('sub-admin');
    expect((await read(ada.token)).body.data).toEqual({
      enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
    });
    const setup = await post(ada.token, '/begin', { password: PASSWORD });
    const { secret, otpauth_uri } = setup.body.data as unknown as Record<string, string>;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauth_uri).toContain(`:${encodeURIComponent(ada.email)}?secret=${secret}&issuer=`);
    expect((await login(ada)).status).toBe(200);
    expect(await post(ada.token, '/confirm', { code: '000000' })).toMatchObject({
      status: 422,
      body: { errors: { code: [WRONG_CODE] } },
    });

    const code = codeAt(bytesOf(secret!), stepAt(app.clock.now()));
    const on = await post(ada.token, '/confirm', { code });
    expect(on.status).toBe(200);
    const { recovery_codes } = on.body.data as unknown as { recovery_codes: string[] };
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await read(ada.token)).toMatchObject({
      body: { data: { enabled: true, recovery_codes_left: 10 } },
    });
    expect(await app.lastMail(ada.email)).toMatchObject({
      subject: expect.stringMatching(/switched on$/),
    });
    expect(await actions(ada.id)).toEqual(
      expect.arrayContaining([
        'auth.second_factor_begun',
        'auth.second_factor_failed',
        'auth.second_factor_enabled',
      ]),
    );
  });

  it('takes the password to begin, and none of it stands readable in the database', async () => {
    const ada = await staff();
    expect(await post(ada.token, '/begin', { password: 'not-this-one' })).toMatchObject({
      status: 422,
      body: { errors: { password: ['Your password is not right.'] } },
    });
    const { secret, recovery, id } = await guarded();
    const kept = JSON.stringify([
      await app.sql('SELECT * FROM second_factor WHERE user_id = $1', [id]),
      await app.sql('SELECT * FROM recovery_code WHERE user_id = $1', [id]),
      await app.sql('SELECT details, changes FROM audit_log'),
    ]);
    for (const text of [base32(secret), secret.toString('base64url'), secret.toString('hex')])
      expect(kept).not.toContain(text);
    for (const code of recovery) {
      expect(kept).not.toContain(code);
      expect(kept).not.toContain(code.replaceAll('-', ''));
    }
  });

  it('has to be confirmed within a quarter of an hour', async () => {
    const ada = await staff();
    const secret = await begin(ada);
    app.clock.advance(16 * MINUTE);
    expect(await post(ada.token, '/confirm', { code: nextCode({ secret }) })).toMatchObject({
      status: 409,
      body: { code: 'SETUP_NOT_BEGUN' },
    });
    expect((await login(ada)).status).toBe(200);
  });

  it.each(['/auth/admin/login', '/auth/login'])('guards %s', async (path) => {
    const ada = await guarded();
    const asked = await login(ada, undefined, path);
    expect(asked).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(JSON.stringify(asked.body)).not.toContain('token"');
    expect(await login(ada, '', path)).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(await login(ada, '123 456', path)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_SECOND_FACTOR' },
    });
    const code = nextCode(ada);
    expect((await login(ada, `${code.slice(0, 3)} ${code.slice(3)}`, path)).status).toBe(200);
    expect(await login(ada, code, path)).toMatchObject({ body: { code: 'INVALID_SECOND_FACTOR' } });
  });

  it('is told of to nobody who does not know the password', async () => {
    const ada = await guarded();
    const guess = (code?: string) =>
      app.call('POST', '/auth/admin/login', {
        ip: newAddress(),
        body: { email: ada.email, password: 'a-wrong-password', code },
      });
    expect(await guess()).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    expect(await guess(nextCode(ada))).toMatchObject({ body: { code: 'INVALID_CREDENTIALS' } });
  });

  it('lets those without one in as before, whatever code they send', async () => {
    const ada = await staff();
    expect((await login(ada, '123456')).status).toBe(200);
    const customer = await app.signUp();
    expect((await login(customer, '123456', '/auth/login')).status).toBe(200);
  });

  it('admits one of two who use the same code at the same moment', async () => {
    const ada = await guarded();
    const code = nextCode(ada);
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(ada, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('admits one of two who use the same recovery code at the same moment', async () => {
    const ada = await guarded();
    const [code] = ada.recovery as [string];
    const answers = await Promise.all(Array.from({ length: 4 }, () => login(ada, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await read(ada.token)).toMatchObject({ body: { data: { recovery_codes_left: 9 } } });
    expect(await actions(ada.id)).toContain('auth.recovery_code_used');
  });

  it('takes a recovery code in capitals and without hyphens', async () => {
    const ada = await guarded();
    const code = ada.recovery[3]!.toUpperCase().replaceAll('-', ' ');
    expect((await login(ada, code)).status).toBe(200);
  });

  it('slows guessing down, also of many at the same moment, and lets nobody past it', async () => {
    const ada = await guarded();
    const guesses = await Promise.all(Array.from({ length: 20 }, () => login(ada, '000000')));
    const tried = guesses.filter(({ body }) => body.code === 'INVALID_SECOND_FACTOR');
    expect(tried.length).toBeLessThanOrEqual(5);
    const waiting = await login(ada, codeAt(ada.secret, stepAt(app.clock.now()) + 1));
    expect(waiting).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    app.clock.advance(20 * SECOND);
    expect((await login(ada, nextCode(ada))).status).toBe(200);
  });

  it('ends the sign-ins that were made without it', async () => {
    const ada = await staff();
    const other = await login(ada);
    const { token } = other.body.data as unknown as { token: string };
    const secret = await begin(ada);
    await post(ada.token, '/confirm', { code: nextCode({ secret }) });
    expect((await read(token)).status).toBe(401);
    expect((await read(ada.token)).status).toBe(200);
  });

  it('is switched off with the password and a code, and with nothing less', async () => {
    const ada = await guarded();
    const off = (password: string, code: string) => post(ada.token, '/disable', { password, code });
    expect(await off('not-this-one', nextCode(ada))).toMatchObject({ status: 422 });
    expect(await off(PASSWORD, '000000')).toMatchObject({
      body: { errors: { code: [WRONG_CODE] } },
    });
    expect(await post(ada.token, '/begin', { password: PASSWORD })).toMatchObject({
      status: 409,
      body: { code: 'SECOND_FACTOR_ON' },
    });
    expect((await off(PASSWORD, nextCode(ada))).status).toBe(200);
    expect((await login(ada)).status).toBe(200);
    expect(await off(PASSWORD, '000000')).toMatchObject({ body: { code: 'SECOND_FACTOR_OFF' } });
    expect(await app.lastMail(ada.email)).toMatchObject({
      subject: expect.stringMatching(/switched off$/),
    });
    expect(await actions(ada.id)).toContain('auth.second_factor_disabled');
  });

  it('is still asked for after the password was reset by mail', async () => {
    const ada = await guarded();
    app.clock.advance(DAY);
    await app.call('POST', '/auth/forgot-password', { body: { email: ada.email } });
    const token = /\b\d{6}\b/.exec((await app.lastMail(ada.email)).text)![0];
    const reset = { email: ada.email, token, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await app.call('POST', '/auth/reset-password', { body: reset })).status).toBe(200);
    expect(await login(ada)).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
  });

  it('says so when it was sealed with a key that is gone, and lets nobody in for that', async () => {
    const ada = await guarded();
    await app.sql('UPDATE second_factor SET secret_sealed = $2 WHERE user_id = $1', [
      ada.id,
      (
        await app.sql<{ secret_sealed: unknown }>(
          'SELECT secret_sealed FROM second_factor WHERE user_id <> $1 LIMIT 1',
          [ada.id],
        )
      )[0]!.secret_sealed,
    ]);
    const { status, body } = await login(ada, nextCode(ada));
    expect([status, body.code]).toEqual([503, 'SECOND_FACTOR_UNREADABLE']);
  });

  it('is taken away from the command line where no colleague is left', async () => {
    const ada = await guarded();
    const source = app.module.get(DataSource);
    expect(await resetSecondFactor(source, 'nobody@example.com')).toBe(false);
    expect(await resetSecondFactor(source, ` ${ada.email.toUpperCase()}`)).toBe(true);
    expect((await read(ada.token)).status).toBe(401);
    expect((await login(ada)).status).toBe(200);
    expect(await resetSecondFactor(source, ada.email)).toBe(false);
    expect(await actions(ada.id)).toContain('auth.second_factor_reset');
  });

  it('goes with the account, with all its codes', async () => {
    const ada = await guarded();
    await app.uow.run(() => app.module.get(SecondFactorService).forget(ada.id));
    for (const table of ['second_factor', 'recovery_code'])
      expect(await app.sql(`SELECT 1 FROM ${table} WHERE user_id = $1`, [ada.id])).toEqual([]);
  });

  describe('of a colleague', () => {
    it('is taken away by another admin with a reason, who cannot do so for themselves', async () => {
      const chief = await guarded();
      const ada = await guarded('sub-admin');
      expect((await read(chief.token, '/staff')).body.data).toContainEqual({
        id: ada.id,
        name: 'Ada Obi',
        email: ada.email,
        role: 'sub-admin',
        enabled: true,
      });
      const reset = (id: number, reason = 'Lost their phone') =>
        post(chief.token, `/staff/${id}/reset`, { reason });
      expect((await reset(ada.id, ' ')).status).toBe(422);
      expect(await reset(chief.id)).toMatchObject({ status: 403, body: { code: 'OWN_ACCOUNT' } });
      expect((await reset((await app.signUp()).id)).status).toBe(404);
      expect((await post(ada.token, `/staff/${chief.id}/reset`, { reason: 'x y z' })).status).toBe(
        403,
      );
      expect((await reset(ada.id)).status).toBe(200);
      expect((await read(ada.token)).status).toBe(401);
      expect((await login(ada)).status).toBe(200);
      expect(await reset(ada.id)).toMatchObject({
        status: 409,
        body: { code: 'SECOND_FACTOR_OFF' },
      });
      expect(await app.lastMail(ada.email)).toMatchObject({
        subject: expect.stringMatching(/reset$/),
      });
      const [row] = await app.sql<{ details: string; actor_id: number }>(
        `SELECT details, actor_id FROM audit_log
         WHERE action = 'auth.second_factor_reset' AND target = $1`,
        [`user:${ada.id}`],
      );
      expect(row).toMatchObject({
        actor_id: chief.id,
        details: expect.stringContaining('Lost their phone'),
      });
    });

    it('counts no more when they leave the staff, and again when they are back', async () => {
      const ada = await guarded();
      await app.sql(`UPDATE users SET role = 'user' WHERE id = $1`, [ada.id]);
      expect((await login(ada, undefined, '/auth/login')).status).toBe(200);
      await app.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [ada.id]);
      expect(await login(ada)).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
    });
  });
});
