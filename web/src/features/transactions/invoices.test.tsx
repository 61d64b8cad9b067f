import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi, type Received } from '@/testing/api-server';
import { recordDownloads } from '@/testing/downloads';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok, pagination, transaction } from '@/testing/samples';
import { mockWideViewport } from '@/testing/viewport';
import TransactionsPage from './transactions-page';

const DETAILS = 'GET /user/billing-details';

const SAVE = 'PUT /user/billing-details';

const ISSUE = 'POST /user/invoices';

const purchase = transaction({
  id: 33,
  reference: 'BUY_33',
  type: 'debit',
  description: 'Residential proxy',
  can_invoice: true,
});

const details = { name: 'Ada Ltd', address: 'Ikeja', tin: null, email: null };

describe('Invoices of transactions', () => {
  const api = serveApi({
    'GET /user/info': ok({ user: ada }),
    'GET /payments/stats': ok({
      this_month_spending: 0,
      success_rate: 0,
      finished_transactions: 0,
    }),
    'GET /payments/transactions': ok({
      transactions: [transaction(), purchase],
      pagination: pagination(2),
    }),
    [ISSUE]: ok({ invoice: { id: 5, number: 'INV-2026-000005' } }),
    'GET /user/invoices/5/pdf': {
      headers: { 'Content-Disposition': 'attachment' },
      body: 'PDF',
    },
  });
  const saved = recordDownloads();
  mockWideViewport();

  beforeEach(() => session.start({ token: 't', user: ada }));
  const press = async () =>
    person.click(await screen.findByRole('button', { name: 'Invoice for BUY_33' }));
  const expectFile = () =>
    waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['INV-2026-000005.pdf']));

  it('should be offered beside the receipt of purchases only, and downloaded', async () => {
    api.on(DETAILS, ok({ billing_details: details }));
    renderAt(<TransactionsPage />, '/transactions');
    await press();
    await expectFile();
    expect(api.calls(ISSUE).map(({ body }) => body)).toEqual([{ transaction_id: 33 }]);
    await waitFor(() =>
      expect(screen.getAllByRole('button', { name: /^Invoice/ })).toHaveLength(1),
    );
    expect(screen.getByRole('button', { name: 'Receipt for BUY_33' })).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('should ask for billing details first when there are none', async () => {
    let known: object | null = null;
    api.on(DETAILS, () => ok({ billing_details: known }));
    api.on(SAVE, ({ body }: Received) => {
      known = body as object;
      return ok({ billing_details: known });
    });
    renderAt(<TransactionsPage />, '/transactions');
    await press();
    const dialog = within(await screen.findByRole('dialog', { name: 'Billing details' }));
    expect(dialog.getByLabelText('Name or company')).toHaveValue(ada.name);
    await person.click(dialog.getByRole('button', { name: 'Save and get invoice' }));
    expect(await dialog.findByText('Enter an address')).toBeInTheDocument();
    await person.type(dialog.getByLabelText('Address'), '12 Broad Street{Enter}Lagos');
    await person.type(dialog.getByLabelText('TIN (optional)'), '1234');
    await person.click(dialog.getByRole('button', { name: 'Save and get invoice' }));
    expect(
      await dialog.findByText('A TIN looks like 12345678-0001, or has 10 to 13 digits'),
    ).toBeInTheDocument();
    expect([api.calls(SAVE), api.calls(ISSUE)]).toEqual([[], []]);
    await person.clear(dialog.getByLabelText('TIN (optional)'));
    await person.type(dialog.getByLabelText('TIN (optional)'), '12345678-0001');
    await person.click(dialog.getByRole('button', { name: 'Save and get invoice' }));
    await expectFile();
    expect(api.calls(SAVE)[0]?.body).toEqual({
      name: ada.name,
      address: '12 Broad Street\nLagos',
      tin: '12345678-0001',
      email: null,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('should show what the server refuses', async () => {
    api.on(DETAILS, ok({ billing_details: details }));
    api.on(ISSUE, errorReply(409, { code: 'NOT_INVOICEABLE', message: 'Refunded in full.' }));
    renderAt(<TransactionsPage />, '/transactions');
    await press();
    await waitFor(() => expect(openedMessages()).toEqual(['Refunded in full.']));
    expect(saved).toEqual([]);
  });

  it('should show errors of the billing details at their inputs', async () => {
    api.on(DETAILS, ok({ billing_details: null }));
    api.on(SAVE, errorReply(422, { errors: { email: ['Please enter a valid email address'] } }));
    renderAt(<TransactionsPage />, '/transactions');
    await press();
    const dialog = within(await screen.findByRole('dialog', { name: 'Billing details' }));
    await person.type(dialog.getByLabelText('Address'), 'Ikeja');
    await person.click(dialog.getByRole('button', { name: 'Save and get invoice' }));
    expect(await dialog.findByText('Please enter a valid email address')).toBeInTheDocument();
    expect(api.calls(ISSUE)).toEqual([]);
  });
});

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
