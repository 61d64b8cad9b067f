import { INVOICE_INVARIANTS } from '../../../src/admin/integrity/order-invariants';
import { Money } from '../../../src/common/money/money';
import { useCustomerApi, type Customer } from '../../support/customer-api';
import { hasPdfToText, readPdfText } from '../../support/pdf-text';

jest.setTimeout(60_000);

const BATCH = '7d9f2c1e-5b7a-4a52-9d0e-3f1c8a6b2e40';
const OTHER_BATCH = '8d9f2c1e-5b7a-4a52-9d0e-3f1c8a6b2e40';

interface Line {
  id: number;
  batch_id: string | null;
  batch: object | null;
}

// Needs pdftotext (poppler-utils); skipped without it.
const withPdfToText = hasPdfToText() ? it : it.skip;

describe('Renewals made together', () => {
  const api = useCustomerApi();
  let ada: Customer;
  beforeEach(async () => {
    ada = await api.customer();
    await api.move(ada.id, { amount: Money.naira(500_000) });
  });

  const renew = (naira: number, batch_id = BATCH, { id } = ada) =>
    api.move(id, {
      type: 'debit',
      purpose: 'purchase',
      amount: Money.naira(naira),
      description: `Renewal for ₦${naira}`,
      paymentMethod: 'wallet',
      metadata: { quantity: 1, batch_id },
    });
  const refund = (refundOf: number, amount: Money) =>
    api.move(ada.id, { purpose: 'refund', description: 'Refund', amount, refundOf });

  describe('on the statement', () => {
    const list = async (query: string) => {
      const { status, body } = await api.call('GET', `/payments/transactions?${query}`, {
        token: ada.token,
      });
      expect(status).toBe(200);
      return body.data as unknown as { transactions: Line[]; pagination: { total: number } };
    };
    const idsOf = ({ transactions }: { transactions: Line[] }) => transactions.map(({ id }) => id);

    it('should be listed one by one, or as one that counts once', async () => {
      const before = await renew(100, OTHER_BATCH);
      const ids = [await renew(1000), await renew(2000)];
      const between = await api.move(ada.id);
      ids.push(await renew(4000));
      const single = await list('per_page=4');
      expect(idsOf(single)).toEqual([ids[2], between, ids[1], ids[0]]);
      expect(single.transactions.map(({ batch_id, batch }) => [batch_id, batch])).toEqual([
        [BATCH, null],
        [null, null],
        [BATCH, null],
        [BATCH, null],
      ]);
      const [first, second] = [
        await list('group=batch&per_page=2'),
        await list('group=batch&per_page=2&page=2'),
      ];
      // The top-up of every customer here is the fourth.
      expect([first.pagination.total, second.transactions.length]).toEqual([4, 2]);
      expect(idsOf(first)).toEqual([ids[2], between]);
      expect(idsOf(second)[0]).toBe(before);
      expect(first.transactions[0]).toMatchObject({
        batch_id: BATCH,
        batch: {
          description: 'Renewal of 3 proxies',
          transactions: 3,
          amount: 7000,
          status: 'successful',
          can_invoice: true,
        },
      });
      expect(second.transactions[0]).toMatchObject({ batch_id: OTHER_BATCH, batch: null });
      expect(idsOf(await list(`batch=${BATCH}`))).toEqual([...ids].reverse());
    });

    it('should be found by what any of them matches', async () => {
      await renew(1000);
      const found = await renew(2000);
      await renew(4000);
      const { transactions } = await list('group=batch&search=Renewal%20for%20%E2%82%A62000');
      expect(transactions).toMatchObject([{ id: found, batch: { transactions: 3 } }]);
      expect((await list('group=batch&from=2026-01-01&to=2027-12-31')).pagination.total).toBe(2);
      expect((await list('group=batch&to=2020-01-01')).pagination.total).toBe(0);
    });

    it('should keep apart what other customers renewed, and what a client calls a batch', async () => {
      const eve = await api.customer('Eve');
      await api.move(eve.id, { amount: Money.naira(10_000) });
      await renew(3000, BATCH, eve);
      const own = [await renew(1000), await renew(2000)];
      const topUp = await api.move(ada.id, { metadata: { batch_id: BATCH } });
      const { transactions } = await list('group=batch&per_page=2');
      expect(transactions).toMatchObject([
        { id: topUp, batch_id: null, batch: null },
        { id: own[1], batch: { transactions: 2, amount: 3000 } },
      ]);
      expect(idsOf(await list(`batch=${BATCH}`))).toEqual([own[1], own[0]]);
    });

    it.each(['group=order', 'batch=1'])('should refuse %s', async (query) => {
      const { status } = await api.call('GET', `/payments/transactions?${query}`, {
        token: ada.token,
      });
      expect(status).toBe(422);
    });
  });

  describe('on their invoice', () => {
    interface Invoice {
      id: number;
      kind: string;
      description: string;
      transaction_id: number;
      total_amount: string;
    }
    beforeEach(() =>
      api.call('PUT', '/user/billing-details', {
        token: ada.token,
        body: { name: 'Ada Ltd', address: 'Ikeja' },
      }),
    );
    /** What the invariant of the daily check demands, of all invoices so far. */
    afterEach(async () => {
      for (const [, sql] of Object.values(INVOICE_INVARIANTS))
        expect(await api.sql(sql)).toEqual([]);
    });

    const issue = async (transaction_id: unknown) => {
      const { status, body } = await api.call('POST', '/user/invoices', {
        token: ada.token,
        body: { transaction_id },
      });
      expect(status).toBe(200);
      return (body.data as unknown as { invoice: Invoice }).invoice;
    };
    const list = async () => {
      const { body } = await api.call('GET', '/user/invoices', { token: ada.token });
      return body.data as unknown as { invoices: Invoice[]; pagination: { total: number } };
    };

    it('should be one for all its charges, also when each is issued at once', async () => {
      const ids = [await renew(1000), await renew(2000), await renew(4000)];
      const other = await renew(500, OTHER_BATCH);
      const replies = await Promise.all(ids.map((id) => issue(id)));
      const [invoice, ...same] = replies;
      expect(same).toEqual([invoice, invoice]);
      expect(invoice).toMatchObject({
        transaction_id: ids[0],
        description: 'Renewal of 3 proxies',
        total_amount: '7000.00',
      });
      expect((await issue(other)).total_amount).toBe('500.00');
      // What is renewed later in the same batch has an invoice of its own.
      const late = await renew(800);
      expect(await issue(late)).toMatchObject({ total_amount: '800.00' });
      expect((await list()).pagination.total).toBe(3);
    });

    it('should leave out what was refunded, and follow later refunds of each charge', async () => {
      const [full, part, whole] = [await renew(1000), await renew(2000), await renew(4000)];
      await refund(full, Money.naira(1000));
      await refund(part, Money.naira(500));
      const invoice = await issue(full);
      expect(invoice).toMatchObject({ transaction_id: part, total_amount: '6000.00' });
      await refund(whole, Money.naira(4000));
      const { invoices } = await list();
      expect(invoices.map(({ kind, total_amount }) => [kind, total_amount])).toEqual([
        ['credit_note', '4000.00'],
        ['credit_note', '500.00'],
        ['invoice', '6000.00'],
      ]);
    });

    it('should not take in the charges of another customer under the same id', async () => {
      const eve = await api.customer('Eve');
      await api.move(eve.id, { amount: Money.naira(10_000) });
      await renew(3000, BATCH, eve);
      const own = await renew(1000);
      expect(await issue(own)).toMatchObject({ total_amount: '1000.00' });
    });

    withPdfToText('should list every charge in the PDF', async () => {
      const ids = [await renew(1000), await renew(2000)];
      const { id } = await issue(ids[1]);
      const { raw } = await api.call('GET', `/user/invoices/${id}/pdf`, { token: ada.token });
      const text = await readPdfText(raw);
      for (const words of ['Renewal for ₦1000', 'Renewal for ₦2000', '₦3,000.00'])
        expect(text).toContain(words);
    });
  });
});
