import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { visibleMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import type { Clearing, Payout, PayoutItem } from './clearing';
import ClearingPage from './clearing-page';

const CLEARING = 'GET /admin/clearing';
const COMPARISON = 'GET /admin/clearing/comparison';
const PAYOUTS = 'GET /admin/clearing/payouts';
const ITEMS = 'GET /admin/clearing/items';
const UPLOAD = 'POST /admin/clearing/import-file';
const AT = '/admin/clearing';

const counts = {
  listed: 1,
  imported: 1,
  completed: 0,
  differing: 0,
  matched_items: 2,
  unmatched_items: 0,
};
const clearing = (over: Partial<Clearing> = {}): Clearing => ({
  accounts: [
    { code: 'korapay_clearing', balance: '12597.50' },
    { code: 'in_review', balance: '6000.00' },
  ],
  unmatched_items: 0,
  payouts_without_items: 0,
  last_import: {
    id: 1,
    source: 'api',
    complete: true,
    note: null,
    counts,
    finished_at: '2026-11-20T09:00:00Z',
  },
  ...over,
});
const comparison = (over = {}) => ({
  owed: '12597.50',
  reported: '12597.50',
  pending: '0.00',
  difference: '0.00',
  explained: '0.00',
  unexplained: '0.00',
  note: null,
  ...over,
});
const payout = (over: Partial<Payout> = {}): Payout => ({
  id: 4,
  reference: 'KPY-PO-1',
  amount: '4925.00',
  fee: '0.00',
  source: 'api',
  paid_at: '2026-11-20T09:00:00Z',
  has_items: true,
  matched_items: 2,
  unmatched_items: 0,
  items_total: '4925.00',
  ...over,
});
const item = (over: Partial<PayoutItem> = {}): PayoutItem => ({
  id: 9,
  payout_id: 4,
  payout_reference: 'KPY-PO-1',
  kind: 'charge',
  reference: 'TOPUP-1',
  amount: '7000.00',
  fee: '105.00',
  result: 'amount_differs',
  expected: '5895.00',
  transaction_id: 31,
  ...over,
});

describe('ClearingPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  beforeEach(() => {
    serve();
  });

  const serve = (state = clearing(), compared = comparison(), ...payouts: Payout[]) => {
    api.on(CLEARING, ok(state));
    api.on(COMPARISON, ok(compared));
    api.on(PAYOUTS, ok({ payouts, pagination: pagination(payouts.length) }));
  };
  const rows = async (name: string) =>
    within(await screen.findByRole('table', { name }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );

  it('shows what Korapay owes by our books and by its own balance', async () => {
    renderAt(<ClearingPage />, AT);
    expect(await screen.findByText('Both agree')).toBeInTheDocument();
    expect(getStatistics().map(([label, value]) => [label, value])).toEqual([
      ['Korapay owes us', '₦12,597.50'],
      ['Korapay says', '₦12,597.50'],
      ['Difference', '₦0.00'],
      ['Unmatched items', '0'],
    ]);
    expect(await rows('Accounts')).toEqual([
      ['Korapay owes usPaid by card, not paid out yet', '₦12,597.50'],
      ['Held in reviewPaid, neither credited nor refunded', '₦6,000.00'],
    ]);
    expect(screen.queryByRole('note')).toBeNull();
    expect(await screen.findByText('No payouts yet')).toBeInTheDocument();
  });

  it('explains a difference by the unmatched items and lists them', async () => {
    const different = { reported: '14775.00', difference: '2177.50', explained: '2177.50' };
    const state = clearing({ unmatched_items: 1 });
    serve(state, comparison(different), payout({ unmatched_items: 1 }));
    api.on(ITEMS, ok({ items: [item()], pagination: pagination(1) }));
    const { router } = renderAt(<ClearingPage />, AT);
    expect(await screen.findByText('All from the unmatched items')).toBeInTheDocument();
    expect((await rows('Payouts'))[0]).toEqual(
      expect.arrayContaining(['KPY-PO-1', '1 of 3 unmatched', '₦4,925.00']),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Unmatched items' }));
    expect(router.state.location.search).toBe('?items=unmatched');
    const dialog = await screen.findByRole('dialog', { name: 'Unmatched items' });
    expect(await within(dialog).findByText('Amount differs')).toBeInTheDocument();
    expect(within(dialog).getByText('₦5,895.00')).toBeInTheDocument();
    expect(within(dialog).getByRole('link', { name: 'Open transaction 31' })).toHaveAttribute(
      'href',
      '/admin/transactions?transaction=31',
    );
    expect(api.calls(ITEMS)[0]?.query.get('show')).toBe('unmatched');
  });

  it('says what needs attention: no answer, no explanation, no items, an incomplete import', async () => {
    const [lastImport] = [clearing().last_import!];
    serve(
      clearing({
        payouts_without_items: 2,
        last_import: { ...lastImport, complete: false, note: 'Timeout' },
      }),
      comparison({
        reported: null,
        pending: null,
        difference: null,
        unexplained: null,
        note: 'HTTP 503',
      }),
      payout({ has_items: false, matched_items: 0 }),
    );
    const { unmount } = renderAt(<ClearingPage />, AT);
    expect(await screen.findByText(/The reason: HTTP 503/)).toBeInTheDocument();
    expect(await screen.findByText('2 payouts have no items')).toBeInTheDocument();
    expect(screen.getByText(/^Timeout\. Nothing is posted twice/)).toBeInTheDocument();
    expect(screen.getAllByText('No answer')).toHaveLength(2);
    expect((await rows('Payouts'))[0]).toContain('Items missing');
    unmount();
    serve(clearing(), comparison({ difference: '5.50', unexplained: '5.50' }));
    renderAt(<ClearingPage />, AT);
    expect(await screen.findByText('₦5.50 of the difference is not explained')).toBeInTheDocument();
  });

  it('uploads a file and says what it brought', async () => {
    api.on(
      UPLOAD,
      ok({
        counts: { ...counts, listed: 3, imported: 1, differing: 1, unmatched_items: 1 },
        problems: [{ line: 3, message: 'The amount is not readable.' }],
      }),
    );
    renderAt(<ClearingPage />, AT);
    const file = new File(['a,b'], 'settlements.csv', { type: 'text/csv' });
    await userEvent.upload(screen.getByLabelText('Settlements file'), file);
    const report = (await screen.findByText('The file was imported in part')).closest(
      '[role="status"]',
    );
    expect(report).toHaveTextContent('1 payout was imported.');
    expect(report).toHaveTextContent('1 payout was known already; nothing was posted twice.');
    expect(report).toHaveTextContent('1 payout is known with another amount');
    expect(report).toHaveTextContent('2 items match our payments, 1 does not.');
    expect(report).toHaveTextContent('Line 3: The amount is not readable.');
    expect(api.calls(UPLOAD)[0]?.body).toEqual({ content: 'a,b' });
  });

  it('does not send a file that is too large', async () => {
    renderAt(<ClearingPage />, AT);
    const file = new File(['x'.repeat(180_001)], 'settlements.csv', { type: 'text/csv' });
    await userEvent.upload(screen.getByLabelText('Settlements file'), file);
    await waitFor(() =>
      expect(visibleMessages()).toEqual([expect.stringContaining('The file is too large')]),
    );
    expect(api.calls(UPLOAD)).toEqual([]);
  });

  it('shows the months of an account', async () => {
    api.on(
      'GET /admin/clearing/accounts/korapay_clearing',
      ok({
        months: [{ month: '2026-11-01', increase: '100.00', decrease: '50.00', balance: '50.00' }],
      }),
    );
    renderAt(<ClearingPage />, `${AT}?account=korapay_clearing`);
    expect(await rows('Months')).toEqual([['November 2026', '₦100.00', '₦50.00', '₦50.00']]);
  });

  it('shows an error with a retry', async () => {
    api.on(PAYOUTS, errorReply(422, { message: 'No.' }));
    renderAt(<ClearingPage />, AT);
    await waitFor(() => expect(screen.getByText('Error Loading Data')).toBeInTheDocument());
  });
});
