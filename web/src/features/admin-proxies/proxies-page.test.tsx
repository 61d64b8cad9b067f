import {
  proxyAddress,
  daysLeft,
  availableActions,
  formatSessionTtl,
  shortUuid,
  displayStatus,
} from './proxy';
import { screen, waitFor, within, act } from '@testing-library/react';
import { getStatistics, getDescription } from '@/testing/antd';
import { selectOption, listOptions } from '@/testing/choices';
import {
  setUpProxiesPage,
  LIST,
  openProxies,
  mockProxyList,
  statistics,
} from '@/testing/proxies-page';
import { ok, pagination, errorReply } from '@/testing/samples';
import { managedProxy, signInAs } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';
import userEvent from '@testing-library/user-event';

const proxy = {
  ip: null,
  host: 'gate.example.com',
  port: 3128,
  port_socks5: 1080,
  protocol: 'http',
} as const;

describe('proxy helpers of the admin area', () => {
  it('should treat a proxy past its expiry as expired, whatever its status', () => {
    expect(displayStatus({ status: 'active', is_expired: true })).toBe('expired');
    expect(displayStatus({ status: 'suspended', is_expired: false })).toBe('suspended');
  });

  it('should show its own address, or the gateway’s, with the port of its protocol', () => {
    expect(proxyAddress(proxy)).toBe('gate.example.com:3128');
    expect(proxyAddress({ ...proxy, ip: '41.0.0.1', protocol: 'socks5' })).toBe('41.0.0.1:1080');
  });

  it('should count the days until expiry', () => {
    expect(daysLeft({ is_expired: false, days_until_expiration: 1 })).toBe('1 day left');
    expect(daysLeft({ is_expired: false, days_until_expiration: 30 })).toBe('30 days left');
    expect(daysLeft({ is_expired: true, days_until_expiration: 0 })).toBeNull();
  });

  it.each([
    [0, 'Keep as long as possible'],
    [-1, 'Rotate on every new request'],
    [1, '1 minute'],
    [10, '10 minutes'],
    [null, 'Not a rotating proxy'],
  ])('should format a session TTL of %s as %s', (minutes, words) =>
    expect(formatSessionTtl(minutes)).toBe(words),
  );

  it('should shorten the uuid', () => {
    expect(shortUuid('846aa33b-6376-48f0-9830-f7ad00000000')).toBe('846aa33b');
  });

  it('should offer the actions that its status allows', () => {
    expect(availableActions('active')).toEqual(['reissue', 'suspend']);
    expect(availableActions('suspended')).toEqual(['reissue', 'resume']);
    expect(availableActions('expired')).toEqual([]);
  });
});

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

describe('ProxyDialog of the admin area', () => {
  const api = setUpProxiesPage();

  it('opens the proxy in the address even if it is on another page of the list', async () => {
    api.on(LIST, ({ query }) => {
      const rows = query.get('search') === '#4' ? [managedProxy({ id: 4 })] : [];
      const proxies = [managedProxy(), ...rows];
      return ok({ proxies, pagination: pagination(131), statistics });
    });
    openProxies('/admin/proxies?page=3&proxy=4');
    expect(await screen.findByRole('dialog')).toHaveTextContent('#4');
  });

  describe('opened from the list', () => {
    const detail = async () => {
      const view = openProxies();
      await view.person.click(await screen.findByRole('button', { name: 'Details of proxy 41' }));
      return { ...view, dialog: within(await screen.findByRole('dialog')) };
    };

    /** From here on time passes only through advanceClock. */
    const holdTime = () => {
      jest.useFakeTimers();
      const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      return async (button: HTMLElement) => {
        await person.click(button);
        await act(() => jest.advanceTimersByTimeAsync(0));
      };
    };

    it('shows all fields with copy buttons that read Copied!', async () => {
      const { dialog } = await detail();
      const click = holdTime();
      const write = jest.spyOn(navigator.clipboard, 'writeText');
      const copied = [];
      for (const [what, text] of [
        ['status', 'Active'],
        ['location', 'Nigeria'],
        ['protocol', 'HTTP'],
        ['price', '₦6,400'],
        ['user', 'Ada Obi'],
        ['email', 'ada@example.com'],
        ['connection string', 'gate.example.com:3128'],
        ['username', 'np-user-41'],
        ['password', 'secret-word'],
        ['uuid', '846aa33b-6376-48f0-9830-f7ad00000000'],
      ] as const) {
        await click(dialog.getByRole('button', { name: `Copy ${what}` }));
        copied.push(text);
        expect(dialog.getByRole('button', { name: `Copied ${what}` })).toHaveTextContent('Copied!');
      }
      expect(write.mock.calls.flat()).toEqual(copied);
      expect(visibleMessages()).toEqual(['Copied to clipboard!']);
    });

    it('shows Copied! for two seconds', async () => {
      const { dialog } = await detail();
      await holdTime()(dialog.getByRole('button', { name: 'Copy uuid' }));
      expect(dialog.getByRole('button', { name: 'Copied uuid' })).toHaveTextContent('Copied!');
      act(() => jest.advanceTimersByTime(1999));
      expect(dialog.getByRole('button', { name: 'Copied uuid' })).toBeInTheDocument();
      act(() => jest.advanceTimersByTime(1));
      expect(dialog.getByRole('button', { name: 'Copy uuid' })).toBeInTheDocument();
    });

    it('shows that copying failed', async () => {
      const { dialog, person } = await detail();
      jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
      await person.click(dialog.getByRole('button', { name: 'Copy username' }));
      await waitFor(() => expect(visibleMessages()).toEqual(['Failed to copy to clipboard']));
    });

    it('shows session, bandwidth, TTL, created and expiry dates', async () => {
      const { dialog } = await detail();
      for (const text of [
        'Pool Information',
        'session-9',
        'Keep as long as possible',
        '1,024 MB / 4,096 MB (25%)',
      ])
        expect(dialog.getByText(text)).toBeInTheDocument();
      const bar = dialog.getByRole('progressbar', { name: 'Bandwidth used' });
      expect(bar).toHaveAttribute('aria-valuenow', '25');
      expect(getDescription('Created')).toHaveTextContent('1 Nov 2026');
      expect(getDescription('Expires')).toHaveTextContent('1 Dec 2026');
    });

    it('warns when the password cannot be decrypted', async () => {
      mockProxyList(api, [managedProxy({ password: null })]);
      const { dialog } = await detail();
      expect(dialog.getByText('The password cannot be read')).toBeInTheDocument();
      expect(dialog.getByLabelText('Username')).toHaveValue('np-user-41');
      expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Reissue credentials' })).toBeEnabled();
    });

    it('hides credentials and price from a sub-admin', async () => {
      signInAs('sub-admin');
      mockProxyList(
        api,
        [managedProxy({ connection_string: null, username: null, password: null, price: null })],
        { ...statistics, total_revenue: null },
      );
      const { dialog } = await detail();
      expect(
        dialog.getByText('Credentials are restricted to admin users only.'),
      ).toBeInTheDocument();
      for (const label of ['Connection string', 'Username', 'Password'])
        expect(dialog.queryByLabelText(label)).not.toBeInTheDocument();
      expect(dialog.getByText('Hidden')).toBeInTheDocument();
      expect(dialog.queryByRole('button', { name: /Suspend|Reissue/ })).not.toBeInTheDocument();
      expect(screen.getByText('Hidden (Admin Only)')).toBeInTheDocument();
    });
  });
});
