import { generateTotpCode, toTimeStep } from '../../../src/auth/two-factor/totp';
import { DAY, SECOND } from '../../../src/common/time/clock';
import { freezeTime } from '../../support/freeze-time';
import { newAddress, createAuthTestApp, PASSWORD, type AuthTestApp } from './auth-test-app';
import { StaffTestClient } from './staff-test-client';

describe('The second factor', () => {
  let app: AuthTestApp;
  let staff: StaffTestClient;

  beforeAll(async () => {
    app = await createAuthTestApp();
    staff = new StaffTestClient(app);
  });
  beforeEach(freezeTime);
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => app.close());

  it.each(['/auth/admin/login', '/auth/login'])('guards %s', async (path) => {
    const ada = await staff.guarded();
    const asked = await staff.login(ada, undefined, path);
    expect(asked).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(JSON.stringify(asked.body)).not.toContain('token"');
    expect(await staff.login(ada, '', path)).toMatchObject({
      body: { code: 'SECOND_FACTOR_REQUIRED' },
    });
    expect(await staff.login(ada, '123 456', path)).toMatchObject({
      status: 401,
      body: { code: 'INVALID_SECOND_FACTOR' },
    });
    const code = staff.nextCode(ada);
    expect((await staff.login(ada, `${code.slice(0, 3)} ${code.slice(3)}`, path)).status).toBe(200);
    expect(await staff.login(ada, code, path)).toMatchObject({
      body: { code: 'INVALID_SECOND_FACTOR' },
    });
  });

  it('is told of to nobody who does not know the password', async () => {
    const ada = await staff.guarded();
    const guess = (code?: string) =>
      app.call('POST', '/auth/admin/login', {
        ip: newAddress(),
        body: { email: ada.email, password: 'a-wrong-password', code },
      });
    expect(await guess()).toMatchObject({ status: 401, body: { code: 'INVALID_CREDENTIALS' } });
    expect(await guess(staff.nextCode(ada))).toMatchObject({
      body: { code: 'INVALID_CREDENTIALS' },
    });
  });

  it('lets those without one in as before, whatever code they send', async () => {
    const ada = await staff.signUp();
    expect((await staff.login(ada, '123456')).status).toBe(200);
    const customer = await app.signUp();
    expect((await staff.login(customer, '123456', '/auth/login')).status).toBe(200);
  });

  it('admits one of two who use the same code at the same moment', async () => {
    const ada = await staff.guarded();
    const code = staff.nextCode(ada);
    const answers = await Promise.all(Array.from({ length: 4 }, () => staff.login(ada, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('admits one of two who use the same recovery code at the same moment', async () => {
    const ada = await staff.guarded();
    const [code] = ada.recovery as [string];
    const answers = await Promise.all(Array.from({ length: 4 }, () => staff.login(ada, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await staff.read(ada.token)).toMatchObject({
      body: { data: { recovery_codes_left: 9 } },
    });
    expect(await staff.actions(ada.id)).toContain('auth.recovery_code_used');
  });

  it('takes a recovery code in capitals and without hyphens', async () => {
    const ada = await staff.guarded();
    const code = ada.recovery[3]!.toUpperCase().replaceAll('-', ' ');
    expect((await staff.login(ada, code)).status).toBe(200);
  });

  it('slows guessing down, also of many at the same moment, and lets nobody past it', async () => {
    const ada = await staff.guarded();
    const guesses = await Promise.all(Array.from({ length: 20 }, () => staff.login(ada, '000000')));
    const tried = guesses.filter(({ body }) => body.code === 'INVALID_SECOND_FACTOR');
    expect(tried.length).toBeLessThanOrEqual(5);
    const waiting = await staff.login(
      ada,
      generateTotpCode(ada.secret, toTimeStep(app.clock.now()) + 1),
    );
    expect(waiting).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
    app.clock.advance(20 * SECOND);
    expect((await staff.login(ada, staff.nextCode(ada))).status).toBe(200);
  });

  it('is still asked for after the password was reset by mail', async () => {
    const ada = await staff.guarded();
    app.clock.advance(DAY);
    await app.call('POST', '/auth/forgot-password', { body: { email: ada.email } });
    const token = /\b\d{6}\b/.exec((await app.lastMail(ada.email)).text)![0];
    const reset = { email: ada.email, token, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await app.call('POST', '/auth/reset-password', { body: reset })).status).toBe(200);
    expect(await staff.login(ada)).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
  });

  it('says so when it was encrypted with a key that is gone, and lets nobody in for that', async () => {
    const [ada, bola] = [await staff.guarded(), await staff.guarded()];
    await app.sql(
      `UPDATE second_factor SET secret_encrypted =
         (SELECT secret_encrypted FROM second_factor WHERE user_id = $2) WHERE user_id = $1`,
      [ada.id, bola.id],
    );
    const { status, body } = await staff.login(ada, staff.nextCode(ada));
    expect([status, body.code]).toEqual([503, 'SECOND_FACTOR_UNREADABLE']);
  });
});
