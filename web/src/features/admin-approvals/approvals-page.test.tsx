import { screen, waitFor, within } from '@testing-library/react';
import type { Permission } from '@/api/generated/api.schemas';
import { session } from '@/api/session';
import type { Correction } from '@/api/correction-subject';
import { setUpApi } from '@/testing/api-server';
import { selectOption } from '@/testing/choices';
import { openedMessages } from '@/testing/messages';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import ApprovalsPage from './approvals-page';

const LIST = 'GET /admin/wallet-corrections';
const APPROVE = 'POST /admin/wallet-corrections/3/approve';

const proposal = (over: Partial<Correction> = {}): Correction => ({
  id: 3,
  kind: 'correction',
  subject_id: null,
  about_transaction_id: null,
  reference: 'CORR-1',
  user: { id: 7, name: 'Ada Obi', email: 'ada@example.com', balance: '12500.00' },
  direction: 'credit',
  amount: '150000.00',
  changes: [],
  reason: 'Paid by transfer',
  status: 'proposed',
  needs_approval: true,
  proposed_by: { id: 5, name: 'Ngozi Eze' },
  decided_by: null,
  decision_reason: null,
  reversal_of: null,
  reversed_by: null,
  transaction_id: null,
  created_at: '2026-11-20T10:00:00Z',
  decided_at: null,
  expires_at: '2026-11-27T10:00:00Z',
  executes_at: null,
  ...over,
});

const chief = { id: 1, name: 'Chief Admin' };

