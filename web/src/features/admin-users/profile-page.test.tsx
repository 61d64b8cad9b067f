import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { session } from '@/api/session';
import { setUpApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { listRowActions, selectRowAction } from '@/testing/row-menu';
import { ok, pagination } from '@/testing/samples';
import { managedUser, signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import ProfilePage from './profile-page';

const ADA = '/admin/users/7';
const ADDRESS = '/admin/userprofile?id=7';
const TABS = [
  ['Purchase History', 'purchases', 'purchases'],
  ['Payment History', 'payments', 'payments'],
  ['Wallet Activity', 'wallet', 'wallet entries'],
] as const;

const date = '2026-11-19T10:00:00Z';
const purchase = {
  ...{ id: 12, type: 'mobile', country: 'ng', amount: 6400, date },
  ...{ status: 'active', duration: 30, proxies: 2 },
  reversals: [] as object[],
};
const payment = {
  ...{ id: 13, type: 'Wallet Top-up', amount: 5000, date, method: 'Card' },
  ...{ status: 'completed', reference: 'TOPUP-13' },
  reversals: [] as object[],
};
const entry = {
  id: 14,
  type: 'debit',
  amount: 6400,
  balance_after: 100,
  description: 'Mobile proxies',
  date,
  reference: 'BUY-14',
};

const ADDRESSES = `GET ${ADA}/allowed-addresses`;

describe('UserProfilePage', () => {
  const api = setUpApi(() => signInAs('admin'));

  mockWideViewport();
  beforeEach(() => {
    api.on(`GET ${ADA}`, ok({ user: managedUser() }));
    serve('purchases', [purchase]);
    serve('payments', [payment]);
    serve('wallet', [entry]);
  });

  const serve = (what: string, rows: object[], total = rows.length) =>
    api.on(`GET ${ADA}/${what}`, ({ query }) =>
      ok({
        [what]: rows,
        pagination: pagination(rows.length, {
          page: Number(query.get('page') ?? 1),
          perPage: 10,
          total,
        }),
      }),
    );
  const open = (address = ADDRESS) => ({
    ...renderAt(<ProfilePage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const cellsOf = async (name: RegExp) =>
    within(await screen.findByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);

  it('lets an admin end all sessions of the user', async () => {
    api.on(`POST ${ADA}/end-sessions`, {
      body: { success: true, message: '2 sessions have been ended.', data: { ended: 2 } },
    });
    renderAt(<ProfilePage />, ADDRESS);
    await selectRowAction(userEvent.setup({ delay: null }), 'Ada Obi', 'End sessions');
    const dialog = within(await screen.findByRole('dialog', { name: 'End Sessions' }));
    expect(
      await dialog.findByText(/^Ada Obi \(ada@example.com\) is signed out/),
    ).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'End Sessions' }));
    expect(await screen.findByText('2 sessions have been ended.')).toBeInTheDocument();
    expect(api.calls(`POST ${ADA}/end-sessions`)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('lets an admin reset the two-factor setup of a customer, with a reason', async () => {
    api.on(`POST ${ADA}/reset-two-factor`, { body: { success: true, message: 'It was reset.' } });
    const { person } = open();
    await selectRowAction(person, 'Ada Obi', 'Reset two-factor');
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Reset Two-factor Authentication' }),
    );
    const name = 'Reset two-factor authentication';
    // The dialog is there before its user is.
    const confirm = await dialog.findByRole('button', { name });
    expect(dialog.getByText('Ada Obi (ada@example.com)')).toBeInTheDocument();
    expect(confirm).toBeDisabled();
    // At once, as a pause between letters would give the closing menu the focus: jsdom knows no trap of it.
    await person.type(dialog.getByLabelText('Reason'), 'Lost the phone');
    await person.click(confirm);
    expect(await screen.findByText('It was reset.')).toBeInTheDocument();
    expect(api.calls(`POST ${ADA}/reset-two-factor`)).toMatchObject([
      { body: { reason: 'Lost the phone' } },
    ]);
  });

  it('shows name, email, phone, balance, status and what staff can do, and links back', async () => {
    const { person } = open();
    const name = await screen.findByRole('heading', { level: 1, name: 'Ada Obi' });
    await screen.findByRole('row', { name: /#12/ });
    const header = within(name.closest('header')!);
    for (const text of [
      'ada@example.com',
      'Verified',
      '+2348012345678',
      'User ID 7',
      'Member since 5 Mar 2026',
    ])
      expect(header.getByText(text)).toBeInTheDocument();
    expect(header.getByText(/^Last sign-in/)).toHaveTextContent(/ago$/);
    expect(header.getByText('Active').closest('.badge')).toHaveClass('good');
    expect(screen.getByText('Balance').parentElement).toHaveTextContent('₦12,500');
    const actions = header.getAllByRole('button').map(({ textContent }) => textContent);
    expect(actions).toEqual(['Copy', 'Fund wallet', 'Refund', '']);
    expect(await listRowActions(person, 'Ada Obi')).toEqual([
      'Edit',
      'Correct wallet',
      'View as customer',
      'End sessions',
      'Reset two-factor',
      'Suspend',
      'Delete',
    ]);
    expect(screen.getByRole('link', { name: 'Back to Users' })).toHaveAttribute(
      'href',
      '/admin/users',
    );
  });

  it('refunds an order that is chosen from the header, and says whose it is', async () => {
    api.on(
      'GET /admin/orders/12/refund-quote',
      ok({
        paid: 6400,
        refunded: 0,
        left: 6400,
        unused: 0,
        basis: 'time',
        proxies: 2,
        is_renewal: false,
        renewals: [],
      }),
    );
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Refund' }));
    const orders = within(
      await screen.findByRole('dialog', { name: 'Refund an order of Ada Obi (ada@example.com)' }),
    );
    await person.click(await orders.findByRole('button', { name: 'Refund order 12' }));
    expect(await screen.findByText('Order #12 of Ada Obi (ada@example.com)')).toBeInTheDocument();
  });

  it('lists purchases, payments and wallet entries of the server', async () => {
    const { person } = open();
    expect((await cellsOf(/#12/)).slice(0, 8)).toEqual([
      '#12',
      'Mobile',
      'Nigeria',
      '₦6,400',
      expect.stringContaining('19 Nov 2026'),
      'Active',
      '30 days',
      '2',
    ]);
    await person.click(screen.getByRole('tab', { name: 'Payment History' }));
    expect(await cellsOf(/Wallet Top-up/)).toEqual([
      'Wallet Top-up',
      '₦5,000',
      expect.stringContaining('19 Nov 2026'),
      'Card',
      'Completed',
      'TOPUP-13',
    ]);
    await person.click(screen.getByRole('tab', { name: 'Wallet Activity' }));
    expect(await cellsOf(/Mobile proxies/)).toEqual([
      'Mobile proxies',
      'Debit',
      '-₦6,400 debit',
      '₦100',
      expect.stringContaining('19 Nov 2026'),
      'BUY-14',
    ]);
  });

  it.each(TABS)(
    '%s has its own search, ten rows per page and five page buttons',
    async (tab, what, words) => {
      const rows = { purchases: purchase, payments: payment, wallet: entry }[what];
      serve(
        what,
        Array.from({ length: 10 }, (_, n) => ({ ...rows, id: 100 + n })),
        73,
      );
      const { person } = open();
      await person.click(await screen.findByRole('tab', { name: tab }));
      expect(await screen.findByText('Showing 1 to 10 of 73 results')).toBeInTheDocument();
      const pager = screen.getByRole('navigation', { name: `Pages of ${words}` });
      const pages = within(pager).getAllByRole('button', { name: /^Page/ });
      expect(pages.map(({ textContent }) => textContent)).toEqual(['1', '2', '3', '4', '5']);
      await person.click(within(pager).getByRole('button', { name: 'Page 3' }));
      expect(await screen.findByText('Showing 21 to 30 of 73 results')).toBeInTheDocument();
      const asked = () => Object.fromEntries(api.calls(`GET ${ADA}/${what}`).at(-1)?.query ?? []);
      expect(asked()).toEqual({ page: '3', per_page: '10' });
      await person.type(screen.getByRole('searchbox', { name: `Search ${words}` }), 'ng');
      await waitFor(() => expect(asked()).toEqual({ page: '1', per_page: '10', search: 'ng' }));
    },
  );

  it.each([
    ['active', 'good'],
    ['completed', 'good'],
    ['expired', 'bad'],
    ['failed', 'bad'],
    ['pending', 'waiting'],
    ['refunded', 'neutral'],
  ])('shows the status %s in the tone %s', async (status, tone) => {
    serve('payments', [{ ...payment, status }]);
    open(`${ADDRESS}&tab=payments`);
    const row = await screen.findByRole('row', { name: /Wallet Top-up/ });
    const badge = within(row)
      .getByText(new RegExp(`^${status}$`, 'i'))
      .closest('.badge')!;
    expect(
      ['good', 'waiting', 'bad', 'neutral'].filter((name) => badge.matches(`.${name}`)),
    ).toEqual([tone]);
  });

  it.each(['purchases', 'payments'] as const)('says what was refunded in the %s', async (tab) => {
    const reversals = [{ id: 15, reference: 'REFUND-1', kind: 'refund', amount: 3200 }];
    serve(tab, [{ ...(tab === 'purchases' ? purchase : payment), reversals }]);
    open(`${ADDRESS}&tab=${tab}`);
    const link = await screen.findByRole('link', { name: '₦3,200 refunded' });
    expect(link).toHaveAttribute('href', '/admin/transactions?transaction=15');
    expect(link.querySelector('.good')).toBeNull();
  });

  it('does not show a recorded chargeback in green', async () => {
    serve('payments', [{ ...payment, type: 'Chargeback' }]);
    open(`${ADDRESS}&tab=payments`);
    expect((await screen.findByText('Completed')).closest('.badge')).not.toHaveClass('good');
  });

  it('shows a refund as a negative amount', async () => {
    serve('payments', [{ ...payment, type: 'Refund', method: 'Wallet', amount: -400 }]);
    open(`${ADDRESS}&tab=payments`);
    expect(await cellsOf(/Refund/)).toEqual(expect.arrayContaining(['Refund', '-₦400', 'Wallet']));
  });

  it('hides balance and history from a sub-admin and does not request them', async () => {
    signInAs('sub-admin');
    api.on(`GET ${ADA}`, ok({ user: managedUser({ balance: null }) }));
    const { person } = open();
    expect(await screen.findByText('Hidden')).toBeInTheDocument();
    for (const [tab] of TABS) {
      await person.click(screen.getByRole('tab', { name: tab }));
      const sentence = `${tab.charAt(0)}${tab.slice(1).toLowerCase()} is restricted to admin users only.`;
      expect(screen.getByText(sentence)).toBeInTheDocument();
    }
    expect(api.received.map(({ path }) => path).filter((path) => path !== '/user/info')).toEqual([
      ADA,
      `${ADA}/troubled-proxies`,
      `${ADA}/allowed-addresses`,
    ]);
  });

  it('ends one sign-in, sends an email again, and keeps notes', async () => {
    const session = { id: 's-1', ip: '203.0.113.7', user_agent: '', created_at: date };
    const sessions = [{ ...session, last_seen_at: date, is_active: true }];
    const mail = { id: 5, subject: 'Receipt', status: 'sent', created_at: date, sent_at: date };
    const mails = [{ ...mail, attempts: 1, last_error: null, can_resend: true }];
    const note = { id: 3, body: 'Prefers calls', created_at: date, author_id: 1, author: 'Chief' };
    api.on(`GET ${ADA}/sessions`, ok({ sessions }));
    const twin = { id: 9, name: 'Twin', email: 'twin@example.com', status: 'active' };
    const shared = { addresses: 2, examples: ['203.0.113.7'], created_at: date };
    api.on(`GET ${ADA}/related`, ok({ users: [{ ...twin, ...shared, last_seen_at: date }] }));
    api.on(`DELETE ${ADA}/sessions/s-1`, { body: { success: true, message: 'Ended.', data: {} } });
    api.on(`GET ${ADA}/mails`, ok({ mails, pagination: pagination(1) }));
    api.on(`POST ${ADA}/mails/5/resend`, {
      body: { success: true, message: 'On its way.', data: {} },
    });
    api.on(`GET ${ADA}/notes`, ok({ notes: [note] }));
    api.on(`POST ${ADA}/notes`, ok({ notes: [note] }));
    const { person } = open(`${ADDRESS}&tab=sessions`);
    await person.click(await screen.findByRole('button', { name: /^End session/ }));
    expect(await screen.findByText('Ended.')).toBeInTheDocument();
    const link = await screen.findByRole('link', { name: 'Twin' });
    expect(link).toHaveAttribute('href', '/admin/userprofile?id=9');
    await person.click(screen.getByRole('tab', { name: 'Emails' }));
    await person.click(await screen.findByRole('button', { name: 'Send “Receipt” again' }));
    expect(await screen.findByText('On its way.')).toBeInTheDocument();
    await person.click(screen.getByRole('tab', { name: 'Notes' }));
    expect(await screen.findByText('Prefers calls')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Remove' })).toBeInTheDocument();
    await person.type(screen.getByRole('textbox', { name: 'Note' }), ' VIP ');
    await person.click(screen.getByRole('button', { name: 'Add note' }));
    await waitFor(() =>
      expect(api.calls(`POST ${ADA}/notes`)).toMatchObject([{ body: { body: 'VIP' } }]),
    );
  });

  it('opens the shop as the customer sees it in a tab of its own, and leaves the own session', async () => {
    const user = { id: 7, name: 'Ada Obi', email: 'ada@example.com', role: 'user' };
    const data = { user, token: 'view-token', expires_at: '2026-11-20T10:15:00Z' };
    api.on(`POST ${ADA}/view`, ok(data));
    const setItem = jest.fn();
    const replace = jest.fn();
    const tab = { sessionStorage: { setItem }, location: { replace } };
    const openTab = jest.spyOn(window, 'open').mockReturnValueOnce(null);
    openTab.mockReturnValueOnce(tab as unknown as Window);
    const { person } = open();
    await selectRowAction(person, 'Ada Obi', 'View as customer');
    const dialog = within(await screen.findByRole('dialog', { name: 'View as Customer' }));
    await person.type(dialog.getByLabelText('Reason'), 'Cannot see the proxy');
    await person.click(dialog.getByRole('button', { name: 'View as customer' }));
    await person.click(await screen.findByRole('button', { name: 'Open in a new tab' }));
    expect(setItem).toHaveBeenCalledWith('nairaproxy.token', 'view-token');
    expect(replace).toHaveBeenCalledWith('/dashboard');
    expect(session.token()).toBe('staff-token');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('checks for transfers to the naira account', async () => {
    const account = { status: 'active', number: '1234567890', reason: null };
    const details = { ...account, account_name: 'Ada Obi', bank_name: 'Wema' };
    api.on(`GET ${ADA}/naira-account`, ok({ offered: true, account: details }));
    api.on(`POST ${ADA}/naira-account/check`, {
      body: { success: true, message: '₦5,000 arrived.', data: { credited: 1, amount: 5000 } },
    });
    const { person } = open();
    await person.click(await screen.findByRole('button', { name: 'Check for transfers' }));
    expect(await screen.findByText('₦5,000 arrived.')).toBeInTheDocument();
  });

  it('shows from where no password is needed, and lets admins remove an address', async () => {
    const at = '2026-11-18T09:00:00Z';
    const listed = { created_at: at, state: 'active', last_used_at: null };
    const office = { id: 5, address: '203.0.113.7', ...listed };
    const own = { proxy_id: 12, addresses: [{ id: 6, address: '203.0.113.8', ...listed }] };
    api.on(ADDRESSES, ok({ enabled: true, account: [office], proxies: [own] }));
    const { person } = open();
    const list = await screen.findByRole('list', { name: 'Proxy #12' });
    expect(within(list).getByText('203.0.113.8')).toBeInTheDocument();
    await person.click(screen.getByRole('button', { name: 'Remove 203.0.113.7' }));
    const dialog = await screen.findByRole('dialog');
    api.on(`DELETE ${ADA}/allowed-addresses/5`, ok({ enabled: true, account: [], proxies: [own] }));
    api.on(ADDRESSES, ok({ enabled: true, account: [], proxies: [own] }));
    await person.click(within(dialog).getByRole('button', { name: 'Remove address' }));
    await waitFor(() => expect(screen.queryByText('203.0.113.7')).toBeNull());
    expect(screen.getByText('203.0.113.8')).toBeInTheDocument();
  });

  it('offers a sub-admin no removal of an address', async () => {
    signInAs('sub-admin');
    const listed = { created_at: '2026-11-18T09:00:00Z', state: 'pending', last_used_at: null };
    const office = { id: 5, address: '203.0.113.7', ...listed };
    api.on(ADDRESSES, ok({ enabled: true, account: [office], proxies: [] }));
    open();
    expect(await screen.findByText('203.0.113.7')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Remove 203/ })).toBeNull();
  });

  it('tags the email as unverified after staff have changed it', async () => {
    const changed = managedUser({ email: 'ada.obi@example.com', email_verified_at: null });
    api.on(`PUT ${ADA}`, () => {
      api.on(`GET ${ADA}`, ok({ user: changed }));
      return ok({ user: changed, updated_fields: ['email'] });
    });
    const { person } = open();
    await selectRowAction(person, 'Ada Obi', 'Edit');
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit User' }));
    const email = await dialog.findByLabelText('Email');
    await person.clear(email);
    await person.type(email, 'ada.obi@example.com');
    await person.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Unverified')).toBeInTheDocument();
    expect(screen.getByText('ada.obi@example.com')).toBeInTheDocument();
    expect(screen.queryByText('Verified')).not.toBeInTheDocument();
  });

  it('shows that a list is empty', async () => {
    serve('purchases', []);
    open();
    expect(await screen.findByText('No purchases yet')).toBeInTheDocument();
  });
});
