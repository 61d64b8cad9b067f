import { Money } from '../../../src/common/money/money';
import { DAY } from '../../../src/common/time/clock';
import { dayOf } from '../../../src/common/time/calendar';
import { UnitOfWork } from '../../../src/database/unit-of-work';
import { StatementService } from '../../../src/wallet/statement/statement.service';
import { WalletService } from '../../../src/wallet/wallet.service';
import { useCustomerApi, type Customer } from '../../support/customer-api';
import { hasPdfToText, readPdfText } from '../../support/pdf-text';

jest.setTimeout(60_000);

describe('Wallet documents', () => {
  const api = useCustomerApi({ SUPPORT_EMAIL: 'help@shop.example.com' });
  let ada: Customer;
  beforeEach(async () => {
    ada = await api.customer('Ṣọlá Ɓello');
  });

  describe('receipt', () => {
    const receipt = (id: number | string, { token } = ada) =>
      api.call('GET', `/payments/transactions/${id}/receipt`, { token });

    it('should be a PDF for a top-up, a purchase and a refund', async () => {
      const topUp = await api.move(ada.id, { reference: `TOPUP-${ada.id}` });
      const purchase = await api.move(ada.id, {
        type: 'debit',
        purpose: 'purchase',
        amount: Money.naira(1000),
        paymentMethod: 'wallet',
      });
      const refund = await api.move(ada.id, { purpose: 'refund', paymentMethod: 'wallet' });
      for (const id of [topUp, purchase, refund]) {
        const { status, headers, raw } = await receipt(id);
        expect([status, headers['content-type']]).toEqual([200, 'application/pdf']);
        expect(raw.subarray(0, 5).toString()).toBe('%PDF-');
        expect(raw.subarray(-6).toString().trim()).toBe('%%EOF');
      }
      expect((await receipt(topUp)).headers['content-disposition']).toBe(
        `attachment; filename="receipt-TOPUP-${ada.id}.pdf"`,
      );
    });

    // Needs pdftotext (poppler-utils); skipped without it.
    const withPdfToText = hasPdfToText() ? it : it.skip;
    withPdfToText('should contain the payment data with Nigerian characters', async () => {
      const text = await readPdfText((await receipt(await api.move(ada.id))).raw);
      for (const part of ['NairaProxy', 'Receipt', '₦5,000.00', 'Ṣọlá Ɓello', ada.email])
        expect(text).toContain(part);
      for (const part of ['Wallet top-up', 'Card', 'Paid', 'help@shop.example.com', 'LINE-'])
        expect(text).toContain(part);
    });

    withPdfToText('should say what was refunded of a purchase', async () => {
      await api.move(ada.id);
      const purchase = await api.move(ada.id, { type: 'debit', purpose: 'purchase' });
      const amount = Money.naira(2000);
      const refund = {
        purpose: 'refund',
        refundOf: purchase,
        reference: 'REFUND-OF-PART',
      } as const;
      await api.move(ada.id, { ...refund, amount });
      const text = await readPdfText((await receipt(purchase)).raw);
      for (const part of ['₦5,000.00', 'Paid, ₦2,000 refunded', 'REFUND-OF-PART'])
        expect(text).toContain(part);
    });

    it('should sanitize the reference in the Content-Disposition header', async () => {
      const id = await api.move(ada.id, { reference: `x"; filename="/etc/ọ-${ada.id}` });
      expect((await receipt(id)).headers['content-disposition']).toBe(
        `attachment; filename="receipt-x-filename-etc--${ada.id}.pdf"`,
      );
    });

    it('should exist only for the owner, completed transactions and the documented kinds', async () => {
      const eve = await api.customer('Eve');
      const own = await api.move(ada.id);
      const funding = await api.move(ada.id, { purpose: 'funding' });
      const pending = await insertLine('pending');
      const failed = await insertLine('failed');
      for (const [id, customer] of [
        [own, eve],
        [funding, ada],
        [pending, ada],
        [failed, ada],
        [0, ada],
        [999_999_999_999, ada],
      ] as const) {
        const answer = await receipt(id, customer);
        expect([answer.status, answer.body.code]).toEqual([404, 'RECEIPT_NOT_FOUND']);
      }
      expect((await receipt(own)).status).toBe(200);
    });
  });

  describe('statement export', () => {
    const BOM = '\uFEFF';
    const HEAD = 'Date,Reference,Type,Description,Amount (NGN),Status,Method,Balance after';
    // A day of margin on both sides, in case midnight passes during the test.
    const [from, to] = [-DAY, DAY].map((ahead) => dayOf(new Date(Date.now() + ahead)));
    const statement = (query: string, { token } = ada) =>
      api.call('GET', `/payments/statement?${query}`, { token });
    const allRowsOf = (raw: Buffer) => raw.toString().split('\r\n').slice(1, -1);
    /** Without the balances. */
    const rowsOf = (raw: Buffer) => allRowsOf(raw).slice(1, -1);

    it('should list transactions with the balance after each, oldest first', async () => {
      await api.move(ada.id, { reference: `A-${ada.id}` });
      await api.move(ada.id, {
        reference: `B-${ada.id}`,
        type: 'debit',
        purpose: 'purchase',
        amount: Money.kobo(123_450n),
        description: 'Residential proxy, 1 GB, Nigeria',
        paymentMethod: 'wallet',
      });
      await insertLine('pending', `C-${ada.id}`);
      await api.move((await api.customer()).id);
      const { status, headers, raw } = await statement(`from=${from}&to=${to}`);
      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(headers['content-disposition']).toBe(
        `attachment; filename="statement-${from}-${to}.csv"`,
      );
      expect(raw.toString().startsWith(`${BOM}${HEAD}\r\n`)).toBe(true);
      const rows = allRowsOf(raw);
      expect(rows.map((row) => row.replace(/^[^,]+,/, ''))).toEqual([
        ',,Opening balance,,,,0.00',
        `A-${ada.id},Credit,Wallet top-up,5000.00,Successful,Card,5000.00`,
        `B-${ada.id},Debit,"Residential proxy, 1 GB, Nigeria",1234.50,Successful,Wallet,3765.50`,
        `C-${ada.id},Credit,Waiting,10.00,Pending,,`,
        ',,Closing balance,,,,3765.50',
      ]);
      for (const row of rows) expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
    });

    it('should escape spreadsheet formulas', async () => {
      await api.move(ada.id, {
        reference: `=HYPERLINK("http://x";"${ada.id}")`,
        description: '@SUM(A1:A9)',
        paymentMethod: '+cmd|calc',
      });
      const [row] = rowsOf((await statement(`from=${from}&to=${to}`)).raw);
      expect(row).toContain(`,"'=HYPERLINK(""http://x"";""${ada.id}"")",`);
      expect(row).toContain(`,'@SUM(A1:A9),`);
      expect(row).toContain(`,'+cmd|calc,`);
    });

    it('should count days in Lagos time, the last one included', async () => {
      for (const [reference, at] of [
        ['before', '2026-02-28T22:59:59Z'],
        ['first', '2026-02-28T23:00:00Z'],
        ['last', '2026-03-31T22:59:59Z'],
        ['after', '2026-03-31T23:00:00Z'],
      ])
        await insertLine('failed', `${reference}-${ada.id}`, at);
      const rows = rowsOf((await statement('from=2026-03-01&to=2026-03-31')).raw);
      expect(rows.map((row) => row.split(',').slice(0, 2))).toEqual([
        ['2026-03-01 00:00:00', `first-${ada.id}`],
        ['2026-03-31 23:59:59', `last-${ada.id}`],
      ]);
    });

    it('should export all lines, also when many share a timestamp', async () => {
      await api.sql(
        `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo,
           description, created_at)
         SELECT $1::int, 'MANY-' || $1::int || '-' || n, 'credit', 'topup', 'failed', 100, 'Line',
                timestamptz '2026-01-10 12:00:00Z' + (n / 700) * interval '1 microsecond'
         FROM generate_series(1, 2500) AS n`,
        [ada.id],
      );
      const rows = rowsOf((await statement('from=2026-01-01&to=2026-01-31')).raw);
      expect(rows).toHaveLength(2500);
      expect(new Set(rows.map((row) => row.split(',')[1])).size).toBe(2500);
    });

    it('should contain only the balances when there are no transactions', async () => {
      const { raw } = await statement('from=2020-01-01&to=2020-12-31');
      expect(raw.toString()).toBe(
        `${BOM}${HEAD}\r\n2020-01-01 00:00:00,,,Opening balance,,,,0.00\r\n` +
          `2020-12-31 23:59:59,,,Closing balance,,,,0.00\r\n`,
      );
    });

    it('should carry the balance from period to period by the time of the postings', async () => {
      const old = await api.move(ada.id, { reference: `OLD-${ada.id}` });
      await postAt(old, '2026-01-20T12:00:00Z');
      // Started in January, paid in February.
      const late = await api.move(ada.id, { reference: `LATE-${ada.id}` });
      await postAt(late, '2026-01-31T22:00:00Z', '2026-01-31T23:30:00Z');
      await insertLine('pending', `OPEN-${ada.id}`, '2026-02-10T12:00:00Z');
      await api.move(ada.id, { type: 'debit', purpose: 'purchase', amount: Money.kobo(123_450n) });
      const file = async (query: string) =>
        allRowsOf((await statement(query)).raw).map((row) => {
          const cells = row.split(',');
          return [cells[1] || cells[3], cells[7]];
        });
      expect(await file('from=2026-01-01&to=2026-01-31')).toEqual([
        ['Opening balance', '0.00'],
        [`OLD-${ada.id}`, '5000.00'],
        ['Closing balance', '5000.00'],
      ]);
      expect(await file('from=2026-02-01&to=2026-02-28')).toEqual([
        ['Opening balance', '5000.00'],
        [`LATE-${ada.id}`, '10000.00'],
        [`OPEN-${ada.id}`, ''],
        ['Closing balance', '10000.00'],
      ]);
      expect((await file(`from=2026-03-01&to=${to}`)).map(([, balance]) => balance)).toEqual([
        ...['10000.00', '8765.50', '8765.50'],
      ]);
    });

    it('should leave out what is posted during the download', async () => {
      await api.move(ada.id, { reference: `FIRST-${ada.id}` });
      const waiting = await insertLine('pending', `WAITING-${ada.id}`);
      const balances = api.app.get(StatementService, { strict: false });
      const find = balances.findBalances.bind(balances);
      jest.spyOn(balances, 'findBalances').mockImplementationOnce(async (...args) => {
        const found = await find(...args);
        await api.move(ada.id, { reference: `SECOND-${ada.id}` });
        await api.app.get(UnitOfWork).run(() =>
          api.app.get(WalletService, { strict: false }).complete(waiting, {
            idempotencyKey: `test:WAITING-${ada.id}`,
            kind: 'topup',
            against: 'korapay_clearing',
          }),
        );
        return found;
      });
      const { raw } = await statement(`from=${from}&to=${to}`);
      const text = raw.toString();
      expect(rowsOf(raw).map((row) => row.split(',')[1])).toEqual([
        `FIRST-${ada.id}`,
        `WAITING-${ada.id}`,
      ]);
      expect(text).toContain(`WAITING-${ada.id},Credit,Waiting,10.00,Pending,,\r\n`);
      expect(text).toMatch(/,Closing balance,,,,5000\.00\r\n$/);
    });

    it.each([
      ['from=2026-03-02&to=2026-03-01', 'to'],
      ['from=2026-02-30&to=2026-03-01', 'from'],
      ['from=2026-03-01', 'to'],
      ['from=01/03/2026&to=2026-03-31', 'from'],
      ['from=2026-03-01T00:00:00Z&to=2026-03-31', 'from'],
      ['from=2026-03-01&to=2026-03-31&user_id=1', 'user_id'],
    ])('should refuse %s', async (query, field) => {
      const answer = await statement(query);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
    });
  });

  /** Dates a posted line back. */
  async function postAt(id: number, createdAt: string, postedAt = createdAt): Promise<void> {
    await api.app.get(UnitOfWork).run(async () => {
      const manager = api.app.get(UnitOfWork).requireTransaction();
      await manager.query('SET LOCAL session_replication_role = replica');
      await manager.query('UPDATE wallet_transaction SET created_at = $2 WHERE id = $1', [
        id,
        createdAt,
      ]);
      for (const [table, key] of [
        ['ledger_entry', 'transaction_id'],
        ['ledger_transaction', 'id'],
      ])
        await manager.query(
          `UPDATE ${table} SET created_at = $2 WHERE ${key} =
             (SELECT ledger_transaction_id FROM wallet_transaction WHERE id = $1)`,
          [id, postedAt],
        );
    });
  }

  let serial = 0;
  async function insertLine(status: string, reference?: string, at?: string): Promise<number> {
    const [row] = await api.sql<{ id: number }>(
      `INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo,
         description, created_at)
       VALUES ($1, $2, 'credit', 'topup', $3, 1000, 'Waiting', coalesce($4::timestamptz, now()))
       RETURNING id`,
      [ada.id, reference ?? `OPEN-${(serial += 1)}`, status, at ?? null],
    );
    return row!.id;
  }
});

/** Text of a PDF. */
