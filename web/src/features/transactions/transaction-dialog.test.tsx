import { screen, within } from '@testing-library/react';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { ada, ok, pagination, transaction } from '@/testing/samples';
import TransactionsPage from './transactions-page';

const LIST = 'GET /payments/transactions';

describe('Transactions on a phone', () => {
  const api = serveApi({
    'GET /payments/stats': ok({
      this_month_spending: 0,
      success_rate: 0,
      finished_transactions: 0,
    }),
  });
  const pending = transaction({
    id: 32,
    reference: 'TOPUP_PENDING_1',
    status: 'pending',
    payment_method: null,
    can_verify: true,
    has_receipt: false,
  });

  beforeEach(() => session.start({ token: 't', user: ada }));

  const open = async (rows: ReturnType<typeof transaction>[]) => {
    api.on(LIST, ok({ transactions: rows, pagination: pagination(rows.length) }));
    renderAt(<TransactionsPage />, '/transactions');
    const list = await screen.findByRole('list', { name: 'Transactions' });
    return within(list).getAllByRole('listitem');
  };

  it('should be rows of two lines', async () => {
    const [row] = await open([transaction()]);
    expect(row).toHaveTextContent(/^Wallet top-up\+₦5,000 credit20 Nov 2026, 00:30\s*Successful$/);
    await person.click(within(row!).getByRole('button', { name: /^Actions for TOPUP_17...D34E/ }));
    expect(await screen.findByRole('menuitem', { name: 'Receipt' })).toBeInTheDocument();
  });

  it('should open their details, and the actions of a pending payment', async () => {
    const [row] = await open([pending]);
    await person.click(within(row!).getByRole('button', { name: 'Wallet top-up' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Wallet top-up' }));
    expect(dialog.getByText('TOPUP_PENDING_1')).toBeVisible();
    expect(dialog.getByText('N/A')).toBeVisible();
    for (const name of [/^Continue payment/, 'Verify', /^Cancel payment/])
      expect(dialog.getByRole('button', { name })).toBeEnabled();
  });
});
