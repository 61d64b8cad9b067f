import { UnitOfWork } from '../../../src/database/unit-of-work';
import { UsersService } from '../../../src/users/users.service';
import { useCustomerApi, type Customer } from '../../support/customer-api';
import { waitForLockWaits } from '../../support/lock-waits';
import { Money } from '../../../src/common/money/money';
import { dayOf } from '../../../src/common/time/calendar';

const api = useCustomerApi();

describe('Billing details', () => {
  jest.setTimeout(60_000);

  const DETAILS = {
    name: 'Ṣọlá Ventures Ltd',
    address: '12 Broad Street\nLagos Island\nLagos',
    tin: '12345678-0001',
    email: 'accounts@example.com',
  };

  let ada: Customer;
  beforeEach(async () => {
    ada = await api.customer('Ṣọlá Ɓello');
  });

  const saveDetails = (body: object = DETAILS) =>
    api.call('PUT', '/user/billing-details', { token: ada.token, body });

  it('should be empty at first, replaced as a whole and kept for the owner', async () => {
    const read = () => api.call('GET', '/user/billing-details', { token: ada.token });
    expect((await read()).body.data).toEqual({ billing_details: null });
    const saved = await saveDetails({
      ...DETAILS,
      name: ' Ṣọlá Ventures Ltd ',
      address: ' 12 Broad Street \r\n\r\nLagos Island\nLagos\n',
      tin: ' 12345678 - 0001',
      email: 'Accounts@Example.com',
    });
    expect([saved.status, saved.body.data]).toEqual([200, { billing_details: DETAILS }]);
    expect((await read()).body.data).toEqual({ billing_details: DETAILS });
    await saveDetails({ name: 'Ada', address: 'Ikeja', tin: '', email: '' });
    expect((await read()).body.data).toEqual({
      billing_details: { name: 'Ada', address: 'Ikeja', tin: null, email: null },
    });
    const { token } = await api.customer();
    expect((await api.call('GET', '/user/billing-details', { token })).body.data).toEqual({
      billing_details: null,
    });
  });

  it.each([
    ['name', ' '],
    ['name', 'x'.repeat(121)],
    ['name', 'two\nlines'],
    ['address', ' \n '],
    ['address', 'a\nb\nc\nd\ne\nf'],
    ['address', 'x'.repeat(301)],
    ['tin', '1234567-0001'],
    ['tin', '123456789'],
    ['tin', '12345678901234'],
    ['email', 'nobody'],
  ])('should refuse as %s %j', async (field, value) => {
    const { status, body } = await saveDetails({ ...DETAILS, [field]: value });
    expect([status, Object.keys(body.errors!)]).toEqual([422, [field]]);
  });

  it.each(['12345678-0001', '1234567890', '1234567890123'])(
    'should take the TIN %s',
    async (tin) => {
      expect((await saveDetails({ ...DETAILS, tin })).status).toBe(200);
    },
  );

  it('should not be saved by a call that was let in before the account was deleted', async () => {
    const users = api.app.get(UsersService, { strict: false });
    let release = () => {};
    const barrier = new Promise<void>((resolve) => (release = resolve));
    const closing = api.app.get(UnitOfWork).run(async () => {
      await users.lock(ada.id);
      await api.app
        .get(UnitOfWork)
        .manager.query(`UPDATE users SET closed_at = now() WHERE id = $1`, [ada.id]);
      await barrier;
    });
    const saving = saveDetails();
    await waitForLockWaits(api, 1);
    release();
    await closing;
    expect((await saving).status).toBe(401);
    expect(await api.sql(`SELECT FROM billing_details WHERE user_id = $1`, [ada.id])).toEqual([]);
  });
});

describe('Settings of invoices', () => {
  jest.setTimeout(60_000);

  const DEFAULTS = {
    invoiceSellerName: 'NairaProxy',
    invoiceSellerAddress: '',
    invoiceSellerTin: null,
    rcNumber: null,
    vatPercentage: 7.5,
  };

  let token: string;

  beforeAll(async () => {
    const staff = await api.customer('Ngozi');
    await api.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [staff.id]);
    token = await api.signIn(staff.id);
  });

  const save = (body: object) => api.call('PUT', '/admin/system/settings', { token, body });
  const read = async () => {
    const { body } = await api.call('GET', '/admin/system/settings', { token });
    return (body.data as unknown as { settings: Record<string, unknown> }).settings;
  };

  it('should have defaults that need nothing from staff', async () => {
    expect(await read()).toMatchObject(DEFAULTS);
    await save({ siteName: 'Another Shop' });
    expect((await read()).invoiceSellerName).toBe('Another Shop');
    await save({ siteName: null });
  });

  it('should save them in their canonical form, zero VAT as zero, and return to the defaults', async () => {
    const { status } = await save({
      invoiceSellerName: ' Naira Ltd ',
      invoiceSellerAddress: ' 1 Marina\r\n\n Lagos ',
      invoiceSellerTin: '12345678 - 0001',
      rcNumber: 'RC 1234567',
      vatPercentage: '0',
    });
    expect(status).toBe(200);
    expect(await read()).toMatchObject({
      invoiceSellerName: 'Naira Ltd',
      invoiceSellerAddress: '1 Marina\nLagos',
      invoiceSellerTin: '12345678-0001',
      rcNumber: '1234567',
      vatPercentage: 0,
    });
    await save({
      invoiceSellerName: '',
      invoiceSellerAddress: ' ',
      invoiceSellerTin: '',
      rcNumber: 'RC',
      vatPercentage: null,
    });
    expect(await read()).toMatchObject(DEFAULTS);
  });

  it.each([
    ['invoiceSellerName', 'x'.repeat(121)],
    ['invoiceSellerName', 'two\nlines'],
    ['invoiceSellerAddress', 'a\nb\nc\nd\ne\nf'],
    ['invoiceSellerAddress', 'x'.repeat(301)],
    ['invoiceSellerTin', '1234'],
    ['rcNumber', '12 Broad'],
    ['vatPercentage', 100.01],
    ['vatPercentage', -1],
    ['vatPercentage', 7.505],
    ['vatPercentage', 'much'],
  ])('should refuse as %s %j', async (field, value) => {
    const { status, body } = await save({ [field]: value });
    expect([status, Object.keys(body.errors!)]).toEqual([422, [field]]);
  });
});

const ADA = { name: '=Ada, Ventures', address: '12 Broad Street', tin: '12345678-0001' };

describe('VAT report', () => {
  const month = dayOf(new Date()).slice(0, 7);
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
