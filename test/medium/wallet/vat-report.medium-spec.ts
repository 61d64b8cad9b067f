import { Money } from '../../../src/common/money/money';
import { dayOf } from '../../../src/common/time/calendar';
import { useCustomerApi, type Customer } from '../../support/customer-api';

const ADA = { name: '=Ada, Ventures', address: '12 Broad Street', tin: '12345678-0001' };

describe('VAT report', () => {
  const month = dayOf(new Date()).slice(0, 7);
  const api = useCustomerApi();
  let admin: Customer;
  let ada: Customer;

  beforeAll(async () => {
    const { id, email } = await api.customer('Chief');
    await api.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [id]);
    admin = { id, email, token: await api.signIn(id) };
    ada = await api.customer('Ada Obi');
    await api.move(ada.id, { amount: Money.naira(500_000) });
  });

  const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object, { token } = admin) =>
    api.call(method, path, { token, body });
  const read = async (path: string) => {
    const { status, body } = await call('GET', path);
    expect(status).toBe(200);
    return body.data as unknown as Record<string, unknown>;
  };
  const buy = (naira: number, metadata = {}) =>
    api.move(ada.id, {
      ...{ type: 'debit', purpose: 'purchase', amount: Money.naira(naira), metadata },
      ...{ description: 'Residential proxy, 1 GB, Nigeria', paymentMethod: 'wallet' },
    });
  const refund = (refundOf: number, naira: number) =>
    api.move(ada.id, { purpose: 'refund', amount: Money.naira(naira), refundOf });
  const setRate = async (vatPercentage: number) =>
    expect((await call('PUT', '/admin/system/settings', { vatPercentage })).status).toBe(200);

  it('should be of nothing in a month without sales', async () => {
    expect(await read('/admin/reports/vat?month=2025-02')).toMatchObject({
      ...{ month: '2025-02', rate: 7.5, base: 0, vat: 0, sales: 0, refunds: 0, rates: [] },
      ...{ invoices: 0, credit_notes: 0 },
    });
  });

  it('should rate sales as their invoices do, and others at the present rate', async () => {
    const invoiced = await buy(5000);
    const batch = { batch_id: '11111111-1111-4111-8111-111111111111' };
    const renewed = await buy(2000, batch);
    await buy(3000, batch);
    await call('PUT', '/user/billing-details', ADA, ada);
    for (const transaction_id of [invoiced, renewed])
      expect((await call('POST', '/user/invoices', { transaction_id }, ada)).status).toBe(200);
    await refund(invoiced, 1000);
    await setRate(10);
    const later = await buy(11_000);
    await refund(later, 5500);
    expect(await read('/admin/reports/vat')).toEqual({
      month,
      rate: 10,
      ...{ sales: 21_000, refunds: 6500, base: 13_372.1, vat: 1127.9 },
      rates: [
        { rate: 10, sales: 11_000, refunds: 5500, base: 5000, vat: 500 },
        // 348.84 + 139.53 + 209.30 − 69.77
        { rate: 7.5, sales: 10_000, refunds: 1000, base: 8372.1, vat: 627.9 },
      ],
      ...{ invoices: 2, invoices_total: 10_000, credit_notes: 1, credit_notes_total: 1000 },
    });
  });

  it('should list the documents of a month, which staff can open', async () => {
    const { invoices, pagination } = (await read('/admin/invoices')) as {
      invoices: { id: number; number: string }[];
      pagination: object;
    };
    expect(pagination).toMatchObject({ total: 3 });
    const year = month.slice(0, 4);
    expect(invoices).toMatchObject([
      { kind: 'credit_note', number: `CN-${year}-000001`, invoice_number: `INV-${year}-000001` },
      { kind: 'invoice', number: `INV-${year}-000002`, total_amount: '5000.00' },
      { number: `INV-${year}-000001`, user_id: ada.id, buyer_tin: ADA.tin, net_amount: '4651.16' },
    ]);
    const pdf = await call('GET', `/admin/invoices/${invoices[0]!.id}/pdf`);
    expect(pdf.raw.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await call('GET', '/admin/invoices/2147483647/pdf')).status).toBe(404);
    for (const [query, total] of [
      ['kind=credit_note', 1],
      ['search=ventures', 3],
      ['search=000002', 1],
      ['month=2025-02', 0],
    ] as const)
      expect(await read(`/admin/invoices?${query}`)).toMatchObject({ pagination: { total } });
  });

  it('should be a file for the accountant, on record', async () => {
    const body = { month, format: 'csv' };
    const csv = (await call('POST', '/admin/reports/vat/export', body)).raw.toString();
    const lines = csv.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^INV-\d{4}-000001,Invoice,.*"'=Ada, Ventures",12345678-0001,/);
    expect(lines[1]).toMatch(/,4651\.16,7\.5,348\.84,5000\.00$/);
    expect(csv).toMatch(/^CN-.*,INV-\d{4}-000001,-930\.23,7\.5,-69\.77,-1000\.00/m);
    for (const [format, magic] of [
      ['pdf', '%PDF-'],
      ['xlsx', 'PK'],
    ] as const) {
      const file = await call('POST', '/admin/reports/vat/export', { format });
      expect(file.raw.subarray(0, magic.length).toString()).toBe(magic);
      expect(file.headers['content-disposition']).toContain(`vat-${month}.${format}`);
    }
    expect(
      await api.sql(`SELECT details FROM audit_log WHERE target = 'report:vat' ORDER BY id`),
    ).toEqual(['csv', 'pdf', 'xlsx'].map((end) => ({ details: `Exported vat-${month}.${end}` })));
  });

  it('should take months only, of staff who see reports', async () => {
    for (const bad of ['2026-13', '2026', "2026-01'"])
      expect((await call('GET', `/admin/reports/vat?month=${bad}`)).status).toBe(422);
    for (const path of ['/admin/reports/vat', '/admin/invoices', '/admin/invoices/1/pdf'])
      expect((await call('GET', path, undefined, ada)).status).toBe(403);
  });
});
