import { restoreSession, session, TOKEN_KEY, USER_KEY, VIEW_UNTIL_KEY } from './session';
import { serveApi } from '@/testing/api-server';
import { ok } from '@/testing/samples';
import { loadSiteConfig, readCachedSiteConfig, SITE_CONFIG_KEY } from './site-config';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANGES_NOTHING_SHOWN, isMutationShown } from './invalidation';

const user = {
  id: 7,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  wallet_balance: 500,
  created_at: '2026-01-01T00:00:00Z',
  email_verified_at: null,
};

describe('session', () => {
  beforeEach(() => localStorage.clear());

  it('should restore the stored session', () => {
    session.start({ token: 't', user });
    expect(restoreSession()).toEqual({ token: 't', user });
  });

  it.each([
    ['broken JSON', 't', '{oops'],
    ['an invalid user', 't', '{"id":"7"}'],
    ['no user', 't', null],
    ['no token', null, JSON.stringify(user)],
  ])('should discard a stored session with %s', (_what, token, stored) => {
    if (token) localStorage.setItem(TOKEN_KEY, token);
    if (stored) localStorage.setItem(USER_KEY, stored);
    expect(restoreSession()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  it('should have the session of a view in its tab only, and that of the staff again afterwards', () => {
    const admin = { ...user, id: 1, role: 'admin' };
    session.start({ token: 'staff-token', user: admin });
    sessionStorage.setItem(USER_KEY, JSON.stringify(user));
    sessionStorage.setItem(VIEW_UNTIL_KEY, '2026-11-20T10:15:00Z');
    sessionStorage.setItem(TOKEN_KEY, 'view-token');
    const viewed = restoreSession()!;
    expect(viewed).toEqual({ token: 'view-token', user, viewUntil: '2026-11-20T10:15:00Z' });
    session.start(viewed);
    session.refreshUser({ ...user, wallet_balance: 9000 });
    expect(localStorage.getItem(TOKEN_KEY)).toBe('staff-token');
    expect(JSON.parse(localStorage.getItem(USER_KEY)!)).toEqual(admin);
    const ended = jest.fn();
    const unsubscribe = session.onEnd(ended);
    session.expire('view-token', 'Please sign in to continue.');
    expect(ended).toHaveBeenCalledWith({ reason: 'viewed', userId: 7 });
    expect(session.get()).toEqual({ token: 'staff-token', user: admin });
    expect([sessionStorage.getItem(TOKEN_KEY), localStorage.getItem(TOKEN_KEY)]).toEqual([
      null,
      'staff-token',
    ]);
    unsubscribe();
  });

  it('should update the user and keep the token', () => {
    session.start({ token: 't', user });
    session.refreshUser({ ...user, wallet_balance: 9000 });
    expect(restoreSession()).toMatchObject({ token: 't', user: { wallet_balance: 9000 } });
  });

  it('should render nothing again for a response without a change', () => {
    session.start({ token: 't', user });
    const changed = jest.fn();
    const unsubscribe = session.subscribe(changed);
    session.refreshUser({ ...user });
    expect(changed).not.toHaveBeenCalled();
    session.refreshUser({ ...user, name: 'Ada Eze' });
    unsubscribe();
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('should ignore a response about a previous user', () => {
    session.start({ token: 't', user: { ...user, id: 8 } });
    session.refreshUser(user);
    expect(session.get()).toEqual({ token: 't', user: { ...user, id: 8 } });
  });

  it('should report “replaced” when another user signs in, but not on a new token or refreshed user', () => {
    session.start({ token: 't', user });
    const ends: unknown[] = [];
    const unsubscribe = session.onEnd((end) => ends.push([end, session.token()]));
    session.refreshUser({ ...user, name: 'Ada Eze' });
    session.start({ token: 'newer', user });
    expect(ends).toEqual([]);
    session.start({ token: 'theirs', user: { ...user, id: 8 } });
    unsubscribe();
    expect(ends).toEqual([[{ reason: 'replaced' }, 'theirs']]);
  });

  it('should end in this tab when another tab signs out', () => {
    session.start({ token: 't', user });
    const ends: unknown[] = [];
    const unsubscribe = session.onEnd((end) => ends.push(end));
    localStorage.clear();
    session.syncFromStorage();
    unsubscribe();
    expect(ends).toEqual([{ reason: 'logout' }]);
    expect(session.get()).toBeNull();
  });

  it('should leave a session alone that another tab is still writing', () => {
    session.logout();
    localStorage.setItem(TOKEN_KEY, 'fresh');
    session.syncFromStorage();
    expect(localStorage.getItem(TOKEN_KEY)).toBe('fresh');
    localStorage.setItem(USER_KEY, JSON.stringify(user));
    session.syncFromStorage();
    expect(session.get()).toEqual({ token: 'fresh', user });
  });

  it('should write the user before the token, which other tabs listen for', () => {
    const written: string[] = [];
    const set = jest.spyOn(Storage.prototype, 'setItem');
    session.start({ token: 't', user });
    written.push(...set.mock.calls.map(([key]) => key));
    set.mockRestore();
    expect(written).toEqual([USER_KEY, TOKEN_KEY]);
  });

  it('should switch to the user signed in by another tab without clearing storage', () => {
    session.start({ token: 't', user });
    const ends: unknown[] = [];
    const unsubscribe = session.onEnd((end) => ends.push(end));
    const other = { token: 'theirs', user: { ...user, id: 8 } };
    localStorage.setItem(USER_KEY, JSON.stringify(other.user));
    localStorage.setItem(TOKEN_KEY, other.token);
    session.syncFromStorage();
    unsubscribe();
    expect(ends).toEqual([{ reason: 'logout' }]);
    expect(session.get()).toEqual(other);
    expect(restoreSession()).toEqual(other);
  });
});

const SITE = { site_name: 'Proxy Market', sandbox: true };

describe('the site configuration', () => {
  const api = serveApi();

  it('should be cached for the next page load', async () => {
    expect(readCachedSiteConfig()).toBeNull();
    api.on('GET /auth/config', ok(SITE));
    await loadSiteConfig();
    expect(readCachedSiteConfig()).toEqual(SITE);
  });

  it('should keep the cached value when the server does not respond', async () => {
    api.on('GET /auth/config', ok(SITE));
    await loadSiteConfig();
    api.on('GET /auth/config', { status: 503 });
    expect(await loadSiteConfig()).toEqual(SITE);
  });

  it('should ignore a response that arrives after a newer one', async () => {
    const answer = api.hold('GET /auth/config', ok(SITE));
    const first = loadSiteConfig();
    while (api.received.length === 0) await new Promise((turn) => setTimeout(turn, 1));
    const renamed = { ...SITE, site_name: 'Proxy Bazaar' };
    api.on('GET /auth/config', ok(renamed));
    expect(await loadSiteConfig()).toEqual(renamed);
    answer();
    expect(await first).toEqual(renamed);
    expect(readCachedSiteConfig()).toEqual(renamed);
  });

  it.each(['{oops', '7', '{"sandbox":true}'])('should ignore the cached value %s', (kept) => {
    localStorage.setItem(SITE_CONFIG_KEY, kept);
    expect(readCachedSiteConfig()).toBeNull();
  });
});

const folder = join(__dirname, 'generated');

const sources = readdirSync(folder)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');

const keys = [
  ...sources.matchAll(/const (get\w+QueryKey) = \(([^)]*)\) => \{\s*return \[([^;]*)\] as const/g),
].map(([, name = '', parameters = '', key = '']) => ({
  name,
  key,
  parameters: [...parameters.matchAll(/(\w+)\?:/g)].map(([, parameter = '']) => parameter),
}));

describe('mutations', () => {
  it.each([...CHANGES_NOTHING_SHOWN])('the generated client has %s', (mutation) => {
    expect(sources).toContain(`const mutationKey = ['${mutation}'];`);
  });

  it.each([
    ['buyProxies', true],
    ['adminSaveSettings', true],
    ['quoteOrder', false],
    [undefined, false],
  ])('%s should reload what is shown: %s', (operation, expected) => {
    expect(isMutationShown(operation)).toBe(expected);
  });
});

describe('query keys of the generated client', () => {
  it('should be parsed from the generated client', () => expect(keys.length).toBeGreaterThan(30));

  it.each(keys)('$name should begin as the filter of what is reloaded', ({ key }) => {
    expect(key.trim()).toMatch(/^'api',\s*'v1',/);
  });

  it.each(keys.filter(({ parameters }) => parameters.length > 0))(
    '$name should contain every parameter of the request',
    ({ key, parameters }) => {
      parameters.forEach((parameter) => expect(key).toMatch(new RegExp(`\\b${parameter}\\b`)));
    },
  );
});
