import { screen, within } from '@testing-library/react';
import { session } from '@/api/session';
import { serveApi } from '@/testing/api-server';
import { person } from '@/testing/person';
import { renderAt } from '@/testing/render-app';
import { ada, ok, pagination, transaction } from '@/testing/samples';
import TransactionsPage from './transactions-page';

const LIST = 'GET /payments/transactions';

describe('Rows of transactions on a phone', () => {
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

  it('should say what was refunded, without green', async () => {
    const reversals = [{ id: 9, reference: 'REFUND-9', amount: 2000, kind: 'refund' as const }];
    const [row] = await open([transaction({ reversals })]);
    expect(within(row!).getByText('₦2,000 refunded').closest('.ant-tag')).toHaveClass('neutral');
    expect(row).not.toHaveTextContent('Successful');
    await person.click(within(row!).getByRole('button', { name: 'Wallet top-up' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Wallet top-up' }));
    expect(dialog.getByText('Successful').closest('.ant-tag')).toHaveClass('neutral');
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

  describe('of renewals made together', () => {
    const part = (id: number, over = {}) =>
      transaction({
        id,
        reference: `RENEW-${id}`,
        type: 'debit',
        description: `Renewal of datacenter proxy #${id}, 30 days`,
        amount: 3200,
        batch_id: 'BATCH-OF-THREE',
        can_invoice: true,
        ...over,
      });
    const batch = {
      description: 'Renewal of 3 proxies',
      transactions: 3,
      amount: 9600,
      status: null,
      can_invoice: true,
    };

    it('should be one, with one invoice, and open its parts', async () => {
      const [row] = await open([part(43, { batch })]);
      expect(api.calls(LIST)[0]?.query.get('group')).toBe('batch');
      expect(row).toHaveTextContent(
        /^Renewal of 3 proxies-₦9,600 debit20 Nov 2026, 00:30\s*Partly refunded$/,
      );
      const parts = [part(43), part(42, { status: 'refunded' }), part(41)];
      api.on(LIST, ok({ transactions: parts, pagination: pagination(3) }));
      await person.click(within(row!).getByRole('button', { name: 'Renewal of 3 proxies' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Renewal of 3 proxies' }));
      expect(dialog.queryByRole('button', { name: /^Receipt/ })).toBeNull();
      expect(dialog.getByRole('button', { name: /^Invoice/ })).toBeEnabled();
      const list = within(await dialog.findByRole('list', { name: 'Transactions of the batch' }));
      expect(list.getAllByRole('listitem')).toHaveLength(3);
      expect(api.calls(LIST).at(-1)?.query.get('batch')).toBe('BATCH-OF-THREE');
      await person.click(list.getByRole('button', { name: '#42 datacenter, 30 days' }));
      expect(await dialog.findByText('RENEW-42')).toBeVisible();
      await person.click(dialog.getByRole('button', { name: 'Renewal of 3 proxies' }));
      expect(await dialog.findByRole('list')).toBeVisible();
    });
  });
});
