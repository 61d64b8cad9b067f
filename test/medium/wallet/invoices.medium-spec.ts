import { INVOICE_INVARIANTS } from '../../../src/admin/integrity/order-invariants';
import { Money } from '../../../src/common/money/money';
import { dayOf } from '../../../src/common/time/calendar';
import { DatabaseClock } from '../../../src/database/database-clock';
import { SettingsService } from '../../../src/settings/settings.service';
import type { NewTransaction } from '../../../src/wallet/wallet.types';
import { useCustomerApi, type Customer } from '../../support/customer-api';
import { hasPdfToText, readPdfText } from '../../support/pdf-text';

jest.setTimeout(60_000);

const DETAILS = {
  name: 'Ṣọlá Ventures Ltd',
  address: '12 Broad Street\nLagos Island\nLagos',
  tin: '12345678-0001',
  email: 'accounts@example.com',
};
const YEAR = dayOf(new Date()).slice(0, 4);

interface Invoice {
  id: number;
  kind: string;
  number: string;
  transaction_id: number;
  invoice_number: string | null;
  buyer_name: string;
  net_amount: string;
  vat_rate: string;
  vat_amount: string;
  total_amount: string;
}

// Needs pdftotext (poppler-utils); skipped without it.
const withPdfToText = hasPdfToText() ? it : it.skip;

