import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { openApp } from '@/testing/open-app';
import { ada, ok } from '@/testing/samples';
import { adminUser, signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';

const ENTRIES = [
  ['Dashboard', '/admin/dashboard'],
  ['Approvals', '/admin/approvals'],
  ['User Management', '/admin/users'],
  ['Proxy Management', '/admin/proxies'],
  ['Transactions', '/admin/transactions'],
  ['Reports', '/admin/reports'],
  ['Audit Trail', '/admin/audit'],
  ['Settings', '/admin/settings'],
  ['Staff & roles', '/admin/staff'],
] as const;

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

  it('should redirect a signed-in customer to the customer dashboard', async () => {
    session.start({ token: 't', user: ada });
    const { url } = open('/admin/users');
    await waitFor(() => expect(url()).toBe('/dashboard'));
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
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(ENTRIES);
    const side = menu.closest('aside') as HTMLElement;
    expect(within(side).getByText('Admin Panel')).toBeInTheDocument();
    expect(within(side).getByText(adminUser.name)).toBeInTheDocument();
    await person.click(within(side).getByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(url()).toBe('/'));
    expect(session.get()).toBeNull();
    await waitFor(() => expect(api.calls('POST /auth/logout')).toHaveLength(1));
    // The same menu is painted before the scripts.
    const shells = readFileSync(join(__dirname, '../../pages/shells.mjs'), 'utf8');
    for (const link of links)
      expect(shells).toContain(`['${link.getAttribute('href')}', '${link.textContent}', `);
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
    ).toEqual(['Dashboard', 'User Management', 'Proxy Management', 'Transactions', 'Audit Trail']);
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
