import { screen, waitFor, within } from '@testing-library/react';
import { person } from '@/testing/person';
import { session } from '@/api/session';
import { serveApi, type Received } from '@/testing/api-server';
import { recordDownloads } from '@/testing/downloads';
import { selectOption } from '@/testing/choices';
import { openedMessages } from '@/testing/messages';
import { renderAt } from '@/testing/render-app';
import { ada, errorReply, ok, pagination, transaction } from '@/testing/samples';
import Billing from './billing';

const INVOICES = 'GET /user/invoices';
const DETAILS = 'GET /user/billing-details';

const invoice = (over: object = {}) => ({
  id: 5,
  kind: 'invoice',
  number: 'INV-2026-000005',
  transaction_id: 33,
  reference: 'BUY_33',
  description: 'Residential proxy',
  invoice_number: null,
  buyer_name: 'Ada Ltd',
  net_amount: '4651.16',
  vat_rate: '7.5',
  vat_amount: '348.84',
  total_amount: '5000.00',
  issued_at: '2026-11-20T10:00:00Z',
  ...over,
});

describe('Billing', () => {
  const api = serveApi({
    'GET /user/info': ok({ user: ada }),
    'GET /payments/transactions': ok({ transactions: [transaction()], pagination: pagination(1) }),
    [DETAILS]: ok({ billing_details: null }),
  });
  const saved = recordDownloads();

  beforeEach(() => {
    session.start({ token: 't', user: ada });
    shows([]);
  });

  const shows = (rows: object[], total = rows.length) =>
    api.on(INVOICES, ({ query }: Received) =>
      ok({
        invoices: rows,
        pagination: pagination(rows.length, { page: Number(query.get('page')), total }),
        months: rows.length > 0 ? ['2026-11', '2026-09'] : [],
      }),
    );
  const section = async () => within(await screen.findByRole('region', { name: 'Invoices' }));

  it('should lead to the transactions when there are no invoices', async () => {
    renderAt(<Billing />, '/profile?tab=billing');
    const invoices = await section();
    expect(invoices.getByText('No invoices yet')).toBeInTheDocument();
    expect(invoices.getByRole('link', { name: 'Open transactions' })).toHaveAttribute(
      'href',
      '/transactions',
    );
    expect(invoices.getByRole('button', { name: 'Add billing details' })).toBeInTheDocument();
  });

  it('should list invoices and credit notes to the kobo, and download them', async () => {
    shows([
      invoice({
        id: 6,
        kind: 'credit_note',
        number: 'CN-2026-000001',
        invoice_number: 'INV-2026-000005',
        total_amount: '1666.67',
      }),
      invoice(),
    ]);
    api.on('GET /user/invoices/6/pdf', {
      headers: { 'Content-Disposition': 'attachment' },
      body: 'PDF',
    });
    renderAt(<Billing />, '/profile?tab=billing');
    const rows = (await section()).getAllByRole('listitem');
    expect(rows[0]).toHaveTextContent('Credit note for INV-2026-000005');
    expect(rows[0]).toHaveTextContent('-₦1,666.67');
    expect(rows[1]).toHaveTextContent('₦5,000.00');
    await person.click(screen.getByRole('button', { name: 'Download PDF of CN-2026-000001' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['CN-2026-000001.pdf']));
  });

  it('should download the invoices of a month as one document', async () => {
    shows([invoice()]);
    api.on('GET /user/invoices/monthly', {
      headers: { 'Content-Disposition': 'attachment' },
      body: 'PDF',
    });
    renderAt(<Billing />, '/profile?tab=billing');
    await section();
    await selectOption('Month of invoices', 'Sep 2026');
    await person.click(screen.getByRole('button', { name: 'Download invoices of the month' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['invoices-2026-09.pdf']));
    expect(String(api.calls('GET /user/invoices/monthly')[0]?.query)).toBe('month=2026-09');
  });

  it('should show further pages', async () => {
    shows([invoice()], 25);
    renderAt(<Billing />, '/profile?tab=billing');
    const pages = within(await screen.findByRole('navigation', { name: 'Pages of invoices' }));
    await person.click(pages.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(api.calls(INVOICES).at(-1)?.query.get('page')).toBe('2'));
  });

  it('should change the billing details', async () => {
    let details: object = { name: 'Ada Ltd', address: 'Ikeja', tin: '1234567890', email: null };
    api.on(DETAILS, () => ok({ billing_details: details }));
    api.on('PUT /user/billing-details', ({ body }: Received) => {
      details = body as object;
      return ok({ billing_details: details });
    });
    renderAt(<Billing />, '/profile?tab=billing');
    expect((await section()).getByText(/New invoices are issued to/)).toHaveTextContent(
      'New invoices are issued to Ada Ltd, TIN 1234567890.',
    );
    await person.click(screen.getByRole('button', { name: 'Edit billing details' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Billing details' }));
    expect(dialog.getByLabelText('Address')).toHaveValue('Ikeja');
    await person.clear(dialog.getByLabelText('Name or company'));
    await person.type(dialog.getByLabelText('Name or company'), 'Ada Ventures');
    await person.clear(dialog.getByLabelText('TIN (optional)'));
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(openedMessages()).toEqual(['Your billing details were saved.']));
    expect(details).toEqual({ name: 'Ada Ventures', address: 'Ikeja', tin: null, email: null });
    expect(await screen.findByText('Ada Ventures')).toBeInTheDocument();
  });

  it('should show receipts when invoices fail to load, and try again', async () => {
    api.on(INVOICES, errorReply(400, { message: 'Not now.' }));
    renderAt(<Billing />, '/profile?tab=billing');
    const invoices = await section();
    expect(invoices.getByText('Failed to load invoices')).toBeInTheDocument();
    expect(screen.getByText('Wallet top-up')).toBeInTheDocument();
    shows([invoice()]);
    await person.click(invoices.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('INV-2026-000005')).toBeInTheDocument();
  });
});
