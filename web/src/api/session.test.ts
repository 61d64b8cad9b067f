import { restore, session, TOKEN_KEY, USER_KEY } from './session';

const user = {
  id: 7,
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  wallet_balance: 500,
  created_at: '2026-01-01T00:00:00Z',
  email_verified_at: null,
};

describe('the stored session', () => {
  beforeEach(() => localStorage.clear());

  // spec: C3.3, C4.3
  it('comes back as it was kept', () => {
    session.start({ token: 't', user });
    expect(restore()).toEqual({ token: 't', user });
  });

  // spec: C4.3
  it.each([
    ['broken JSON', 't', '{oops'],
    ['a user that is none', 't', '{"id":"7"}'],
    ['no user', 't', null],
    ['no token', null, JSON.stringify(user)],
  ])('is thrown away with %s', (_what, token, stored) => {
    if (token) localStorage.setItem(TOKEN_KEY, token);
    if (stored) localStorage.setItem(USER_KEY, stored);
    expect(restore()).toBeNull();
    expect(localStorage).toHaveLength(0);
  });

  // spec: C3.4
  it('takes a fresher user without changing the token', () => {
    session.start({ token: 't', user });
    session.refreshUser({ ...user, wallet_balance: 9000 });
    expect(restore()).toMatchObject({ token: 't', user: { wallet_balance: 9000 } });
  });

  it('takes no answer about who was signed in before', () => {
    session.start({ token: 't', user: { ...user, id: 8 } });
    session.refreshUser(user);
    expect(session.get()).toEqual({ token: 't', user: { ...user, id: 8 } });
  });

  it('ends with that of somebody else who signs in over it, and with no refreshed user', () => {
    session.start({ token: 't', user });
    const endings: unknown[] = [];
    const forget = session.onEnd((ending) => endings.push([ending, session.token()]));
    session.refreshUser({ ...user, name: 'Ada Eze' });
    session.start({ token: 'newer', user });
    expect(endings).toEqual([]);
    session.start({ token: 'theirs', user: { ...user, id: 8 } });
    forget();
    expect(endings).toEqual([[{ reason: 'replaced' }, 'theirs']]);
  });

  it('ends in this tab when another one has signed out', () => {
    session.start({ token: 't', user });
    const endings: unknown[] = [];
    const forget = session.onEnd((ending) => endings.push(ending));
    localStorage.clear();
    session.reload();
    forget();
    expect(endings).toEqual([{ reason: 'logout' }]);
    expect(session.get()).toBeNull();
  });

  it('of another tab is left alone while that tab is still writing it', () => {
    session.logout();
    localStorage.setItem(TOKEN_KEY, 'fresh');
    session.reload();
    expect(localStorage.getItem(TOKEN_KEY)).toBe('fresh');
    localStorage.setItem(USER_KEY, JSON.stringify(user));
    session.reload();
    expect(session.get()).toEqual({ token: 'fresh', user });
  });

  it('tells other tabs of a token when they can see whose it is', () => {
    const written: string[] = [];
    const set = jest.spyOn(Storage.prototype, 'setItem');
    session.start({ token: 't', user });
    written.push(...set.mock.calls.map(([key]) => key));
    set.mockRestore();
    expect(written).toEqual([USER_KEY, TOKEN_KEY]);
  });

  it('of somebody else ends the one before, in this tab and not in storage', () => {
    session.start({ token: 't', user });
    const endings: unknown[] = [];
    const forget = session.onEnd((ending) => endings.push(ending));
    const other = { token: 'theirs', user: { ...user, id: 8 } };
    localStorage.setItem(USER_KEY, JSON.stringify(other.user));
    localStorage.setItem(TOKEN_KEY, other.token);
    session.reload();
    forget();
    expect(endings).toEqual([{ reason: 'logout' }]);
    expect(session.get()).toEqual(other);
    expect(restore()).toEqual(other);
  });
});
