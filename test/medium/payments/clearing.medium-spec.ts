import { PayoutImportService } from '../../../src/payments/payouts/payout-import.service';
import { runConcurrently, usePaymentsTestApp, type Topup } from './payments-test-app';

const WHY = 'The bank confirmed it by phone.';

describe('ClearingService', () => {
  const app = usePaymentsTestApp();

  /** Postings of a payment that moved no wallet: kind, account other than clearing, and the sum owed by the provider. */
  const findSystemPostings = async ({ reference }: Topup): Promise<string[]> => {
    const rows = await app.sql<{ line: string }>(
      `SELECT t.kind || ' ' || a.code || ' ' || e.amount_kobo::int / 100.0 AS line
       FROM ledger_transaction t JOIN ledger_entry e ON e.transaction_id = t.id
       JOIN ledger_account a ON a.id = e.account_id AND a.kind = 'system' AND a.code <> 'korapay_clearing'
       WHERE t.reference = $1 ORDER BY t.id`,
      [reference],
    );
    return rows.map(({ line }) => line.replace(/\.?0+$/, ''));
  };

  describe('money in review', () => {
    const OVERPAID = { amount_paid: '6000.00', fee: 75 };
    const HELD = ['review_hold in_review 6000', 'provider_fee provider_fees -75'];

    it('should hold what was paid and book the fee when the review opens', async () => {
      const topup = await app.createInReview(5000, OVERPAID);
      expect(await findSystemPostings(topup)).toEqual(HELD);
    });

    it('should release what is credited and keep the excess until its refund succeeds', async () => {
      const topup = await app.createInReview(5000, OVERPAID);
      const accept = () => app.review.accept(app.admin, topup.paymentId, WHY, 'asked');
      expect(await runConcurrently([accept, accept, accept])).toMatchObject({ done: 1 });
      const accepted = [...HELD, 'review_release in_review -5000'];
      expect(await findSystemPostings(topup)).toEqual(accepted);
      await app.advanceRefunds(topup);
      await Promise.all([1, 2, 3].map(() => app.advanceRefunds(topup)));
      expect(await findSystemPostings(topup)).toEqual([
        ...accepted,
        'review_refund in_review -1000',
      ]);
    });

    it('should hold the money of a rejected payment until it is refunded', async () => {
      const topup = await app.createInReview(5000, { amount_accepted: '4000.00', fee: 75 });
      await app.review.reject(app.admin, topup.paymentId, WHY, false);
      const held = ['review_hold in_review 4000', 'provider_fee provider_fees -75'];
      expect(await findSystemPostings(topup)).toEqual(held);
      await app.review.refund(app.admin, topup.paymentId, WHY);
      await app.advanceRefunds(topup);
      await app.advanceRefunds(topup);
      expect(await findSystemPostings(topup)).toEqual([...held, 'review_refund in_review -4000']);
    });

    it('should hold nothing while it is unknown what was paid', async () => {
      const topup = await app.createInReview(5000, { currency: 'USD', fee: 75 });
      await app.review.accept(app.admin, topup.paymentId, WHY, 'asked');
      expect(await findSystemPostings(topup)).toEqual([]);
    });
  });

  it.each([
    ['by the shop', {}, ['provider_fee provider_fees -75']],
    ['by the customer', { amount_paid: '5075.00' }, []],
    ['by both', { amount_paid: '5050.00' }, ['provider_fee provider_fees -25']],
    [
      'by the shop, the excess being returned',
      { amount_paid: '5060.00', amount_accepted: '5000.00' },
      ['provider_fee provider_fees -75'],
    ],
    ['by nobody yet', { fee: null }, []],
  ])('should book the fee of a credited charge that is borne %s', async (_who, data, postings) => {
    const topup = await app.createInReview(5000, data);
    expect(await app.getPayment(topup)).toMatchObject({ status: 'successful', naira: 5000 });
    expect(await findSystemPostings(topup)).toEqual(postings);
  });
});

