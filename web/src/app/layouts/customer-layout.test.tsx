import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session, TOKEN_KEY, type SessionTeam } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, ok, proxy } from '@/testing/samples';
import { mockWideViewport } from '@/testing/viewport';
import { wallet } from '@/testing/wallet-page';

const SHELLS = readFileSync(join(__dirname, '../../../pages/shells.mjs'), 'utf8');

describe('CustomerLayout on a wide screen', () => {
  mockWideViewport();
  const api = serveApi();
  let app: ReturnType<typeof openApp>;

  beforeEach(async () => {
    api.on('GET /user/info', ok({ user: { ...ada, wallet_balance: 9000 } }));
    api.on('GET /user/notifications', ok({ unread_count: 3 }));
    api.on('POST /auth/logout', ok(undefined, 'Bye.'));
    session.start({ token: 'bearer', user: ada });
    app = openApp('/profile');
    await screen.findByRole('heading', { level: 1 });
  });

  const sidebar = () => within(screen.getByRole('complementary'));
  beforeEach(() => screen.findByRole('navigation', { name: 'Main' }));

  it('should link to the screens by name', () => {
    const links = within(sidebar().getByRole('navigation', { name: 'Main' })).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/dashboard'],
      ['Buy Proxy', '/buyproxy'],
      ['Transactions', '/transactions'],
      ['Wallet', '/wallet'],
      ['Proxy History', '/proxyhistory'],
      ['Usage', '/usage'],
      ['Profile', '/profile'],
    ]);
    // The same menu is painted before the scripts.
    for (const link of links)
      expect(SHELLS).toContain(`[['${link.getAttribute('href')}'], '${link.textContent}', `);
  });

  it('should link to what is needed less often, and mark the list on the pages below it', async () => {
    for (const [name, href] of [
      ['Developers', '/developers'],
      ['Team', '/team'],
      ['Help', '/help'],
    ])
      expect(sidebar().getByRole('link', { name })).toHaveAttribute('href', href);
    const marked = () =>
      [...document.querySelectorAll('nav [aria-current]')].map((item) => item.textContent);
    for (const address of ['/proxyhistory/4', '/proxyhistory']) {
      await act(() => app.router.navigate(address));
      await waitFor(() => expect(marked()).toEqual(['Proxy History']));
    }
  });

  it('should have the bell with the unread count beside the name of the site', async () => {
    expect(
      await sidebar().findByRole('button', { name: 'Notifications, 3 unread' }),
    ).toBeInTheDocument();
  });

  it('should show name and balance, refreshed from the server and stored in the browser', async () => {
    // A name in Arabic begins at the right, and is shortened at its end.
    expect(sidebar().getByText('Ada Obi')).toHaveAttribute('dir', 'auto');
    expect(await sidebar().findByText('₦9,000')).toBeInTheDocument();
    expect(api.calls('GET /user/info')[0]?.headers.authorization).toBe('Bearer bearer');
    expect(session.get()?.user.wallet_balance).toBe(9000);
  });

  it('should sign out locally and on the server and open the landing page', async () => {
    await person.click(sidebar().getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(app.url()).toBe('/'));
    expect(localStorage.getItem(TOKEN_KEY)).toBeNull();
    await waitFor(() => expect(api.calls('POST /auth/logout')).toHaveLength(1));
    expect(api.calls('POST /auth/logout')[0]?.headers.authorization).toBe('Bearer bearer');
  });
});

