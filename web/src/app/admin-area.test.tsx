import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { Permission, AlertKind } from '@/api/generated/api.schemas';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, ok } from '@/testing/samples';
import { adminPaths } from '@/lib/admin-paths';
import { adminUser, signInAs, dashboard } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import { adminMenu } from '@/lib/admin-menu';

const GROUPS = {
  Overview: [
    ['Dashboard', '/admin/dashboard'],
    ['Approvals', '/admin/approvals'],
  ],
  Customers: [
    ['User Management', '/admin/users'],
    ['Orders', '/admin/orders'],
    ['Support', '/admin/support'],
  ],
  Products: [
    ['Proxy Management', '/admin/proxies'],
    ['Prices', '/admin/prices'],
    ['Coupons', '/admin/coupons'],
  ],
  Supply: [
    ['Networks', '/admin/networks'],
    ['Exits & Stock', '/admin/exits'],
  ],
  Money: [
    ['Transactions', '/admin/transactions'],
    ['Clearing & Reconciliation', '/admin/reconciliation'],
    ['Reports', '/admin/reports'],
  ],
  System: [
    ['Audit Trail', '/admin/audit'],
    ['Announcements', '/admin/announcements'],
    ['Machinery', '/admin/machinery'],
    ['Settings', '/admin/settings'],
  ],
};

