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
    next_expiry: {
      ...{ proxy_id: 7, expires_at: '2026-12-20T10:00:00Z', auto_renew: true },
      ...{ proxies: 1, not_renewing: 0 },
    },
    ...{ low_traffic: null, failures_today: 0, open_payment: null, has_used_proxy: true },
  },
};
const fresh = {
  ...figures,
  total_proxies: 0,
  total_top_ups: 0,
  overview: {
    ...{ balance: 0, traffic_left_mb: null, next_expiry: null, has_used_proxy: false },
    ...{ low_traffic: null, failures_today: 0, open_payment: null },
  },
};
const GB = 1024 ** 3;
const usage = {
  totals: { down: 3 * GB, up: GB, requests: 5, failures: 0 },
  buckets: [
    { from: '2026-11-18T23:00:00.000Z', down: 0, up: 0 },
    { from: '2026-11-19T23:00:00.000Z', down: 3 * GB, up: GB },
  ],
};

const siteConfig = { site_name: 'NairaProxy', support_email: 'help@shop.example' };

describe('DashboardPage', () => {
  const api = serveApi({
    [DASHBOARD]: ok(figures),
    [RECENT]: ok({ transactions: [] }),
    'GET /user/usage': ok(usage),
  });

  afterEach(() => {
    localStorage.clear();
  });

  const card = async (label: string) => {
    const name = await screen.findByText(label, { selector: 'dt' });
    return within(name.parentElement as HTMLElement);
  };
  const panel = async (name: string) => within(await screen.findByRole('region', { name }));

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

  it('should draw the traffic of 30 days by day, with what is left', async () => {
    renderAt(<DashboardPage />);
    const chart = await screen.findByRole('img', {
      name: 'Traffic by day. 4 GB used, 5.5 GB left',
    });
    expect(chart).toHaveTextContent(/0.*4 GB.*19 Nov20 Nov$/);
  });

  const items = async () => {
    const list = within(await screen.findByRole('list', { name: 'What needs you' }));
    return list.getAllByRole('listitem').map((item) => {
      const link = within(item).getByRole('link');
      return [item.textContent, link.getAttribute('href')];
    });
  };

  it('should tell first what needs the customer, each with the way to settle it', async () => {
    freezeClock('2026-12-18T10:00:00Z');
    session.start({ token: 't', user: ada });
    const overview = {
      ...figures.overview,
      next_expiry: { ...figures.overview.next_expiry, proxies: 31, not_renewing: 30 },
      low_traffic: { proxies: 1, proxy_id: 12 },
      failures_today: 3,
      open_payment: { reference: 'TOPUP1', amount: 20_000, status: 'failed', created_at: '' },
    };
    api.on(DASHBOARD, ok({ ...figures, overview }));
    renderAt(<DashboardPage />);
    expect(await items()).toEqual([
      ['Your top-up of ₦20,000 failedTry again', '/wallet?amount=20000'],
      ['31 proxies expire on 20 Dec 2026, 30 will not renewRenew', '/proxyhistory'],
      ['Proxy #12 has used more than 80% of its trafficAdd traffic', '/proxyhistory/12'],
      ['3 requests failed todaySee why', '/usage?period=24h'],
    ]);
    expect(screen.queryByRole('region', { name: 'Get started' })).not.toBeInTheDocument();
  });

  it.each([
    [1, 0, 'Proxy #7 expires on 20 Dec 2026 and renews automaticallyShow', '/proxyhistory/7'],
    [1, 1, 'Proxy #7 expires on 20 Dec 2026 and will not renewShow', '/proxyhistory/7'],
    [3, 0, '3 proxies expire on 20 Dec 2026, all renew automaticallyShow', '/proxyhistory'],
    [3, 3, '3 proxies expire on 20 Dec 2026, none will renewShow', '/proxyhistory'],
  ])('should name the next expiry last when it is far: %#', async (proxies, ending, text, to) => {
    session.start({ token: 't', user: ada });
    const next_expiry = { ...figures.overview.next_expiry, proxies, not_renewing: ending };
    const open_payment = { reference: 'T', amount: 5000, status: 'pending', created_at: '' };
    const overview = { ...figures.overview, next_expiry, open_payment };
    api.on(DASHBOARD, ok({ ...figures, overview }));
    renderAt(<DashboardPage />);
    expect(await items()).toEqual([
      ['Your top-up of ₦5,000 is not paid yetFinish', '/transactions?status=pending'],
      [text, to],
    ]);
  });

  it('should offer the free trial to a new customer', async () => {
    session.start({ token: 't', user: ada });
    await configureSite(api, { ...siteConfig, trial_megabytes: 100 });
    api.on(DASHBOARD, ok(fresh));
    api.on('GET /user/trial', ok({ available: true, megabytes: 100, has_bought: false }));
    renderAt(<DashboardPage />);
    expect(await screen.findByRole('region', { name: 'Free trial' })).toHaveTextContent('100 MB');
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
    expect(steps.getAllByRole('listitem').map((step) => step.childNodes[1]?.textContent)).toEqual([
      'Verify your email',
      'Top up your wallet',
      'Buy a proxy',
      'Connect',
    ]);
    await waitFor(() =>
      expect(steps.getByRole('link', { name: action })).toHaveAttribute('href', href),
    );
    expect(steps.getAllByRole('link')).toHaveLength(1);
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
    const months = await panel('Monthly Usage & Spending');
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
    const rows = await (await panel('Monthly Usage & Spending')).findAllByRole('listitem');
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
    const [first, second] = await (await panel('Recent Activity')).findAllByRole('listitem');
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

  it('should link to three quick actions', async () => {
    renderAt(<DashboardPage />);
    const links = (await panel('Quick Actions')).getAllByRole('link');
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
    expect(await screen.findByText('12')).toBeInTheDocument();
  });
});
