import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { freezeClock } from '@/testing/clock';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok } from '@/testing/samples';
import { dashboard, signInAs } from '@/testing/staff';
import { AlertKind } from '@/api/generated/api.schemas';
import type { Activity, DashboardData } from './dashboard';
import AdminDashboardPage from './dashboard-page';

type AlertItem = DashboardData['alerts'][number];

const FULL = 'GET /admin/dashboard/full';

const happened = (
  type: Activity['type'],
  action: string,
  data: Partial<Activity['data']> = {},
): Activity => ({
  type,
  action,
  user: 'Ada Obi',
  time: '2026-11-20T09:55:00Z',
  data: { proxy_id: null, amount: null, name: null, ...data },
});

describe('AdminDashboardPage', () => {
  const api = setUpApi(() => signInAs('admin'));

  const region = (name: string) => screen.findByRole('region', { name });

  it('shows the update time and cards with value, change, colour and icon', async () => {
    api.on(FULL, ok(dashboard()));
    renderAt(<AdminDashboardPage />);
    expect(await screen.findByText(/^Last updated: 20 Nov 2026/)).toBeInTheDocument();
    const card = (await screen.findByText('Total Users')).closest('.ant-card') as HTMLElement;
    expect(within(card).getByText('1,204')).toBeInTheDocument();
    expect(within(card).getByText('+12.5% compared with 30 days ago')).toBeInTheDocument();
    expect(card.querySelector('.ant-tag-blue svg')).not.toBeNull();
    const unchanged = screen.getByText('Active Proxies').closest('.ant-card') as HTMLElement;
    expect(within(unchanged).queryByText(/against/)).not.toBeInTheDocument();
    expect(unchanged.querySelector('.ant-tag-green svg')).not.toBeNull();
  });

  it('compares today with yesterday and a week ago, and shows what the shop owes', async () => {
    const sold = { today: 6500, yesterday: 900, last_week: 250 };
    const none = { today: 1, yesterday: 0, last_week: 0 };
    const today = {
      ...{ sold, orders: none, topped_up: { ...none, today: 1000 }, customers: none },
      ...{ profit: 4200, wallets: 9000, provider: 5000, bank: 7000 },
    };
    const queue = [
      { id: 'approvals' as const, count: 1 },
      { id: 'payments' as const, count: 3 },
    ];
    api.on(FULL, ok(dashboard({ today, queue })));
    renderAt(<AdminDashboardPage />);
    const cards = within(await region('Today'));
    expect(getStatistics().slice(4)).toEqual([
      ['Sold today', '₦6,500', '1 order; ₦900 yesterday, ₦250 a week ago by now'],
      ['Topped up today', '₦1,000', '1 new customer; ₦0 yesterday, ₦0 a week ago by now'],
      ['Profit today', '₦4,200', 'What it is made of'],
      [
        'Owed to wallets',
        '₦9,000',
        '₦5,000 with the payment provider, ₦7,000 paid out to the bank',
      ],
    ]);
    expect(cards.getByRole('link', { name: 'What it is made of' })).toHaveAttribute(
      'href',
      '/admin/reports?tab=profit&period=today',
    );
    for (const [name, href] of [
      ['1 proposal to approve', '/admin/approvals'],
      ['3 payments to decide', '/admin/transactions?attention=needs_decision'],
    ])
      expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
  });

  it('lists what is left to set up, and remembers that it was hidden', async () => {
    const setup = [
      { id: 'company' as const, is_done: true },
      { id: 'mail' as const, is_done: false },
    ];
    api.on(FULL, ok(dashboard({ setup })));
    const { unmount } = renderAt(<AdminDashboardPage />);
    const list = within(await region('Set up your shop: 1 of 2 done'));
    expect(list.getByRole('link', { name: 'Send email' })).toHaveAttribute(
      'href',
      '/admin/settings?tab=email',
    );
    expect(list.queryByRole('link', { name: /company/ })).not.toBeInTheDocument();
    await userEvent.click(list.getByRole('button', { name: 'Hide' }));
    expect(list.queryByRole('list')).not.toBeInTheDocument();
    unmount();
    renderAt(<AdminDashboardPage />);
    const again = within(await region('Set up your shop: 1 of 2 done'));
    expect(again.queryByRole('list')).not.toBeInTheDocument();
    await userEvent.click(again.getByRole('button', { name: 'Show' }));
    expect(again.getAllByRole('listitem')).toHaveLength(2);
  });

  it('lists recent activity with user, target, proxy and amount', async () => {
    freezeClock('2026-11-20T10:00:00Z');
    api.on(
      FULL,
      ok(
        dashboard({
          recent_activity: [
            happened('purchase', 'Ordered proxies', { proxy_id: 41, amount: 6400 }),
            happened('user', 'Updated a user', { name: 'Bola Ade' }),
            happened('payment', 'Topped up their wallet', { amount: 5000 }),
            happened('system', 'Changed the settings'),
            happened('alert', 'A payment needs a decision'),
          ],
        }),
      ),
    );
    renderAt(<AdminDashboardPage />);
    const rows = within(await region('Recent Activity')).getAllByRole('listitem');
    expect(rows).toHaveLength(5);
    expect(rows[0]).toHaveTextContent(/Ordered proxies.*Ada Obi · proxy #41.*₦6,400.*5 mins ago/);
    expect(rows[1]).toHaveTextContent(/Updated a user.*Ada Obi · Bola Ade/);
    expect(rows[4]).toHaveTextContent('A payment needs a decision');
  });

  it('shows monthly usage, server performance and revenue of the last 30 days to an admin', async () => {
    api.on(FULL, ok(dashboard()));
    renderAt(<AdminDashboardPage />);
    const months = within(await region('Monthly Usage & Spending'));
    expect(months.getByRole('row', { name: /Nov 2026.*42\.5%.*₦96,000/ })).toBeInTheDocument();
    const server = await region('Server Performance');
    expect(server).toHaveTextContent(/Response Time \(p95\)good: 12 ms/);
    expect(server).toHaveTextContent(/Error Ratebad: 3%/);
    expect(server.querySelector('.ant-tag-red svg')).not.toBeNull();
    const revenue = await region('Revenue Analytics');
    expect(revenue).toHaveTextContent('Last 30 days');
    for (const figure of ['₦480,000', '88', '₦5,455', '₦1,250,000'])
      expect(within(revenue).getByText(figure)).toBeInTheDocument();
    expect(screen.queryByText(/restricted to admin users/)).not.toBeInTheDocument();
  });

  it('links to Manage Users, Proxy Servers, View Reports and Security Logs', async () => {
    api.on(FULL, ok(dashboard()));
    renderAt(<AdminDashboardPage />);
    const links = within(await region('Quick Actions')).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Manage Users', '/admin/users'],
      ['Proxy Servers', '/admin/proxies'],
      ['View Reports', '/admin/reports'],
      ['Security Logs', '/admin/audit'],
    ]);
  });

  it('restricts financial data for a sub-admin', async () => {
    signInAs('sub-admin');
    const { stats, monthly_data: months } = dashboard();
    api.on(
      FULL,
      ok(
        dashboard({
          stats: stats.map((stat) =>
            stat.icon === 'revenue' ? { ...stat, value: null, change: null } : stat,
          ),
          monthly_data: months.map((month) => ({ ...month, spending: null })),
          revenue_analytics: null,
        }),
      ),
    );
    renderAt(<AdminDashboardPage />);
    expect(
      await screen.findByText('Financial data is restricted to admin users only.'),
    ).toBeInTheDocument();
    expect(
      screen.getByText('Revenue analytics is restricted to admin users only'),
    ).toBeInTheDocument();
    expect(screen.getByText('Hidden (Admin Only)')).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Nov 2026.*42\.5%.*Hidden/ })).toBeInTheDocument();
    expect(screen.queryByText(/₦/)).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'View Reports' })).not.toBeInTheDocument();
  });

  it('shows why it could not be loaded, and tries again', async () => {
    const replies = [
      errorReply(422, { message: 'The clock is wrong.' }),
      errorReply(422, { message: '' }),
      ok(dashboard()),
    ];
    api.on(FULL, () => replies.shift() ?? {});
    renderAt(<AdminDashboardPage />);
    const retry = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    const panel = (await screen.findByText('Error loading dashboard')).parentElement;
    expect(panel).toHaveTextContent('The clock is wrong.');
    await retry();
    expect(
      await screen.findByText('Failed to load dashboard data', { selector: 'p' }),
    ).toBeInTheDocument();
    await retry();
    expect(await screen.findByText('1,204')).toBeInTheDocument();
  });

  it('says so when there is nothing to show', async () => {
    api.on(
      FULL,
      ok(dashboard({ stats: [], server_stats: [], recent_activity: [], monthly_data: [] })),
    );
    renderAt(<AdminDashboardPage />);
    expect(await screen.findByText('No dashboard data available')).toBeInTheDocument();
  });

  it('links each alert to exactly what it is about, or says what to do', async () => {
    const raised = (kind: AlertItem['kind'], over: Partial<AlertItem> = {}): AlertItem => ({
      id: 1,
      kind,
      severity: 'critical',
      message: `${kind}.`,
      attention: null,
      transaction_id: null,
      network_id: null,
      provider_id: null,
      job: null,
      opened_at: '2026-11-20T07:00:00Z',
      ...over,
    });
    const cases: [AlertItem, target: string | RegExp][] = [
      [
        raised('payment_review', { attention: 'needs_decision' }),
        '/admin/transactions?attention=needs_decision',
      ],
      [
        raised('payment_review', { attention: 'needs_decision', transaction_id: 31 }),
        '/admin/transactions?transaction=31',
      ],
      [raised('payment_stuck', { attention: 'stuck' }), '/admin/transactions?attention=stuck'],
      [
        raised('payment_dispute', { attention: 'dispute' }),
        '/admin/transactions?attention=dispute',
      ],
      [
        raised('refund_failed', { attention: 'refund_failed' }),
        '/admin/transactions?attention=refund_failed',
      ],
      [
        raised('closed_account_paid', { attention: 'paid_after_closing' }),
        '/admin/transactions?attention=paid_after_closing',
      ],
      [
        raised('payment_difference', { attention: 'difference', transaction_id: 31 }),
        '/admin/reconciliation?state=open',
      ],
      [raised('payment_stuck'), '/admin/payment-notices?status=waiting'],
      [raised('reconciliation_stuck'), '/admin/reconciliation'],
      [raised('payout_difference'), '/admin/clearing?items=unmatched'],
      [raised('payout_import_stuck'), '/admin/clearing'],
      [raised('mail_stuck'), '/admin/mails?status=stuck'],
      [raised('approval_waiting'), '/admin/approvals'],
      [raised('audit_chain_behind'), '/admin/audit'],
      [raised('network_refused', { network_id: 3 }), '/admin/network?id=3'],
      [raised('supply_difference', { network_id: 3 }), '/admin/network?id=3'],
      [raised('supply_balance', { network_id: 3 }), '/admin/network?id=3'],
      [raised('supply_budget', { network_id: 3 }), '/admin/network?id=3'],
      [raised('supply_budget', { provider_id: 2 }), '/admin/providers?search=%232'],
      [raised('supply_down', { network_id: 3 }), '/admin/network?id=3'],
      [raised('supply_down'), '/admin/exits?status=out_of_sale'],
      [raised('stock_expiring'), '/admin/stock?status=ending'],
      [raised('notice_parked'), '/admin/payment-notices?status=parked'],
      [raised('job_failed', { job: 'mail.send' }), '/admin/jobs?search=mail.send'],
      [raised('worker_silent'), /Start the worker process again/],
      [raised('books_broken'), /Run “node dist\/cli\.js ledger:check”/],
      [raised('history_broken'), /Run “node dist\/cli\.js ledger:check”/],
    ];
    const alerts = cases.map(([alert], index) => ({ ...alert, id: index + 1 }));
    api.on(FULL, ok(dashboard({ alerts })));
    renderAt(<AdminDashboardPage />);
    const list = within(await screen.findByRole('list', { name: 'Alerts' }));
    const items = list.getAllByRole('listitem');
    cases.forEach(([{ kind }, target], index) => {
      const item = within(items[index]!);
      expect(items[index]).toHaveTextContent(`${kind}.`);
      if (typeof target === 'string')
        expect(item.getByRole('link')).toHaveAttribute('href', target);
      else expect(item.getByText(target)).toBeInTheDocument();
    });
    expect(new Set(cases.map(([{ kind }]) => kind))).toEqual(new Set(Object.values(AlertKind)));
  });

  it('shows that there is no data when the server answers null', async () => {
    api.on(FULL, { body: { success: true, data: null } });
    renderAt(<AdminDashboardPage />);
    expect(await screen.findByText('No dashboard data available')).toBeInTheDocument();
    expect(screen.queryByText(/Last updated/)).not.toBeInTheDocument();
  });
});
