import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getDescription, getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { selectOption, listOptions } from '@/testing/choices';
import { renderAt } from '@/testing/render-app';
import { ok, pagination, errorReply } from '@/testing/samples';
import { getLines, selectRowAction } from '@/testing/row-menu';
import { managedTransaction, signInAs } from '@/testing/staff';
import { visibleMessages } from '@/testing/messages';
import { mockWideViewport } from '@/testing/viewport';
import type { Transaction } from './transaction';
import TransactionsPage from './transactions-page';

const LIST = 'GET /admin/transactions/all';
const statistics = {
  total_revenue: 4_500_000,
  total_transactions: 131,
  total_refunds: 400,
  pending_amount: 12_000,
  successful_transactions: 120,
  failed_transactions: 5,
  cancelled_transactions: 1,
  refunded_transactions: 1,
  pending_transactions: 4,
  credit_revenue: 6_000_000,
  debit_amount: 4_600_000,
};

function transactions() {
  const api = setUpApi(() => signInAs('admin'));
  beforeEach(() => serve([managedTransaction()]));

  const serve = (rows: object[], figures: object = statistics) =>
    api.on(LIST, ({ query }) =>
      ok({
        transactions: rows,
        pagination: pagination(rows.length, {
          page: Number(query.get('page') ?? 1),
          perPage: Number(query.get('per_page') ?? 10),
          total: rows.length && 131,
        }),
        statistics: figures,
      }),
    );
  const open = (address = '/admin/transactions') => ({
    ...renderAt(<TransactionsPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const detail = async () => {
    const view = open();
    await selectRowAction(view.person, 'transaction 31', 'Details');
    return { ...view, dialog: within(await screen.findByRole('dialog')) };
  };
  return { api, serve, open, detail };
}

const QUOTE = {
  order_id: 12,
  paid: 6400,
  refunded: 0,
  left: 6400,
  unused: 3200,
  basis: 'traffic',
  proxies: 12,
  is_renewal: false,
  renewals: [],
};

const texts = (elements: readonly Element[]) => elements.map(({ textContent }) => textContent);

describe('TransactionsPage of the admin area', () => {
  const { api, serve, open } = transactions();
  mockWideViewport();

  const asked = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);

  it('opens the transaction in the address even if it is on another page of the list', async () => {
    api.on(LIST, ({ query }) => {
      const found = query.get('search') === '#4';
      const rows = found ? [managedTransaction({ id: 4 })] : [];
      const transactions = [managedTransaction(), ...rows];
      return ok({ transactions, pagination: pagination(131), statistics });
    });
    open('/admin/transactions?page=3&transaction=4');
    expect(await screen.findByRole('dialog')).toHaveTextContent('Transaction #4');
  });

  it('shows four statistics', async () => {
    open();
    await screen.findByText('120 successful');
    expect(getStatistics()).toEqual([
      ['Total Revenue', '₦4,500,000', '120 successful'],
      ['Total Transactions', '131', '4 pending'],
      ['Total Debits', '₦4,600,000'],
      ['Pending Amount', '₦12,000'],
    ]);
  });

  it('shows a table on a wide screen', async () => {
    open();
    const row = await screen.findByRole('row', { name: /Wallet top-up/ });
    expect(texts(within(row).getAllByRole('cell'))).toEqual([
      'Wallet top-upID: 31 · TOPUP_17...D34E',
      'Ada Obiada@example.com',
      'Credit',
      '+₦5,000 credit',
      'Successful',
      'Card',
      expect.stringContaining('20 Nov 2026'),
      'Details',
    ]);
  });

  it.each([
    [[{ amount: 22_400 }], '₦22,400 refunded', 32],
    [[{ amount: 22_400 }, { amount: 600 }], '₦23,000 refunded', 33],
    [[{ amount: null }], 'Refunded', 32],
    [[{ amount: 600, kind: 'chargeback' as const }], '₦600 charged back', 32],
  ])(
    'says what was refunded or charged back in place of the status: %j',
    async (rows, text, id) => {
      const reversals = rows.map((row, index) => ({
        ...{ id: 32 + index, reference: `REFUND-${index}`, kind: 'refund' as const },
        ...row,
      }));
      serve([managedTransaction({ reversals })]);
      open();
      const link = within(await screen.findByRole('table')).getByRole('link', { name: text });
      expect(link).toHaveAttribute('href', `/admin/transactions?transaction=${id}`);
      expect(link.querySelector('.good')).toBeNull();
    },
  );

  it('does not show a recorded chargeback in green', async () => {
    serve([managedTransaction({ purpose: 'chargeback', type: 'debit' })]);
    open();
    const table = within(await screen.findByRole('table'));
    expect(table.getByText('Successful').closest('.badge')).not.toHaveClass('good');
  });

  it('searches and filters by status, type and page size, each going back to page 1', async () => {
    const { person, router } = open('/admin/transactions?page=3');
    await screen.findByRole('table');
    expect(asked()).toEqual({ page: '3', per_page: '10' });
    expect(await listOptions('Status')).toEqual([
      'All statuses',
      'Successful',
      'Pending',
      'Failed',
    ]);
    expect(await listOptions('Type')).toEqual(['All types', 'Credit', 'Debit']);
    expect(await listOptions('Per page')).toEqual([
      '10 / page',
      '15 / page',
      '25 / page',
      '50 / page',
    ]);
    await selectOption('Status', 'Pending');
    await selectOption('Type', 'Debit');
    await selectOption('Per page', '50 / page');
    await waitFor(() =>
      expect(asked()).toEqual({ page: '1', per_page: '50', status: 'pending', type: 'debit' }),
    );
    const search = screen.getByPlaceholderText('Search by ID, user, reference, or description');
    await person.type(search, ' topup ');
    await waitFor(() => expect(asked()).toMatchObject({ search: 'topup', page: '1' }));
    const chips = within(screen.getByRole('group', { name: 'Applied filters' }));
    expect(texts([...screen.getByRole('group', { name: 'Applied filters' }).children])).toEqual([
      '“topup”',
      'Pending',
      'Debit',
      'Clear',
    ]);
    await person.click(chips.getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('');
  });

  it('filters by what needs attention, in the address', async () => {
    const { person, router } = open('/admin/transactions?attention=needs_decision&page=2');
    await screen.findByRole('table');
    expect(asked()).toEqual({ page: '2', per_page: '10', attention: 'needs_decision' });
    const chips = within(screen.getByRole('group', { name: 'Applied filters' }));
    expect(chips.getByText('Needs decision')).toBeInTheDocument();
    await selectOption('Needs attention', 'Disputed');
    await waitFor(() =>
      expect(asked()).toEqual({ page: '1', per_page: '10', attention: 'dispute' }),
    );
    expect(router.state.location.search).toBe('?attention=dispute');
    await person.click(chips.getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('');
  });

  it('shows the error in a panel and as a message, and tries again', async () => {
    const replies = [
      errorReply(403, { message: 'Not yours.' }),
      errorReply(403, { message: '' }),
      ok({ transactions: [], pagination: pagination(0), statistics }),
    ];
    api.on(LIST, () => replies.shift() ?? {});
    const { person } = open();
    const retry = async () =>
      person.click(await screen.findByRole('button', { name: 'Try Again' }));
    const panel = () => screen.getByText('Error Loading Data').parentElement;
    await screen.findByText('Error Loading Data');
    expect(panel()).toHaveTextContent('Not yours.');
    await retry();
    await waitFor(() => expect(panel()).toHaveTextContent('Failed to load transaction data'));
    await waitFor(() =>
      expect(visibleMessages()).toEqual(['Not yours.', 'Failed to fetch transactions']),
    );
    await retry();
    expect(await screen.findByText('No transactions yet')).toBeInTheDocument();
  });

  it('hides amounts from a sub-admin and shows no sample figures', async () => {
    signInAs('sub-admin');
    serve([managedTransaction({ amount: null })], {
      ...statistics,
      total_revenue: null,
      debit_amount: null,
      pending_amount: null,
    });
    const { unmount } = open();
    expect(await screen.findAllByText('Hidden (Admin Only)')).toHaveLength(3);
    expect(screen.getByText('Hidden')).toBeInTheDocument();
    expect(screen.queryByText(/₦/)).not.toBeInTheDocument();
    unmount();
    api.on(LIST, errorReply(403, { message: 'No.' }));
    open();
    await screen.findByText('Error Loading Data');
    expect(getStatistics().map(([, value]) => value)).toEqual(['–', '–', '–', '–']);
  });
});

describe('TransactionsPage of the admin area on a phone', () => {
  const { api, serve, open, detail } = transactions();

  it('shows a list with two lines and one menu for each transaction', async () => {
    const { person, router } = open();
    const list = await screen.findByRole('list', { name: 'Transactions' });
    const [row, ...others] = within(list).getAllByRole('listitem');
    expect(others).toEqual([]);
    expect(getLines(row!)).toEqual([
      ['Wallet top-up', '+₦5,000 credit'],
      ['Ada Obi · 20 Nov 2026 · Card · ID: 31', 'Successful'],
    ]);
    expect(screen.queryByRole('table')).not.toBeInTheDocument();
    await selectRowAction(person, 'transaction 31', 'Open Ada Obi');
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/admin/userprofile?id=7',
    );
  });

  it('shows all details with a copyable reference', async () => {
    const { dialog, person } = await detail();
    const fact = (label: string) => getDescription(label).textContent;
    expect(['Status', 'Type', 'Amount', 'Currency', 'User', 'Email', 'User ID'].map(fact)).toEqual([
      'Successful',
      'Credit',
      '+₦5,000 credit',
      'NGN',
      'Ada Obi',
      'ada@example.com',
      '7',
    ]);
    expect(['Payment method', 'Description'].map(fact)).toEqual(['Card', 'Wallet top-up']);
    expect(fact('Created')).toContain('20 Nov 2026');
    expect(fact('Processed')).toContain('20 Nov 2026');
    await person.click(dialog.getByRole('button', { name: 'Copy reference' }));
    await waitFor(() => expect(visibleMessages()).toEqual(['Copied to clipboard!']));
    expect(dialog.getByText('Copied!')).toBeInTheDocument();
    expect(dialog.queryByLabelText('Card provider reference')).not.toBeInTheDocument();
    expect(dialog.queryByLabelText('Metadata')).not.toBeInTheDocument();
  });

  it('shows the card provider reference, metadata as JSON and a missing processing time', async () => {
    serve([
      managedTransaction({
        korapay_reference: 'KPY-1',
        metadata: { proxy_type: 'mobile', other: 1 },
        type: 'debit',
        processed_at: null,
        description: ' ',
      }),
    ]);
    const { dialog } = await detail();
    expect(dialog.getByLabelText('Card provider reference')).toHaveValue('KPY-1');
    expect(dialog.getByRole('button', { name: 'Copy card provider reference' })).toBeEnabled();
    expect(JSON.parse(dialog.getByLabelText('Metadata').textContent ?? '')).toEqual({
      proxy_type: 'mobile',
      other: 1,
    });
    expect(dialog.getByText('-₦5,000')).toBeInTheDocument();
    expect(dialog.getByText('Not yet')).toBeInTheDocument();
    expect(dialog.getByText('mobile proxy purchase')).toBeInTheDocument();
  });

  const purchase = {
    type: 'debit',
    amount: 6400,
    order: { id: 12, status: 'delivered', proxies: 12, proxy_ids: [41, 42] },
    has_receipt: true,
  } satisfies Partial<Transaction>;

  it('links to the customer, the order and its proxies', async () => {
    serve([managedTransaction(purchase)]);
    const { dialog } = await detail();
    expect(getDescription('Order').textContent).toBe('#12, delivered');
    expect(getDescription('Proxies').textContent).toBe('#41#42and 10 more');
    const links = dialog.getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ada Obi', '/admin/userprofile?id=7'],
      ['#12', '/admin/orders/12'],
      ['#41', '/admin/proxies/41'],
      ['#42', '/admin/proxies/42'],
    ]);
  });

  it('refunds the order and downloads the receipt from the footer', async () => {
    serve([managedTransaction(purchase)]);
    api.on('GET /admin/transactions/31/receipt', { body: '%PDF-' });
    api.on('GET /admin/orders/12/refund-quote', ok(QUOTE));
    api.on('POST /admin/orders/12/refund', {
      body: { success: true, message: 'The order was refunded.', data: { refunded: 6400 } },
    });
    const { dialog, person } = await detail();
    await person.click(dialog.getByRole('button', { name: 'Receipt' }));
    await waitFor(() => expect(api.calls('GET /admin/transactions/31/receipt')).toHaveLength(1));
    await person.click(dialog.getByRole('button', { name: 'Refund order' }));
    expect(await dialog.findByText(/^₦6,400 was paid\./)).toBeInTheDocument();
    expect(dialog.getByLabelText('The traffic that is not used, ₦3,200')).toBeChecked();
    expect(dialog.getByText(/stop working immediately/)).toBeInTheDocument();
    await person.click(dialog.getByLabelText('All that is left, ₦6,400'));
    await person.type(dialog.getByLabelText('Reason'), 'Did not work');
    await person.click(dialog.getByRole('button', { name: 'Refund order' }));
    await waitFor(() =>
      expect(visibleMessages()).toContain(
        'The order was refunded.\n₦6,400 was returned to the wallet.',
      ),
    );
    expect(api.calls('POST /admin/orders/12/refund')[0]?.body).toEqual({
      reason: 'Did not work',
    });
  });

  it('reverses a funding by staff', async () => {
    serve([managedTransaction({ type: 'credit', metadata: { funding_type: 'admin' } })]);
    api.on('POST /admin/transactions/31/reverse-funding', {
      status: 201,
      body: { message: 'The funding was reversed.', data: {} },
    });
    const { person, dialog } = await detail();
    await person.click(dialog.getByRole('button', { name: 'Reverse funding' }));
    expect(dialog.getByText(/If some of it is spent, nothing is taken/)).toBeInTheDocument();
    expect(dialog.getByText(/^Ada Obi \(ada@example\.com\), ₦[\d,]+, /)).toBeInTheDocument();
    await person.type(dialog.getByLabelText('Reason'), 'Wrong customer');
    await person.click(dialog.getByRole('button', { name: 'Reverse funding' }));
    await waitFor(() => expect(visibleMessages()).toContain('The funding was reversed.'));
  });

  it('shows a sub-admin the order without the actions that the server refuses', async () => {
    signInAs('sub-admin');
    serve([managedTransaction({ ...purchase, amount: null })]);
    const { dialog } = await detail();
    expect(getDescription('Order').textContent).toBe('#12, delivered');
    expect(dialog.queryByRole('link', { name: '#12' })).not.toBeInTheDocument();
    for (const name of ['Receipt', 'Refund order'])
      expect(dialog.queryByRole('button', { name })).not.toBeInTheDocument();
  });
});
