import { act, screen, waitFor } from '@testing-library/react';
import { http } from '@/api/http';
import { session, TOKEN_KEY, USER_KEY } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, errorReply } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { openedMessages } from '@/testing/messages';

describe('redirectOnSessionEnd', () => {
  const api = serveApi();
  let app: ReturnType<typeof openApp>;

  beforeEach(async () => {
    session.start({ token: 't', user: ada });
    app = openApp('/terms-of-service?from=wallet');
    await screen.findByRole('heading', { level: 1 });
  });

  it('should open the landing page after sign-out and clear storage', async () => {
    act(() => session.logout());
    await waitFor(() => expect(app.url()).toBe('/'));
    expect([localStorage.getItem(TOKEN_KEY), localStorage.getItem(USER_KEY)]).toEqual([null, null]);
  });

  it('should navigate once and show one toast for ten 401 responses', async () => {
    api.on('GET /wallet', errorReply(401, { message: 'Please sign in again.' }));
    const visited: string[] = [];
    app.router.subscribe(({ location }) => {
      if (visited.at(-1) !== location.key) visited.push(location.key);
    });
    await act(
      async () =>
        void (await Promise.allSettled(Array.from({ length: 10 }, () => http('/api/v1/wallet')))),
    );
    await waitFor(() =>
      expect(app.url()).toBe('/auth?redirectTo=%2Fterms-of-service%3Ffrom%3Dwallet'),
    );
    expect(api.calls('GET /wallet')).toHaveLength(10);
    expect(openedMessages()).toEqual(['Please sign in again.']);
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    await screen.findByRole('heading', { name: 'Welcome Back' });
    expect(new Set(visited).size).toBeLessThanOrEqual(2);
  });

  it('should lead staff to the set-up of a required second factor, once and with one message', async () => {
    signInAs('admin');
    const message = 'Staff need two-factor authentication.';
    for (const path of ['/admin/users', '/admin/second-factor/staff'])
      api.on(`GET ${path}`, errorReply(403, { code: 'TWO_FACTOR_SETUP_REQUIRED', message }));
    await act(
      async () =>
        void (await Promise.allSettled(
          Array.from({ length: 5 }, () => http('/api/v1/admin/users')),
        )),
    );
    await waitFor(() => expect(app.url()).toBe('/admin/security'));
    await screen.findByRole('heading', { level: 1, name: 'Security' });
    expect(openedMessages().filter((text) => text === message)).toHaveLength(1);
    await act(async () => void (await http('/api/v1/admin/second-factor/staff').catch(() => null)));
    expect(openedMessages().filter((text) => text === message)).toHaveLength(1);
  });

  it('should redirect when another tab signs out', async () => {
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
    await waitFor(() => expect(app.url()).toBe('/'));
  });

  it('should redirect when another tab signed out while this page was in the back/forward cache', async () => {
    localStorage.clear();
    const back = new Event('pageshow');
    act(() => void window.dispatchEvent(Object.assign(back, { persisted: true })));
    await waitFor(() => expect(app.url()).toBe('/'));
  });
});
