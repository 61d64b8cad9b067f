import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderAt } from '@/testing/render-app';
import { ok, pagination, errorReply } from '@/testing/samples';
import { getLines, listRowActions, selectRowAction } from '@/testing/row-menu';
import { managedUser, signInAs } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';
import { ADA, setUpUsersPage, LIST, listed, openUserDialog, people } from '@/testing/user-dialog';
import UsersPage from './users-page';
import { setUpApi } from '@/testing/api-server';
import { TroubledProxies } from './user-overview';

const ACTIONS = [
  'Edit',
  'Fund wallet',
  'Correct wallet',
  'View as customer',
  'End sessions',
  'Reset two-factor',
  'Suspend',
  'Delete',
];

const IN_MENU = ACTIONS.filter((action) => action !== 'Fund wallet');

describe('UserDialog', () => {
  const api = setUpUsersPage();

  it('should show a user in two lines with one menu on a phone', async () => {
    renderAt(<UsersPage />, '/admin/users');
    const list = await screen.findByRole('list', { name: 'Users' });
    expect(within(list).getAllByRole('listitem').map(getLines)[0]).toEqual([
      ['Ada Obi', 'Active'],
      ['ada@example.com · +2348012345678', '₦12,500'],
    ]);
    expect(
      within(list)
        .getAllByRole('button')
        .map((button) => button.ariaLabel),
    ).toEqual(['Actions for Ada Obi', 'Actions for Bola Ade']);
    const person = userEvent.setup({ delay: null });
    expect(await listRowActions(person, 'Ada Obi')).toEqual(['View', ...ACTIONS]);
  });

  describe('funding', () => {
    const FUND = `POST ${ADA}/fund-wallet`;
    const button = (dialog: Awaited<ReturnType<typeof openUserDialog>>['dialog']) =>
      dialog.getByRole('button', { name: 'Fund Wallet' });

    it('requires at least ₦1,000 in whole naira and previews the new balance', async () => {
      const { dialog, person } = await openUserDialog('fund');
      const amount = await dialog.findByLabelText('Amount (₦)');
      expect(button(dialog)).toBeDisabled();
      for (const refusedAmount of ['999', '1000.5']) {
        await person.clear(amount);
        await person.type(amount, refusedAmount);
        expect(await dialog.findByText('Minimum funding amount is ₦1,000')).toBeInTheDocument();
        await waitFor(() => expect(button(dialog)).toBeDisabled());
        expect(dialog.queryByText(/New balance/)).not.toBeInTheDocument();
      }
      await person.clear(amount);
      await person.type(amount, '1000');
      expect(await dialog.findByText('₦13,500')).toBeInTheDocument();
      await waitFor(() => expect(button(dialog)).toBeEnabled());
    });

    it('is sent once, shows amount, balances and reference, and reloads the list', async () => {
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
      const { dialog, person } = await openUserDialog('fund');
      await person.type(await dialog.findByLabelText('Amount (₦)'), '5000');
      await waitFor(() => expect(button(dialog)).toBeEnabled());
      await person.keyboard('{Enter}');
      expect(await dialog.findByRole('button', { name: 'Funding...' })).toBeDisabled();
      await person.keyboard('{Enter}');
      const before = api.calls(LIST).length;
      release();
      await waitFor(() =>
        expect(visibleMessages()).toEqual([
          [
            'Wallet funded successfully!',
            'Amount: ₦5,000',
            'Previous balance: ₦12,500',
            'New balance: ₦17,500',
            'Reference: FUND-7F3A9C21',
          ].join('\n'),
        ]),
      );
      expect(api.calls(FUND).map(({ body }) => body)).toEqual([{ amount: 5000 }]);
      expect(api.calls(FUND)[0]?.headers['idempotency-key']).toBeDefined();
      expect(api.calls(LIST).length).toBeGreaterThan(before);
      expect(dialog.getByLabelText('Reference')).toHaveValue('FUND-7F3A9C21');
    });

    it('tells that a funding above the limit waits for another admin', async () => {
      const text = 'Proposed: another admin has to approve it before money moves.';
      api.on(FUND, { status: 202, body: { message: text, data: { proposal: { id: 3 } } } });
      const { dialog, person } = await openUserDialog('fund');
      await person.type(await dialog.findByLabelText('Amount (₦)'), '5000');
      await waitFor(() => expect(button(dialog)).toBeEnabled());
      await person.keyboard('{Enter}');
      expect(await dialog.findByText('Waiting for approval')).toBeInTheDocument();
      expect(dialog.getByText(`${text} It is listed under Corrections.`)).toBeInTheDocument();
      expect(dialog.queryByText('Wallet funded')).not.toBeInTheDocument();
    });

    it.each([
      ['Try later.', 'Failed to fund wallet: Try later.'],
      ['', 'Failed to fund user wallet'],
    ])('shows that it failed with "%s"', async (message, words) => {
      api.on(FUND, errorReply(409, { message }));
      const { dialog, person } = await openUserDialog('fund');
      await person.type(await dialog.findByLabelText('Amount (₦)'), '5000');
      await waitFor(() => expect(button(dialog)).toBeEnabled());
      await person.keyboard('{Enter}');
      await waitFor(() => expect(visibleMessages()).toEqual([words]));
    });
  });

  describe('deleting', () => {
    const remove = async () => {
      const { dialog, person } = await openUserDialog('delete');
      const confirm = await dialog.findByRole('button', { name: 'Delete Ada Obi' });
      expect(confirm).toBeDisabled();
      await person.type(
        dialog.getByLabelText('Type ada@example.com to confirm'),
        'ada@example.com',
      );
      await waitFor(() => expect(confirm).toBeEnabled());
      await person.click(confirm);
    };

    it.each([
      ['The account is closed.', 'The account is closed.'],
      ['', 'User deleted successfully!'],
    ])('removes the row, then reloads the list, and shows "%s"', async (message, words) => {
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
      const row = () => screen.queryByRole('button', { name: 'Actions for Ada Obi', hidden: true });
      await waitFor(() => expect(row()).not.toBeInTheDocument());
      await waitFor(() => expect(api.calls(LIST)).toHaveLength(2));
      expect(visibleMessages()).toEqual([]);
      reload();
      await waitFor(() => expect(visibleMessages()).toEqual([words]));
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    });

    it.each([
      [
        'This wallet still has money in it.',
        'Failed to delete user: This wallet still has money in it.',
      ],
      ['', 'Failed to delete user'],
    ])('shows that it failed with "%s"', async (message, words) => {
      api.on(`DELETE ${ADA}`, errorReply(409, { message }));
      await remove();
      await waitFor(() => expect(visibleMessages()).toEqual([words]));
    });
  });

  describe('viewing', () => {
    it('shows the content of the user’s page, and opens the profile and the page', async () => {
      api.on(`GET ${ADA}/purchases`, ok({ purchases: [], pagination: pagination(0) }));
      const { dialog, person, router } = await openUserDialog('view');
      expect(await dialog.findByRole('heading', { name: 'Ada Obi' })).toBeInTheDocument();
      for (const text of ['ada@example.com', 'Verified', '+2348012345678', '₦12,500', 'Active'])
        expect(dialog.getByText(text)).toBeInTheDocument();
      expect(await listRowActions(person, 'Ada Obi', dialog)).toEqual(IN_MENU);
      await person.keyboard('{Escape}');
      await person.click(dialog.getByRole('button', { name: 'Profile' }));
      expect(router.state.location.search).toBe('?modal=profile&user=7');
      const profile = within(await screen.findByRole('dialog', { name: 'User Profile' }));
      expect((await profile.findAllByRole('tab')).map(({ textContent }) => textContent)).toEqual([
        'Purchase History',
        'Payment History',
        'Wallet Activity',
        'Proxies',
        'Sign-ins',
        'Emails',
        'Notes',
        'Audit',
      ]);
      expect(await profile.findByText('No purchases yet')).toBeInTheDocument();
      expect(profile.getByRole('heading', { name: 'Ada Obi' })).toBeInTheDocument();
      expect(await listRowActions(person, 'Ada Obi', profile)).toEqual(IN_MENU);
      await person.keyboard('{Escape}');
      await person.click(profile.getByRole('link', { name: 'Open page' }));
      expect(router.state.location.pathname + router.state.location.search).toBe(
        '/admin/userprofile?id=7',
      );
    });

    it('hides history and balance from a sub-admin and opens no mode that changes the user', async () => {
      signInAs('sub-admin');
      api.on(`GET ${ADA}`, ok({ user: managedUser({ balance: null }) }));
      const { dialog, person, unmount } = await openUserDialog('profile');
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
      await screen.findByText('Bola Ade');
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });

    it('resets when it is closed', async () => {
      const { dialog, person, router } = await openUserDialog('fund');
      await person.type(await dialog.findByLabelText('Amount (₦)'), '5000');
      await person.click(dialog.getByRole('button', { name: 'Cancel' }));
      expect(router.state.location.search).toBe('');
      await selectRowAction(person, 'Ada Obi', 'Fund wallet');
      expect(await screen.findByLabelText('Amount (₦)')).toHaveValue('');
    });
  });
});

describe('the failures on the page of a customer', () => {
  const api = setUpApi(() => signInAs('admin'));
  const CALL = 'GET /admin/users/7/troubled-proxies';

  it('leads to each proxy that fails', async () => {
    const proxy = {
      id: 41,
      type: 'mobile',
      location: 'ng',
      failures: 9,
      last_at: '2026-11-29T01:00:00Z',
    };
    api.on(CALL, ok({ total: 1, proxies: [{ ...proxy, title: 'Traffic used up' }] }));
    renderAt(<TroubledProxies userId={7} />, '/admin/userprofile?id=7');
    const note = await screen.findByRole('note');
    expect(note).toHaveTextContent('1 proxy with failures in the last hour');
    expect(note).toHaveTextContent('Proxy #41, Mobile, Nigeria: Traffic used up, 9 requests');
    expect(within(note).getByRole('link')).toHaveAttribute('href', '/admin/proxies/41');
  });
});
