import { Money } from '../../../src/common/money/money';
import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { ChargebackService } from '../../../src/payments/reversals/chargeback.service';
import { type PaymentsTestApp, runConcurrently, type Topup } from './payments-test-app';
import { usePaymentsTestApp } from './use-payments-test-app';

const WHY = 'Chargeback 771 of the issuing bank.';

describe('Chargebacks', () => {
  let testApp: PaymentsTestApp;
  let chargebacks: ChargebackService;

  // Purchases of these cases have no order.
  usePaymentsTestApp(
    (opened) => {
      testApp = opened;
      chargebacks = testApp.sandbox.module.get(ChargebackService);
    },
    { except: 'charges-have-an-order' },
  );

  const enter = (topup: Topup, naira?: number) =>
    chargebacks.record(testApp.admin, topup.paymentId, WHY, naira);

  // spec: M8.4
  it('should debit a credited top-up from the wallet', async () => {
    const topup = await testApp.createCredited(5000);
    expect(await enter(topup)).toMatchObject({ fromWallet: Money.naira(5000), owed: Money.zero });
    expect(await testApp.getState(topup)).toMatchObject({
      status: 'successful',
      charged_back: 5000,
      naira: 0,
      owed: 0,
    });
    expect(await testApp.getAuditChanges(topup, 'payment.charged_back')).toEqual({
      before: { charged_back: '0.00' },
      after: { charged_back: '5000.00' },
    });
    expect(await testApp.getAuditDetails(topup, 'payment.charged_back')).toBe(
      `₦5,000 of top-up ${topup.reference} was taken back: ₦5,000 from the wallet, ₦0 owed. ${WHY}`,
    );
    expect(await testApp.findClawbacks(topup)).toEqual([
      {
        reference: `CHARGEBACK-${topup.paymentId}`,
        description: `Chargeback of top-up ${topup.reference}`,
        payment_method: 'card',
        metadata: { payment_id: topup.paymentId },
        kind: 'chargeback',
        key: `chargeback:${topup.reference}`,
      },
    ]);
  });

  // spec: M8.4
  it('should book spent money as a debt that a later top-up pays first', async () => {
    const topup = await testApp.createCredited(5000);
    await testApp.spend(topup.user, 3500);
    await enter(topup);
    expect(await testApp.getState(topup)).toMatchObject({ naira: 0, owed: 3500 });
    const wallet = await testApp.sandbox.call('GET', '/api/v1/wallet', { user: topup.user });
    expect(wallet).toMatchObject({ body: { data: { balance: 0, owed: 3500 } } });
    const [audit] = await testApp.sandbox.sql<{ details: string }>(
      `SELECT details FROM audit_log WHERE action = 'payment.charged_back' ORDER BY id DESC LIMIT 1`,
    );
    expect(audit!.details).toContain('₦1,500 from the wallet, ₦3,500 owed');
  });

  it('should accept a partial amount, once per payment', async () => {
    const topup = await testApp.createCredited(5000);
    await enter(topup, 2000);
    expect(await testApp.getState(topup)).toMatchObject({ charged_back: 2000, naira: 3000 });
    await expect(enter(topup, 2000)).rejects.toMatchObject({ code: 'ALREADY_CHARGED_BACK' });
    await expect(enter(topup, 3001)).rejects.toMatchObject({
      kind: 'invalid',
      details: { amount: ['At most ₦3,000 of this payment can be taken back'] },
    });
    expect(await testApp.getState(topup)).toMatchObject({ charged_back: 2000, naira: 3000 });
  });

  // spec: M3.10
  it('should book once under concurrent requests', async () => {
    const topup = await testApp.createCredited(5000);
    await testApp.spend(topup.user, 1000);
    const { done, codes } = await runConcurrently(
      Array.from({ length: 20 }, (_, index) => () => enter(topup, index % 2 ? 5000 : undefined)),
    );
    expect({ done, codes }).toEqual({ done: 1, codes: ['ALREADY_CHARGED_BACK'] });
    expect(await testApp.getState(topup)).toMatchObject({
      charged_back: 5000,
      naira: 0,
      owed: 1000,
    });
  });

  // spec: M3.11
  it('should never let concurrent purchases overspend', async () => {
    const topup = await testApp.createCredited(5000);
    const { done } = await runConcurrently([
      ...Array.from({ length: 10 }, () => () => testApp.spend(topup.user, 1000)),
      () => enter(topup),
    ]);
    const { naira, owed } = await testApp.getState(topup);
    expect({ naira, owed }).toEqual({ naira: 0, owed: (done - 1) * 1000 });
  });

  it.each(['pending', 'review', 'rejected'])(
    'should refuse a payment with status %s',
    async (status) => {
      const topup =
        status === 'pending' ? await testApp.startTopup() : await testApp.createInReview();
      if (status === 'rejected')
        await testApp.sandbox.module
          .get(PaymentReviewService)
          .reject(testApp.admin, topup.paymentId, WHY, false);
      await expect(enter(topup)).rejects.toMatchObject({ code: 'PAYMENT_NOT_CREDITED' });
      expect(await testApp.getState(topup)).toMatchObject({ status, charged_back: 0, owed: 0 });
    },
  );

  it('should answer not_found for an unknown payment', async () => {
    await expect(chargebacks.record(testApp.admin, 2_000_000, WHY)).rejects.toMatchObject({
      kind: 'not_found',
    });
  });

  // spec: M7.10
  it('should not be blocked by references chosen by a customer', async () => {
    const { user, paymentId } = await testApp.createCredited();
    for (const reference of [
      `CHARGEBACK-${paymentId}`,
      `owed-chargeback-1`,
      'REFUND-1-1',
      'RFD-1-1-1',
      'KPY-PI-8f0c1a2b',
    ]) {
      const answer = await testApp.sandbox.call('POST', '/api/v1/payments/initialize-topup', {
        user,
        body: { amount: 5000, reference, callback_url: `${testApp.sandbox.url}/wallet` },
      });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { reference: expect.anything() } },
      });
    }
  });
});
