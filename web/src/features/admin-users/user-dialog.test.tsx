import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiServer } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ok, pagination, refused } from '@/testing/samples';
import { managedUser, signInAs, signOutStaff } from '@/testing/staff';
import { forgetToasts, told } from '@/testing/toasts';
import UsersPage from './users-page';

const LIST = 'GET /admin/users';
const ADD = 'POST /admin/users';
const ADA = '/admin/users/7';

describe('the dialog about a user', () => {
  let api: ApiServer;
  let people = [managedUser()];

  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    signInAs('admin');
    people = [managedUser(), managedUser({ id: 8, name: 'Bola Ade', email: 'bola@example.com' })];
    api.on(LIST, () => listed(people));
    for (const user of people) api.on(`GET /admin/users/${user.id}`, ok({ user }));
  });
  afterEach(() => {
    signOutStaff();
    forgetToasts();
  });

  const listed = (users: typeof people) =>
    ok({
      users,
      pagination: pagination(users.length, { perPage: 15 }),
      statistics: { total: 2, active: 2, suspended: 0, total_balance: '0.00' },
    });

  async function open(modal: string, id: number | null = 7) {
    const view = renderAt(
      <UsersPage />,
      `/admin/users?modal=${modal}${id === null ? '' : `&user=${id}`}`,
    );
    const dialog = await screen.findByRole('dialog');
    return { ...view, dialog: within(dialog), person: userEvent.setup({ delay: null }) };
  }
  const options = (select: HTMLElement) =>
    within(select)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
  const sentTo = (route: string) => api.calls(route).map(({ body }) => body);

  describe('adding one', () => {
    it('wants name, email and password, of six characters, before it asks the server', async () => {
      const { dialog, person } = await open('add', null);
      await person.type(dialog.getByLabelText('Name'), '   ');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      expect(told()).toEqual(['Name, email, and password are required fields']);
      expect(dialog.getByLabelText('Name')).toHaveAccessibleDescription(
        'Name, email, and password are required fields',
      );
      await person.type(dialog.getByLabelText('Name'), 'Chidi');
      await person.type(dialog.getByLabelText('Email'), 'chidi@example.com');
      await person.type(dialog.getByLabelText('Password'), '12345');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      expect(told()).toContain('Password must be at least 6 characters long');
      expect(api.calls(ADD)).toEqual([]);
    });

    it('sends it trimmed with status and role, names the admin, and reloads the list', async () => {
      api.on(ADD, {
        status: 201,
        body: {
          success: true,
          message: 'User added successfully!',
          data: { user: managedUser(), created_by: { admin_name: 'Chief Admin' } },
        },
      });
      const { dialog, person } = await open('add', null);
      expect(options(dialog.getByLabelText('Status'))).toEqual(['Active', 'Inactive']);
      expect(options(dialog.getByLabelText('Role'))).toEqual(['User', 'Sub-admin', 'Admin']);
      await person.type(dialog.getByLabelText('Name'), ' Chidi Eze ');
      await person.type(dialog.getByLabelText('Email'), 'chidi@example.com');
      await person.type(dialog.getByLabelText('Password'), ' 123456 ');
      await person.selectOptions(dialog.getByLabelText('Role'), 'sub-admin');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() =>
        expect(told()).toEqual(['User added successfully!\nCreated by Chief Admin']),
      );
      expect(sentTo(ADD)).toEqual([
        {
          name: 'Chidi Eze',
          email: 'chidi@example.com',
          password: '123456',
          status: 'active',
          role: 'sub-admin',
        },
      ]);
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      expect(api.calls(LIST).length).toBeGreaterThan(1);
    });

    it('tells why it failed, also beside the field', async () => {
      const replies = [
        refused(422, { message: 'Invalid', errors: { email: ['This email is taken.'] } }),
        refused(403, { message: '' }),
      ];
      api.on(ADD, () => replies.shift() ?? {});
      const { dialog, person } = await open('add', null);
      await person.type(dialog.getByLabelText('Name'), 'Chidi');
      await person.type(dialog.getByLabelText('Email'), 'ada@example.com');
      await person.type(dialog.getByLabelText('Password'), '123456');
      await person.click(dialog.getByRole('button', { name: 'Add User' }));
      await waitFor(() => expect(told()).toEqual(['Failed to add user: This email is taken.']));
      expect(dialog.getByLabelText('Email')).toHaveAccessibleDescription('This email is taken.');
      await person.click(await dialog.findByRole('button', { name: 'Add User' }));
      await waitFor(() => expect(told()).toContain('Failed to add user'));
    });
  });

  describe('editing one', () => {
    it('lets all but the phone be changed, and the status to active or inactive', async () => {
      const { dialog } = await open('edit');
      const phone = await dialog.findByLabelText('Phone');
      expect(phone).toHaveValue('+2348012345678');
      expect(phone).toHaveAttribute('readonly');
      expect(options(dialog.getByLabelText('Status'))).toEqual(['Active', 'Inactive']);
      expect(options(dialog.getByLabelText('Role'))).toEqual(['User', 'Sub-admin', 'Admin']);
      expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
    });

    it('wants a name and an email', async () => {
      const { dialog, person } = await open('edit');
      await person.clear(await dialog.findByLabelText('Name'));
      await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
      expect(told()).toEqual(['Name and email are required fields']);
      expect(api.calls(`PUT ${ADA}`)).toEqual([]);
    });

    it('sends four fields and tells which were updated', async () => {
      api.on(`PUT ${ADA}`, {
        body: {
          success: true,
          message: 'User updated successfully!',
          data: { user: managedUser(), updated_fields: ['name', 'status'] },
        },
      });
      const { dialog, person } = await open('edit');
      await person.clear(await dialog.findByLabelText('Name'));
      await person.type(dialog.getByLabelText('Name'), 'Ada Eze ');
      await person.selectOptions(dialog.getByLabelText('Status'), 'inactive');
      await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
      await waitFor(() =>
        expect(told()).toEqual(['User updated successfully!\nUpdated fields: name, status']),
      );
      expect(sentTo(`PUT ${ADA}`)).toEqual([
        { name: 'Ada Eze', email: 'ada@example.com', status: 'inactive', role: 'user' },
      ]);
    });

    it.each([
      [
        'You cannot change your own role.',
        'Failed to update user: You cannot change your own role.',
      ],
      ['', 'Failed to update user'],
    ])('tells that it failed with "%s"', async (message, words) => {
      api.on(`PUT ${ADA}`, refused(403, { message }));
      const { dialog, person } = await open('edit');
      await person.click(await dialog.findByRole('button', { name: 'Save Changes' }));
      await waitFor(() => expect(told()).toEqual([words]));
    });
  });

  describe('funding a wallet', () => {
    const FUND = `POST ${ADA}/fund-wallet`;
    const button = (dialog: Awaited<ReturnType<typeof open>>['dialog']) =>
      dialog.getByRole('button', { name: 'Fund Wallet' });

    it('is possible from ₦1,000 in whole naira on, with the new balance before it is done', async () => {
      const { dialog, person } = await open('fund');
      const amount = await dialog.findByLabelText('Amount (₦)');
      expect(button(dialog)).toBeDisabled();
      for (const refusedAmount of ['999', '1000.5']) {
        await person.clear(amount);
        await person.type(amount, refusedAmount);
        expect(dialog.getByText('Minimum funding amount is ₦1,000')).toBeInTheDocument();
        expect(button(dialog)).toBeDisabled();
        expect(dialog.queryByText(/New balance/)).not.toBeInTheDocument();
      }
      await person.clear(amount);
      await person.type(amount, '1000');
      expect(dialog.getByText('₦13,500')).toBeInTheDocument();
      expect(button(dialog)).toBeEnabled();
    });

    it('happens once, tells amount, balances and reference, and reloads the list', async () => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((done) => (release = done));
      api.on(FUND, async () => {
        await held;
        return {
          body: {
            success: true,
            message: 'Wallet funded successfully!',
            data: {
              user: {
                id: 7,
                name: 'Ada Obi',
                email: 'ada@example.com',
                previous_balance: '12500.00',
                new_balance: '17500.00',
              },
              transaction: { id: 5, reference: 'FUND-7F3A9C21', amount: 5000 },
            },
          },
        };
      });
      const { dialog, person } = await open('fund');
      await person.type(await dialog.findByLabelText('Amount (₦)'), '5000{Enter}');
      expect(await dialog.findByRole('button', { name: 'Funding...' })).toBeDisabled();
      await person.keyboard('{Enter}');
      const before = api.calls(LIST).length;
      release();
      await waitFor(() =>
        expect(told()).toEqual([
          [
            'Wallet funded successfully!',
            'Amount: ₦5,000',
            'Previous balance: ₦12,500',
            'New balance: ₦17,500',
            'Reference: FUND-7F3A9C21',
          ].join('\n'),
        ]),
      );
      expect(sentTo(FUND)).toEqual([{ amount: 5000 }]);
      expect(api.calls(FUND)[0]?.headers['idempotency-key']).toBeDefined();
      expect(api.calls(LIST).length).toBeGreaterThan(before);
      expect(dialog.getByLabelText('Reference')).toHaveValue('FUND-7F3A9C21');
    });

    it.each([
      ['Try later.', 'Failed to fund wallet: Try later.'],
      ['', 'Failed to fund user wallet'],
    ])('tells that it failed with "%s"', async (message, words) => {
      api.on(FUND, refused(409, { message }));
      const { dialog, person } = await open('fund');
      await person.type(await dialog.findByLabelText('Amount (₦)'), '5000{Enter}');
      await waitFor(() => expect(told()).toEqual([words]));
    });
  });

  describe('deleting one', () => {
    const remove = async () => {
      const { dialog, person } = await open('delete');
      const confirm = await dialog.findByRole('button', { name: 'Delete Ada Obi' });
      expect(confirm).toBeDisabled();
      await person.type(
        dialog.getByLabelText('Type ada@example.com to confirm'),
        'ada@example.com',
      );
      await person.click(confirm);
    };

    it.each([
      ['The account is closed.', 'The account is closed.'],
      ['', 'User deleted successfully!'],
    ])('takes the row away, then reloads the list, and tells "%s"', async (message, words) => {
      let reload: () => void = () => undefined;
      const held = new Promise<void>((done) => (reload = done));
      const left = people.slice(1);
      api.on(`DELETE ${ADA}`, () => {
        api.on(LIST, async () => {
          await held;
          return listed(left);
        });
        return { body: { success: true, message } };
      });
      await remove();
      const row = () => screen.queryByRole('button', { name: 'View Ada Obi', hidden: true });
      await waitFor(() => expect(row()).not.toBeInTheDocument());
      await waitFor(() => expect(api.calls(LIST)).toHaveLength(2));
      expect(told()).toEqual([]);
      reload();
      await waitFor(() => expect(told()).toEqual([words]));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it.each([
      ['This wallet still holds money.', 'Failed to delete user: This wallet still holds money.'],
      ['', 'Failed to delete user'],
    ])('tells that it failed with "%s"', async (message, words) => {
      api.on(`DELETE ${ADA}`, refused(409, { message }));
      await remove();
      await waitFor(() => expect(told()).toEqual([words]));
    });
  });

  describe('looking at one', () => {
    it('shows everything known, and goes on to the profile', async () => {
      api.on(`GET ${ADA}/purchases`, ok({ purchases: [], pagination: pagination(0) }));
      const { dialog, person, router } = await open('view');
      expect(await dialog.findByText('+2348012345678')).toBeInTheDocument();
      expect(dialog.getByText('₦12,500')).toBeInTheDocument();
      await person.click(dialog.getByRole('button', { name: 'Profile' }));
      expect(router.state.location.search).toBe('?modal=profile&user=7');
      const profile = within(await screen.findByRole('dialog', { name: 'User Profile' }));
      expect((await profile.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
        'Purchase History',
        'Payment History',
        'Wallet Activity',
      ]);
      expect(await profile.findByText('No purchases yet')).toBeInTheDocument();
    });

    it('keeps the history and the money from a sub-admin, and opens nothing that changes', async () => {
      signInAs('sub-admin');
      api.on(`GET ${ADA}`, ok({ user: managedUser({ balance: null }) }));
      const { dialog, person, unmount } = await open('profile');
      for (const [tab, words] of [
        ['Purchase History', 'Purchase history is restricted to admin users only.'],
        ['Payment History', 'Payment history is restricted to admin users only.'],
        ['Wallet Activity', 'Wallet activity is restricted to admin users only.'],
      ] as const) {
        await person.click(await dialog.findByRole('tab', { name: tab }));
        expect(await dialog.findByText(words)).toBeInTheDocument();
      }
      expect(await dialog.findByText('Hidden')).toBeInTheDocument();
      expect(api.received.filter(({ path }) => /purchases|payments|wallet/.test(path))).toEqual([]);
      unmount();
      renderAt(<UsersPage />, '/admin/users?modal=delete&user=7');
      await screen.findByText('bola@example.com');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('forgets what was typed when it is closed', async () => {
      const { dialog, person, router } = await open('fund');
      await person.type(await dialog.findByLabelText('Amount (₦)'), '5000');
      await person.click(dialog.getByRole('button', { name: 'Cancel' }));
      expect(router.state.location.search).toBe('');
      await person.click(await screen.findByRole('button', { name: 'Fund wallet Ada Obi' }));
      expect(await screen.findByLabelText('Amount (₦)')).toHaveValue('');
    });
  });
});
