import { listPages } from '@/../pages/list-pages.mjs';
import type { LoaderFunctionArgs, RouteObject } from 'react-router-dom';
import { session } from '@/api/session';
import { redirectSignedIn, requireCustomer } from './guards';
import { redirectSignedInStaff, requireStaff, adminRoutes } from './admin-routes';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor } from '@testing-library/react';
import { QueryClient } from '@tanstack/react-query';
import { awaitFirstRequests, fillQueryCache, takeFirstResponse } from '@/api/first-requests';
import { getAdminAuditLogsQueryKey } from '@/api/generated/admin-audit';
import { getUserInfoQueryKey } from '@/api/generated/profile';
import { getListProxiesQueryKey, getUsageReportQueryKey } from '@/api/generated/proxies';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, ok } from '@/testing/samples';
import { adminPaths } from '@/lib/admin-paths';
import { paths } from '@/lib/paths';
import { pages } from '@/../pages/pages.json';
import { customerRoutes } from './customer-routes';

describe('the HTML files of the pages', () => {
  const pages = listPages();

  it('should be one for each path', () => {
    const files = pages.map(({ file }) => file);
    expect(files.filter((file, index) => files.indexOf(file) !== index)).toEqual([]);
    expect(files).toContain('pages/proxyhistory.html');
  });

  it('should have titles, of which only that of the landing page is the site’s', () => {
    expect(pages.filter(({ title }) => !title).map(({ path }) => path)).toEqual(['/']);
  });

  it('should say that there is no such article below help and docs', () => {
    expect(pages.filter(({ notFound }) => notFound)).toMatchObject([
      { path: '/help/*', title: 'Article not found' },
      { path: '/docs/*', title: 'Article not found' },
    ]);
  });
});

const user = {
  id: 1,
  name: 'Ada',
  email: 'ada@example.com',
  wallet_balance: 0,
  created_at: '',
  email_verified_at: null,
};

const requestTo = (path: string): LoaderFunctionArgs =>
  ({ request: new Request(`http://localhost${path}`) }) as LoaderFunctionArgs;

const target = (response: Response | null): string | null =>
  response?.headers.get('location') ?? null;

const signIn = (role: string): void => session.start({ token: 't', user: { ...user, role } });

describe('guards of the customer area', () => {
  it('should redirect to the sign-in with the full requested URL', () => {
    expect(target(requireCustomer(requestTo('/wallet?status=success&reference=x')))).toBe(
      '/auth?redirectTo=%2Fwallet%3Fstatus%3Dsuccess%26reference%3Dx',
    );
  });

  it('should let a customer in', () => {
    signIn('user');
    expect(requireCustomer(requestTo('/wallet'))).toBeNull();
  });

  it.each([
    ['/auth', '/dashboard'],
    ['/auth?redirectTo=%2F', '/dashboard'],
    ['/auth?redirectTo=%2Fauth', '/dashboard'],
    ['/auth?redirectTo=%2Ftransactions%3Fpage%3D2', '/transactions?page=2'],
  ])('should redirect a signed-in customer from %s to %s', (address, to) => {
    expect(redirectSignedIn(requestTo(address))).toBeNull();
    signIn('user');
    expect(target(redirectSignedIn(requestTo(address)))).toBe(to);
  });
});

describe('guards of the admin area', () => {
  it('should redirect to the admin sign-in with the requested URL', () => {
    expect(target(requireStaff(requestTo('/admin/users?search=ada')))).toBe(
      '/admin/login?redirectTo=%2Fadmin%2Fusers%3Fsearch%3Dada',
    );
  });

  it('should redirect a customer to the customer dashboard', () => {
    signIn('user');
    expect(target(requireStaff(requestTo('/admin/users')))).toBe('/dashboard');
  });

  it.each(['admin', 'sub-admin'])('should let the role %s into the admin area only', (role) => {
    signIn(role);
    expect(requireStaff(requestTo('/admin/users'))).toBeNull();
    expect(target(requireCustomer(requestTo('/wallet')))).toBe('/admin/dashboard');
  });

  it('should redirect signed-in staff from the sign-in to the requested page', () => {
    expect(redirectSignedInStaff(requestTo('/admin/login'))).toBeNull();
    signIn('admin');
    expect(target(redirectSignedInStaff(requestTo('/admin/login')))).toBe('/admin/dashboard');
    expect(
      target(
        redirectSignedInStaff(requestTo('/admin/login?redirectTo=%2Fadmin%2Faudit%3Fpage%3D2')),
      ),
    ).toBe('/admin/audit?page=2');
  });

  it.each(['https://evil.example', '//evil.example', '/wallet', '/admin/login', '/administrator'])(
    'should never redirect staff to %s',
    (redirectTo) => {
      signIn('admin');
      expect(
        target(
          redirectSignedInStaff(
            requestTo(`/admin/login?redirectTo=${encodeURIComponent(redirectTo)}`),
          ),
        ),
      ).toBe('/admin/dashboard');
    },
  );

  it('should send a signed-in customer from the admin sign-in to the dashboard', () => {
    signIn('user');
    expect(target(redirectSignedInStaff(requestTo('/admin/login')))).toBe('/dashboard');
  });
});

