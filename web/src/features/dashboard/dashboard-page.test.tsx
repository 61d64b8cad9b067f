import { act, screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { freezeClock } from '@/testing/clock';
import { renderAt } from '@/testing/render-app';
import { ada, ok, errorReply, transaction } from '@/testing/samples';
import { configureSite } from '@/testing/site';
import { openedMessages } from '@/testing/messages';
import DashboardPage from './dashboard-page';

const DASHBOARD = 'GET /payments/dashboard';
const RECENT = 'GET /payments/transactions/recent';
const figures = {
  total_proxies: 12,
  active_proxies: 9,
  total_transactions: 31,
  total_top_ups: 125_000,
  symbol: '₦',
  monthly_data: [
    { month: 'Oct', period: '2026-10', usage: 12.6, used_mb: 600, spending: 5600 },
    { month: 'Nov', period: '2026-11', usage: 50, used_mb: 900, spending: 0 },
  ],
  changes: { total_proxies: 20, active_proxies: -12.5, total_transactions: 0, total_top_ups: null },
  recent_activity: [],
  overview: {
    balance: 12_500,
    traffic_left_mb: 5632,
    next_expiry: { proxy_id: 7, expires_at: '2026-12-20T10:00:00Z', auto_renew: true },
    has_used_proxy: true,
  },
};
const fresh = {
  ...figures,
  total_proxies: 0,
  total_top_ups: 0,
  overview: { balance: 0, traffic_left_mb: null, next_expiry: null, has_used_proxy: false },
};

const siteConfig = { site_name: 'NairaProxy', support_email: 'help@shop.example' };

describe('DashboardPage', () => {
  const api = serveApi({
    [DASHBOARD]: ok(figures),
    [RECENT]: ok({ transactions: [] }),
  });

  afterEach(() => {
    localStorage.clear();
  });

  const card = async (label: string) => {
    const name = await screen.findByText(label, { selector: 'dt' });
    return within(name.parentElement as HTMLElement);
  };
  const panel = (name: string) => within(screen.getByRole('region', { name }));

  it('should show four cards in naira, each compared with the previous 30 days', async () => {
    renderAt(<DashboardPage />);
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Dashboard');
    expect(await (await card('Total Proxies')).findByText('12')).toBeInTheDocument();
    expect((await card('Active Proxies')).getByText('9')).toBeInTheDocument();
    expect((await card('Total Transactions')).getByText('31')).toBeInTheDocument();
    expect((await card('Total Top-ups')).getByText('₦125,000')).toBeInTheDocument();
    expect((await card('Total Proxies')).getByText('+20% in 30 days')).toBeInTheDocument();
    expect((await card('Active Proxies')).getByText('-12.5% in 30 days')).toBeInTheDocument();
    expect((await card('Total Top-ups')).queryByText(/in 30 days/)).not.toBeInTheDocument();
  });

  it('should lead with the balance, the traffic left and what ends next', async () => {
    session.start({ token: 't', user: ada });
    renderAt(<DashboardPage />);
    expect(await (await card('Balance')).findByText('₦12,500')).toBeInTheDocument();
    expect((await card('Traffic left')).getByText('5.5 GB')).toBeInTheDocument();
    const next = await card('Next expiry');
    expect(next.getByText('20 Dec 2026')).toBeInTheDocument();
    expect(next.getByText(/renews itself/)).toBeInTheDocument();
    expect(next.getByRole('link', { name: 'Proxy #7' })).toHaveAttribute('href', '/proxyhistory/7');
    expect(screen.queryByRole('region', { name: 'Get started' })).not.toBeInTheDocument();
  });

  it('should say that traffic has no limit, or that there is nothing in service', async () => {
    session.start({ token: 't', user: ada });
    const { overview } = figures;
    api.on(DASHBOARD, ok({ ...figures, overview: { ...overview, traffic_left_mb: null } }));
    const { unmount } = renderAt(<DashboardPage />);
    expect(await (await card('Traffic left')).findByText('No limit')).toBeInTheDocument();
    unmount();
    api.on(DASHBOARD, ok({ ...figures, overview: { ...fresh.overview, has_used_proxy: true } }));
    renderAt(<DashboardPage />);
    expect(await (await card('Traffic left')).findByText('None')).toBeInTheDocument();
    expect((await card('Next expiry')).getByRole('link')).toHaveAttribute('href', '/buyproxy');
  });

  it.each([
    ['a new customer', {}, 'Top up', '/wallet'],
    [
      'one with a balance',
      { overview: { ...fresh.overview, balance: 5000 } },
      'Buy a proxy',
      '/buyproxy',
    ],
    [
      'one with a proxy',
      { total_proxies: 1, overview: { ...figures.overview, has_used_proxy: false } },
      'Connect',
      '/proxyhistory/7',
    ],
  ])('should lead %s to the next step', async (_who, over, action, href) => {
    session.start({ token: 't', user: { ...ada, email_verified_at: '2026-11-01T00:00:00Z' } });
    await configureSite(api, { ...siteConfig, email_verification: true });
    api.on(DASHBOARD, ok({ ...fresh, ...over }));
    renderAt(<DashboardPage />);
    const steps = within(await screen.findByRole('region', { name: 'Get started' }));
    expect(
      steps.getAllByRole('listitem').map((step) => step.querySelector('strong')?.textContent),
    ).toEqual(['Verify your email', 'Top up your wallet', 'Buy a proxy', 'Connect']);
    await waitFor(() =>
      expect(steps.getByRole('link', { name: action })).toHaveAttribute('href', href),
    );
    expect(steps.getAllByRole('link')).toHaveLength(1);
    expect(screen.queryByText('Next expiry')).not.toBeInTheDocument();
  });

  it('should take the room of what the page had last time while it is loaded', async () => {
    session.start({ token: 't', user: ada });
    const { unmount } = renderAt(<DashboardPage />);
    expect(screen.getByRole('region', { name: 'Get started' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await (await card('Balance')).findByText('₦12,500');
    unmount();
    renderAt(<DashboardPage />);
    expect(screen.queryByRole('region', { name: 'Get started' })).not.toBeInTheDocument();
    expect(screen.getByText('Next expiry')).toBeInTheDocument();
  });

  it('should leave out the verification where there is none, and show staff no steps', async () => {
    session.start({ token: 't', user: ada });
    await configureSite(api, { ...siteConfig, email_verification: false });
    api.on(DASHBOARD, ok(fresh));
    const { unmount } = renderAt(<DashboardPage />);
    const steps = within(await screen.findByRole('region', { name: 'Get started' }));
    expect(steps.getAllByRole('listitem')).toHaveLength(3);
    unmount();
    act(() => session.start({ token: 't', user: { ...ada, role: 'admin' } }));
    renderAt(<DashboardPage />);
    await (await card('Total Proxies')).findByText('0');
    expect(screen.queryByRole('region', { name: 'Get started' })).not.toBeInTheDocument();
  });

  it('should list usage and spending by month', async () => {
    renderAt(<DashboardPage />);
    const months = panel('Monthly Usage & Spending');
    const rows = await months.findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['Oct13%₦5,600', 'Nov50%₦0']);
    expect(months.getByRole('progressbar', { name: 'Usage in Nov' })).toHaveAttribute(
      'aria-valuenow',
      '50',
    );
  });

  it.each([
    [[]],
    [null],
    [[{ month: 'Nov', period: '2026-11', usage: 0, used_mb: 0, spending: 0 }]],
  ])('should list January to June with zeros when there is no data: %j', async (none) => {
    api.on(DASHBOARD, ok({ ...figures, monthly_data: none }));
    renderAt(<DashboardPage />);
    const rows = await panel('Monthly Usage & Spending').findAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(
      ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun'].map((month) => `${month}0%₦0`),
    );
  });

  it('should show the five latest transactions with reference, age, amount and status', async () => {
    freezeClock('2026-11-20T10:00:00Z');
    const at = '2026-11-20T07:00:00Z';
    api.on(
      RECENT,
      ok({
        transactions: [
          transaction({ created_at: at }),
          transaction({
            id: 32,
            reference: 'BUY-1234567890ABCDEF',
            description: 'Residential proxy, 1 GB, Ghana',
            type: 'debit',
            amount: 5600,
            status: 'pending',
            created_at: at,
          }),
        ],
      }),
    );
    renderAt(<DashboardPage />);
    const [first, second] = await panel('Recent Activity').findAllByRole('listitem');
    for (const words of [
      'Wallet top-up',
      'TOPUP_17...D34E',
      '3 hours ago',
      '+₦5,000',
      'Successful',
    ])
      expect(first).toHaveTextContent(words);
    for (const words of ['Residential proxy, 1 GB, Ghana', 'BUY-1234...CDEF', '-₦5,600', 'Pending'])
      expect(second).toHaveTextContent(words);
    expect(api.calls(RECENT)[0]?.query.get('limit')).toBe('5');
  });

  it.each([[[]], [null]])('should show an empty state without activity: %j', async (none) => {
    api.on(RECENT, ok({ transactions: none }));
    renderAt(<DashboardPage />);
    expect(await screen.findByText('No recent activity found')).toBeInTheDocument();
  });

  it('should link to three quick actions', () => {
    renderAt(<DashboardPage />);
    const links = panel('Quick Actions').getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Buy New Proxy', '/buyproxy'],
      ['View Analytics', '/transactions'],
      ['Manage Proxies', '/proxyhistory'],
    ]);
  });

  it('should link to the support chat, or to the support page if no chat is configured', async () => {
    await configureSite(api, { ...siteConfig, support_chat_url: 'https://wa.me/2348000000' });
    const { router } = renderAt(<DashboardPage />);
    const chat = screen.getByRole('link', { name: 'Chat with support' });
    expect(chat).toHaveAttribute('href', 'https://wa.me/2348000000');
    expect(chat).toHaveAttribute('target', '_blank');
    await configureSite(api, { ...siteConfig, support_chat_url: null });
    const page = screen.getByRole('link', { name: 'Contact support' });
    expect(page).toHaveAttribute('href', '/support');
    await person.click(page);
    expect(router.state.location.pathname).toBe('/support');
  });

  it('should show that the data could not be loaded, and retry', async () => {
    api.on(DASHBOARD, errorReply(404));
    api.on(RECENT, errorReply(404));
    renderAt(<DashboardPage />);
    await waitFor(() => expect(openedMessages()).toEqual(['Failed to load dashboard data']));
    await waitFor(() =>
      expect(
        screen.getAllByRole('heading', { name: 'Failed to load dashboard data' }),
      ).toHaveLength(2),
    );
    api.on(DASHBOARD, ok(figures));
    act(() =>
      screen.getAllByRole('button', { name: 'Try Again' }).forEach((again) => again.click()),
    );
    expect(await (await card('Total Proxies')).findByText('12')).toBeInTheDocument();
  });
});
