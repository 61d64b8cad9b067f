import { createHmac } from 'node:crypto';
import { generateTotpCode, toTimeStep } from '../../../src/auth/two-factor/totp';
import { DAY, MINUTE, SECOND } from '../../../src/common/time/clock';
import { freezeTime } from '../../support/freeze-time';
import { newAddress, useAuthTestApp, PASSWORD } from './auth-test-app';
import { StaffTestClient } from './staff-test-client';

describe('Two-factor login', () => {
  const app = useAuthTestApp();
  let staff: StaffTestClient;

  beforeAll(async () => {
    staff = new StaffTestClient(app);
  });
  beforeEach(freezeTime);
  afterEach(() => jest.restoreAllMocks());

  it.each(['/auth/admin/login', '/auth/login'])('should require a code at %s', async (path) => {
    const ada = await staff.signUpWithTwoFactor();
    const refused = await staff.login(ada, undefined, path);
    expect(refused).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(JSON.stringify(refused.body)).not.toContain('token"');
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

  it('should not reveal two-factor authentication without the right password', async () => {
    const ada = await staff.signUpWithTwoFactor();
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

  it('should ignore the code of users without two-factor authentication', async () => {
    const ada = await staff.signUp();
    expect((await staff.login(ada, '123456')).status).toBe(200);
    const customer = await app.signUp();
    expect((await staff.login(customer, '123456', '/auth/login')).status).toBe(200);
  });

  it('should accept a code once under concurrent logins', async () => {
    const ada = await staff.signUpWithTwoFactor();
    const code = staff.nextCode(ada);
    const answers = await Promise.all(Array.from({ length: 4 }, () => staff.login(ada, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('should accept a recovery code once under concurrent logins', async () => {
    const ada = await staff.signUpWithTwoFactor();
    const [code] = ada.recovery as [string];
    const answers = await Promise.all(Array.from({ length: 4 }, () => staff.login(ada, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await staff.read(ada.token)).toMatchObject({
      body: { data: { recovery_codes_left: 9 } },
    });
    expect(await staff.actions(ada.id)).toContain('auth.recovery_code_used');
  });

  it('should require the code to confirm a sign-in, without ending the session', async () => {
    const ada = await staff.signUpWithTwoFactor();
    const confirm = (token: string, code?: string) =>
      app.call('POST', '/auth/reauthenticate', { token, body: { password: PASSWORD, code } });
    for (const code of [undefined, '000000'])
      expect(await confirm(ada.token, code)).toMatchObject({
        status: 422,
        body: { errors: { code: [expect.any(String)] } },
      });
    const answer = await confirm(ada.token, staff.nextCode(ada));
    expect(answer.status).toBe(200);
    expect((await staff.read(ada.token)).status).toBe(401);
    const { token } = answer.body.data as unknown as { token: string };
    expect((await staff.read(token)).status).toBe(200);
  });

  it('should reset the second factor of others only within 15 minutes of the sign-in', async () => {
    const [chief, ada] = [await staff.signUp(), await staff.signUpWithTwoFactor()];
    const reset = () => staff.post(chief.token, `/staff/${ada.id}/reset`, { reason: 'Lost phone' });
    app.clock.advance(15 * MINUTE);
    expect(await reset()).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED' },
    });
    const { token } = (await staff.login(chief)).body.data as unknown as { token: string };
    chief.token = token;
    expect((await reset()).status).toBe(200);
  });

  it('should hash recovery codes as slowly as passwords, and still accept those with a fast hash once', async () => {
    const ada = await staff.signUpWithTwoFactor();
    const [code, other] = ada.recovery as [string, string];
    const rows = await app.sql<{ code_hash: string }>(
      'SELECT code_hash FROM recovery_code WHERE user_id = $1',
      [ada.id],
    );
    expect(rows).toHaveLength(10);
    for (const row of rows) expect(row.code_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const plain = code.replaceAll('-', '');
    const fastHash = createHmac('sha256', app.config.key('code-hash'))
      .update(JSON.stringify(['recovery_code', ada.id, plain]))
      .digest('base64url');
    await app.sql('DELETE FROM recovery_code WHERE user_id = $1', [ada.id]);
    await app.sql('INSERT INTO recovery_code (user_id, code_hash) VALUES ($1, $2)', [
      ada.id,
      fastHash,
    ]);
    expect((await staff.login(ada, other)).status).toBe(401);
    expect((await staff.login(ada, code)).status).toBe(200);
    expect((await staff.login(ada, code)).status).toBe(401);
  });

  it.each<[string, (code: string) => string]>([
    ['in Persian digits', (code) => code.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!)],
    ['with an en dash and marks', (code) => `\u200f${code.slice(0, 3)}–\u200b${code.slice(3)}`],
  ])('should accept a code %s', async (_, write) => {
    const ada = await staff.signUpWithTwoFactor();
    expect((await staff.login(ada, write(staff.nextCode(ada)))).status).toBe(200);
  });

  it('should accept a recovery code in capitals and without hyphens', async () => {
    const ada = await staff.signUpWithTwoFactor();
    const code = ada.recovery[3]!.toUpperCase().replaceAll('-', ' ');
    expect((await staff.login(ada, code)).status).toBe(200);
  });

  it('should rate-limit wrong codes, also concurrent ones, and block the right code meanwhile', async () => {
    const ada = await staff.signUpWithTwoFactor();
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

  it('should still require a code after a password reset by mail', async () => {
    const ada = await staff.signUpWithTwoFactor();
    app.clock.advance(DAY);
    await app.call('POST', '/auth/forgot-password', { body: { email: ada.email } });
    const token = /\b\d{6}\b/.exec((await app.lastMail(ada.email)).text)![0];
    const reset = { email: ada.email, token, password: PASSWORD, password_confirmation: PASSWORD };
    expect((await app.call('POST', '/auth/reset-password', { body: reset })).status).toBe(200);
    expect(await staff.login(ada)).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
  });

  it('should refuse the login when the secret cannot be decrypted', async () => {
    const [ada, bola] = [await staff.signUpWithTwoFactor(), await staff.signUpWithTwoFactor()];
    await app.sql(
      `UPDATE two_factor SET secret_encrypted =
         (SELECT secret_encrypted FROM two_factor WHERE user_id = $2) WHERE user_id = $1`,
      [ada.id, bola.id],
    );
    const { status, body } = await staff.login(ada, staff.nextCode(ada));
    expect([status, body.code]).toEqual([503, 'SECOND_FACTOR_UNREADABLE']);
  });
});