describe('Payouts of the card provider', () => {
  const app = usePaymentsTestApp({ per: 'case' });

  const payOut = async () => {
    const { status, body } = await app.call('POST', '/sandbox/korapay/control/payouts');
    expect(status).toBe(201);
    return body as { reference: string; amountKobo: string };
  };
  const getBalances = async () => {
    const rows = await app.sql<{ code: string; naira: number }>(
      `SELECT a.code, coalesce(sum(e.amount_kobo), 0)::float / 100 AS naira FROM ledger_account a
       LEFT JOIN ledger_entry e ON e.account_id = a.id
       WHERE a.code IN ('korapay_clearing', 'bank', 'provider_fees', 'in_review', 'disputes') GROUP BY a.code`,
    );
    return Object.fromEntries(rows.map(({ code, naira }) => [code, naira]));
  };
  const findItems = () =>
    app.sql(
      `SELECT kind, reference, result, amount_kobo::int / 100.0 AS naira FROM payment_payout_item ORDER BY id`,
    );
  const toFile = (...lines: string[]) =>
    ['Settlement Reference,Settlement Date,Transaction Reference,Type,Amount,Fee', ...lines].join(
      '\n',
    );

  it('should leave nothing in clearing once everything is paid out', async () => {
    await app.createCredited(5000);
    const refunded = await app.createInReview(5000);
    await app.review.reject(app.admin, refunded.paymentId, WHY, true);
    await app.advanceRefunds(refunded);
    await app.advanceRefunds(refunded);
    await app.createCredited(10_000);
    expect(await getBalances()).toMatchObject({ korapay_clearing: -14_700, in_review: 0 });
    await payOut();
    expect(await app.get(PayoutImportService).run()).toMatchObject({
      complete: true,
      counts: { listed: 1, imported: 1, matchedItems: 4, unmatchedItems: 0 },
    });
    expect(await getBalances()).toEqual({
      korapay_clearing: 0,
      bank: -14_700,
      provider_fees: -300,
      in_review: 0,
      disputes: 0,
    });
    expect(await app.findAlerts()).toEqual([]);
  });

  it('should post a payout once, by many workers, by the list and by the file', async () => {
    const topup = await app.createCredited(5000);
    const { reference } = await payOut();
    const file = toFile(`${reference},2026-01-31,${topup.reference},Pay In,"5,000.00",75`);
    const viaFile = () => app.get(PayoutImportService).importFile(app.admin, file);
    await Promise.all([1, 2, 3, 4].flatMap(() => [app.get(PayoutImportService).run(), viaFile()]));
    await app.get(PayoutImportService).run();
    expect(await getBalances()).toMatchObject({ korapay_clearing: 0, bank: -4925 });
    expect(await findItems()).toHaveLength(1);
  });

  it('should post nothing of a payout that is known with another amount', async () => {
    const { reference } = await app.createCredited(5000);
    const payout = await payOut();
    await app.get(PayoutImportService).run();
    const line = `${payout.reference},2026-01-31,9000,${reference},charge,5000,75`;
    const file = `Payout Reference,Payout Date,Payout Amount,Reference,Type,Amount,Fee\n${line}`;
    const { counts } = await app.get(PayoutImportService).importFile(app.admin, file);
    expect(counts).toMatchObject({ listed: 1, imported: 0, differing: 1 });
    expect(await getBalances()).toMatchObject({ bank: -4925 });
  });

  it('should add the items from the file when the provider has no list of them', async () => {
    const topup = await app.createCredited(5000);
    const { reference } = await payOut();
    await app.injectFault({ route: 'payout-items', status: 404, json: {} });
    const first = await app.get(PayoutImportService).run();
    expect(first).toMatchObject({ complete: true, counts: { imported: 1, matchedItems: 0 } });
    expect(await getBalances()).toMatchObject({ korapay_clearing: 0, bank: -4925 });
    const file = toFile(`${reference},2026-01-31,${topup.reference},charge,5000,75`);
    const { counts } = await app.get(PayoutImportService).importFile(app.admin, file);
    expect(counts).toMatchObject({ imported: 0, completed: 1, matchedItems: 1 });
  });

  it('should report what does not match, and match it once it is booked', async () => {
    const credited = await app.createCredited(5000);
    const late = await app.startTopup(3000);
    await app.setChargeOutcome(late.reference);
    const file = toFile(
      `PO-9,2026-01-31,${credited.reference},charge,4000,75`,
      `PO-9,2026-01-31,${late.reference},charge,3000,45`,
      'PO-9,2026-01-31,SOMEBODY-ELSES,charge,100,1',
      'PO-9,2026-01-31,RFD-404,refund,100,0',
      'PO-9,2026-01-31,X,adjustment,1,0',
    );
    const { counts } = await app.get(PayoutImportService).importFile(app.admin, file);
    expect(counts).toMatchObject({ imported: 1, matchedItems: 0, unmatchedItems: 5 });
    expect((await findItems()).map(({ result }) => result)).toEqual([
      'amount_differs',
      'not_booked',
      'unknown_reference',
      'unknown_reference',
      'unknown_reference',
    ]);
    expect(await app.findAlerts()).toEqual(['payout_difference']);
    await app.settle(late.reference);
    await app.get(PayoutImportService).run();
    expect((await findItems())[1]).toMatchObject({ result: 'matched' });
    const again = toFile(`PO-10,2026-02-01,${late.reference},charge,3000,45`);
    await app.get(PayoutImportService).importFile(app.admin, again);
    expect((await findItems()).at(-1)).toMatchObject({ result: 'duplicate' });
  });

  it('should book the fee with the payout when the charge did not report it', async () => {
    const topup = await app.startTopup(5000);
    await app.setChargeOutcome(topup.reference);
    await app.injectFault({ route: 'find', reference: topup.reference, data: { fee: null } });
    await app.settle(topup.reference);
    expect(await getBalances()).toMatchObject({ korapay_clearing: -5000, provider_fees: 0 });
    await payOut();
    await app.get(PayoutImportService).run();
    expect(await getBalances()).toMatchObject({ korapay_clearing: 0, provider_fees: -75 });
  });

  it.each([
    ['the chargeback is recorded', false],
    ['the provider pays the money out', true],
  ])('should hold a disputed payment until %s', async (_what, isWon) => {
    const topup = await app.createCredited(5000);
    await app.createCredited(10_000);
    const deduction = toFile(`PO-1,2026-01-31,${topup.reference},chargeback,-5000,100`);
    const charges = (await app.sql<{ reference: string }>('SELECT reference FROM payment')).map(
      ({ reference }) =>
        `PO-1,2026-01-31,${reference},charge,${reference === topup.reference ? '5000,75' : '10000,150'}`,
    );
    await app.get(PayoutImportService).importFile(app.admin, [deduction, ...charges].join('\n'));
    const held = { korapay_clearing: 0, disputes: -5000, bank: -9675, provider_fees: -325 };
    expect(await getBalances()).toMatchObject(held);
    if (isWon)
      await app
        .get(PayoutImportService)
        .importFile(app.admin, toFile(`PO-2,2026-02-01,${topup.reference},dispute,5000,0`));
    else await app.chargebacks.record(app.admin, topup.paymentId, { reason: WHY });
    expect(await getBalances()).toMatchObject({ korapay_clearing: 0, disputes: 0 });
  });

  it.each([
    ['payouts', { status: 503, json: {} }],
    ['payouts', { data: { data: [{ reference: 'PO', status: 'success', amount: '1e3' }] } }],
    ['payout-items', { status: 500, json: {} }],
    ['payout-items', { data: { data: [{ reference: 'X', amount: 'many' }] } }],
    ['payout-items', { data: { has_more: true, data: [] } }],
  ])(
    'should continue after the provider’s list of %s was not readable (%j)',
    async (route, fault) => {
      await app.createCredited(5000);
      await payOut();
      await app.injectFault({ route, times: 1, ...fault });
      expect(await app.get(PayoutImportService).run()).toMatchObject({
        complete: false,
        counts: { imported: 0 },
      });
      expect(await getBalances()).toMatchObject({ bank: 0 });
      await app.sql(`UPDATE payment_payout_import SET started_at = now() - interval '7 hours'`);
      expect(await app.findAlerts()).toEqual(['payout_import_stuck']);
      expect(await app.get(PayoutImportService).run()).toMatchObject({
        complete: true,
        counts: { imported: 1 },
      });
      expect(await app.findAlerts()).toEqual([]);
    },
  );

  describe('for staff', () => {
    const api = async <T = Record<string, unknown>>(path: string, body?: unknown) => {
      const answer = await app.call(body ? 'POST' : 'GET', `/api/v1/admin/clearing${path}`, {
        user: app.admin.userId,
        body,
      });
      expect(answer.status).toBe(200);
      return (answer.body as { data: T }).data;
    };

    it('should agree with the balance of the provider, before and after a payout', async () => {
      await app.createCredited(5000);
      const agreed = { difference: '0.00', explained: '0.00', unexplained: '0.00', note: null };
      expect(await api('/comparison')).toMatchObject({
        owed: '4925.00',
        reported: '4925.00',
        ...agreed,
      });
      await payOut();
      await app.get(PayoutImportService).run();
      expect(await api('/comparison')).toMatchObject({ owed: '0.00', reported: '0.00', ...agreed });
      expect(await api('')).toMatchObject({
        accounts: expect.arrayContaining([
          { code: 'korapay_clearing', balance: '0.00' },
          { code: 'bank', balance: '4925.00' },
          { code: 'provider_fees', balance: '75.00' },
        ]),
        unmatched_items: 0,
        payouts_without_items: 0,
        last_import: { source: 'api', complete: true, counts: { imported: 1, matched_items: 1 } },
      });
      expect(await api('/accounts/bank')).toMatchObject({
        months: [{ increase: '4925.00', decrease: '0.00', balance: '4925.00' }],
      });
    });

    it('should explain the difference by the unmatched items', async () => {
      const unknown = await app.startTopup(3000);
      await app.setChargeOutcome(unknown.reference);
      await payOut();
      await app.sql(`UPDATE sandbox.charge SET reference = 'SOMEBODY-ELSES'`);
      await app.get(PayoutImportService).run();
      expect(await api('/comparison')).toMatchObject({
        owed: '-2955.00',
        reported: '0.00',
        difference: '2955.00',
        explained: '2955.00',
        unexplained: '0.00',
      });
      const { payouts } = await api<{ payouts: { id: number }[] }>('/payouts');
      expect(payouts).toMatchObject([
        { amount: '2955.00', matched_items: 0, unmatched_items: 1, items_total: '2955.00' },
      ]);
      expect(await api(`/items?payout_id=${payouts[0]!.id}&show=unmatched`)).toMatchObject({
        items: [{ reference: 'SOMEBODY-ELSES', result: 'unknown_reference', expected: null }],
        pagination: { total: 1 },
      });
      await app.injectFault({ route: 'balances', status: 503, json: {} });
      expect(await api('/comparison')).toMatchObject({
        owed: '-2955.00',
        reported: null,
        difference: null,
        note: 'HTTP 503, no readable balance',
      });
    });

    it('should import a file, say what it brought, and refuse one that is too large', async () => {
      const { reference } = await app.createCredited(5000);
      const content = toFile(
        `PO-1,2026-01-31,${reference},charge,5000,75`,
        'PO-2,2026-01-31,B,charge,many,0',
      );
      const report = {
        counts: { listed: 1, imported: 1, matched_items: 1, unmatched_items: 0 },
        problems: [{ line: 3, message: 'The amount is not readable.' }],
      };
      expect(await api('/import-file', { content })).toMatchObject(report);
      expect(await api('/import-file', { content })).toMatchObject({
        counts: { listed: 1, imported: 0, matched_items: 0 },
      });
      const tooLarge = await app.callAsStaff('POST', 'clearing/import-file', {
        content: 'x'.repeat(180_001),
      });
      expect(tooLarge).toMatchObject({ status: 422 });
    });
  });
});
