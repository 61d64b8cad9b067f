import { screen, waitFor, within } from '@testing-library/react';
import { getStatistics } from '@/testing/antd';
import { selectOption, listOptions } from '@/testing/choices';
import {
  setUpProxiesPage,
  LIST,
  openProxies,
  mockProxyList,
  statistics,
} from '@/testing/proxies-page';
import { ok, pagination, errorReply } from '@/testing/samples';
import { managedProxy } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';

describe('ProxiesPage of the admin area', () => {
  const api = setUpProxiesPage();

  const asked = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);
  const cells = async (name = /#41/) =>
    within(await screen.findByRole('row', { name })).getAllByRole('cell');
  const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);

  it('shows four statistics', async () => {
    openProxies();
    await screen.findByText('1,310');
    expect(getStatistics()).toEqual([
      ['Total Proxies', '1,310'],
      ['Active Proxies', '900'],
      ['Total Revenue', '₦4,500,000'],
      ['Total Users', '210'],
    ]);
  });

  it('shows all columns', async () => {
    openProxies();
    const told = texts(await cells());
    const table = within(screen.getByRole('table', { name: 'Proxies' }));
    expect(texts(table.getAllByRole('columnheader'))).toEqual([
      'Proxy ID',
      'Type',
      'Location',
      'IP:Port',
      'Status',
      'User',
      'Usage',
      'Cost',
      'Details',
    ]);
    expect(told).toEqual([
      '#41846aa33b',
      'Residential',
      'NG',
      'gate.example.com:3128HTTP',
      'Active12 days left',
      expect.stringMatching(/^Ada Obi ada@example\.com, role user$/),
      '1 GB / 4 GB25%',
      '₦6,400',
      'Details',
    ]);
    expect((await cells())[2]?.querySelector('img')).toHaveAttribute('src', '/flags/ng.svg');
  });

  it('shows zz as Random, and Expired for every proxy past its expiry', async () => {
    mockProxyList(api, [
      managedProxy({
        location: 'zz',
        status: 'active',
        is_expired: true,
        days_until_expiration: 0,
        protocol: 'socks5',
        ip: '203.0.113.9',
        user: { id: 8, name: 'Bola', email: 'bola@example.com', role: 'sub-admin' },
      }),
    ]);
    openProxies();
    const [, , location, address, status, user] = texts(await cells());
    expect([location, address, status]).toEqual(['Random', '203.0.113.9:1080SOCKS5', 'Expired']);
    expect(user).toContain('Sub-admin');
  });

  it('searches and filters by status, type and page size, each going back to page 1', async () => {
    const { person, router } = openProxies('/admin/proxies?page=3');
    await cells();
    expect(asked()).toEqual({ page: '3', per_page: '10' });
    expect(await listOptions('Status')).toEqual(['All statuses', 'Active', 'Expired', 'Suspended']);
    expect(await listOptions('Type')).toEqual(['All types', 'Datacenter', 'Residential', 'Mobile']);
    expect(await listOptions('Per page')).toEqual([
      '10 / page',
      '15 / page',
      '25 / page',
      '50 / page',
    ]);
    await selectOption('Status', 'Expired');
    await selectOption('Type', 'Mobile');
    await selectOption('Per page', '25 / page');
    await waitFor(() =>
      expect(asked()).toEqual({ page: '1', per_page: '25', status: 'expired', type: 'mobile' }),
    );
    const search = screen.getByPlaceholderText('Search by ID, type, country, IP, or user');
    await person.type(search, ' nigeria ');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'nigeria', page: '1' }));
    const chips = within(screen.getByRole('group', { name: 'Applied filters' }));
    expect(texts([...screen.getByRole('group', { name: 'Applied filters' }).children])).toEqual([
      '“nigeria”',
      'Expired',
      'Mobile',
      'Clear',
    ]);
    await person.click(chips.getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('');
  });

  it('offers at most five pages around the current one', async () => {
    const { person } = openProxies('/admin/proxies?page=7');
    const pager = within(await screen.findByRole('navigation', { name: 'Pages' }));
    expect(texts(pager.getAllByRole('button', { name: /^Page/ }))).toEqual([
      '5',
      '6',
      '7',
      '8',
      '9',
    ]);
    await person.click(pager.getByRole('button', { name: 'Page 9' }));
    await waitFor(() => expect(asked()).toMatchObject({ page: '9' }));
  });

  it('lists the top countries and users below the table', async () => {
    openProxies();
    const countries = await screen.findByRole('region', { name: 'Top Countries' });
    expect(texts(within(countries).getAllByRole('row'))).toEqual([
      'CountryShareProxies',
      'Nigeria500',
      'Random250',
    ]);
    const users = screen.getByRole('region', { name: 'Top Users' });
    expect(texts(within(users).getAllByRole('row'))).toEqual([
      'UserProxies',
      'Ada Obiada@example.com60',
    ]);
  });

  it('requests the list again on Refresh', async () => {
    const { person } = openProxies();
    await cells();
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(api.calls(LIST)).toHaveLength(2));
  });

  it('shows that no proxy matches the search', async () => {
    mockProxyList(api, []);
    openProxies('/admin/proxies?search=x');
    expect(
      await screen.findByText('No proxies found matching your search criteria.'),
    ).toBeInTheDocument();
  });

  it('shows the error in a panel and as a message, and tries again', async () => {
    const replies = [
      errorReply(403, { message: 'Not yours.' }),
      errorReply(403, { message: '' }),
      ok({ proxies: [], pagination: pagination(0), statistics }),
    ];
    api.on(LIST, () => replies.shift() ?? {});
    const { person } = openProxies();
    const retry = async () =>
      person.click(await screen.findByRole('button', { name: 'Try Again' }));
    const panel = () => screen.getByText('Error Loading Data').parentElement;
    await screen.findByText('Error Loading Data');
    expect(panel()).toHaveTextContent('Not yours.');
    await retry();
    await waitFor(() => expect(panel()).toHaveTextContent('Failed to load proxy data'));
    await waitFor(() =>
      expect(visibleMessages()).toEqual(['Not yours.', 'Failed to fetch proxies']),
    );
    await retry();
    expect(await screen.findByText('No proxies yet')).toBeInTheDocument();
  });
});
