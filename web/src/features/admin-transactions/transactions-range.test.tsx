import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { freezeClock } from '@/testing/clock';
import { recordDownloads } from '@/testing/downloads';
import { visibleMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { managedTransaction, signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import TransactionsPage from './transactions-page';
import type { Transaction } from './transaction';
import TransactionDialog from './transaction-dialog';

const LIST = 'GET /admin/transactions/all';

const EXPORT = 'POST /admin/transactions/all/export';

describe('days, amounts, order and export of the transactions', () => {
  const api = setUpApi(() => signInAs('admin'));
  const saved = recordDownloads();
  mockWideViewport();
  beforeEach(() => {
    // In Lagos it is 1 December.
    freezeClock('2026-11-30T23:30:00Z');
    api.on(LIST, () =>
      ok({
        transactions: [managedTransaction()],
        pagination: pagination(1, { page: 1, perPage: 10, total: 1 }),
        statistics: {},
      }),
    );
  });

  const open = (address = '/admin/transactions') => ({
    ...renderAt(<TransactionsPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const asked = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);
  const rows = { page: '1', per_page: '10' };
  const chips = () =>
    [...screen.getByRole('group', { name: 'Applied filters' }).children].map(
      ({ textContent }) => textContent,
    );

  it('filters by period and amount, kept in the address, and shows both as chips', async () => {
    const { person, router } = open('/admin/transactions?page=3');
    await screen.findByRole('table', { name: 'Transactions' });
    await selectOption('Period', 'Last month');
    await person.click(screen.getByRole('button', { name: 'Amount' }));
    const form = within(await screen.findByRole('form', { name: 'Amount' }));
    await person.type(form.getByLabelText('From'), '5000');
    await person.type(form.getByLabelText('To'), '400');
    await person.click(form.getByRole('button', { name: 'Apply' }));
    expect(await form.findByText('Below the lowest amount')).toBeInTheDocument();
    await person.type(form.getByLabelText('To'), '00');
    await person.click(form.getByRole('button', { name: 'Apply' }));
    const days = { from: '2026-11-01', to: '2026-11-30' };
    const amounts = { amount_min: '5000', amount_max: '40000' };
    await waitFor(() => expect(asked()).toEqual({ ...rows, ...days, ...amounts }));
    expect(router.state.location.search).toBe(
      '?period=last_month&amount_min=5000&amount_max=40000',
    );
    expect(chips()).toEqual(['Last month', 'Amount ₦5,000 – ₦40,000', 'Clear']);
    await person.click(screen.getByRole('button', { name: /^Remove filter Amount/ }));
    await person.click(screen.getByRole('button', { name: 'Remove filter Last month' }));
    await waitFor(() => expect(asked()).toEqual(rows));
    expect(router.state.location.search).toBe('');
  });

  it('sorts by date and amount in the headers, back to the newest first', async () => {
    const { person, router } = open();
    const header = (name: string) => screen.findByRole('columnheader', { name });
    expect(await header('Date')).toHaveAttribute('aria-sort', 'descending');
    await person.click(await header('Amount'));
    await waitFor(() => expect(asked()).toEqual({ ...rows, sort: '-amount' }));
    expect(await header('Amount')).toHaveAttribute('aria-sort', 'descending');
    await person.click(await header('Amount'));
    await waitFor(() => expect(asked()).toEqual({ ...rows, sort: 'amount' }));
    await person.click(await header('Date'));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    await person.click(await header('Date'));
    await waitFor(() => expect(asked()).toEqual({ ...rows, sort: 'created_at' }));
  });

  it('offers neither amounts nor an export to whom sees none', async () => {
    signInAs('sub-admin');
    open();
    await screen.findByRole('table', { name: 'Transactions' });
    expect(screen.queryByRole('button', { name: 'Amount' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('exports what is filtered, with its progress', async () => {
    let during: string[] = [];
    api.on(EXPORT, () => {
      during = visibleMessages();
      return { headers: { 'Content-Disposition': 'attachment' }, body: 'FILE' };
    });
    const { person } = open('/admin/transactions?status=failed&period=today&sort=-amount');
    await screen.findByRole('table', { name: 'Transactions' });
    await person.click(screen.getByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name: 'Excel' }));
    await waitFor(() =>
      expect(visibleMessages()).toEqual(['EXCEL export downloaded successfully!']),
    );
    expect(during).toEqual(['Generating EXCEL export...']);
    expect(api.calls(EXPORT)[0]?.body).toMatchObject({
      ...{ format: 'xlsx', status: 'failed', sort: '-amount' },
      ...{ from: '2026-12-01', to: '2026-12-01' },
    });
    expect(saved.map(({ name }) => name)).toEqual(['transactions-2026-12-01.xlsx']);
  });

  it('says why an export failed', async () => {
    api.on(EXPORT, errorReply(422, { message: 'A workbook takes 1,000,000 rows.' }));
    const { person } = open();
    await screen.findByRole('table', { name: 'Transactions' });
    await person.click(screen.getByRole('button', { name: 'Export' }));
    await person.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    await waitFor(() =>
      expect(visibleMessages()).toEqual(['Failed to export: A workbook takes 1,000,000 rows.']),
    );
    expect(saved).toEqual([]);
  });
});

const CORRECTION = {
  id: 3,
  amount: '7000.00',
  reason: 'Wrong customer',
  proposed_by: { id: 5, name: 'Ngozi Eze' },
  created_at: '2026-11-20T10:00:00Z',
};

describe('Corrections of a transaction in its dialog', () => {
  const api = setUpApi(() => signInAs('admin'));

  const funding = managedTransaction({
    type: 'credit',
    amount: 7000,
    metadata: { funding_type: 'admin' },
  });
  const open = async (transaction: Transaction, corrections: readonly object[]) => {
    api.on('GET /admin/wallet-corrections', ({ query }) =>
      ok({
        corrections: query.get('transaction_id') === String(transaction.id) ? corrections : [],
        awaiting: 0,
      }),
    );
    renderAt(
      <TransactionDialog transaction={transaction} onClose={() => undefined} />,
      '/admin/transactions',
    );
    return within(await screen.findByRole('dialog'));
  };

  it('offers the reversal of a funding until it was reversed', async () => {
    const reversal = { ...CORRECTION, kind: 'funding_reversal', subject_id: 31 };
    const rejected = await open(funding, [{ ...reversal, status: 'rejected' }]);
    expect(await rejected.findByRole('button', { name: 'Reverse funding' })).toBeInTheDocument();
  });

  it('tells that a funding was reversed', async () => {
    const reversal = { ...CORRECTION, kind: 'funding_reversal', subject_id: 31 };
    const dialog = await open(funding, [{ ...reversal, status: 'approved' }]);
    expect(await dialog.findByText('This funding was reversed')).toBeInTheDocument();
    expect(dialog.getByText(/^Ngozi Eze, 20 Nov 2026.*: Wrong customer$/)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Reverse funding' })).not.toBeInTheDocument();
  });

  it('leads to an open proposal in place of offering another one', async () => {
    const proposal = { ...CORRECTION, kind: 'funding_reversal', subject_id: 31 };
    const dialog = await open(funding, [{ ...proposal, status: 'proposed' }]);
    expect(
      await dialog.findByText('Proposed: Reversal of the funding in transaction #31, ₦7,000'),
    ).toBeInTheDocument();
    expect(dialog.getByRole('link', { name: 'Open the proposal' })).toHaveAttribute(
      'href',
      '/admin/approvals?approval=3',
    );
    expect(dialog.queryByRole('button', { name: 'Reverse funding' })).not.toBeInTheDocument();
  });
});
