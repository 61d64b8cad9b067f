import { DataSource } from 'typeorm';
import { AuthCommandsModule } from '../../../src/auth/auth-commands.module';
import { TwoFactorResetService } from '../../../src/auth/two-factor/two-factor-reset.service';
import { loadConfig } from '../../../src/config/app-config';
import { runInApplication } from '../../../src/database/run-in-application';
import { PasswordService } from '../../../src/auth/password/password.service';
import { TwoFactorService } from '../../../src/auth/two-factor/two-factor.service';
import { encodeBase32, generateTotpCode, toTimeStep } from '../../../src/auth/two-factor/totp';
import { MINUTE } from '../../../src/common/time/clock';
import { decodeBase32 } from '../../support/base32';
import { loadEntities } from '../../support/entities';
import { freezeTime } from '../../support/freeze-time';
import { useAuthTestApp, PASSWORD, type ApiResponse } from './auth-test-app';
import { StaffTestClient } from './staff-test-client';

const WRONG_CODE = 'That code is wrong or was already used. Wait for the next one and try again.';

describe('Two-factor authentication', () => {
  const app = useAuthTestApp();
  let staff: StaffTestClient;

  beforeAll(async () => {
    staff = new StaffTestClient(app);
  });
  beforeEach(freezeTime);
  afterEach(() => jest.restoreAllMocks());

  it('should be off until the setup is confirmed with a code of the app', async () => {
    const ada = await staff.signUp('sub-admin');
    expect((await staff.read(ada.token)).body.data).toEqual({
      enabled: false,
      enabled_at: null,
      recovery_codes_left: 0,
    });
    const setup = await staff.post(ada.token, '/begin', { password: PASSWORD });
    const { secret, otpauth_uri } = setup.body.data as unknown as Record<string, string>;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(otpauth_uri).toContain(`:${encodeURIComponent(ada.email)}?secret=${secret}&issuer=`);
    expect((await staff.login(ada)).status).toBe(200);
    expect(await staff.post(ada.token, '/confirm', { code: '000000' })).toMatchObject({
      status: 422,
      body: { errors: { code: [WRONG_CODE] } },
    });

    const code = generateTotpCode(decodeBase32(secret!), toTimeStep(app.clock.now()));
    const on = await staff.post(ada.token, '/confirm', { code });
    expect(on.status).toBe(200);
    const { recovery_codes } = on.body.data as unknown as { recovery_codes: string[] };
    expect(new Set(recovery_codes).size).toBe(10);
    expect(await staff.read(ada.token)).toMatchObject({
      body: { data: { enabled: true, recovery_codes_left: 10 } },
    });
    expect(await app.lastMail(ada.email)).toMatchObject({
      subject: expect.stringMatching(/turned on$/),
    });
    expect(await staff.actions(ada.id)).toEqual(
      expect.arrayContaining([
        'auth.two_factor_begun',
        'auth.two_factor_failed',
        'auth.two_factor_enabled',
      ]),
    );
    expect(
      await app.sql(
        `SELECT actor_role FROM audit_log WHERE action = 'auth.two_factor_failed' AND actor_id = $1`,
        [ada.id],
      ),
    ).toEqual([{ actor_role: 'sub-admin' }]);
  });

  it('should require the password for the setup and store no secret in plain text', async () => {
    const ada = await staff.signUp();
    expect(await staff.post(ada.token, '/begin', { password: 'not-this-one' })).toMatchObject({
      status: 422,
      body: { errors: { password: ['Your password is incorrect.'] } },
    });
    const { secret, recovery, id } = await staff.signUpWithTwoFactor();
    const stored = JSON.stringify([
      await app.sql('SELECT * FROM two_factor WHERE user_id = $1', [id]),
      await app.sql('SELECT * FROM recovery_code WHERE user_id = $1', [id]),
      await app.sql('SELECT details, changes FROM audit_log'),
    ]);
    for (const text of [encodeBase32(secret), secret.toString('base64url'), secret.toString('hex')])
      expect(stored).not.toContain(text);
    for (const code of recovery) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
  });

  it('should hash recovery codes for the right code only, and new ones not without end', async () => {
    const ada = await staff.signUp();
    const secret = await staff.begin(ada);
    const hash = jest.spyOn(app.module.get(PasswordService), 'hash');
    for (const code of ['000000', '000001'])
      expect((await staff.post(ada.token, '/confirm', { code })).status).toBe(422);
    expect(hash).not.toHaveBeenCalled();
    await staff.post(ada.token, '/confirm', { code: staff.nextCode({ secret }) });
    expect(hash).toHaveBeenCalledTimes(10);
    const statuses = [];
    for (let call = 0; call < 5; call++)
      statuses.push((await staff.post(ada.token, '/recovery-codes')).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    expect(hash).toHaveBeenCalledTimes(40);
  });

  it('should discard a setup that is not confirmed within 15 minutes', async () => {
    const ada = await staff.signUp();
    const secret = await staff.begin(ada);
    app.clock.advance(16 * MINUTE);
    expect(
      await staff.post(ada.token, '/confirm', { code: staff.nextCode({ secret }) }),
    ).toMatchObject({
      status: 409,
      body: { code: 'SETUP_NOT_BEGUN' },
    });
    expect((await staff.login(ada)).status).toBe(200);
  });

  it('should end the sessions created without it', async () => {
    const ada = await staff.signUp();
    const other = await staff.login(ada);
    const { token } = other.body.data as unknown as { token: string };
    const secret = await staff.begin(ada);
    await staff.post(ada.token, '/confirm', { code: staff.nextCode({ secret }) });
    expect((await staff.read(token)).status).toBe(401);
    expect((await staff.read(ada.token)).status).toBe(200);
  });

  it('should require the password and a code to be disabled', async () => {
    const ada = await staff.signUpWithTwoFactor();
    const off = (password: string, code: string) =>
      staff.post(ada.token, '/disable', { password, code });
    expect(await off('not-this-one', staff.nextCode(ada))).toMatchObject({ status: 422 });
    expect(await off(PASSWORD, '000000')).toMatchObject({
      body: { errors: { code: [WRONG_CODE] } },
    });
    expect(await staff.post(ada.token, '/begin', { password: PASSWORD })).toMatchObject({
      status: 409,
      body: { code: 'SECOND_FACTOR_ON' },
    });
    expect((await off(PASSWORD, staff.nextCode(ada))).status).toBe(200);
    expect((await staff.login(ada)).status).toBe(200);
    expect(await off(PASSWORD, '000000')).toMatchObject({ body: { code: 'SECOND_FACTOR_OFF' } });
    expect(await app.lastMail(ada.email)).toMatchObject({
      subject: expect.stringMatching(/turned off$/),
    });
    expect(await staff.actions(ada.id)).toContain('auth.two_factor_disabled');
  });

  describe('recovery codes', () => {
    const renew = ({ token }: { token: string }) => staff.post(token, '/recovery-codes');
    const codesOf = ({ body }: ApiResponse) =>
      (body.data as unknown as { recovery_codes: string[] }).recovery_codes;

    it('should be made anew at any time, and void those before', async () => {
      const ada = await staff.signUpWithTwoFactor('sub-admin');
      const answer = await renew(ada);
      expect(answer).toMatchObject({
        status: 200,
        body: { message: 'Your new recovery codes replace all the earlier ones.' },
      });
      expect(new Set([...codesOf(answer), ...ada.recovery]).size).toBe(20);
      expect(await staff.login(ada, ada.recovery[0])).toMatchObject({
        status: 401,
        body: { code: 'INVALID_SECOND_FACTOR' },
      });
      expect((await staff.login(ada, codesOf(answer)[0])).status).toBe(200);
      expect((await staff.read(ada.token)).body.data).toMatchObject({ recovery_codes_left: 9 });
      expect(await staff.actions(ada.id)).toContain('auth.recovery_codes_replaced');
      expect(await app.lastMail(ada.email)).toMatchObject({
        subject: 'New recovery codes for your NairaProxy account',
      });
    });

    it('should be made anew only after a recent sign-in, by staff with two-factor authentication', async () => {
      const [ada, bola] = [await staff.signUpWithTwoFactor(), await staff.signUp()];
      expect(await renew(bola)).toMatchObject({
        status: 409,
        body: { code: 'SECOND_FACTOR_OFF' },
      });
      app.clock.advance(15 * MINUTE);
      expect(await renew(ada)).toMatchObject({
        status: 403,
        body: { code: 'REAUTHENTICATION_REQUIRED' },
      });
      expect((await staff.login(ada, ada.recovery[0])).status).toBe(200);
    });

    it('should be those of one call when two run at once', async () => {
      const ada = await staff.signUpWithTwoFactor();
      const sets = (await Promise.all([renew(ada), renew(ada)])).map(codesOf);
      expect((await staff.read(ada.token)).body.data).toMatchObject({ recovery_codes_left: 10 });
      const statuses = [];
      for (const [code] of sets) statuses.push((await staff.login(ada, code)).status);
      expect(statuses.sort()).toEqual([200, 401]);
    });
  });

  it('should be reset from the command line', async () => {
    const ada = await staff.signUpWithTwoFactor();
    const reset = (email: string) =>
      runInApplication(loadConfig(), [AuthCommandsModule], async (command) => {
        expect(command.get(DataSource).entityMetadatas).toHaveLength(loadEntities().length);
        return command.get(TwoFactorResetService).reset(email);
      });
    expect(await reset('nobody@example.com')).toBe(false);
    expect(await reset(` ${ada.email.toUpperCase()}`)).toBe(true);
    expect((await staff.read(ada.token)).status).toBe(401);
    expect((await staff.login(ada)).status).toBe(200);
    expect(await reset(ada.email)).toBe(false);
    expect(await staff.actions(ada.id)).toContain('auth.two_factor_reset');
  });

  it('should be deleted with the account, including its recovery codes', async () => {
    const ada = await staff.signUpWithTwoFactor();
    await app.uow.run(() => app.module.get(TwoFactorService).delete(ada.id));
    for (const table of ['two_factor', 'recovery_code'])
      expect(await app.sql(`SELECT 1 FROM ${table} WHERE user_id = $1`, [ada.id])).toEqual([]);
  });

  describe('of another staff member', () => {
    it('should be reset by another admin with a reason, not by its owner', async () => {
      const chief = await staff.signUpWithTwoFactor();
      const ada = await staff.signUpWithTwoFactor('sub-admin');
      const reset = (id: number, reason = 'Lost their phone') =>
        staff.post(chief.token, `/staff/${id}/reset`, { reason });
      expect((await reset(ada.id, ' ')).status).toBe(422);
      expect(await reset(chief.id)).toMatchObject({ status: 403, body: { code: 'OWN_ACCOUNT' } });
      expect((await reset((await app.signUp()).id)).status).toBe(404);
      expect(
        (await staff.post(ada.token, `/staff/${chief.id}/reset`, { reason: 'x y z' })).status,
      ).toBe(403);
      expect((await reset(ada.id)).status).toBe(200);
      expect((await staff.read(ada.token)).status).toBe(401);
      expect((await staff.login(ada)).status).toBe(200);
      expect(await reset(ada.id)).toMatchObject({
        status: 409,
        body: { code: 'SECOND_FACTOR_OFF' },
      });
      expect(await app.lastMail(ada.email)).toMatchObject({
        subject: expect.stringMatching(/reset$/),
      });
      const [row] = await app.sql<{ details: string; actor_id: number }>(
        `SELECT details, actor_id FROM audit_log
         WHERE action = 'auth.two_factor_reset' AND target = $1`,
        [`user:${ada.id}`],
      );
      expect(row).toMatchObject({
        actor_id: chief.id,
        details: expect.stringContaining('Lost their phone'),
      });
    });

    it('should stay when the role changes', async () => {
      const ada = await staff.signUpWithTwoFactor();
      await app.sql(`UPDATE users SET role = 'user' WHERE id = $1`, [ada.id]);
      const refused = await staff.login(ada, undefined, '/auth/login');
      expect(refused).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
      await app.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [ada.id]);
      expect(await staff.login(ada)).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
    });
  });

  describe('of customers', () => {
    const ROUTE = '/user/second-factor';
    const post = (token: string, path: string, body: object = {}) =>
      app.call('POST', `${ROUTE}${path}`, { token, body });
    const enable = async () => {
      const customer = await app.signUp();
      const begun = await post(customer.token, '/begin', { password: PASSWORD });
      const secret = decodeBase32((begun.body.data as unknown as { secret: string }).secret);
      const code = staff.nextCode({ secret });
      const { status, body } = await post(customer.token, '/confirm', { code });
      expect(status).toBe(200);
      const { recovery_codes: recovery } = body.data as unknown as { recovery_codes: string[] };
      return { ...customer, secret, recovery };
    };

    it('should need a code or a recovery code at the sign-in, once each', async () => {
      const customer = await enable();
      const login = (code?: string) => staff.login(customer, code, '/auth/login');
      expect(await login()).toMatchObject({ body: { code: 'SECOND_FACTOR_REQUIRED' } });
      const code = staff.nextCode(customer);
      expect((await login(code)).status).toBe(200);
      expect(await login(code)).toMatchObject({ body: { code: 'INVALID_SECOND_FACTOR' } });
      const [recovery] = customer.recovery as [string];
      expect((await login(recovery)).status).toBe(200);
      expect(await login(recovery)).toMatchObject({ body: { code: 'INVALID_SECOND_FACTOR' } });
      const { body } = await app.call('GET', ROUTE, { token: customer.token });
      expect(body.data).toMatchObject({ enabled: true, recovery_codes_left: 9 });
    });

    it('should be turned off with password and code only, and not be reached by staff', async () => {
      const customer = await enable();
      const chief = await staff.signUp();
      expect((await app.call('GET', ROUTE, { token: chief.token })).status).toBe(403);
      expect((await staff.read(customer.token)).status).toBe(403);
      const wrong = { password: PASSWORD, code: '000000' };
      expect((await post(customer.token, '/disable', wrong)).status).toBe(422);
      const right = { password: PASSWORD, code: staff.nextCode(customer) };
      expect((await post(customer.token, '/disable', right)).status).toBe(200);
      expect((await staff.login(customer, undefined, '/auth/login')).status).toBe(200);
    });

    it('should need a password, which accounts that only use Google do not have', async () => {
      const customer = await app.signUp();
      await app.sql(`UPDATE users SET password_hash = NULL WHERE id = $1`, [customer.id]);
      expect(await post(customer.token, '/begin', { password: PASSWORD })).toMatchObject({
        status: 422,
        body: { errors: { password: [expect.stringContaining('has no password yet')] } },
      });
    });
  });
});
