import { OAuth2Server } from 'oauth2-mock-server';
import { MINUTE, SECOND } from '../../../src/common/time/clock';
import { freePort } from '../../support/ports';
import {
  newAddress,
  newEmail,
  createAuthTestApp,
  PASSWORD,
  type AuthTestApp,
} from './auth-test-app';

interface Person {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

describe('Signing in with Google', () => {
  let app: AuthTestApp;
  const google = new OAuth2Server();
  let person: Person;
  let tamper: (claims: Record<string, unknown>) => void = () => undefined;

  beforeAll(async () => {
    const port = await freePort();
    await google.issuer.keys.generate('RS256');
    await google.start(port, 'localhost');
    google.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
      token.payload.sub = person.sub;
      tamper(token.payload);
    });
    google.service.on('beforeUserinfo', (response: { body: unknown }) => {
      response.body = { ...person };
    });
    app = await createAuthTestApp({
      GOOGLE_ISSUER: `http://localhost:${port}`,
      GOOGLE_CLIENT_ID: 'shop-client',
      GOOGLE_CLIENT_SECRET: 'shop-secret',
    });
  });
  beforeEach(() => {
    tamper = () => undefined;
    person = newPerson();
  });
  afterAll(async () => {
    await app.close();
    await google.stop();
  });

  let serial = 0;
  const newPerson = (overrides: Partial<Person> = {}): Person => ({
    sub: `google-${process.pid}-${(serial += 1)}`,
    email: newEmail(),
    email_verified: true,
    name: 'Chidi Eze',
    ...overrides,
  });

  /** The cookie pair of an answer, as a browser would send it back. */
  const cookieOf = (headers: Record<string, unknown>) =>
    String(headers['set-cookie']).split(';')[0]!;

  const depart = async () => {
    const answer = await app.call('GET', '/auth/google/redirect', { ip: newAddress() });
    expect(answer.status).toBe(302);
    return { to: new URL(String(answer.headers.location)), cookie: cookieOf(answer.headers) };
  };

  /** Lets Google say yes. @returns the query it sends the browser back with. */
  const consent = async (to: URL) => {
    const answer = await fetch(to, { redirect: 'manual' });
    return new URL(answer.headers.get('location')!).search;
  };

  const arrive = async (search: string, cookie: string) => {
    const answer = await app.call('GET', `/auth/google/callback${search}`, {
      headers: { cookie },
      ip: newAddress(),
    });
    expect(answer.status).toBe(302);
    const url = new URL(String(answer.headers.location));
    expect(url.origin + url.pathname).toBe('https://shop.example.com/auth/google/callback');
    return Object.fromEntries(url.searchParams);
  };

  const exchange = (access_token: string, cookie: string) =>
    app.call('POST', '/auth/google/verify-token', {
      body: { access_token },
      headers: { cookie },
      ip: newAddress(),
    });

  const journey = async (): Promise<{
    cookie: string;
    [parameter: string]: string | undefined;
  }> => {
    const { to, cookie } = await depart();
    return { ...(await arrive(await consent(to), cookie)), cookie };
  };
  const signIn = async () => {
    const { token, cookie } = await journey();
    return exchange(token!, cookie);
  };
  const dataOf = (answer: { body: { data?: unknown } }) =>
    answer.body.data as { token: string; user: { id: number; email: string } };

