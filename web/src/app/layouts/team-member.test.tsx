import { act, screen, waitFor, within } from '@testing-library/react';
import { session, type SessionTeam } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, ok, proxy } from '@/testing/samples';
import { mockWideViewport } from '@/testing/viewport';
import { wallet } from '@/testing/wallet-page';

/** What the screens of customers show to members of a team. */
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