describe('ApprovalsPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  mockWideViewport();

  const open = (
    corrections: Correction[],
    address = '/admin/approvals',
    soleAdminDelay: number | null = null,
  ) => {
    const data = { corrections, awaiting: 1, sole_admin_delay_hours: soleAdminDelay };
    api.on(LIST, ok({ ...data, pagination: pagination(corrections.length) }));
    return renderAt(<ApprovalsPage />, address);
  };
  const openDialog = async (one: Correction) => {
    open([one], `/admin/approvals?approval=${one.id}`);
    return within(await screen.findByRole('dialog'));
  };
  const lastQuery = () => Object.fromEntries(api.calls(LIST).at(-1)?.query ?? []);

  it('should list what waits, for whom, how much, why and by whom', async () => {
    const own = proposal({ id: 4, kind: 'chargeback', subject_id: 41, proposed_by: chief });
    open([proposal(), own]);
    const [, ...rows] = await screen.findAllByRole('row');
    expect(lastQuery()).toMatchObject({ status: 'proposed', page: '1' });
    const texts = rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(texts[0]!.slice(0, 4)).toEqual([
      '#3 Correction',
      'Ada Obi',
      '+₦150,000 credit',
      'Paid by transfer',
    ]);
    expect(texts[0]![4]).toMatch(/, Ngozi Eze$/);
    expect(texts.map(([what, , , , , status]) => [what, status])).toEqual([
      ['#3 Correction', 'Waits for you'],
      ['#4 Charge-back of payment #41', 'Waits for others'],
    ]);
  });

  it('should approve a proposal where its effect is read', async () => {
    const { router } = open([proposal()]);
    api.on(APPROVE, ok({}, 'The wallet was corrected.'));
    await person.click(await screen.findByRole('button', { name: '#3 Correction' }));
    const dialog = within(await screen.findByRole('dialog', { name: '#3: Correction' }));
    expect(dialog.getByRole('note')).toHaveTextContent(
      '₦150,000 is added to the wallet of Ada Obi (ada@example.com). The balance goes from ₦12,500 to ₦162,500.',
    );
    expect(router.state.location.search).toBe('?approval=3');
    await person.click(dialog.getByRole('button', { name: 'Approve' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(openedMessages()).toContain('The wallet was corrected.');
    expect(api.calls(APPROVE)).toHaveLength(1);
  });

  it.each([
    [proposal({ proposed_by: chief }), 'Withdraw', 'Withdraw proposal'],
    [proposal(), 'Reject', 'Reject proposal'],
  ])('should end a proposal with a reason', async (one, button, verb) => {
    const dialog = await openDialog(one);
    api.on('POST /admin/wallet-corrections/3/reject', ok({}, 'The proposal was rejected.'));
    await person.click(dialog.getByRole('button', { name: button }));
    expect(dialog.getByText(/to move ₦150,000 for Ada Obi \(ada@example.com\) ends/)).toBeVisible();
    await person.type(dialog.getByLabelText('Reason'), 'Wrong customer');
    await person.click(dialog.getByRole('button', { name: verb }));
    await waitFor(() =>
      expect(api.calls('POST /admin/wallet-corrections/3/reject')[0]?.body).toEqual({
        reason: 'Wrong customer',
      }),
    );
  });

  it('should tell who would become an admin', async () => {
    const changes = [{ field: 'role', from: 'user', to: 'admin' }];
    const dialog = await openDialog(
      proposal({ kind: 'admin_grant', subject_id: 7, direction: null, amount: null, changes }),
    );
    expect(dialog.getByRole('note')).toHaveTextContent(
      'For Ada Obi (ada@example.com): role: user → admin.',
    );
  });

  it.each([
    ['chargeback', 'It holds ₦12,500; the customer owes the rest.'],
    ['correction', 'It holds ₦12,500, which is not enough.'],
  ] as const)('should tell when the wallet does not cover a %s', async (kind, text) => {
    const dialog = await openDialog(proposal({ kind, direction: 'debit' }));
    expect(dialog.getByRole('note')).toHaveTextContent(text);
  });

  it('should lead to the transaction, and show a recorded charge-back without green', async () => {
    const dialog = await openDialog(
      proposal({
        ...{ kind: 'chargeback', subject_id: 41, about_transaction_id: 31, direction: 'debit' },
        ...{ status: 'approved', decided_by: chief, decided_at: '2026-11-21T10:00:00Z' },
      }),
    );
    expect(dialog.getByRole('link', { name: 'Transaction #31' })).toHaveAttribute(
      'href',
      '/admin/transactions?transaction=31',
    );
    const badge = dialog.getAllByText('Approved').find((one) => one.closest('.ant-tag'))!;
    expect(badge.closest('.ant-tag')).toHaveClass('neutral');
    expect(dialog.queryByRole('button', { name: 'Approve' })).not.toBeInTheDocument();
  });

  it('should show what was decided, and reverse a posted correction', async () => {
    open([proposal({ status: 'approved', needs_approval: false })]);
    await selectOption('Status', 'All');
    await waitFor(() => expect(lastQuery().status).toBeUndefined());
    await person.click(await screen.findByRole('button', { name: '#3 Correction' }));
    const dialog = within(await screen.findByRole('dialog'));
    api.on('POST /admin/wallet-corrections/3/reverse', ok({}, 'The wallet was corrected.'));
    await person.click(dialog.getByRole('button', { name: 'Reverse' }));
    await person.type(dialog.getByLabelText('Reason'), 'Twice');
    await person.click(dialog.getByRole('button', { name: 'Reverse correction' }));
    await waitFor(() =>
      expect(api.calls('POST /admin/wallet-corrections/3/reverse')).toHaveLength(1),
    );
  });

  it('should say when a proposal moves money without a second admin', async () => {
    const own = proposal({ proposed_by: chief, executes_at: '2026-11-21T10:00:00Z' });
    open([own], '/admin/approvals?approval=3', 24);
    expect(
      await screen.findByText(/carried out 24 hours later unless it is withdrawn/),
    ).toBeVisible();
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Moves 21 Nov, 11:00')).toBeInTheDocument();
    expect(dialog.getByText(/unless it is stopped: there is no second admin/)).toBeVisible();
  });

  it('should offer no decision to a member of staff who may only see approvals', async () => {
    const { user } = session.get()!;
    const permissions: Permission[] = ['approvals.read', 'money.read'];
    session.start({ token: 't', user: { ...user, role: 'sub-admin', permissions } });
    const dialog = await openDialog(proposal());
    expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '',
      'Close',
    ]);
  });

  it('should propose a compensation once it is known whom it reaches, and show its progress', async () => {
    const KEEP = 'GET /admin/compensations';
    open([]);
    api.on('GET /admin/supply/networks', ok({ networks: [], pagination: pagination(0) }));
    api.on(KEEP, ok({ compensations: [] }));
    const sample = [{ id: 7, name: 'Ada Obi', proxies: 2 }];
    api.on(
      'POST /admin/compensations/preview',
      ok({ customers: 214, proxies: 300, megabytes: 0, total: 107_000, sample }),
    );
    await person.click(await screen.findByRole('button', { name: 'Compensate customers' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Compensate customers' }));
    await person.type(dialog.getByLabelText('Naira for each customer'), '500');
    await person.type(dialog.getByLabelText('Proxies of this country'), 'Nigeria');
    await selectOption('Proxies of this country', 'Nigeria');
    for (const [label, text] of [
      ['In use between', '20 Nov 2026, 09:00'],
      ['and', '20 Nov 2026, 12:00'],
    ] as const) {
      await person.type(await dialog.findByLabelText(label), text);
      await person.keyboard('{Enter}');
    }
    await person.click(dialog.getByRole('button', { name: 'See who and how much' }));
    expect(
      await dialog.findByText('214 customers with 300 proxies: ₦107,000 in all'),
    ).toBeVisible();
    const terms = {
      ...{ give: 'credit', amount: 500, country: 'ng' },
      ...{ from: '2026-11-20T09:00:00+01:00', until: '2026-11-20T12:00:00+01:00' },
    };
    expect(api.calls('POST /admin/compensations/preview')[0]?.body).toEqual(terms);
    const compensation = {
      ...{
        id: 3,
        give: 'credit',
        amount: 500,
        megabytes: null,
        scope: 'Nigeria',
        reason: 'Outage',
      },
      ...{ status: 'running', total: 107_000, customers: 214, given: 107, refused: 0 },
      ...{ proposed_by: 'Chief', created_at: '2026-11-20T13:00:00Z', finished_at: null },
    };
    api.on('POST /admin/compensations', ok({ compensation }, 'Proposed: it waits for approval.'));
    api.on(KEEP, ok({ compensations: [compensation] }));
    await person.type(dialog.getByLabelText('Reason'), 'Outage');
    await person.click(dialog.getByRole('button', { name: 'Propose compensation' }));
    await waitFor(() => expect(openedMessages()).toContain('Proposed: it waits for approval.'));
    expect(api.calls('POST /admin/compensations')[0]?.body).toEqual({
      ...terms,
      ...{ reason: 'Outage', expected_total: 107_000 },
    });
    expect(await dialog.findByText('#3 ₦500 for each customer, ₦107,000 in all')).toBeVisible();
    expect(dialog.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
  });

  it('should name no single customer of a compensation', async () => {
    const dialog = await openDialog(proposal({ kind: 'compensation', subject_id: 3 }));
    expect(dialog.getByRole('note')).toHaveTextContent(
      '₦150,000 in all for the customers that the reason names. Each gets it once.',
    );
    expect(dialog.queryByText('Wallet of')).not.toBeInTheDocument();
  });

  it('should say that nothing waits, and why the list failed', async () => {
    const { unmount } = open([]);
    expect(await screen.findByText('Nothing waits for approval.')).toBeInTheDocument();
    unmount();
    api.on(LIST, errorReply(500, { message: 'Not today.' }));
    renderAt(<ApprovalsPage />, '/admin/approvals');
    expect(await screen.findByText('Not today.')).toBeInTheDocument();
  });
});
