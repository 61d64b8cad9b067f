import { encodeBase32, generateTotpCode, toTimeStep } from '../../../src/auth/two-factor/totp';
import { SECOND } from '../../../src/common/time/clock';
import { decodeBase32 } from '../../support/base32';
import { newAddress, PASSWORD, type AuthTestApp, type SignedUp } from './auth-test-app';

const STEP = 30 * SECOND;

export interface StaffWithTwoFactor extends SignedUp {
  secret: Buffer;
  recovery: string[];
}

/** Creates staff accounts and calls the two-factor routes. */
export class StaffTestClient {
  constructor(private readonly app: AuthTestApp) {}

  login(user: { email: string }, code?: string, path = '/auth/admin/login') {
    return this.app.call('POST', path, {
      ip: newAddress(),
      body: { email: user.email, password: PASSWORD, ...(code === undefined ? {} : { code }) },
    });
  }

  post(token: string, path: string, body: object = {}) {
    return this.app.call('POST', `/admin/second-factor${path}`, { token, body });
  }

  read(token: string, path = '') {
    return this.app.call('GET', `/admin/second-factor${path}`, { token });
  }

  async signUp(role = 'admin'): Promise<SignedUp> {
    const person = await this.app.signUp();
    await this.app.sql('UPDATE users SET role = $2 WHERE id = $1', [person.id, role]);
    const { body } = await this.login(person);
    return { ...person, token: (body.data as unknown as { token: string }).token };
  }

  /** Advances the clock, since a code of the same time step is accepted once. */
  nextCode({ secret }: { secret: Buffer }): string {
    this.app.clock.advance(STEP);
    return generateTotpCode(secret, toTimeStep(this.app.clock.now()));
  }

  async begin(person: SignedUp): Promise<Buffer> {
    const { body } = await this.post(person.token, '/begin', { password: PASSWORD });
    const { secret } = body.data as unknown as { secret: string };
    const bytes = decodeBase32(secret);
    expect(encodeBase32(bytes)).toBe(secret);
    return bytes;
  }

  async signUpWithTwoFactor(role?: string): Promise<StaffWithTwoFactor> {
    const person = await this.signUp(role);
    const secret = await this.begin(person);
    const code = this.nextCode({ secret });
    const { status, body } = await this.post(person.token, '/confirm', { code });
    expect(status).toBe(200);
    const { recovery_codes } = body.data as unknown as { recovery_codes: string[] };
    return { ...person, secret, recovery: recovery_codes };
  }

  /** Audited auth actions on the account. */
  async actions(id: number): Promise<string[]> {
    const rows = await this.app.sql<{ action: string }>(
      `SELECT action FROM audit_log WHERE target = $1 AND action LIKE 'auth.%' ORDER BY id`,
      [`user:${id}`],
    );
    return rows.map(({ action }) => action);
  }
}