describe('the admin area', () => {
  mockWideViewport();
  const api = serveApi();

  beforeEach(() => api.on('GET /user/info', () => ok({ user: session.get()?.user })));

  const open = (address: string) => openApp(address);
  /** Waits for the lazy page. */
  const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });

  it('should show a spinner, then the admin sign-in with the requested page in the URL', async () => {
    const { url } = open('/admin/users?search=ada');
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    await findTitle('Admin Login');
    expect(url()).toBe('/admin/login?redirectTo=%2Fadmin%2Fusers%3Fsearch%3Dada');
  });

  it('should redirect signed-in staff from customer pages and the admin sign-in', async () => {
    signInAs('admin');
    for (const address of ['/wallet', '/admin/login', '/admin']) {
      const { url, close } = open(address);
      await waitFor(() => expect(url()).toBe('/admin/dashboard'));
      close();
    }
  });

  it('should redirect a signed-in customer from the admin sign-in and from unknown admin pages', async () => {
    session.start({ token: 't', user: ada });
    for (const address of ['/admin/login', '/admin/no-such-page']) {
      const { url, close } = open(address);
      await waitFor(() => expect(url()).toBe('/dashboard'));
      close();
    }
  });

  it('should ask a visitor of an unknown admin page to sign in, and tell staff that there is none', async () => {
    const { url, close } = open('/admin/no-such-page');
    await findTitle('Admin Login');
    expect(url()).toBe('/admin/login?redirectTo=%2Fadmin%2Fno-such-page');
    close();
    signInAs('admin');
    open('/admin/no-such-page');
    await findTitle('Page not found');
    expect(screen.getByText('Admin Panel')).toBeInTheDocument();
  });

  it('should show a red sidebar titled Admin Panel with every screen, the admin’s name and Logout', async () => {
    signInAs('admin');
    api.on('POST /auth/logout', ok({}));
    const { url } = open('/admin/users');
    const menu = await screen.findByRole('navigation', { name: 'Main' });
    const links = within(menu).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      Object.values(GROUPS).flat(),
    );
    expect(
      within(menu)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(Object.keys(GROUPS));
    const side = menu.closest('aside') as HTMLElement;
    expect(within(side).getByText('Admin Panel')).toBeInTheDocument();
    expect(within(side).getByText(adminUser.name)).toBeInTheDocument();
    await person.click(within(side).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(url()).toBe('/'));
    expect(session.get()).toBeNull();
    await waitFor(() => expect(api.calls('POST /auth/logout')).toHaveLength(1));
  });

  it('should remember which groups are collapsed, and never hide the open screen', async () => {
    signInAs('admin');
    api.on('GET /admin/coupons', ok({ coupons: [], pagination: {} }));
    const { close } = open('/admin/coupons');
    const findMenu = async () => within(await screen.findByRole('navigation', { name: 'Main' }));
    let menu = await findMenu();
    expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent('Coupons');
    await person.click(menu.getByRole('button', { name: 'Supply' }));
    expect(menu.getByRole('button', { name: 'Supply' })).toHaveAttribute('aria-expanded', 'false');
    expect(menu.queryByRole('link', { name: 'Networks' })).toBeNull();
    close();
    open('/admin/coupons');
    menu = await findMenu();
    expect(menu.queryByRole('link', { name: 'Networks' })).toBeNull();
    await person.click(menu.getByRole('button', { name: 'Products' }));
    expect(menu.getByRole('link', { name: 'Coupons' })).toBeInTheDocument();
    localStorage.removeItem('nairaproxy.collapsed');
  });

  it.each([
    ['/admin/providers', 'Networks', ['Networks', 'Provider accounts']],
    ['/admin/network', 'Networks', ['Networks', 'Provider accounts']],
    ['/admin/stock', 'Exits & Stock', ['Exits & gateways', 'Stock', 'On sale', 'Blocked targets']],
    ['/admin/clearing', 'Clearing & Reconciliation', ['Reconciliation', 'Clearing']],
    ['/admin/staff', 'Settings', ['Settings', 'Staff & roles']],
  ])('should mark the entry of %s and show its screens as tabs', async (address, entry, tabs) => {
    signInAs('admin');
    open(address);
    const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
    expect(menu.getByRole('link', { current: 'page' })).toHaveTextContent(entry);
    const screens = within(screen.getByRole('navigation', { name: entry }));
    expect(screens.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(tabs);
    expect(screens.getAllByRole('link', { current: 'page' })).toHaveLength(1);
  });

  it('should have an icon for each entry, and a URL and a permission of each screen', () => {
    const entries = adminMenu.flatMap(({ entries }) => entries);
    const sidebar = readFileSync(join(__dirname, 'layouts/admin-sidebar.tsx'), 'utf8');
    for (const { icon, screens } of entries) {
      expect(sidebar).toMatch(new RegExp(`^  ${icon},$`, 'm'));
      for (const { to, permission } of screens) {
        expect(Object.values(adminPaths)).toContain(to);
        expect(Object.values(Permission)).toContain(permission);
      }
    }
  });

  it('should search with Ctrl+K, show what is found by kind, and open it', async () => {
    signInAs('admin');
    api.on('GET /admin/search', () =>
      ok({
        results: [
          {
            kind: 'user',
            id: 4,
            title: 'Ada Obi',
            subtitle: 'ada@example.com',
            url: '/admin/userprofile?id=4',
          },
          {
            kind: 'proxy',
            id: 9,
            title: 'datacenter #9',
            subtitle: 'Ada Obi',
            url: '/admin/proxies/9',
          },
        ],
      }),
    );
    const { url } = open('/admin/dashboard');
    await screen.findByRole('navigation', { name: 'Main' });
    await person.keyboard('{Control>}k{/Control}');
    await person.type(await screen.findByRole('searchbox', { name: 'Search' }), 'ada');
    expect(await screen.findByText('2 found, at most five of each kind.')).toBeInTheDocument();
    expect(screen.getByText('Proxies')).toBeInTheDocument();
    await person.keyboard('{Enter}');
    await waitFor(() => expect(url()).toBe('/admin/userprofile?id=4'));
    expect(api.calls('GET /admin/search')).toHaveLength(1);
  });

  it('should use a red sidebar in light and dark theme', () => {
    const sheet = (path: string) => readFileSync(join(__dirname, path), 'utf8');
    expect(sheet('layouts/shell-sidebar.module.css')).toMatch(
      /\.admin \{[^}]*background: var\(--side\)/,
    );
    const sides = [...sheet('../theme/tokens.css').matchAll(/--side: #(..)(..)(..);/g)];
    expect(sides).toHaveLength(2);
    for (const [, ...channels] of sides) {
      const [red = 0, green = 0, blue = 0] = channels.map((hex) => Number.parseInt(hex, 16));
      expect(red).toBeGreaterThan(4 * Math.max(green, blue));
    }
  });

  it.each([
    ['/admin/dashboard', 'Admin Dashboard'],
    ['/admin/users', 'User Management'],
    ['/admin/approvals', 'Approvals'],
    ['/admin/proxies', 'Proxy Management'],
    ['/admin/transactions', 'Transaction Management'],
    ['/admin/reports', 'Reports & Analytics'],
    ['/admin/audit', 'Audit Trail'],
    ['/admin/settings', 'System Settings'],
    ['/admin/userprofile', 'User Profile'],
  ])('%s has the title %s', async (address, name) => {
    signInAs('admin');
    open(address);
    await findTitle(name);
    expect(document.title).toContain(name);
  });

  it('should hide admin-only screens from a sub-admin', async () => {
    signInAs('sub-admin');
    open('/admin/settings');
    await findTitle('Forbidden');
    const menu = await screen.findByRole('navigation', { name: 'Main' });
    expect(
      within(menu)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      ...['Dashboard', 'User Management', 'Proxy Management', 'Networks', 'Exits & Stock'],
      ...['Transactions', 'Clearing & Reconciliation', 'Audit Trail'],
    ]);
    expect(api.calls('GET /admin/system/settings')).toEqual([]);
  });

  it('should send the bearer token with admin calls', async () => {
    signInAs('admin');
    open('/admin/audit');
    await findTitle('Audit Trail');
    await waitFor(() => expect(api.calls('GET /admin/audit/logs')).not.toEqual([]));
    expect(api.calls('GET /admin/audit/logs')[0]?.headers.authorization).toBe('Bearer staff-token');
  });
});