describe('CustomerLayout on a phone', () => {
  const api = serveApi();
  let app: ReturnType<typeof openApp>;

  beforeEach(async () => {
    api.on('GET /user/info', ok({ user: ada }));
    api.on('GET /user/notifications', ok({ unread_count: 1 }));
    session.start({ token: 'bearer', user: ada });
    app = openApp('/profile');
    await screen.findByRole('heading', { level: 1 });
  });

  const menuButton = () => screen.getByRole('button', { name: 'Open menu' });
  const openMenu = async () => {
    await person.click(menuButton());
    return within(await screen.findByRole('dialog', { name: 'Menu' }));
  };

  it('should show the balance in the bar and keep the menu closed', () => {
    expect(screen.getByRole('link', { name: 'Wallet balance ₦12,500' })).toBeInTheDocument();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('should have the bell with the unread count in the bar only', async () => {
    await screen.findByRole('button', { name: 'Notifications, 1 unread' });
    const menu = await openMenu();
    expect(menu.queryByRole('button', { name: /^Notifications/ })).toBeNull();
  });

  it('should mark the current screen in the menu and close it on Escape', async () => {
    const menu = await openMenu();
    expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent('Profile');
    await person.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(menuButton()).toHaveFocus();
  });

  it('should close the menu and focus the new screen after a navigation', async () => {
    const menu = await openMenu();
    await person.click(menu.getByRole('link', { name: 'Wallet' }));
    await waitFor(() => expect(app.url()).toBe('/wallet'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  });
});

describe('the screens of a member of a team', () => {
  mockWideViewport();
  const api = serveApi();

  const open = async (address: string, role: SessionTeam['role']) => {
    const user = { ...ada, team: { role, owner_name: 'Ngozi Bello' } };
    api.on('GET /user/info', ok({ user }));
    session.start({ token: 't', user });
    openApp(address);
    await screen.findByRole('heading', { level: 1 });
  };
  const sidebar = () => within(screen.getByRole('complementary'));

  it('should tell for whom a buyer acts, and offer no top-up', async () => {
    await open('/dashboard', 'buyer');
    expect(await sidebar().findByText('Ngozi Bello')).toBeInTheDocument();
    expect(sidebar().getByRole('link', { name: 'Buy Proxy' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Top up' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
    expect(await screen.findByRole('link', { name: 'Buy New Proxy' })).toBeInTheDocument();
  });

  it('should show a member the wallet without a form, and what is left of the limits', async () => {
    const toLimit = (limit: number, left: number) => ({ limit, spent: limit - left, left });
    const spending_limits = { today: toLimit(20_000, 12_500), this_month: toLimit(50_000, 40_000) };
    api.on('GET /wallet', ok({ ...wallet, spending_limits }));
    await open('/wallet', 'buyer');
    expect(await screen.findByText(/who alone tops it up/)).toBeInTheDocument();
    expect(
      await screen.findByText('You can spend ₦12,500 more today (₦40,000 this month).'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('form')).toBeNull();
    expect(api.calls('GET /user/naira-account')).toHaveLength(0);
    expect(api.calls('GET /user/referrals')).toHaveLength(0);
  });

  it('should show a member only the tabs of the own profile', async () => {
    await open('/profile?tab=billing', 'buyer');
    expect(sidebar().queryByRole('link', { name: 'Developers' })).toBeNull();
    expect(sidebar().getByRole('link', { name: 'Team' })).toBeVisible();
    const tabs = (await screen.findAllByRole('tab')).map((tab) => tab.textContent);
    expect(tabs).toEqual(['Personal Info', 'Connected Accounts', 'Security', 'Notifications']);
  });

  it('should offer a viewer nothing to buy', async () => {
    await open('/buyproxy', 'viewer');
    expect(await screen.findByText('You can only look at this account')).toBeInTheDocument();
    expect(sidebar().queryByRole('link', { name: 'Buy Proxy' })).toBeNull();
  });

  it('should show a viewer a proxy without its password and without actions', async () => {
    api.on('GET /user/proxies/4', ok({ proxy: proxy({ password: '••••••••' }) }));
    await open('/proxyhistory/4', 'viewer');
    expect(await screen.findByText('You can only look at this proxy')).toBeInTheDocument();
    const tabs = await screen.findAllByRole('tab');
    expect(tabs.map(({ textContent }) => textContent)).toEqual(['Usage', 'Details']);
    for (const name of ['Renew', 'Test connection', 'Suspend'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    expect(api.calls('GET /user/proxies/4/endpoints')).toHaveLength(0);
  });

  it('should load everything anew when the owner removes the member', async () => {
    await open('/dashboard', 'buyer');
    await waitFor(() => expect(api.calls('GET /payments/dashboard').length).toBeGreaterThan(0));
    const before = api.calls('GET /payments/dashboard').length;
    act(() => session.refreshUser({ ...ada, team: null }));
    await waitFor(() =>
      expect(api.calls('GET /payments/dashboard').length).toBeGreaterThan(before),
    );
  });
});
