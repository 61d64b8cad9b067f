import { generateKeyPairSync, sign } from 'node:crypto';
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

interface GoogleProfile {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

describe('Google login', () => {
  let app: AuthTestApp;
  const google = new OAuth2Server();
  let profile: GoogleProfile;
  let tamper: (claims: Record<string, unknown>) => void = () => undefined;
  let forge: (idToken: string) => string;

  beforeAll(async () => {
    const port = await freePort();
    await google.issuer.keys.generate('RS256');
    await google.start(port, 'localhost');
    google.service.on('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => {
      token.payload.sub = profile.sub;
      tamper(token.payload);
    });
    google.service.on('beforeResponse', ({ body }: { body: { id_token?: string } }) => {
      if (body.id_token) body.id_token = forge(body.id_token);
    });
    google.service.on('beforeUserinfo', (response: { body: unknown }) => {
      response.body = { ...profile };
    });
    app = await createAuthTestApp({
      GOOGLE_ISSUER: `http://localhost:${port}`,
      GOOGLE_CLIENT_ID: 'shop-client',
      GOOGLE_CLIENT_SECRET: 'shop-secret',
    });
  });
  beforeEach(() => {
    tamper = () => undefined;
    forge = (idToken) => idToken;
    profile = newProfile();
  });
  afterAll(async () => {
    await app.close();
    await google.stop();
  });

  let serial = 0;
  const newProfile = (overrides: Partial<GoogleProfile> = {}): GoogleProfile => ({
    sub: `google-${process.pid}-${(serial += 1)}`,
    email: newEmail(),
    email_verified: true,
    name: 'Chidi Eze',
    ...overrides,
  });

  /** The Cookie header that a browser sends back after the response. */
  const toCookieHeader = (headers: Record<string, unknown>) =>
    String(headers['set-cookie']).split(';')[0]!;

  const startLogin = async (query = '') => {
    const answer = await app.call('GET', `/auth/google/redirect${query}`, { ip: newAddress() });
    expect(answer.status).toBe(302);
    return { to: new URL(String(answer.headers.location)), cookie: toCookieHeader(answer.headers) };
  };

  /** Consents at Google. @returns the query of the redirect to the callback. */
  const consent = async (to: URL) => {
    const answer = await fetch(to, { redirect: 'manual' });
    return new URL(answer.headers.get('location')!).search;
  };

  const callback = async (search: string, cookie: string) => {
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

  const loginAtGoogle = async (): Promise<{
    cookie: string;
    [parameter: string]: string | undefined;
  }> => {
    const { to, cookie } = await startLogin();
    return { ...(await callback(await consent(to), cookie)), cookie };
  };
  const signIn = async () => {
    const { token, cookie } = await loginAtGoogle();
    return exchange(token!, cookie);
  };
  const getData = (answer: { body: { data?: unknown } }) =>
    answer.body.data as { token: string; user: { id: number; email: string } };

  it('should create an account on the first login and find it by subject on the next', async () => {
    const first = await signIn();
    expect(first).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Successfully authenticated with Google!',
        data: {
          user: { name: 'Chidi Eze', email: profile.email, role: 'user', wallet_balance: 0 },
        },
      },
    });
    const { token, user } = getData(first);
    expect((await app.call('GET', '/user/info', { token })).body.data).toEqual({ user });
    profile.email = newEmail();
    expect(getData(await signIn()).user).toMatchObject({ id: user.id, email: user.email });
  });

  it('should note whose link a new customer followed, whatever happens at Google meanwhile', async () => {
    const { user: referrer } = getData(await signIn());
    await app.sql(`INSERT INTO referral_code (user_id, code) VALUES ($1, 'CHD23456')`, [
      referrer.id,
    ]);
    profile = newProfile();
    const { to, cookie } = await startLogin('?ref=CHD23456');
    expect(to.search).not.toContain('CHD23456');
    const { token } = await callback(await consent(to), cookie);
    const { user } = getData(await exchange(token!, cookie));
    const findReferral = () =>
      app.sql('SELECT referrer_id FROM referral WHERE user_id = $1', [user.id]);
    expect(await findReferral()).toEqual([{ referrer_id: referrer.id }]);
    // An account that exists was invited by nobody any more.
    profile = newProfile({ sub: profile.sub, email: profile.email });
    const again = await startLogin('?ref=CHD23456');
    await callback(await consent(again.to), again.cookie);
    expect(await findReferral()).toHaveLength(1);
  });

  it('should not bypass the two-factor authentication of staff', async () => {
    const { user } = getData(await signIn());
    await app.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.id]);
    expect((await signIn()).status).toBe(200);
    await app.sql(
      `INSERT INTO two_factor (user_id, secret_encrypted, enabled_at) VALUES ($1, 'x', now())`,
      [user.id],
    );
    const answer = await signIn();
    expect(answer).toMatchObject({ status: 403, body: { code: 'GOOGLE_REFUSED' } });
    expect(answer.body.data).toBeUndefined();
  });

  it('should redirect with state, nonce and PKCE and set an HttpOnly cookie', async () => {
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

  it('should put only a single-use code into the URL, bound to the browser and valid for a minute', async () => {
    const { success, token, user, cookie } = await loginAtGoogle();
    expect({ success, user }).toEqual({ success: 'true', user: '{"name":"Chidi Eze"}' });
    expect((await app.call('GET', '/user/info', { token })).status).toBe(401);
    const otherBrowser = (await startLogin()).cookie;
    for (const foreign of [otherBrowser, 'a=b', ''])
      expect((await exchange(token!, foreign)).status).toBe(401);
    const answers = await Promise.all([exchange(token!, cookie), exchange(token!, cookie)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    const late = await loginAtGoogle();
    app.clock.advance(MINUTE + SECOND);
    expect(await exchange(late.token!, late.cookie)).toMatchObject({
      status: 401,
      body: { code: 'GOOGLE_FAILED', message: 'Google OAuth authentication failed' },
    });
  });

  it.each<[string, (search: string) => string]>([
    ['another state', (search) => search.replace(/state=[^&]+/, 'state=other')],
    ['no state', (search) => search.replace(/&?state=[^&]+/, '')],
    ['another code', (search) => search.replace(/code=[^&]+/, 'code=other')],
    ['no parameters', () => ''],
    ['a server error', () => '?error=server_error'],
  ])('should fail when the callback has %s', async (_, change) => {
    const { to, cookie } = await startLogin();
    expect(await callback(change(await consent(to)), cookie)).toEqual({
      error: 'Google OAuth authentication failed',
    });
  });

  it('should fail in another browser than the one that started the login', async () => {
    const { to } = await startLogin();
    const other = await startLogin();
    const search = await consent(to);
    for (const cookie of [other.cookie, '', `${other.cookie.slice(0, -4)}AAAA`])
      expect(await callback(search, cookie)).toEqual({
        error: 'Google OAuth authentication failed',
      });
  });

  it.each<[string, (claims: Record<string, unknown>) => void]>([
    ['another nonce', (claims) => (claims.nonce = 'other')],
    ['another audience', (claims) => (claims.aud = 'other-client')],
    ['another issuer', (claims) => (claims.iss = 'https://evil.example.com')],
    ['an expiry in the past', (claims) => (claims.exp = 1_000_000_000)],
  ])('should fail on an ID token with %s', async (_, change) => {
    tamper = change;
    const { error, token } = await loginAtGoogle();
    expect({ error, token }).toEqual({
      error: 'Google OAuth authentication failed',
      token: undefined,
    });
  });

  it.each<[string, (signed: string) => string]>([
    [
      'signed with a foreign key',
      (signed) => {
        const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
        return sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
      },
    ],
    ['without a signature', () => ''],
  ])('should fail on an ID token %s', async (_, toSignature) => {
    forge = (idToken) => {
      const signed = idToken.slice(0, idToken.lastIndexOf('.'));
      return `${signed}.${toSignature(signed)}`;
    };
    const { error, token } = await loginAtGoogle();
    expect({ error, token }).toEqual({
      error: 'Google OAuth authentication failed',
      token: undefined,
    });
  });

  it('should report that the user cancelled at Google', async () => {
    const { cookie } = await startLogin();
    expect(await callback('?error=access_denied', cookie)).toEqual({
      error: 'You cancelled the Google sign-in.',
    });
  });

  it('should link an account with the same verified address and keep its password', async () => {
    const { id, email, token } = await app.signUp();
    profile = newProfile({ email: email.toUpperCase() });
    expect(getData(await signIn()).user.id).toBe(id);
    expect((await app.call('GET', '/user/info', { token })).status).toBe(200);
    const login = await app.call('POST', '/auth/login', { body: { email, password: PASSWORD } });
    expect(login.status).toBe(200);
  });

  it('should discard the password of an account registered with an unverified address', async () => {
    const email = newEmail();
    await app.call('POST', '/auth/register', {
      body: { name: 'Eve', email, password: PASSWORD, confirmPassword: PASSWORD },
      ip: newAddress(),
    });
    profile = newProfile({ email });
    expect((await signIn()).status).toBe(200);
    const login = await app.call('POST', '/auth/login', {
      body: { email, password: PASSWORD },
      ip: newAddress(),
    });
    expect(login.status).toBe(401);
  });

  it('should discard the second factor and the API keys of an account with an unverified address', async () => {
    const { id, email, token } = await app.signUp();
    const created = await app.call('POST', '/user/api-keys', {
      token,
      body: { name: 'Hidden', scopes: ['read'] },
    });
    const { key } = created.body.data as unknown as { key: string };
    await app.sql(
      'INSERT INTO two_factor (user_id, secret_encrypted, enabled_at) VALUES ($1, $2, now())',
      [...[id, 'of another']],
    );
    await app.sql('UPDATE users SET email_verified_at = NULL WHERE id = $1', [id]);
    expect((await app.call('GET', '/user/info', { token: key })).status).toBe(200);
    profile = newProfile({ email });
    const session = getData(await signIn());
    expect(session.user.id).toBe(id);
    for (const earlier of [key, token])
      expect((await app.call('GET', '/user/info', { token: earlier })).status).toBe(401);
    const status = await app.call('GET', '/user/second-factor', { token: session.token });
    expect(status.body.data).toMatchObject({ enabled: false });
  });

  it('should not link an address that Google has not verified', async () => {
    const { email } = await app.signUp();
    profile = newProfile({ email, email_verified: false });
    expect(await loginAtGoogle()).toMatchObject({
      error: 'Google has not verified the email of this account.',
    });
  });

  it('should not link an account whose owner has to review who has access', async () => {
    const { id, email } = await app.signUp();
    const setReview = (since: string) =>
      app.sql(`UPDATE users SET review_since = ${since} WHERE id = $1`, [id]);
    await setReview('now()');
    profile = newProfile({ email });
    expect((await loginAtGoogle()).error).toMatch(/^Sign in with your new password first/);
    await setReview('NULL');
    expect(getData(await signIn()).user.id).toBe(id);
  });

  it('should not link staff accounts', async () => {
    const { id, email } = await app.signUp();
    await app.sql(`UPDATE users SET role = 'sub-admin' WHERE id = $1`, [id]);
    profile = newProfile({ email });
    expect(await loginAtGoogle()).toMatchObject({
      error: 'This account signs in with its password.',
    });
  });

  it('should link an account to one Google account only', async () => {
    const { id } = getData(await signIn()).user;
    profile = newProfile({ email: profile.email });
    const { error } = await loginAtGoogle();
    expect(error).toBe('This account is connected to another Google account.');
    expect(id).toBeGreaterThan(0);
  });

  it('should refuse suspended accounts', async () => {
    const { id } = getData(await signIn()).user;
    await app.sql(`UPDATE users SET status = 'suspended' WHERE id = $1`, [id]);
    expect(await signIn()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_SUSPENDED' } });
  });

  it('should list Google login and email verification in the auth config', async () => {
    expect((await app.call('GET', '/auth/config')).body.data).toMatchObject({
      google: true,
      email_verification: true,
    });
  });
});

describe('Google login without configuration', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' });
  });
  afterAll(() => app.close());

  it('should redirect back with the reason', async () => {
    const answer = await app.call('GET', '/auth/google/redirect');
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      'https://shop.example.com/auth/google/callback?error=Google+OAuth+is+not+configured',
    ]);
  });
});

describe('Google login while Google is unreachable', () => {
  let app: AuthTestApp;
  beforeAll(async () => {
    app = await createAuthTestApp({
      GOOGLE_ISSUER: `http://localhost:${await freePort()}`,
      GOOGLE_CLIENT_ID: 'shop-client',
      GOOGLE_CLIENT_SECRET: 'shop-secret',
    });
  });
  afterAll(() => app.close());

  it('should redirect back with its own error message', async () => {
    const answer = await app.call('GET', '/auth/google/redirect');
    expect([answer.status, answer.headers.location]).toEqual([
      302,
      'https://shop.example.com/auth/google/callback?error=Failed+to+authenticate+with+Google',
    ]);
  });
});
