import { AlertsService } from '../../../src/admin/alerts/alerts.service';
import {
  AlertConditionQueries,
  CONDITION_KINDS,
} from '../../../src/admin/alerts/alert-conditions.queries';
import { useAdminTestApp, type TestUser } from './admin-test-app';
import { insertAttentionCases } from './attention-cases';

const WITHHELD = { amount: null, metadata: null, payment: null };

describe('GET /admin/transactions', () => {
  const testApp = useAdminTestApp();
  let admin: TestUser;
  let subAdmin: TestUser;
  let ada: TestUser;

  beforeAll(async () => {
    [admin, subAdmin] = [await testApp.createUser('admin'), await testApp.createUser('sub-admin')];
    ada = await testApp.createUser('user', 'Ada Payer');
    await testApp.fund(ada.id, 9000);
    await testApp.sell(ada.id, { naira: 2500 });
    await testApp.sell(ada.id, { naira: 400, status: 'refunded', refundedNaira: 400 });
    await line('REFUND-1', 'credit', 'refund', 'successful', 400, 'Refund of an order');
    await line('PENDING-1', 'credit', 'topup', 'pending', 1200, '');
    await line('PENDING-2', 'debit', 'purchase', 'pending', 300, ' ', { proxy_type: 'mobile' });
    await line('FAILED-1', 'credit', 'topup', 'failed', 5000, 'Wallet funding');
    await line('CANCELLED-1', 'credit', 'topup', 'cancelled', 700, 'Wallet funding');
    await testApp.sql(
      `INSERT INTO payment (user_id, transaction_id, reference, provider, status, amount_kobo, reason, expires_at)
       SELECT user_id, id, reference, 'korapay', 'review', amount_kobo, 'Paid ₦1,000 instead', now()
       FROM wallet_transaction WHERE reference = 'PENDING-1'`,
    );
  }, 60_000);

  async function line(
    reference: string,
    type: string,
    purpose: string,
    status: string,
    naira: number,
    description: string,
    metadata: object = {},
  ): Promise<void> {
    await testApp.sql(
      `WITH book AS (INSERT INTO ledger_transaction (idempotency_key, kind, reference)
                     VALUES ($2, 'topup', $2) RETURNING id)
       INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo,
         description, metadata, ledger_transaction_id)
       SELECT $1, $2, $3, $4, $5, $6, $7, $8, id FROM book`,
      [ada.id, reference, type, purpose, status, naira * 100, description, metadata],
    );
  }

  const list = async (query = '', caller = admin) =>
    (await testApp.call(caller, 'GET', `/admin/transactions/all?${query}`)).body.data as {
      transactions: { reference: string }[];
      statistics: object;
      pagination: object;
    };
  const references = async (query: string) =>
    (await list(query)).transactions.map(({ reference }) => reference);

  const idOf = async (reference: string) =>
    (
      await testApp.sql<{ id: number }>('SELECT id FROM wallet_transaction WHERE reference = $1', [
        reference,
      ])
    )[0]!.id;

  it('should compute the statistics over all transactions', async () => {
    expect((await list('status=failed')).statistics).toEqual({
      total_revenue: 2500,
      total_transactions: 8,
      total_refunds: 400,
      pending_amount: 1500,
      successful_transactions: 3,
      failed_transactions: 1,
      cancelled_transactions: 1,
      refunded_transactions: 1,
      pending_transactions: 2,
      credit_revenue: 9000,
      debit_amount: 2900,
    });
  });

  it('should include the card payment of a top-up', async () => {
    expect((await list('search=PENDING-1')).transactions).toEqual([
      expect.objectContaining({
        reference: 'PENDING-1',
        amount: 1200,
        currency: 'NGN',
        korapay_reference: 'PENDING-1',
        payment: { id: expect.any(Number), status: 'review', reason: 'Paid ₦1,000 instead' },
        user: { id: ada.id, name: 'Ada Payer', email: ada.email },
      }),
    ]);
  });

  it('should name the staff behind a transaction, but not what a client claims', async () => {
    const claim = { funded_by: admin.id, accepted_by: admin.id };
    await testApp.sql(
      `UPDATE wallet_transaction SET metadata = $1 WHERE reference IN ('FAILED-1', 'PENDING-1')`,
      [claim],
    );
    await testApp.sql(`UPDATE payment SET status = 'successful' WHERE reference = 'PENDING-1'`);
    const getMetadata = async (reference: string) =>
      (await list(`search=${reference}`)).transactions[0] as unknown as { metadata: object };
    expect((await getMetadata('FAILED-1')).metadata).toEqual(claim);
    expect((await getMetadata('PENDING-1')).metadata).toEqual({
      ...claim,
      accepted_by: 'Ada Obi',
    });
    await testApp.sql(`UPDATE payment SET status = 'review' WHERE reference = 'PENDING-1'`);
  });

  it('should never leave the description empty', async () => {
    const { transactions } = await list('status=pending');
    expect(transactions).toEqual([
      expect.objectContaining({
        reference: 'PENDING-2',
        description: 'mobile proxy purchase',
        korapay_reference: null,
        payment: null,
      }),
      expect.objectContaining({ reference: 'PENDING-1', description: 'Wallet funding' }),
    ]);
  });

  it('should hide amounts from a sub-admin', async () => {
    const { transactions, statistics } = await list('per_page=100', subAdmin);
    expect(transactions).toHaveLength(8);
    for (const transaction of transactions)
      expect(transaction).toMatchObject({ amount: null, metadata: null });
    const described = (lines: object[]) => lines.map((line) => ({ ...line, ...WITHHELD }));
    expect(described(transactions)).toEqual(described((await list('per_page=100')).transactions));
    expect(statistics).toEqual({
      total_revenue: null,
      total_transactions: 8,
      total_refunds: null,
      pending_amount: null,
      successful_transactions: 3,
      failed_transactions: 1,
      cancelled_transactions: 1,
      refunded_transactions: 1,
      pending_transactions: 2,
      credit_revenue: null,
      debit_amount: null,
    });
    expect(JSON.stringify(transactions)).not.toContain('₦');
  });

  it('should filter by status and direction, and search by reference, description, user and id', async () => {
    expect(await references('status=failed')).toEqual(['FAILED-1']);
    expect(await references('status=completed&type=credit')).toEqual(
      expect.arrayContaining(['REFUND-1']),
    );
    expect(await references('type=debit&status=pending')).toEqual(['PENDING-2']);
    expect(await references('search=refund%20of')).toEqual(['REFUND-1']);
    expect(await references('search=payer&status=cancelled')).toEqual(['CANCELLED-1']);
    const [row] = await testApp.sql<{ id: number }>(
      `SELECT id FROM wallet_transaction WHERE reference = 'FAILED-1'`,
    );
    expect(await references(`search=%23${row!.id}`)).toEqual(['FAILED-1']);
    expect((await testApp.call(admin, 'GET', '/admin/transactions/all?status=odd')).status).toBe(
      422,
    );
  });

  describe('by what staff have to look at', () => {
    beforeAll(() => insertAttentionCases(testApp));

    it('should list exactly the affected transactions of each kind', async () => {
      const listed = async (attention: string) =>
        (await references(`per_page=100&attention=${attention}`)).sort();
      expect(await listed('needs_decision')).toEqual(['PAY-REVIEW', 'PENDING-1']);
      expect(await listed('stuck')).toEqual([
        'PAY-OVERDUE',
        'PAY-REFUND-OVERDUE',
        'PAY-REFUND-UNHEARD',
        'PAY-UNHEARD',
      ]);
      expect(await listed('dispute')).toEqual([
        'PAY-DISPUTED',
        'PAY-DISPUTED-AGAIN',
        'PAY-DISPUTED-LONG-AGO',
      ]);
      expect(await listed('refund_failed')).toEqual(['PAY-REFUND-ENDLESS', 'PAY-REFUND-FAILED']);
      expect(await listed('difference')).toEqual(['PAY-DIFFERS']);
      const { transactions } = await list('attention=paid_after_closing');
      expect(transactions).toMatchObject([{ amount: 800 }]);
      expect(await references('attention=needs_decision&search=watched')).toEqual(['PAY-REVIEW']);
      expect((await references('attention=all')).length).toBeGreaterThan(2);
      expect(
        (await testApp.call(admin, 'GET', '/admin/transactions/all?attention=odd')).status,
      ).toBe(422);
    });

    it('should list comparisons with the transaction of each difference, amounts for admins only', async () => {
      const latest = async (caller: TestUser) =>
        (await testApp.call(caller, 'GET', '/admin/payments/reconciliations')).body.data
          .reconciliations as object[];
      const difference = {
        kind: 'amount_differs',
        reference: 'PAY-DIFFERS',
        transaction_id: await idOf('PAY-DIFFERS'),
      };
      expect((await latest(admin))[0]).toMatchObject({
        differences: [{ ...difference, our_amount: '1000.00', their_amount: '900.00' }],
      });
      expect((await latest(subAdmin))[0]).toMatchObject({
        differences: [{ ...difference, our_amount: null, their_amount: null }],
      });
    });

    it('should name in an alert the filter and the only affected transaction', async () => {
      const conditions = testApp.app.get(AlertConditionQueries);
      const alerts = testApp.app.get(AlertsService);
      await alerts.sync(CONDITION_KINDS, await conditions.find());
      const { body } = await testApp.call(subAdmin, 'GET', '/admin/dashboard/full');
      expect(body.data.alerts).toEqual(
        expect.arrayContaining(
          [
            {
              kind: 'payment_review',
              attention: 'needs_decision',
              transaction_id: null,
              message: '2 card payments need a decision by staff.',
            },
            {
              kind: 'payment_stuck',
              attention: 'stuck',
              transaction_id: null,
              message: expect.stringMatching(/^4 card/),
            },
            {
              kind: 'payment_dispute',
              attention: 'dispute',
              transaction_id: null,
              message: expect.stringMatching(/^3 card/),
            },
            {
              kind: 'refund_failed',
              attention: 'refund_failed',
              transaction_id: null,
              message: expect.stringMatching(/^2 card/),
            },
            {
              kind: 'payment_difference',
              attention: 'difference',
              transaction_id: await idOf('PAY-DIFFERS'),
            },
            {
              kind: 'closed_account_paid',
              attention: 'paid_after_closing',
              transaction_id: expect.any(Number),
            },
          ].map((alert) => expect.objectContaining(alert)),
        ),
      );
      await alerts.raise({ kind: 'worker_silent', key: 'w', severity: 'critical', message: '' });
      expect(await alerts.findOpen()).toContainEqual(
        expect.objectContaining({ kind: 'worker_silent', attention: null, transaction_id: null }),
      );
    });
  });

  it('should name the order and proxies of a purchase and of its refund', async () => {
    const ids = await testApp.sell(ada.id, { naira: 1200, quantity: 12 });
    const [order] = await testApp.sql<{ id: number; reference: string }>(
      'SELECT id, idempotency_key AS reference FROM proxy_order ORDER BY id DESC LIMIT 1',
    );
    await line('REFUND-2', 'credit', 'refund', 'successful', 100, 'Refund of an order', {
      order_id: order!.id,
    });
    const expected = {
      order: { id: order!.id, status: 'delivered', proxies: 12, proxy_ids: ids.slice(0, 10) },
      has_receipt: true,
    };
    expect((await list(`search=${order!.reference}`)).transactions).toMatchObject([expected]);
    expect((await list('search=REFUND-2', subAdmin)).transactions).toMatchObject([expected]);
    // A renewal names the proxy that it extends, also in the purchases of its buyer.
    const [renewed] = ids;
    await testApp.sql(
      `WITH line AS (INSERT INTO wallet_transaction (user_id, reference, type, purpose, status, amount_kobo,
           description, ledger_transaction_id, processed_at)
         SELECT user_id, 'RENEW-1', type, purpose, 'pending', 100, 'Renewal', NULL, now() FROM wallet_transaction
         WHERE reference = $2 RETURNING id, user_id)
       INSERT INTO proxy_order (user_id, idempotency_key, type, kind, proxy_id, quantity, amount_kobo, status,
         request, transaction_id)
       SELECT user_id, 'RENEW-1', 'individual_ipv4', 'renewal', $1, 1, 100, 'delivered', '{}', id FROM line`,
      [renewed, order!.reference],
    );
    expect((await list('search=RENEW-1')).transactions).toMatchObject([
      { order: { status: 'delivered', proxies: 1, proxy_ids: [renewed] } },
    ]);
    const { body } = await testApp.call(admin, 'GET', `/admin/users/${ada.id}/purchases`);
    const { purchases } = body.data as unknown as { purchases: unknown[] };
    expect(purchases[0]).toMatchObject({ status: 'active', proxies: 1 });
    await line('TOPUP-CLAIM', 'credit', 'topup', 'failed', 100, 'x', { order_id: order!.id });
    expect((await list('search=TOPUP-CLAIM')).transactions).toMatchObject([
      { order: null, has_receipt: false },
    ]);
  });

  it('should say what was refunded of a purchase and charged back of a top-up', async () => {
    const [proxyId] = await testApp.sell(ada.id, { naira: 44_800 });
    const [order] = await testApp.sql<{ id: number; reference: string }>(
      'SELECT id, idempotency_key AS reference FROM proxy_order ORDER BY id DESC LIMIT 1',
    );
    const path = `/admin/orders/${order!.id}/partial-refund`;
    const part = { amount: 22_400, reason: 'Half was not reachable.' };
    const { data } = (await testApp.call(admin, 'POST', path, part)).body;
    const refund = { id: data.transaction_id, kind: 'refund', amount: 22_400 };
    const purchases = `/admin/users/${ada.id}/purchases?search=%23${order!.id}`;
    const payments = `/admin/users/${ada.id}/payments?search=${order!.reference}`;
    for (const [list_, where] of [
      ['transactions', `/admin/transactions/all?search=${order!.reference}`],
      ['purchases', purchases],
      ['payments', payments],
      ['proxies', `/admin/proxies/all?search=%23${proxyId}`],
    ] as const) {
      const { body } = await testApp.call(admin, 'GET', where);
      expect(body.data[list_]).toMatchObject([{ reversals: [refund] }]);
    }
    expect((await list(`search=${order!.reference}`, subAdmin)).transactions).toMatchObject([
      { purpose: 'purchase', reversals: [{ ...refund, amount: null }] },
    ]);
    await testApp.startPayment(ada.id, 'TOPUP-BACK');
    await testApp.settlePayment('TOPUP-BACK');
    await line('CHARGEBACK-1', 'debit', 'chargeback', 'successful', 600, 'Chargeback');
    await testApp.sql(
      `INSERT INTO payment_chargeback (payment_id, kind, amount_kobo, transaction_id)
       SELECT id, 'chargeback', 60000, $1 FROM payment WHERE reference = 'TOPUP-BACK'`,
      [await idOf('CHARGEBACK-1')],
    );
    expect((await list('search=TOPUP-BACK')).transactions).toMatchObject([
      { reversals: [{ reference: 'CHARGEBACK-1', kind: 'chargeback', amount: 600 }] },
    ]);
  });

  it('should give an admin the receipt of a customer’s completed transaction', async () => {
    const receipt = async (id: number, caller = admin) =>
      testApp.call(caller, 'GET', `/admin/transactions/${id}/receipt`);
    const answer = await receipt(await idOf('REFUND-1'));
    expect(answer).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="receipt-REFUND-1.pdf"',
      },
    });
    expect(answer.raw.subarray(0, 5).toString()).toBe('%PDF-');
    for (const id of [await idOf('FAILED-1'), 999_999])
      expect(await receipt(id)).toMatchObject({ status: 404, body: { code: 'RECEIPT_NOT_FOUND' } });
    expect((await receipt(await idOf('REFUND-1'), subAdmin)).status).toBe(403);
  });
});