describe('Invoices', () => {
  const api = useCustomerApi({ SUPPORT_EMAIL: 'help@shop.example.com' });
  let ada: Customer;
  beforeEach(async () => {
    ada = await api.customer('Ṣọlá Ɓello');
    await api.move(ada.id, { amount: Money.naira(500_000) });
  });
  afterEach(() => expectSoundInvoices());

  const issue = (transaction_id: unknown, { token } = ada) =>
    api.call('POST', '/user/invoices', { token, body: { transaction_id } });
  const invoiceOf = (reply: { body: { data?: unknown } }) =>
    (reply.body.data as { invoice: Invoice }).invoice;
  const list = async (query = '', { token } = ada) => {
    const { status, body } = await api.call('GET', `/user/invoices${query}`, { token });
    expect(status).toBe(200);
    return body.data as unknown as { invoices: Invoice[]; pagination: { total: number } };
  };
  const saveDetails = (body: object = DETAILS, { token } = ada) =>
    api.call('PUT', '/user/billing-details', { token, body });
  const buy = (naira = 5000, { id } = ada) =>
    api.move(id, {
      type: 'debit',
      purpose: 'purchase',
      amount: Money.naira(naira),
      description: 'Residential proxy, 1 GB, Nigeria',
      paymentMethod: 'wallet',
    });
  const refund = (refundOf: number, amount: Money, over: Partial<NewTransaction> = {}) =>
    api.move(ada.id, {
      purpose: 'refund',
      description: 'Refund of part',
      amount,
      refundOf,
      ...over,
    });
  const codeOf = async (reply: ReturnType<typeof issue>) => {
    const { status, body } = await reply;
    return [status, body.code];
  };

  /** What the invariant of the daily check demands, of all invoices so far. */
  async function expectSoundInvoices(): Promise<void> {
    for (const [, sql] of Object.values(INVOICE_INVARIANTS)) expect(await api.sql(sql)).toEqual([]);
  }

  it('should invoice a purchase once, with the VAT that its price includes', async () => {
    const id = await buy();
    expect(await codeOf(issue(id))).toEqual([409, 'BILLING_DETAILS_REQUIRED']);
    await saveDetails();
    const first = await issue(id);
    expect(first.status).toBe(200);
    const invoice = invoiceOf(first);
    expect(invoice).toMatchObject({
      kind: 'invoice',
      transaction_id: id,
      invoice_number: null,
      buyer_name: DETAILS.name,
      net_amount: '4651.16',
      vat_rate: '7.5',
      vat_amount: '348.84',
      total_amount: '5000.00',
    });
    expect(invoice.number).toMatch(new RegExp(`^INV-${YEAR}-\\d{6}$`));
    await saveDetails({ name: 'Another', address: 'Ikeja' });
    expect(invoiceOf(await issue(id))).toEqual(invoice);
    expect((await list()).invoices).toEqual([invoice]);
    const audit = await api.sql(
      `SELECT details FROM audit_log WHERE action = 'wallet.invoice_issued' AND actor_id = $1`,
      [ada.id],
    );
    expect(audit).toHaveLength(1);
  });

  it('should mark on the statement what has an invoice', async () => {
    const id = await buy();
    const { body } = await api.call('GET', '/payments/transactions', { token: ada.token });
    const lines = (body.data as unknown as { transactions: { id: number; can_invoice: boolean }[] })
      .transactions;
    expect(lines.filter((line) => line.can_invoice).map((line) => line.id)).toEqual([id]);
  });

  it('should refuse what is not a completed purchase of the caller', async () => {
    await saveDetails();
    const eve = await api.customer('Eve');
    await saveDetails(DETAILS, eve);
    const own = await buy();
    expect(await codeOf(issue(own, eve))).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    expect(await codeOf(issue(2_147_483_647))).toEqual([404, 'TRANSACTION_NOT_FOUND']);
    const topUp = await api.move(ada.id);
    expect(await codeOf(issue(topUp))).toEqual([409, 'NOT_INVOICEABLE']);
    for (const status of ['pending', 'failed', 'cancelled']) {
      const [line] = await api.sql<{ id: number }>(
        `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo, description)
         VALUES ($1::int, $2 || $1::int, 'debit', 'purchase', $2, 100, 'Waiting') RETURNING id`,
        [ada.id, status],
      );
      expect(await codeOf(issue(line!.id))).toEqual([409, 'NOT_INVOICEABLE']);
    }
    const refunded = await buy(1000);
    const back = await refund(refunded, Money.naira(1000));
    expect(await codeOf(issue(refunded))).toEqual([409, 'NOT_INVOICEABLE']);
    expect(await codeOf(issue(back))).toEqual([409, 'NOT_INVOICEABLE']);
    for (const bad of [0, -1, 1.5, '7', null, 3_000_000_000])
      expect(await codeOf(issue(bad))).toEqual([422, 'VALIDATION_FAILED']);
    expect((await list()).invoices).toEqual([]);
  });

  it('should number twenty concurrent invoices without a gap', async () => {
    await saveDetails();
    const ids: number[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(await buy(100 + n));
    const topUp = await api.move(ada.id);
    const replies = await Promise.all([...ids, topUp, ...ids.slice(0, 5)].map((id) => issue(id)));
    expect(replies.map(({ status }) => status)).toEqual([
      ...Array<number>(20).fill(200),
      409,
      ...Array<number>(5).fill(200),
    ]);
    const numbers = [...ids.keys()].map((n) => Number(invoiceOf(replies[n]!).number.slice(-6)));
    numbers.sort((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, n) => numbers[0]! + n));
    expect((await list('?per_page=50')).pagination.total).toBe(20);
  });

  it('should issue one invoice for concurrent calls with the same transaction', async () => {
    await saveDetails();
    const id = await buy();
    const replies = await Promise.all(Array.from({ length: 20 }, () => issue(id)));
    expect(new Set(replies.map((reply) => invoiceOf(reply).number)).size).toBe(1);
    expect((await list()).pagination.total).toBe(1);
  });

  it('should begin every year in Lagos at one', async () => {
    await saveDetails();
    const clock = jest.spyOn(api.app.get(DatabaseClock), 'now');
    try {
      clock.mockResolvedValue(new Date('2031-12-31T22:59:59Z'));
      const last = invoiceOf(await issue(await buy()));
      clock.mockResolvedValue(new Date('2031-12-31T23:00:00Z'));
      const first = invoiceOf(await issue(await buy()));
      expect([last.number, first.number]).toEqual(['INV-2031-000001', 'INV-2032-000001']);
    } finally {
      clock.mockRestore();
    }
  });

  describe('credit notes', () => {
    beforeEach(() => saveDetails());

    it('should follow every refund of an invoiced purchase, and add up to it', async () => {
      const id = await buy();
      const invoice = invoiceOf(await issue(id));
      const parts = [Money.kobo(166_667n), Money.kobo(166_667n), Money.kobo(166_666n)];
      const refunds: number[] = [];
      for (const part of parts) refunds.push(await refund(id, part));
      const { invoices } = await list();
      expect(invoices.map(({ kind }) => kind)).toEqual([
        ...Array<string>(3).fill('credit_note'),
        'invoice',
      ]);
      const notes = invoices.slice(0, 3).reverse();
      expect(notes.map((note) => note.transaction_id)).toEqual(refunds);
      expect(notes.map((note) => note.total_amount)).toEqual(['1666.67', '1666.67', '1666.66']);
      expect(new Set(notes.map((note) => note.invoice_number))).toEqual(new Set([invoice.number]));
      expect(notes[0]!.number).toMatch(new RegExp(`^CN-${YEAR}-\\d{6}$`));
      const vat = notes.reduce((sum, note) => sum + Number(note.vat_amount) * 100, 0);
      expect(Math.round(vat)).toBe(Number(invoice.vat_amount) * 100);
      expect(invoiceOf(await issue(id))).toEqual(invoice);
    });

    it('should cover refunds before the invoice as well', async () => {
      const id = await buy();
      const earlier = await refund(id, Money.naira(1000));
      expect((await list()).invoices).toEqual([]);
      await issue(id);
      expect((await list()).invoices).toMatchObject([
        { kind: 'credit_note', transaction_id: earlier, total_amount: '1000.00' },
        { kind: 'invoice', transaction_id: id, total_amount: '5000.00' },
      ]);
    });

    it('should come once when invoices and refunds of a charge race', async () => {
      for (let round = 0; round < 5; round += 1) {
        const id = await buy(1000);
        const refunds = Array.from({ length: 4 }, () => refund(id, Money.naira(100)));
        await Promise.all([...refunds, issue(id), issue(id), issue(await buy(10))]);
        const [{ notes }] = (await api.sql<{ notes: number }>(
          `SELECT count(*)::int AS notes FROM invoice c JOIN invoice i ON i.id = c.invoice_id
           WHERE i.transaction_id = $1`,
          [id],
        )) as [{ notes: number }];
        expect(notes).toBe(4);
      }
    });

    it('should roll back a refund above what is left of its invoice', async () => {
      const id = await buy(1000);
      await issue(id);
      await refund(id, Money.naira(600));
      await expect(refund(id, Money.naira(401))).rejects.toThrow('exceeds INV-');
      expect((await list()).pagination.total).toBe(2);
    });

    it('should refuse a refund that names a charge of another customer', async () => {
      const eve = await api.customer('Eve');
      const id = await buy();
      await expect(refund(id, Money.naira(1), { userId: eve.id })).rejects.toThrow(
        'is not of a charge',
      );
    });
  });

  describe('PDF', () => {
    const pdf = (id: number, { token } = ada) =>
      api.call('GET', `/user/invoices/${id}/pdf`, { token });
    beforeEach(() => saveDetails());

    it('should be a file for its owner only', async () => {
      const invoice = invoiceOf(await issue(await buy()));
      const { status, headers, raw } = await pdf(invoice.id);
      expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(headers['content-disposition']).toBe(`attachment; filename="${invoice.number}.pdf"`);
      expect(raw.subarray(0, 5).toString()).toBe('%PDF-');
      const eve = await api.customer('Eve');
      for (const reply of [await pdf(invoice.id, eve), await pdf(2_147_483_647)])
        expect([reply.status, reply.body.code]).toEqual([404, 'INVOICE_NOT_FOUND']);
    });

    withPdfToText('should name the parties, the amounts and the VAT', async () => {
      await set({ invoiceSellerAddress: '1 Marina\nLagos', invoiceSellerTin: '99999999-0001' });
      const id = await buy();
      const invoice = invoiceOf(await issue(id));
      const text = await readPdfText((await pdf(invoice.id)).raw);
      for (const part of ['TAX INVOICE', invoice.number, 'NairaProxy', '1 Marina', '99999999-0001'])
        expect(text).toContain(part);
      for (const part of [DETAILS.name, 'Lagos Island', DETAILS.tin, DETAILS.email, 'VAT 7.5%'])
        expect(text).toContain(part);
      for (const part of ['₦4,651.16', '₦348.84', '₦5,000.00', 'Residential proxy, 1 GB, Nigeria'])
        expect(text).toContain(part);
      await refund(id, Money.naira(1075));
      const [note] = (await list()).invoices;
      const noteText = await readPdfText((await pdf(note!.id)).raw);
      for (const part of [
        'CREDIT NOTE',
        note!.number,
        invoice.number,
        '₦1,000.00',
        '₦75.00',
        '₦1,075.00',
      ])
        expect(noteText).toContain(part);
      await set({ vatPercentage: 0, invoiceSellerAddress: null, invoiceSellerTin: null });
      const plain = invoiceOf(await issue(await buy()));
      expect(plain).toMatchObject({ vat_rate: '0', vat_amount: '0.00', net_amount: '5000.00' });
      const plainText = await readPdfText((await pdf(plain.id)).raw);
      expect(plainText).toContain('INVOICE');
      expect(plainText).not.toContain('TAX INVOICE');
      expect(plainText).not.toContain('VAT');
      await set({ vatPercentage: null });
    });

    withPdfToText('should have quantity and unit price, and no tax without a TIN', async () => {
      await set({ rcNumber: '1234567' });
      const id = await api.move(ada.id, {
        ...{ type: 'debit', purpose: 'purchase', amount: Money.naira(38_400) },
        ...{ description: '12 datacenter proxies', metadata: { quantity: 12 } },
      });
      const text = await readPdfText((await pdf(invoiceOf(await issue(id)).id)).raw);
      expect(text).not.toContain('TAX INVOICE');
      for (const part of ['INVOICE', 'Quantity', 'Unit price', '₦3,200.00', '₦38,400.00'])
        expect(text).toContain(part);
      expect(text).toMatch(/RC 1234567[^]*12 datacenter proxies\s+12\s/);
      await set({ rcNumber: null });
    });
  });

  describe('a month', () => {
    const monthly = (month: string, { token } = ada) =>
      api.call('GET', `/user/invoices/monthly?month=${month}`, { token });

    it('should be one file of its owner, and refuse a month without invoices', async () => {
      await saveDetails();
      await issue(await buy());
      const month = dayOf(new Date()).slice(0, 7);
      expect(await list()).toMatchObject({ months: [month] });
      const { headers } = await monthly(month);
      expect(headers['content-type']).toBe('application/pdf');
      expect(headers['content-disposition']).toBe(`attachment; filename="invoices-${month}.pdf"`);
      for (const reply of [monthly(month, await api.customer('Eve')), monthly('2001-01')])
        expect(await codeOf(reply)).toEqual([404, 'INVOICE_NOT_FOUND']);
      for (const bad of ['', '2026', '2026-13', '2026-1'])
        expect(await codeOf(monthly(bad))).toEqual([422, 'VALIDATION_FAILED']);
    });

    withPdfToText('should list its invoices and credit notes, with totals', async () => {
      await saveDetails();
      for (let n = 0; n < 30; n += 1) await issue(await buy(1075));
      await refund((await list()).invoices[0]!.transaction_id, Money.naira(1075));
      const { invoices } = await list('?per_page=50');
      const text = await readPdfText((await monthly(dayOf(new Date()).slice(0, 7))).raw);
      for (const { number } of invoices) expect(text).toContain(number);
      for (const part of ['-₦1,075.00', '₦29,000.00', '₦2,175.00', '₦31,175.00'])
        expect(text).toContain(part);
    });
  });

  it('should keep what was issued, whatever changes later', async () => {
    await saveDetails();
    const id = await buy();
    const invoice = invoiceOf(await issue(id));
    for (const statement of [
      `UPDATE invoice SET total_kobo = total_kobo WHERE id = ${invoice.id}`,
      `DELETE FROM invoice WHERE id = ${invoice.id}`,
      `TRUNCATE invoice CASCADE`,
    ])
      await expect(api.sql(statement)).rejects.toThrow('append-only');
    await set({ vatPercentage: 20, invoiceSellerName: 'Another Ltd' });
    await saveDetails({ name: 'Another', address: 'Ikeja' });
    const part = await refund(id, Money.naira(1075));
    expect((await list()).invoices).toMatchObject([
      { transaction_id: part, buyer_name: DETAILS.name, vat_rate: '7.5', vat_amount: '75.00' },
      invoice,
    ]);
    await set({ vatPercentage: null, invoiceSellerName: null });
  });

  it('should stay when the account is deleted, while the billing details go', async () => {
    await saveDetails();
    const { number } = invoiceOf(await issue(await buy(500_000)));
    const sections = await exportAccount();
    expect(sections.billing_details).toMatchObject([{ name: DETAILS.name, tin: DETAILS.tin }]);
    expect(sections.invoices).toMatchObject([{ number, total: '500000.00', vat: '34883.72' }]);
    expect((await api.call('DELETE', '/user', { token: ada.token })).status).toBe(200);
    expect(await api.sql(`SELECT FROM billing_details WHERE user_id = $1`, [ada.id])).toEqual([]);
    expect(
      await api.sql(`SELECT number, buyer ->> 'name' AS name FROM invoice WHERE user_id = $1`, [
        ada.id,
      ]),
    ).toEqual([{ number, name: DETAILS.name }]);
  });

  async function exportAccount(): Promise<Record<string, object[]>> {
    const { body } = await api.call('GET', '/user/export', { token: ada.token });
    return body.data as unknown as Record<string, object[]>;
  }

  /** Saves settings as staff. */
  async function set(settings: object): Promise<void> {
    const staff = await api.customer('Ngozi');
    await api.sql(`UPDATE users SET role = 'admin' WHERE id = $1`, [staff.id]);
    const token = await api.signIn(staff.id);
    const { status } = await api.call('PUT', '/admin/system/settings', { token, body: settings });
    expect(status).toBe(200);
    api.app.get(SettingsService, { strict: false }).invalidateCache();
  }
});
