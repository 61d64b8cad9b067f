import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiServer } from '@/testing/api-server';
import { resetMessages, visibleMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ok } from '@/testing/samples';
import { managedTransaction, signInAs, signOutStaff } from '@/testing/staff';
import TransactionDialog from './transaction-dialog';

const transaction = managedTransaction({
  type: 'debit',
  amount: 6400,
  order: { id: 12, status: 'unknown', proxies: 0, proxy_ids: [] },
});

describe('Decision about an order in the dialog of its transaction', () => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await ApiServer.start();
  });
  afterAll(() => api.stop());
  beforeEach(() => {
    api.reset();
    signInAs('admin');
  });
  afterEach(() => {
    signOutStaff();
    resetMessages();
  });

  const open = async () => {
    renderAt(
      <TransactionDialog transaction={transaction} onClose={() => undefined} />,
      '/admin/transactions',
    );
    return {
      dialog: within(await screen.findByRole('dialog')),
      person: userEvent.setup({ delay: null }),
    };
  };

  it('lets one admin propose and another decide what becomes of an order without an answer', async () => {
    const delivery = {
      order_id: 12,
      status: 'unknown',
      can_decide: true,
      ordered_at: '2026-11-19T23:30:00Z',
      checks: 8,
      answer: 'The provider did not answer in time',
      next_check_at: '2026-11-20T00:10:00Z',
    };
    const proposal = {
      outcome: 'refunded',
      reason: 'They confirmed it by phone',
      proposed_by: 'Ngozi Eze',
      proposed_at: '2026-11-20T00:05:00Z',
    };
    const serveProposal = (isOwn: boolean | null) =>
      api.on('GET /admin/orders/12/delivery', () =>
        ok({ ...delivery, proposal: isOwn === null ? null : { ...proposal, is_own: isOwn } }),
      );
    serveProposal(null);
    api.on('POST /admin/orders/12/decision', () => {
      serveProposal(true);
      return ok({ ...delivery, proposal: { ...proposal, is_own: true } });
    });
    const { dialog, person } = await open();
    expect(await dialog.findByText(/The supplier was asked 8 times/)).toBeInTheDocument();
    await person.click(await dialog.findByRole('button', { name: 'Propose a refund' }));
    expect(dialog.getByText(/^₦6,400 is returned to the wallet/)).toBeInTheDocument();
    await person.type(dialog.getByLabelText('Reason'), proposal.reason);
    await person.click(dialog.getByRole('button', { name: 'Propose a refund' }));
    expect(await dialog.findByRole('button', { name: 'Withdraw proposal' })).toBeInTheDocument();
    expect(dialog.getByText(/Another admin has to approve it/)).toBeInTheDocument();
    expect(dialog.queryByRole('button', { name: 'Approve decision' })).not.toBeInTheDocument();
    expect(api.calls('POST /admin/orders/12/decision')[0]?.body).toEqual({
      outcome: 'refunded',
      reason: proposal.reason,
    });
  });

  it('shows the proposal of another admin with its effect before it is approved', async () => {
    const delivery = {
      order_id: 12,
      status: 'unknown',
      can_decide: true,
      ordered_at: '2026-11-19T23:30:00Z',
      checks: 1,
      answer: null,
      next_check_at: null,
      proposal: {
        outcome: 'delivered',
        reason: 'They sent the proxies by mail',
        proposed_by: 'Ngozi Eze',
        proposed_at: '2026-11-20T00:05:00Z',
        is_own: false,
      },
    };
    api.on('GET /admin/orders/12/delivery', () => ok(delivery));
    api.on('POST /admin/orders/12/decision/approve', {
      body: { success: true, message: 'The order counts as delivered.', data: delivery },
    });
    const { dialog, person } = await open();
    expect(await dialog.findByText(/They sent the proxies by mail/)).toBeInTheDocument();
    await person.click(dialog.getByRole('button', { name: 'Approve decision' }));
    expect(dialog.getByText(/^The payment of ₦6,400 is kept/)).toBeInTheDocument();
    await person.click(dialog.getByRole('button', { name: 'Approve decision' }));
    await waitFor(() => expect(visibleMessages()).toContain('The order counts as delivered.'));
    expect(api.calls('POST /admin/orders/12/decision/approve')).toHaveLength(1);
  });
});
