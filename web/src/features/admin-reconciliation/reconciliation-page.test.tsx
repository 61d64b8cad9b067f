import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { freezeClock } from '@/testing/clock';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import type { Reconciliation } from './reconciliation';
import ReconciliationPage from './reconciliation-page';

const RUNS = 'GET /admin/payments/reconciliations';

const run = (over: Partial<Reconciliation> = {}): Reconciliation => ({
  id: 4,
  window_from: '2026-11-18T09:00:00Z',
  window_to: '2026-11-20T09:00:00Z',
  complete: true,
  listed: 235,
  credited: 120,
  settled: 1,
  differences: [
    {
      kind: 'credited_not_paid',
      reference: 'TOPUP-1',
      payment_id: 3,
      transaction_id: 31,
      our_status: 'successful',
      our_amount: '5000.00',
      their_status: 'declined',
      their_amount: '5000.00',
      acknowledged_at: null,
      acknowledgement: null,
    },
    {
      kind: 'not_ours',
      reference: 'KPY-9',
      payment_id: null,
      transaction_id: null,
      our_status: null,
      our_amount: null,
      their_status: 'success',
      their_amount: '900.00',
      acknowledged_at: '2026-11-20T08:00:10Z',
      acknowledgement: 'Test charge of the provider',
    },
  ],
  note: null,
  started_at: '2026-11-20T09:00:00Z',
  finished_at: '2026-11-20T09:00:10Z',
  ...over,
});

describe('ReconciliationPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  const serve = (...reconciliations: Reconciliation[]) =>
    api.on(RUNS, ok({ reconciliations, pagination: pagination(reconciliations.length) }));
  const rows = async () =>
    within(await screen.findByRole('table', { name: 'Differences' }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      );

  it('lists the differences of the latest comparison with both sides and what to do', async () => {
    freezeClock('2026-11-20T10:00:10Z');
    serve(run(), run({ id: 3, differences: [], complete: false, note: 'Timeout' }));
    renderAt(<ReconciliationPage />, '/admin/reconciliation');
    expect(await rows()).toEqual([
      [
        'Credited, not paidCheck with the provider. If no money came, record a charge-back.',
        'TOPUP-1',
        '₦5,000Successful',
        '₦5,000Declined',
        'Acknowledge',
        'Open',
      ],
      [
        'No payment of oursNothing was credited. Ask the provider who paid, and what for.',
        'KPY-9',
        'None',
        '₦900Success',
        'Acknowledged 2 hours ago: Test charge of the provider',
        'None',
      ],
    ]);
    expect(screen.getByRole('link', { name: 'Open transaction 31' })).toHaveAttribute(
      'href',
      '/admin/transactions?transaction=31',
    );
    expect(getStatistics().map(([label, value]) => [label, value])).toEqual([
      ['Latest comparison', '1 hour ago'],
      ['Charges of the provider', '235'],
      ['Our credits', '120'],
      ['Differences', '2'],
    ]);
    const earlier = within(await screen.findByRole('table', { name: 'Comparisons' }));
    expect(earlier.getByRole('row', { name: /Incomplete.*Timeout/ })).toBeInTheDocument();
  });

  it('acknowledges a difference with a note', async () => {
    const person = userEvent.setup({ delay: null });
    const ACKNOWLEDGE = 'POST /admin/payments/reconciliations/acknowledge';
    serve(run());
    api.on(ACKNOWLEDGE, { body: { success: true, message: 'The difference was acknowledged.' } });
    renderAt(<ReconciliationPage />, '/admin/reconciliation');
    await person.click(await screen.findByRole('button', { name: 'Acknowledge TOPUP-1' }));
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByLabelText('Reason'), 'Paid back by hand');
    await person.click(dialog.getByRole('button', { name: 'Acknowledge' }));
    await waitFor(() => expect(openedMessages()).toEqual(['The difference was acknowledged.']));
    expect(api.calls(ACKNOWLEDGE)[0]?.body).toEqual({
      kind: 'credited_not_paid',
      reference: 'TOPUP-1',
      reason: 'Paid back by hand',
    });
    await waitFor(() => expect(api.calls(RUNS)).toHaveLength(2));
  });

  it('filters by kind and reference, in the address', async () => {
    serve(run());
    const { router } = renderAt(<ReconciliationPage />, '/admin/reconciliation?search=kpy');
    expect(await rows()).toHaveLength(1);
    await selectOption('Kind', 'Credited, not paid');
    expect(
      await screen.findByText('No differences found matching your search criteria.'),
    ).toBeInTheDocument();
    expect(router.state.location.search).toBe('?search=kpy&kind=credited_not_paid');
  });

  it('shows only what nobody has acknowledged, as an alert links to it', async () => {
    serve(run());
    renderAt(<ReconciliationPage />, '/admin/reconciliation?state=open');
    expect(await rows()).toHaveLength(1);
    expect(screen.getByText('TOPUP-1')).toBeInTheDocument();
  });

  it('says why a comparison is incomplete, and hides amounts from a sub-admin', async () => {
    signInAs('sub-admin');
    const [difference] = run().differences;
    serve(
      run({
        complete: false,
        note: 'The provider did not answer',
        differences: [{ ...difference!, our_amount: null, their_amount: null }],
      }),
    );
    renderAt(<ReconciliationPage />, '/admin/reconciliation');
    expect(await screen.findByText('The latest comparison is incomplete')).toBeInTheDocument();
    expect((await rows())[0]).toEqual(
      expect.arrayContaining(['HiddenSuccessful', 'HiddenDeclined']),
    );
  });

  it('tells agreement from never compared, and shows an error with a retry', async () => {
    serve(run({ differences: [] }));
    const { unmount } = renderAt(<ReconciliationPage />, '/admin/reconciliation');
    expect(await screen.findByText('No differences')).toBeInTheDocument();
    unmount();
    serve();
    const second = renderAt(<ReconciliationPage />, '/admin/reconciliation');
    expect(await screen.findByText('Not compared yet')).toBeInTheDocument();
    second.unmount();
    api.on(RUNS, errorReply(422, { message: 'No.' }));
    renderAt(<ReconciliationPage />, '/admin/reconciliation');
    await waitFor(() => expect(screen.getByText('Error Loading Data')).toBeInTheDocument());
  });
});
