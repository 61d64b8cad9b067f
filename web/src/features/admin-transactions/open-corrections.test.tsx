import { screen, within } from '@testing-library/react';
import { setUpApi } from '@/testing/api-server';
import { renderAt } from '@/testing/render-app';
import { ok } from '@/testing/samples';
import { managedTransaction, signInAs } from '@/testing/staff';
import type { Transaction } from './transaction';
import TransactionDialog from './transaction-dialog';

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