const raise = (kind: AlertKind, over: object = {}) => ({
  ...{ id: 1, kind, severity: 'critical' as const, message: `${kind}.`, attention: null },
  ...{ transaction_id: null, network_id: null, provider_id: null, job: null },
  opened_at: '2026-11-20T07:00:00Z',
  ...over,
});

describe('The link of an alert', () => {
  mockWideViewport();
  const api = serveApi();

  beforeEach(() => {
    signInAs('admin');
    api.on('GET /user/info', () => ok({ user: session.get()?.user }));
  });

  const follow = async (alert: ReturnType<typeof raise>): Promise<void> => {
    api.on('GET /admin/dashboard/full', ok(dashboard({ alerts: [alert] })));
    openApp('/admin/dashboard');
    const list = await screen.findByRole('list', { name: 'Alerts' });
    await person.click(within(list).getByRole('link'));
  };

  it.each([
    [raise('payment_review', { attention: 'dispute' }), 'transactions/all', 'attention', 'dispute'],
    [raise('supply_down'), 'supply/exits', 'status', 'out_of_sale'],
    [raise('stock_expiring'), 'supply/stock', 'status', 'ending'],
    [raise('payout_difference'), 'clearing/items', 'show', 'unmatched'],
  ] as const)(
    'makes the screen ask for only the rows concerned: %#',
    async (alert, route, name, value) => {
      api.on(
        'GET /admin/clearing',
        ok({ accounts: [], unmatched_items: 1, payouts_without_items: 0, last_import: null }),
      );
      await follow(alert);
      await waitFor(() =>
        expect(api.calls(`GET /admin/${route}`).at(-1)?.query.get(name)).toBe(value),
      );
    },
  );

  it('opens the form of a network', async () => {
    await follow(raise('supply_down', { network_id: 3 }));
    await waitFor(() => expect(api.calls('GET /admin/supply/networks/3')).not.toEqual([]));
  });

  it.each([
    ['sub-admin', raise('supply_down', { network_id: 3 }), 'Search networks', '#3'],
    ['admin', raise('supply_budget', { provider_id: 2 }), 'Search provider accounts', '#2'],
  ] as const)(
    'makes the screen of a %s show only the row concerned',
    async (role, alert, name, value) => {
      signInAs(role);
      await follow(alert);
      expect(await screen.findByRole('searchbox', { name })).toHaveValue(value);
    },
  );
});