  // spec: C1.2, C7.7, C7.8, C8.33
  it('opens an account on the first visit and finds it by subject on the next', async () => {
    const first = await signIn();
    expect(first).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Successfully authenticated with Google!',
        data: {
          user: { name: 'Chidi Eze', email: person.email, role: 'user', wallet_balance: 0 },
        },
      },
    });
    const { token, user } = dataOf(first);
    expect((await app.call('GET', '/user/info', { token })).body.data).toEqual({ user });
    person.email = newEmail();
    expect(dataOf(await signIn()).user).toMatchObject({ id: user.id, email: user.email });
  });

  it('is no way around the second factor of staff', async () => {
    const { user } = dataOf(await signIn());
    await app.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
    expect((await signIn()).status).toBe(200);
    await app.sql(
      `INSERT INTO second_factor (user_id, secret_encrypted, enabled_at) VALUES ($1, 'x', now())`,
      [user.id],
    );
    const answer = await signIn();
    expect(answer).toMatchObject({ status: 403, body: { code: 'GOOGLE_REFUSED' } });
    expect(answer.body.data).toBeUndefined();
  });

  // spec: C7.7
  it('leaves with state, nonce and PKCE, and with a cookie no script can read', async () => {
    const answer = await app.call('GET', '/auth/google/redirect', { ip: newAddress() });
    const query = new URL(String(answer.headers.location)).searchParams;
    expect(query.get('scope')).toBe('openid email profile');
    expect(query.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(query.get(name)!.length).toBeGreaterThanOrEqual(40);
    expect(query.get('redirect_uri')).toBe('https://shop.example.com/api/v1/auth/google/callback');
    const cookie = String(answer.headers['set-cookie']);
    expect(cookie).toMatch(/^__Host-google-sign-in=.*Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).not.toContain(query.get('state'));
  });

  // spec: C2.6, C3.27
  it('puts no bearer token into an address, only a code that works once, for a minute, here', async () => {
    const { success, token, user, cookie } = await journey();
    expect({ success, user }).toEqual({ success: 'true', user: '{"name":"Chidi Eze"}' });
    expect((await app.call('GET', '/user/info', { token })).status).toBe(401);
    const elsewhere = (await depart()).cookie;
    for (const foreign of [elsewhere, 'a=b', ''])
      expect((await exchange(token!, foreign)).status).toBe(401);
    const answers = await Promise.all([exchange(token!, cookie), exchange(token!, cookie)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    const late = await journey();
    app.clock.advance(MINUTE + SECOND);
    expect(await exchange(late.token!, late.cookie)).toMatchObject({
      status: 401,
      body: { code: 'GOOGLE_FAILED', message: 'Google OAuth authentication failed' },
    });
  });

  // spec: C8.7
  it.each<[string, (search: string) => string]>([
    ['another state', (search) => search.replace(/state=[^&]+/, 'state=other')],
    ['no state', (search) => search.replace(/&?state=[^&]+/, '')],
    ['another code', (search) => search.replace(/code=[^&]+/, 'code=other')],
    ['nothing', () => ''],
    ['a refusal of the server', () => '?error=server_error'],
  ])('fails when the browser comes back with %s', async (_, change) => {
    const { to, cookie } = await depart();
    expect(await arrive(change(await consent(to)), cookie)).toEqual({
      error: 'Google OAuth authentication failed',
    });
  });

  it('fails in another browser than the one that left', async () => {
    const { to } = await depart();
    const other = await depart();
    const search = await consent(to);
    for (const cookie of [other.cookie, '', `${other.cookie.slice(0, -4)}AAAA`])
      expect(await arrive(search, cookie)).toEqual({ error: 'Google OAuth authentication failed' });
  });

  it.each<[string, (claims: Record<string, unknown>) => void]>([
    ['another nonce', (claims) => (claims.nonce = 'other')],
    ['another audience', (claims) => (claims.aud = 'somebody-else')],
    ['another issuer', (claims) => (claims.iss = 'https://evil.example.com')],
    ['an end long ago', (claims) => (claims.exp = 1_000_000_000)],
  ])('fails on an identity with %s', async (_, change) => {
    tamper = change;
    const { error, token } = await journey();
    expect({ error, token }).toEqual({
      error: 'Google OAuth authentication failed',
      token: undefined,
    });
  });

  it('says so when the person said no', async () => {
    const { cookie } = await depart();
    expect(await arrive('?error=access_denied', cookie)).toEqual({
      error: 'Google sign-in was cancelled',
    });
  });

  it('links an account with the same proven address and leaves its password alone', async () => {
    const { id, email, token } = await app.signUp();
    person = newPerson({ email: email.toUpperCase() });
    expect(dataOf(await signIn()).user.id).toBe(id);
    expect((await app.call('GET', '/user/info', { token })).status).toBe(200);
    const login = await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
    expect(login.status).toBe(200);
  });

  it('takes an account back from a stranger who had registered the address unproven', async () => {
    const email = newEmail();
    await app.call('POST', '/auth/register', {
      body: { name: 'Eve', email, password: PASSWORD, confirmPassword: PASSWORD },
      ip: newAddress(),
    });
    person = newPerson({ email });
    expect((await signIn()).status).toBe(200);
    const login = await app.call('POST', '/auth/login', {
      body: { email, password: PASSWORD },
      ip: newAddress(),
    });
    expect(login.status).toBe(401);
  });

  it('links nothing to an address that Google does not vouch for', async () => {
    const { email } = await app.signUp();
    person = newPerson({ email, email_verified: false });
    expect(await journey()).toMatchObject({
      error: 'Google has not verified the email of this account.',
    });
  });

  it('never links staff', async () => {
    const { id, email } = await app.signUp();
    await app.sql(`UPDATE users SET role = 'sub-admin' WHERE id = $1`, [id]);
    person = newPerson({ email });
    expect(await journey()).toMatchObject({ error: 'This account signs in with its password.' });
  });

  it('gives one account one Google account', async () => {
    const { id } = dataOf(await signIn()).user;
    person = newPerson({ email: person.email });
    const { error } = await journey();
    expect(error).toBe('This account is connected to another Google account.');
    expect(id).toBeGreaterThan(0);
  });

  it('keeps suspended accounts out', async () => {
    const { id } = dataOf(await signIn()).user;
    await app.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [id]);
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } });
  });

  // spec: C9.16
  it('tells the sign-in page that it is there, and that addresses must be proven', async () => {
    expect((await app.call('GET', '/auth/config')).body.data).toMatchObject({
      google: true,
      email_verification: true,
    });
  });
});

describe('Signing in with Google where it is not set up', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
  });
  afterAll(() => app.close());

  // spec: C8.6
  it('leads back with the reason', async () => {
    const answer = await app.call('GET', '/auth/google/redirect');
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      'https://shop.example.com/auth/google/callback?error=Google+OAuth+is+not+configured',
    ]);
  });
});

describe('Signing in with Google while Google cannot be reached', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp({
      GOOGLE_ISSUER: `http://localhost:${await freePort()}`,
      GOOGLE_CLIENT_ID: 'shop-client',
      GOOGLE_CLIENT_SECRET: 'shop-secret',
    });
  });
  afterAll(() => app.close());

  // spec: C8.8
  it('leads back with words of its own', async () => {
    const answer = await app.call('GET', '/auth/google/redirect');
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      'https://shop.example.com/auth/google/callback?error=Failed+to+authenticate+with+Google',
    ]);
  });
});