const FIRST_REQUESTS = readFileSync(join(__dirname, '../../pages/first-requests.js'), 'utf8');

/** Paths of all routes that show a page. */
const findPaths = (routes: readonly RouteObject[], parent = ''): string[] =>
  routes.flatMap(({ path, children, lazy, index }) => {
    if (path === '*') return [];
    if (children) return findPaths(children, path ?? parent);
    return lazy ? [(index ? parent : path) || '/'] : [];
  });

const CUSTOMER = [
  ['/dashboard', 'Dashboard'],
  ['/buyproxy', 'Buy Proxy'],
  ['/transactions', 'Transactions'],
  ['/wallet', 'Wallet'],
  ['/proxyhistory', 'Proxy History'],
  ['/profile', 'Profile'],
  ['/usage', 'Usage'],
  ['/developers', 'Developers'],
  ['/team', 'Team'],
] as const;

describe('the routes of the app', () => {
  const api = serveApi();
  let app: ReturnType<typeof openApp>;

  beforeEach(() => api.on('GET /user/info', ok({ user: ada })));

  const signIn = (role = 'user') => session.start({ token: 't', user: { ...ada, role } });
  const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
  const arrivesAt = (address: string) => waitFor(() => expect(app.url()).toBe(address));

  it.each([
    ['/', /naira/],
    ['/auth', 'Welcome Back'],
    ['/forgot-password', 'Reset your password'],
    ['/verify-email/7/abc', 'Verification failed'],
    ['/join?token=none', 'This invitation cannot be used'],
    ['/auth/google/callback?error=No', 'Sign-in failed'],
    ['/terms-of-service', 'Terms of Service'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/support', 'Support'],
    ['/help', 'Help'],
    ['/docs', 'Developer docs'],
    ['/help/proxy-errors', 'Error messages of the proxies'],
    ['/docs/quickstart', 'Quickstart'],
    ['/docs/no-such-article', 'Article not found'],
    ['/nowhere', 'Page not found'],
  ])('%s is public', async (address, title) => {
    app = openApp(address);
    expect(await heading(title)).toBeInTheDocument();
  });

  it.each(CUSTOMER)('%s shows a signed-in customer the screen %s', async (address, title) => {
    signIn();
    app = openApp(address);
    expect(await heading(title)).toBeInTheDocument();
    expect(app.url()).toBe(address);
    const shell = pages.find(({ path }) => path === address);
    expect(shell?.title).toBe(title);
    expect(document.title).toBe(`${shell?.title} · NairaProxy`);
    if (shell?.lead) expect(screen.getByText(shell.lead)).toBeInTheDocument();
  });

  it('opens the invitations in the wallet', async () => {
    signIn();
    app = openApp('/referrals');
    expect(await screen.findByRole('tab', { name: 'Referrals', selected: true })).toBeVisible();
    expect(app.url()).toBe('/wallet?tab=referrals');
  });

  it('gives every route an HTML file that preloads its scripts', () => {
    app = openApp('/');
    const routes = app.router.routes as RouteObject[];
    const addresses = findPaths([...routes, ...customerRoutes, ...adminRoutes]).map((path) =>
      path.replace(/(\/:\w+\??)+$/, '/*'),
    );
    expect(addresses).toEqual(expect.arrayContaining(['/', paths.wallet, adminPaths.reports]));
    expect(pages.map(({ path }) => path).sort()).toEqual(addresses.sort());
  });

  /** What the HTML of a page runs before the scripts of the app arrive. */
  const openHtml = (address: string): string[] => {
    window.history.replaceState(null, '', address);
    const { area, requests = [] } = pages.find(({ path }) => path === window.location.pathname)!;
    const urls = ['/user/info', ...requests].map((path) => `/api/v1${path}`);
    const script = `${FIRST_REQUESTS.trim().replace(/;$/, '')}(${JSON.stringify(urls)},${area === 'admin'},[],[])`;
    window.eval(script);
    return urls;
  };
  const getRequested = (): string[] =>
    api.received.map(({ path, query }) => `/api/v1${path}${query.size > 0 ? `?${query}` : ''}`);

  it.each(pages.filter(({ area }) => area === 'customer' || area === 'admin'))(
    'requests the data of $path in its HTML, and nothing twice',
    async ({ path, area, title }) => {
      const role = area === 'admin' ? 'admin' : 'user';
      signIn(role);
      api.on('GET /user/info', ok({ user: { ...ada, role } }));
      const filled = jest.spyOn(QueryClient.prototype, 'setQueryData');
      const urls = openHtml(path);
      await waitFor(() => expect(getRequested().sort()).toEqual(urls.toSorted()));
      app = openApp(path);
      await heading(title!);
      await waitFor(() => expect([...window.firstRequests!.requests.keys()]).toEqual([]));
      expect(getRequested().sort()).toEqual([...new Set([...urls, ...getRequested()])].sort());
      // The only one that this server knows is there at the first render.
      expect(filled.mock.calls.map(([key]) => key)).toEqual([getUserInfoQueryKey()]);
      filled.mockRestore();
    },
  );

  it.each([
    ['only the user for a page with parameters', '/wallet?order=%2Fbuyproxy', ada, 1],
    ['nothing for a customer on a page of staff', '/admin/users', ada, 0],
    ['nothing for staff on a page of customers', '/wallet', { ...ada, role: 'sub-admin' }, 0],
    [
      'nothing while a password has to be replaced',
      '/wallet',
      { ...ada, must_change_password: true },
      0,
    ],
  ])('requests %s in the HTML', (_case, address, user, count) => {
    app = openApp('/');
    session.start({ token: 't', user });
    openHtml(address);
    expect(window.firstRequests?.requests.size ?? 0).toBe(count);
    // What is painted before the scripts is not of an area that the app will leave.
    expect(document.documentElement.dataset.shell).toBe(count > 0 ? undefined : 'none');
    delete document.documentElement.dataset.shell;
  });

  it('should have the data of its HTML under the keys of its queries', async () => {
    signIn();
    const keys = new Map<string, readonly unknown[]>([
      ['/dashboard', getUsageReportQueryKey({ interval: 'day' })],
      ['/proxyhistory', getListProxiesQueryKey({ page: 1, per_page: 10 })],
      ['/admin/audit', getAdminAuditLogsQueryKey({ page: 1, per_page: 15 })],
    ]);
    for (const [path, key] of keys) {
      const client = new QueryClient();
      const { requests = [] } = pages.find((page) => page.path === path)!;
      const url = `/api/v1${requests.at(-1)}`;
      const body = { success: true };
      const response = Promise.resolve(new Response(JSON.stringify(body)));
      window.firstRequests = { token: 't', requests: new Map([[url, response]]) };
      await awaitFirstRequests();
      fillQueryCache(client);
      expect(client.getQueryData(key)).toEqual(body);
      expect(takeFirstResponse(url, 't')).toBeNull();
    }
    app = openApp('/');
  });

  it('should end the session at the 401 of a request of the HTML', async () => {
    signIn();
    api.on('GET /user/info', { status: 401, body: { message: 'Unauthenticated.' } });
    openHtml('/profile');
    app = openApp('/profile');
    expect(await heading('Welcome Back')).toBeInTheDocument();
    // The layout asks for notifications and announcements as soon as it is there.
    const requested = getRequested().filter(
      (url) => !/\/user\/(notifications|announcements)/.test(url),
    );
    expect(requested).toEqual(['/api/v1/user/info']);
  });
  it.each(CUSTOMER)('%s redirects to the sign-in with the requested page', async (address) => {
    app = openApp(address);
    await arrivesAt(`/auth?redirectTo=${encodeURIComponent(address)}`);
    expect(await heading('Welcome Back')).toBeInTheDocument();
  });

  it.each(CUSTOMER)('%s redirects an admin to the admin area', async (address) => {
    signIn('admin');
    app = openApp(address);
    await arrivesAt('/admin/dashboard');
  });

  it('/auth redirects a signed-in customer to the requested page or the dashboard', async () => {
    signIn();
    app = openApp('/auth?redirectTo=%2Fwallet');
    await arrivesAt('/wallet');
    app.close();
    app = openApp('/auth?redirectTo=%2Fauth');
    await arrivesAt('/dashboard');
  });

  it('should show a spinner until the guards have run', async () => {
    app = openApp('/dashboard');
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    await heading('Welcome Back');
  });
});
