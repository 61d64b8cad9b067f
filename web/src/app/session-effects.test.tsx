import { act, screen, waitFor } from '@testing-library/react';
import { http } from '@/api/http';
import { session, TOKEN_KEY, USER_KEY } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { person } from '@/testing/person';
import { ada, errorReply, ok } from '@/testing/samples';
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

  it('should open the page of the customer with the own session when a view ends', async () => {
    const until = '2026-11-20T10:15:00Z';
    act(() => signInAs('admin'));
    sessionStorage.setItem(TOKEN_KEY, 'view-token');
    act(() => session.start({ token: 'view-token', user: ada, viewUntil: until }));
    act(() => session.logout());
    await waitFor(() => expect(app.url()).toBe(`/admin/userprofile?id=${ada.id}`));
    expect(session.token()).toBe('staff-token');
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

  describe('during a purchase', () => {
    const BUY = 'POST /proxies/buy';
    const order = '/buyproxy?type=mobile&traffic=5';
    const signIn = '/auth?redirectTo=%2Fbuyproxy%3Ftype%3Dmobile%26traffic%3D5';
    const purchase = async () =>
      person.click(await screen.findByRole('button', { name: 'Purchase Mobile Proxy' }));
    const keys = () => api.calls(BUY).map(({ headers }) => headers['idempotency-key']);

    beforeEach(async () => {
      api.on('GET /user/info', ok({ user: ada }));
      api.on('GET /pool/countries', ok([]));
      api.on('GET /pool/pricing', ok({ priceList: [{ traffic: '5', price: 900 }] }));
      await act(() => app.router.navigate(order));
    });

    const signInAgain = async () => {
      await waitFor(() => expect(app.url()).toBe(signIn));
      act(() => session.start({ token: 't2', user: ada }));
      await act(() => app.router.navigate(order));
    };

    it('should say on the sign-in page that nothing was charged, and keep the order', async () => {
      api.on(BUY, errorReply(401, { message: 'Please sign in again.' }));
      await purchase();
      expect(await screen.findByText('Your session ended. Nothing was charged.')).toBeVisible();
      expect(app.url()).toBe(signIn);
      expect(openedMessages()).toEqual([]);
      await signInAgain();
      expect(screen.queryByText(/Your session ended/)).toBeNull();
    });

    it('should say what was bought, and buy it again only when asked', async () => {
      api.on(BUY, () => {
        api.on('GET /user/info', errorReply(401));
        return ok({ order_status: 'delivered', proxies: [{ id: 47 }] });
      });
      await purchase();
      await waitFor(() => expect(app.url()).toBe(signIn));
      api.on('GET /user/info', ok({ user: ada }));
      api.on(BUY, errorReply(503));
      await signInAgain();
      const bought = await screen.findByRole('link', { name: '#47' });
      expect(bought.closest('[role=status]')).toHaveTextContent('You just bought #47.');
      await purchase();
      await waitFor(() => expect(keys()).toHaveLength(2));
      await person.click(screen.getByRole('button', { name: 'Buy another' }));
      expect(screen.queryByText(/You just bought/)).toBeNull();
      await purchase();
      await waitFor(() => expect(keys()).toHaveLength(3));
      expect(keys()[1]).toBe(keys()[0]);
      expect(keys()[2]).not.toBe(keys()[0]);
    });
  });

  it('should lead staff to the set-up of a required second factor, once and with one message', async () => {
    signInAs('admin');
    const message = 'Staff need two-factor authentication.';
    for (const path of ['/admin/users', '/admin/staff'])
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
    await act(async () => void (await http('/api/v1/admin/staff').catch(() => null)));
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
