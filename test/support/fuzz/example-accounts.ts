import { generateTotpCode, toTimeStep } from '../../../src/auth/two-factor/totp';
import { decodeBase32 } from '../base32';

/** The e-mail address and password of the document's examples: with this account they are valid. */
export const EXAMPLE_ACCOUNT = {
  name: 'Ada Obi',
  email: 'ada@example.com',
  password: 'correct-horse-battery',
  confirmPassword: 'correct-horse-battery',
};
/** A staff member with two-factor authentication and the same password. */
export const EXAMPLE_STAFF = { ...EXAMPLE_ACCOUNT, email: 'staff@example.com' };

interface Api {
  /** @returns `data` of the answer. @throws Error unless it succeeds. */
  post(path: string, body: object, token?: string): Promise<Record<string, string>>;
  sql(text: string, values: unknown[]): Promise<unknown>;
}

/** Registers both accounts, so that generated sign-ins get past the password and to the code. */
export async function registerExampleAccounts({ post, sql }: Api): Promise<void> {
  const { email, password } = EXAMPLE_STAFF;
  await post('/auth/register', EXAMPLE_ACCOUNT);
  await post('/auth/register', EXAMPLE_STAFF);
  await sql('UPDATE users SET email_verified_at = now() WHERE email = ANY($1)', [
    [EXAMPLE_ACCOUNT.email, email],
  ]);
  await sql(`UPDATE users SET role = 'admin' WHERE email = $1`, [email]);
  const { token } = await post('/auth/admin/login', { email, password });
  const { secret } = await post('/admin/second-factor/begin', { password }, token);
  const code = generateTotpCode(decodeBase32(secret!), toTimeStep(new Date()));
  await post('/admin/second-factor/confirm', { code }, token);
}
