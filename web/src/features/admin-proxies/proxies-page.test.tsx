import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiServer } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ok, pagination, refused } from '@/testing/samples';
import { managedProxy, signInAs, signOutStaff } from '@/testing/staff';
import { forgetToasts, told } from '@/testing/toasts';
import { onAWideScreen } from '@/testing/wide';
import ProxiesPage from './proxies-page';

const LIST = 'GET /admin/proxies/all';
const statistics = {
  total_proxies: 1310,
  active_proxies: 900,
  total_revenue: 4_500_000,
  total_users: 210,
  top_countries: [
    { country: 'ng', count: 500 },
    { country: 'zz', count: 250 },
  ],
  top_users: [{ user_id: 7, user_name: 'Ada Obi', user_email: 'ada@example.com', proxy_count: 60 }],
};

describe('the proxies in the back office', () => {
  let api: ApiServer;

  onAWideScreen();
  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    signInAs('admin');
    serve([managedProxy()]);
  });
  afterEach(() => {
    jest.useRealTimers();
    signOutStaff();
    forgetToasts();
  });

  const serve = (proxies: object[], figures: object = statistics) =>
    api.on(LIST, ({ query }) =>
      ok({
        proxies,
        pagination: pagination(proxies.length, {
          page: Number(query.get('page') ?? 1),
          perPage: Number(query.get('per_page') ?? 10),
          total: proxies.length && 131,
        }),
        statistics: figures,
      }),
    );
  const open = (address = '/admin/proxies') => ({
    ...renderAt(<ProxiesPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const asked = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);
  const cells = async (name = /#41/) =>
    within(await screen.findByRole('row', { name })).getAllByRole('cell');
  const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);
  const options = (label: string) =>
    texts(within(screen.getByLabelText(label)).getAllByRole('option'));

  it('opens the proxy of a link, wherever in the list it stands', async () => {
    api.on(LIST, ({ query }) => {
      const rows = query.get('search') === '#4' ? [managedProxy({ id: 4 })] : [];
      const proxies = [managedProxy(), ...rows];
      return ok({ proxies, pagination: pagination(131), statistics });
    });
    open('/admin/proxies?page=3&proxy=4');
    expect(await screen.findByRole('dialog')).toHaveTextContent('#4');
  });

  it('has four cards', async () => {
    open();
    await screen.findByText('1,310');
    const labels = [...document.querySelectorAll('dl dt')].slice(0, 4);
    expect(labels.map((dt) => [dt.textContent, dt.nextElementSibling?.textContent])).toEqual([
      ['Total Proxies', '1,310'],
      ['Active Proxies', '900'],
      ['Total Revenue', '₦4,500,000'],
      ['Total Users', '210'],
    ]);
  });

  it('has a column for each thing that is told', async () => {
    open();
    const told = texts(await cells());
    expect(texts(screen.getAllByRole('columnheader'))).toEqual([
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

  it('calls zz Random, and expired whatever is past its end', async () => {
    serve([
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
    open();
    const [, , location, address, status, user] = texts(await cells());
    expect([location, address, status]).toEqual(['Random', '203.0.113.9:1080SOCKS5', 'Expired']);
    expect(user).toContain('Sub-admin');
  });

  it('searches and filters by status, type and page size, each from page 1 on', async () => {
    const { person, router } = open('/admin/proxies?page=3');
    await cells();
    expect(asked()).toEqual({ page: '3', per_page: '10' });
    expect(options('Status')).toEqual(['All statuses', 'Active', 'Expired', 'Suspended']);
    expect(options('Type')).toEqual(['All types', 'Datacenter', 'Residential', 'Mobile']);
    expect(options('Per page')).toEqual(['10 / page', '15 / page', '25 / page', '50 / page']);
    await person.selectOptions(screen.getByLabelText('Status'), 'expired');
    await person.selectOptions(screen.getByLabelText('Type'), 'mobile');
    await person.selectOptions(screen.getByLabelText('Per page'), '25');
    await waitFor(() =>
      expect(asked()).toEqual({ page: '1', per_page: '25', status: 'expired', type: 'mobile' }),
    );
    const search = screen.getByPlaceholderText('Search by ID, type, country, IP, or user');
    await person.type(search, ' nigeria ');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'nigeria', page: '1' }));
    const chips = within(screen.getByRole('group', { name: 'Applied filters' }));
    expect(texts(chips.getAllByRole('button'))).toEqual([
      '“nigeria”',
      'Expired',
      'Mobile',
      'Clear',
    ]);
    await person.click(chips.getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('');
  });

  it('offers five pages at most, around the present one', async () => {
    const { person } = open('/admin/proxies?page=7');
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

  it('lists the top countries and users below', async () => {
    open();
    const countries = await screen.findByRole('region', { name: 'Top Countries' });
    expect(texts(within(countries).getAllByRole('listitem'))).toEqual(['Nigeria500', 'Random250']);
    const users = screen.getByRole('region', { name: 'Top Users' });
    expect(texts(within(users).getAllByRole('listitem'))).toEqual([
      'Ada Obiada@example.com60 proxies',
    ]);
  });

  it('asks anew on Refresh', async () => {
    const { person } = open();
    await cells();
    await person.click(screen.getByRole('button', { name: 'Refresh' }));
    await waitFor(() => expect(api.calls(LIST)).toHaveLength(2));
  });

  it('says that nothing fits the search', async () => {
    serve([]);
    open('/admin/proxies?search=x');
    expect(
      await screen.findByText('No proxies found matching your search criteria.'),
    ).toBeInTheDocument();
  });

  it('says what failed in a panel and as a toast, and tries again', async () => {
    const replies = [
      refused(403, { message: 'Not yours.' }),
      refused(403, { message: '' }),
      ok({ proxies: [], pagination: pagination(0), statistics }),
    ];
    api.on(LIST, () => replies.shift() ?? {});
    const { person } = open();
    const retry = async () =>
      person.click(await screen.findByRole('button', { name: 'Try Again' }));
    const panel = () => screen.getByText('Error Loading Data').parentElement;
    await screen.findByText('Error Loading Data');
    expect(panel()).toHaveTextContent('Not yours.');
    await retry();
    await waitFor(() => expect(panel()).toHaveTextContent('Failed to load proxy data'));
    expect(told()).toEqual(['Not yours.', 'Failed to fetch proxies']);
    await retry();
    expect(await screen.findByText('No proxies yet')).toBeInTheDocument();
  });

  describe('one in detail', () => {
    const detail = async () => {
      const view = open();
      await view.person.click(await screen.findByRole('button', { name: 'Details of proxy 41' }));
      return { ...view, dialog: within(await screen.findByRole('dialog')) };
    };

    it('shows everything, each to be copied, with Copied! for two seconds', async () => {
      const { dialog, person } = await detail();
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
        await person.click(dialog.getByRole('button', { name: `Copy ${what}` }));
        copied.push(text);
        expect(await dialog.findByRole('button', { name: `Copied ${what}` })).toHaveTextContent(
          'Copied!',
        );
      }
      expect(write.mock.calls.flat()).toEqual(copied);
      expect(told()).toEqual(['Copied to clipboard!']);
    });

    it('takes Copied! back after two seconds', async () => {
      const { dialog } = await detail();
      jest.useFakeTimers();
      const person = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      await person.click(dialog.getByRole('button', { name: 'Copy uuid' }));
      await act(async () => undefined);
      expect(dialog.getByRole('button', { name: 'Copied uuid' })).toHaveTextContent('Copied!');
      act(() => jest.advanceTimersByTime(1999));
      expect(dialog.getByRole('button', { name: 'Copied uuid' })).toBeInTheDocument();
      act(() => jest.advanceTimersByTime(1));
      expect(dialog.getByRole('button', { name: 'Copy uuid' })).toBeInTheDocument();
    });

    it('says so when the clipboard is closed', async () => {
      const { dialog, person } = await detail();
      jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
      await person.click(dialog.getByRole('button', { name: 'Copy username' }));
      await waitFor(() => expect(told()).toEqual(['Failed to copy to clipboard']));
    });

    it('shows the session, the traffic, the time to live, and when it began and ends', async () => {
      const { dialog } = await detail();
      for (const text of [
        'Pool Information',
        'session-9',
        'Keep as long as possible',
        '1,024 MB / 4,096 MB (25%)',
      ])
        expect(dialog.getByText(text)).toBeInTheDocument();
      expect(document.querySelector('.bandwidth')).not.toBeNull();
      expect(dialog.getByText('Created').nextElementSibling).toHaveTextContent('1 Nov 2026');
      expect(dialog.getByText('Expires').nextElementSibling).toHaveTextContent('1 Dec 2026');
    });

    it('says so when the password cannot be read', async () => {
      serve([managedProxy({ password: null })]);
      const { dialog } = await detail();
      expect(dialog.getByText('The password cannot be read')).toBeInTheDocument();
      expect(dialog.getByLabelText('Username')).toHaveValue('np-user-41');
      expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Reissue credentials' })).toBeEnabled();
    });

    it('withholds credentials and money from a sub-admin', async () => {
      signInAs('sub-admin');
      serve(
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
