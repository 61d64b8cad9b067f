import { act, screen, waitFor } from '@testing-library/react';
import { session } from '@/api/session';
import { ApiServer } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, ok } from '@/testing/samples';
import { resetMessages } from '@/testing/messages';
import { adminPaths } from '@/lib/admin-paths';
import { paths } from '@/lib/paths';
import { pages } from '../../pages/pages.json';

const CUSTOMER = [
  ['/dashboard', 'Dashboard'],
  ['/buyproxy', 'Buy Proxy'],
  ['/transactions', 'Transactions'],
  ['/wallet', 'Wallet'],
  ['/proxyhistory', 'Proxy History'],
  ['/profile', 'Profile'],
] as const;

describe('the routes of the app', () => {
  let api: ApiServer;
  let app: ReturnType<typeof openApp>;

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    api.on('GET /user/info', ok({ user: ada }));
  });
  afterEach(() => {
    app.close();
    act(() => session.logout());
    resetMessages();
  });

  const signIn = (role = 'user') => session.start({ token: 't', user: { ...ada, role } });
  const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
  const arrivesAt = (address: string) => waitFor(() => expect(app.url()).toBe(address));

  // spec: C2.1, C2.4, C2.7, C6.2
  it.each([
    ['/', /naira/],
    ['/auth', 'Welcome Back'],
    ['/forgot-password', 'Reset your password'],
    ['/verify-email/7/abc', 'Verification failed'],
    ['/auth/google/callback?error=No', 'Sign-in failed'],
    ['/terms-of-service', 'Terms of Service'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/support', 'Support'],
    ['/nowhere', 'Page not found'],
  ])('%s is public', async (address, title) => {
    app = openApp(address);
    expect(await heading(title)).toBeInTheDocument();
  });

  // spec: C2.8
  it.each(CUSTOMER)('%s shows a signed-in customer the screen %s', async (address, title) => {
    signIn();
    app = openApp(address);
    expect(await heading(title)).toBeInTheDocument();
    expect(app.url()).toBe(address);
    // spec: R6.3
    expect(pages.find(({ path }) => path === address)?.title).toBe(title);
  });

  // spec: R6.3
  it('paints the hero of the landing page before its scripts have loaded', async () => {
    const shell = pages.find(({ path }) => path === '/');
    app = openApp('/');
    expect(await heading(/naira/)).toHaveTextContent(String(shell?.title));
    expect(screen.getByText(String(shell?.lead))).toBeInTheDocument();
  });

  // spec: R6.2
  it('gives every page an HTML file that preloads its scripts', () => {
    const addresses = [...Object.values(paths), ...Object.values(adminPaths)]
      .filter((path) => path !== adminPaths.home)
      .map((path) => path.replace(/(\/:\w+\?)+$/, '/*'));
    expect(pages.map(({ path }) => path).sort()).toEqual([...new Set(addresses)].sort());
  });

  // spec: C2.9, C6.2
  it.each(CUSTOMER)('%s redirects to the sign-in with the requested page', async (address) => {
    app = openApp(address);
    await arrivesAt(`/auth?redirectTo=${encodeURIComponent(address)}`);
    expect(await heading('Welcome Back')).toBeInTheDocument();
  });

  // spec: C1.13, C2.10
  it.each(CUSTOMER)('%s redirects an admin to the admin area', async (address) => {
    signIn('admin');
    app = openApp(address);
    await arrivesAt('/admin/dashboard');
  });

  // spec: C2.3
  it('/auth redirects a signed-in customer to the requested page or the dashboard', async () => {
    signIn();
    app = openApp('/auth?redirectTo=%2Fwallet');
    await arrivesAt('/wallet');
    app.close();
    app = openApp('/auth?redirectTo=%2Fauth');
    await arrivesAt('/dashboard');
  });

  // spec: C2.11
  it('should show a spinner until the guards have run', async () => {
    app = openApp('/dashboard');
    expect(screen.getByText('Loading')).toBeInTheDocument();
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    await heading('Welcome Back');
  });
});
