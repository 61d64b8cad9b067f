import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getStatistics } from '@/testing/antd';
import { setUpApi } from '@/testing/api-server';
import { listOptions, selectOption } from '@/testing/choices';
import { freezeClock } from '@/testing/clock';
import { recordDownloads } from '@/testing/downloads';
import { renderAt } from '@/testing/render-app';
import { errorReply, ok, pagination } from '@/testing/samples';
import { signInAs } from '@/testing/staff';
import { mockWideViewport } from '@/testing/viewport';
import type { Invoice } from './vat-page';
import VatPage from './vat-page';

const REPORT = 'GET /admin/reports/vat';
const LIST = 'GET /admin/invoices';

const invoice = (over: Partial<Invoice> = {}): Invoice => ({
  id: 6,
  kind: 'invoice',
  number: 'INV-2026-000006',
  transaction_id: 40,
  reference: 'ORD-40',
  description: 'Residential proxy, 1 GB, Nigeria',
  invoice_number: null,
  buyer_name: 'Ada Ventures Ltd',
  buyer_tin: '12345678-0001',
  user_id: 3,
  net_amount: '4651.16',
  vat_rate: '7.5',
  vat_amount: '348.84',
  total_amount: '5000.00',
  issued_at: '2026-11-18T09:00:00Z',
  ...over,
});
const RATE = { rate: 7.5, sales: 10_000, refunds: 1000, base: 8372.1, vat: 627.9 };
const report = {
  ...RATE,
  month: '2026-12',
  rates: [RATE],
  ...{ invoices: 1, invoices_total: 5000, credit_notes: 0, credit_notes_total: 0 },
};

describe('VatPage', () => {
  const api = setUpApi(() => signInAs('admin'));
  const saved = recordDownloads();
  mockWideViewport();
  // Lagos is in December already.
  beforeEach(() => freezeClock('2026-11-30T23:30:00Z'));
  beforeEach(() => {
    const note = { id: 7, number: 'CN-2026-000001', invoice_number: 'INV-2026-000006' };
    const credit = invoice({ ...note, kind: 'credit_note', buyer_tin: null });
    api.on(REPORT, ok(report));
    api.on(
      LIST,
      ok({ month: '2026-12', invoices: [credit, invoice()], pagination: pagination(2) }),
    );
  });

  const open = (address = '/admin/invoices') => ({
    ...renderAt(<VatPage />, address),
    person: userEvent.setup({ delay: null }),
  });
  const cells = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);

  it('should show the VAT of the sales, and its documents to the kobo, credits as negative', async () => {
    open();
    expect(cells(await screen.findByRole('row', { name: /^INV/ })).slice(2, 6)).toEqual([
      'Ada Ventures LtdTIN 12345678-0001',
      '₦4,651.16',
      '₦348.847.5 %',
      '₦5,000.00',
    ]);
    expect(cells(screen.getByRole('row', { name: /^CN/ }))).toEqual(
      expect.arrayContaining(['CN-2026-000001Credit note for INV-2026-000006', '-₦5,000.00']),
    );
    expect(getStatistics()).toEqual([
      ['VAT base', '₦8,372.10', '₦10,000 sold, ₦1,000 refunded'],
      ['VAT', '₦627.90', '7.5 % now'],
      ['Invoiced', '₦5,000.00', '1 invoice'],
      ['Credited', '₦0.00', '0 credit notes'],
    ]);
    expect(screen.queryByText(/More than one VAT rate/)).not.toBeInTheDocument();
  });

  it('should ask for a month of Lagos, and name each rate of a month that has several', async () => {
    const { person, router } = open();
    await screen.findByText('INV-2026-000006');
    expect((await listOptions('Month')).slice(0, 2)).toEqual(['Dec 2026', 'Nov 2026']);
    const earlier = { rate: 5, sales: 105, refunds: 0, base: 100, vat: 5 };
    api.on(REPORT, ok({ ...report, month: '2026-11', rates: [RATE, earlier] }));
    await selectOption('Month', 'Nov 2026');
    expect(await screen.findByText(/7.5 % of ₦8,372.10 is ₦627.90; 5 % of/)).toBeVisible();
    expect(router.state.location.search).toBe('?month=2026-11');
    for (const call of [REPORT, LIST])
      expect(api.calls(call).map(({ query }) => query.get('month'))).toEqual([null, '2026-11']);
    await person.click(screen.getByRole('button', { name: /Export/ }));
    const file = { headers: { 'Content-Disposition': 'attachment' }, body: 'FILE' };
    api.on('POST /admin/reports/vat/export', file);
    await person.click(await screen.findByText('CSV'));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['vat-2026-11.csv']));
    expect(api.calls('POST /admin/reports/vat/export')[0]!.body).toEqual({
      format: 'csv',
      month: '2026-11',
    });
  });

  it('should download a document, and say when it cannot', async () => {
    const { person } = open();
    const file = { headers: { 'Content-Disposition': 'attachment' }, body: 'PDF' };
    api.on('GET /admin/invoices/6/pdf', file);
    await person.click(await screen.findByRole('button', { name: 'Download INV-2026-000006' }));
    await waitFor(() => expect(saved.map(({ name }) => name)).toEqual(['INV-2026-000006.pdf']));
    api.on('GET /admin/invoices/7/pdf', errorReply(500, { message: '' }));
    await person.click(screen.getByRole('button', { name: 'Download CN-2026-000001' }));
    expect(await screen.findByText('Failed to download the invoice')).toBeVisible();
  });

  it('should say that a month has no invoices, and what counts all the same', async () => {
    api.on(LIST, ok({ month: '2026-12', invoices: [], pagination: pagination(0) }));
    open();
    expect(await screen.findByText('No invoices in Dec 2026')).toBeVisible();
    expect(screen.getByText(/Sales without one count in the VAT above/)).toBeVisible();
  });
});
