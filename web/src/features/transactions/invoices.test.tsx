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
