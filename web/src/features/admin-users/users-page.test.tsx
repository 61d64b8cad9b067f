import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { listOptions, selectOption } from '@/testing/choices';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { managedUser, signInAs } from '@/testing/staff';
import { resetMessages, visibleMessages } from '@/testing/messages';
import { mockWideViewport } from '@/testing/viewport';
import UsersPage from './users-page';

const LIST = 'GET /admin/users';
const people = [
  managedUser(),
  managedUser({ id: 8, name: 'Bola Ade', status: 'inactive', role: 'sub-admin', phone: null }),
  managedUser({ id: 9, name: 'Chidi Eze', status: 'suspended', role: 'admin', balance: '0.00' }),
];
const CORRECTED = { body: { success: true, message: 'The wallet was corrected.', data: {} } };
const statistics = { total: 40, active: 30, suspended: 4, total_balance: '250000.00' };

describe('UsersPage', () => {
  const api = setUpApi(() => signInAs('admin'));

  mockWideViewport();
  beforeEach(() => {
    list();
  });

  const list = (users = people, figures: object = statistics) =>
    api.on(LIST, ({ query }) =>
      ok({
        users,
        pagination: pagination(users.length, {
          page: Number(query.get('page') ?? 1),
          perPage: 15,
          total: users.length && 40,
        }),
        statistics: figures,
      }),
    );
  const open = async (address = '/admin/users') => {
    const view = renderAt(<UsersPage />, address);
    await waitFor(() => expect(api.calls(LIST)).not.toEqual([]));
    return { ...view, person: userEvent.setup({ delay: null }) };
  };
  const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
  const asked = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);
  const figures = async () => {
    await screen.findByText('₦250,000');
    return getStatistics();
  };

  it('shows four statistics of the filtered users', async () => {
    const { unmount } = await open();
    expect(await figures()).toEqual([
      ['Total Users', '40'],
      ['Active', '30'],
      ['Suspended', '4'],
      ['Total Balance', '₦250,000'],
    ]);
    unmount();
    await open('/admin/users?status=active');
    expect((await figures())[0]).toEqual(['Filtered Users', '40']);
  });

  it('marks estimated counts, never guesses the balance, and counts when asked', async () => {
    api.on(LIST, ({ query }) => {
      const isExact = query.get('exact_total') === 'true';
      const total = isExact ? 27_027 : 27_000;
      const page = { page: Number(query.get('page') ?? 1), perPage: 15, total };
      return ok({
        users: people,
        pagination: {
          ...pagination(people.length, page),
          ...(!isExact && { total_is_estimate: true }),
        },
        statistics: isExact
          ? { total, active: 26_487, suspended: 0, total_balance: '900000.00' }
          : { total, active: 26_000, suspended: 0, total_balance: null, is_estimate: true },
      });
    });
    const { person } = await open('/admin/users?search=okafor');
    expect(await screen.findByText('Page 1 of about 1,800')).toBeInTheDocument();
    expect(getStatistics()).toEqual([
      ['Filtered Users', '≈ 27,000'],
      ['Active', '≈ 26,000'],
      ['Suspended', '≈ 0'],
      ['Total Balance', 'Count exactly'],
    ]);
    expect(asked()).not.toHaveProperty('exact_total');
    await person.click(
      within(screen.getByRole('navigation')).getByRole('button', { name: 'Count exactly' }),
    );
    expect(await screen.findByText('Page 1 of 1802')).toHaveFocus();
    expect(getStatistics()).toEqual([
      ['Filtered Users', '27,027'],
      ['Active', '26,487'],
      ['Suspended', '0'],
      ['Total Balance', '₦900,000'],
    ]);
    await person.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(asked()).toMatchObject({ page: '2', exact_total: 'true' }));
    await person.type(screen.getByRole('searchbox'), ' a');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'okafor a' }));
    expect(asked()).not.toHaveProperty('exact_total');
  });

  it('shows all columns, with the phone number and the created date', async () => {
    await open();
    await row('Ada Obi');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'User',
      'Contact',
      'Status',
      'Balance',
      'Proxies',
      'Role',
      'Last Login',
      'Last sign-in',
      'Actions',
    ]);
    const cells = within(await row('Ada Obi')).getAllByRole('cell');
    expect(cells[7]).toHaveTextContent(/ago$/);
    expect(cells.slice(0, 7).map(({ textContent }) => textContent)).toEqual([
      'Ada ObiID: 7',
      'ada@example.com+2348012345678',
      'Active',
      '₦12,500',
      '3',
      'User',
      '5 Mar 2026',
    ]);
  });

  it('tags an email that its owner has not confirmed', async () => {
    list([managedUser({ email_verified_at: null }), ...people.slice(1)]);
    await open();
    expect(within(await row('Ada Obi')).getByText('Unverified')).toBeInTheDocument();
    expect(within(await row('Bola Ade')).queryByText('Unverified')).not.toBeInTheDocument();
  });

  it('colours active green, inactive yellow, suspended red; admin red, sub-admin purple, user grey', async () => {
    await open();
    await row('Ada Obi');
    const findClasses = (word: string, names: string[]) => {
      const badge = within(screen.getByRole('table'))
        .getByText(word, { selector: 'span' })
        .closest('.badge')!;
      return names.filter((name) => badge.classList.contains(name));
    };
    const tones = (word: string) => findClasses(word, ['good', 'waiting', 'bad', 'neutral']);
    expect(['Active', 'Inactive', 'Suspended'].map(tones)).toEqual([
      ['good'],
      ['waiting'],
      ['bad'],
    ]);
    const roleColours = (word: string) => findClasses(word, ['admin', 'subAdmin']);
    expect(['Admin', 'Sub-admin', 'User'].map(roleColours)).toEqual([['admin'], ['subAdmin'], []]);
  });

  it('offers an admin the actions view, edit, fund, suspend or reactivate, delete and correct, but never funds staff', async () => {
    await open();
    const getActions = async (name: string) =>
      within(await row(name))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'))
        .filter(Boolean);
    expect(await getActions('Ada Obi')).toEqual([
      'View Ada Obi',
      'Edit Ada Obi',
      'Fund wallet Ada Obi',
      'Correct wallet Ada Obi',
      'Suspend Ada Obi',
      'Delete Ada Obi',
    ]);
    expect(await getActions('Chidi Eze')).toEqual([
      'View Chidi Eze',
      'Edit Chidi Eze',
      'Reactivate Chidi Eze',
      'Delete Chidi Eze',
    ]);
  });

  it('offers a sub-admin only viewing and hides every balance', async () => {
    signInAs('sub-admin');
    list(
      people.map((user) => ({ ...user, balance: null })),
      { ...statistics, total_balance: null },
    );
    await open();
    const buttons = within(await row('Ada Obi')).getAllByRole('button');
    expect(buttons.map((button) => button.getAttribute('aria-label')).filter(Boolean)).toEqual([
      'View Ada Obi',
    ]);
    expect(screen.queryByRole('button', { name: 'Add User' })).not.toBeInTheDocument();
    expect(within(await row('Ada Obi')).getByText('Hidden')).toBeInTheDocument();
    expect(screen.getByText('Hidden (Admin Only)')).toBeInTheDocument();
    expect(screen.queryByText(/₦/)).not.toBeInTheDocument();
  });

  it('requests 15 users per page without the status all, and pages with Previous and Next', async () => {
    const { person, router } = await open();
    expect(asked()).toEqual({ page: '1', per_page: '15' });
    expect(await screen.findByText('Page 1 of 3')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Previous' })).toBeDisabled();
    await person.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Page 2 of 3')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?page=2');
    await person.click(screen.getByRole('button', { name: 'Previous' }));
    expect(await screen.findByText('Page 1 of 3')).toBeInTheDocument();
  });

  it('searches and filters by status', async () => {
    const { person } = await open('/admin/users?page=3');
    expect(await listOptions('Status')).toEqual([
      'All statuses',
      'Active',
      'Inactive',
      'Suspended',
    ]);
    await selectOption('Status', 'Suspended');
    await person.type(screen.getByRole('searchbox', { name: 'Search users' }), ' ada ');
    await waitFor(() =>
      expect(asked()).toEqual({ page: '1', per_page: '15', status: 'suspended', search: 'ada' }),
    );
  });

  it('corrects a wallet with a preview of the new balance', async () => {
    api.on('POST /admin/users/7/wallet-corrections', CORRECTED);
    const { person } = await open();
    api.on('GET /admin/users/7', ok({ user: people[0] }));
    await person.click(await screen.findByRole('button', { name: 'Correct wallet Ada Obi' }));
    expect(screen.queryByRole('button', { name: 'Correct wallet Chidi Eze' })).toBeNull();
    const dialog = within(await screen.findByRole('dialog', { name: 'Correct Wallet' }));
    await person.click(dialog.getByRole('button', { name: 'Take the whole balance' }));
    expect(await dialog.findByText('₦0')).toBeInTheDocument();
    const amount = dialog.getByRole('textbox', { name: 'Amount (₦)' });
    await person.clear(amount);
    await person.type(amount, '13000');
    expect(
      await dialog.findByText('The wallet holds ₦12,500. It needs ₦500 more.'),
    ).toBeInTheDocument();
    await person.clear(amount);
    await person.type(amount, '2,500.5');
    await person.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Counted twice');
    await person.click(dialog.getByRole('button', { name: 'Correct wallet' }));
    await waitFor(() => expect(visibleMessages()).toEqual(['The wallet was corrected.']));
    const [call] = api.calls('POST /admin/users/7/wallet-corrections');
    expect(call!.body).toEqual({ direction: 'debit', amount: 2500.5, reason: 'Counted twice' });
    expect(call!.headers['idempotency-key']).toBeTruthy();
  });

  it.each([
    ['/admin/users', 'No users found.'],
    ['/admin/users?search=x', 'No users found matching your search criteria.'],
  ])('shows for an empty %s: %s', async (address, words) => {
    list([]);
    await open(address);
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('shows that fetching users failed, and why', async () => {
    api.on(LIST, errorReply(403, { message: 'Not today.' }));
    const { unmount } = await open();
    const panel = await screen.findByText('Failed to fetch users', { selector: 'h2' });
    expect(panel.parentElement).toHaveTextContent('Not today.');
    unmount();
    resetMessages();
    api.on(LIST, errorReply(403, { message: '' }));
    await open();
    await waitFor(() => expect(visibleMessages()).toEqual(['Failed to fetch users']));
  });
});
