import { Money } from '../../../src/common/money/money';
import { runConcurrently, type Topup, usePaymentsTestApp } from './payments-test-app';

const WHY = 'Chargeback 771 of the issuing bank.';

describe('Chargebacks', () => {
  // Purchases of these cases have no order.
  const app = usePaymentsTestApp({ except: 'charges-have-an-order' });

  const enter = (topup: Topup, naira?: number) =>
    app.chargebacks.record(app.admin, topup.paymentId, {
      reason: WHY,
      amount: naira === undefined ? undefined : Money.naira(naira),
    });
  const list = (topup: Topup) => app.findChargebacks(topup);
  const win = ({ paymentId }: Topup, id: number) =>
    app.chargebacks.win(app.admin, paymentId, id, WHY);

  it('should debit a credited top-up from the wallet', async () => {
    const topup = await app.createCredited(5000);
    expect(await enter(topup)).toMatchObject({ fromWallet: Money.naira(5000), owed: Money.zero });
    expect(await app.getPayment(topup)).toMatchObject({
      status: 'successful',
      charged_back: 5000,
      naira: 0,
      owed: 0,
    });
    expect(await app.getAuditChanges(topup, 'payment.charged_back')).toEqual({
      before: { charged_back: '0.00' },
      after: { charged_back: '5000.00' },
    });
    expect(await app.getAuditDetails(topup, 'payment.charged_back')).toBe(
      `₦5,000 of top-up ${topup.reference} was taken back: ₦5,000 from the wallet, ₦0 owed. ${WHY}`,
    );
    expect(await app.findClawbacks(topup)).toEqual([
      {
        reference: expect.stringMatching(/^CHARGEBACK-[0-9A-F]{16}$/),
        description: `Chargeback of top-up ${topup.reference}`,
        payment_method: 'card',
        metadata: { payment_id: topup.paymentId },
        kind: 'chargeback',
        key: expect.stringMatching(/^chargeback:CHARGEBACK-[0-9A-F]{16}$/),
      },
    ]);
  });

  it('should book spent money as a debt that a later top-up pays first', async () => {
    const topup = await app.createCredited(5000);
    await app.spend(topup.user, 3500);
    await enter(topup);
    expect(await app.getPayment(topup)).toMatchObject({ naira: 0, owed: 3500 });
    const wallet = await app.call('GET', '/api/v1/wallet', { user: topup.user });
    expect(wallet).toMatchObject({ body: { data: { balance: 0, owed: 3500 } } });
    const [audit] = await app.sql<{ details: string }>(
      `SELECT details FROM audit_log WHERE action = 'payment.charged_back' ORDER BY id DESC LIMIT 1`,
    );
    expect(audit!.details).toContain('₦1,500 from the wallet, ₦3,500 owed');
  });

  it('should accept partial amounts, up to what was credited', async () => {
    const topup = await app.createCredited(5000);
    await enter(topup, 2000);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 2000, naira: 3000 });
    await expect(enter(topup, 3001)).rejects.toMatchObject({
      kind: 'invalid',
      details: { amount: ['At most ₦3,000 of this payment can be taken back'] },
    });
    await enter(topup, 1000);
    expect(await app.getAuditChanges(topup, 'payment.charged_back')).toEqual({
      before: { charged_back: '2000.00' },
      after: { charged_back: '3000.00' },
    });
    await enter(topup);
    expect(await list(topup)).toMatchObject([{ naira: 2000 }, { naira: 1000 }, { naira: 2000 }]);
    await expect(enter(topup, 1)).rejects.toMatchObject({ code: 'ALREADY_CHARGED_BACK' });
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 5000, naira: 0, owed: 0 });
  });

  it('should never exceed what was credited under concurrent partial chargebacks', async () => {
    const topup = await app.createCredited(5000);
    await app.spend(topup.user, 4000);
    const { done, codes } = await runConcurrently(
      Array.from({ length: 12 }, () => () => enter(topup, 1500)),
    );
    expect({ done, codes }).toEqual({ done: 3, codes: ['VALIDATION_FAILED'] });
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 4500, naira: 0, owed: 3500 });
  });

  it('should record one of several chargebacks that were chosen before the others', async () => {
    const topup = await app.createCredited(5000);
    const request = { reason: WHY, amount: Money.naira(1000), seen: Money.zero };
    const { done, codes } = await runConcurrently(
      Array.from(
        { length: 5 },
        () => () => app.chargebacks.record(app.admin, topup.paymentId, request),
      ),
    );
    expect({ done, codes }).toEqual({ done: 1, codes: ['CHARGED_BACK_CHANGED'] });
    const again = { ...request, seen: Money.naira(1000), key: 'again' };
    const first = await app.chargebacks.record(app.admin, topup.paymentId, again);
    expect(await app.chargebacks.record(app.admin, topup.paymentId, again)).toEqual({
      ...first,
      replayed: true,
    });
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 2000, naira: 3000 });
  });

  it('should put back what a chargeback took when its dispute is won', async () => {
    const topup = await app.createCredited(5000);
    await enter(topup, 2000);
    await enter(topup, 1000);
    const [first, second] = await list(topup);
    expect(await win(topup, first!.id)).toMatchObject({
      amount: Money.naira(2000),
      repaid: Money.zero,
    });
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 1000, naira: 4000 });
    expect((await app.findClawbacks(topup)).at(-1)).toEqual({
      reference: `CHARGEBACK-WON-${first!.id}`,
      description: `Chargeback of top-up ${topup.reference} put back: the dispute was won`,
      payment_method: 'card',
      metadata: { payment_id: topup.paymentId },
      kind: 'chargeback_reversal',
      key: `chargeback_won:${first!.id}`,
    });
    expect(await app.getAuditChanges(topup, 'payment.dispute_won')).toEqual({
      before: { charged_back: '3000.00' },
      after: { charged_back: '1000.00' },
    });
    expect(await app.getAuditDetails(topup, 'payment.dispute_won')).toBe(
      `₦2,000 of top-up ${topup.reference} was put back into the wallet (chargeback ${first!.id}), ` +
        `of which ₦0 paid what was owed. ${WHY}`,
    );
    await win(topup, second!.id);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 5000 });
    // The bank may still decide otherwise.
    await enter(topup);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 5000, naira: 0 });
  });

  it('should repay what is owed first with the money of a won dispute, once', async () => {
    const topup = await app.createCredited(5000);
    await app.spend(topup.user, 3500);
    await enter(topup);
    expect(await app.getPayment(topup)).toMatchObject({ naira: 0, owed: 3500 });
    const [chargeback] = await list(topup);
    const { done, codes } = await runConcurrently(
      Array.from({ length: 10 }, () => () => win(topup, chargeback!.id)),
    );
    expect({ done, codes }).toEqual({ done: 1, codes: ['CHARGEBACK_NOT_WINNABLE'] });
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 0, naira: 1500, owed: 0 });
  });

  it('should keep chargebacks and won disputes consistent in any order', async () => {
    const topup = await app.createCredited(5000);
    await enter(topup, 2000);
    const [first] = await list(topup);
    await runConcurrently([
      () => win(topup, first!.id),
      ...Array.from({ length: 4 }, () => () => enter(topup, 1000)),
      ...Array.from({ length: 4 }, () => () => app.spend(topup.user, 500)),
    ]);
    const rows = await list(topup);
    const lost = rows.reduce((sum, { naira, won }) => sum + (won ? 0 : naira), 0);
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: lost });
    expect(lost).toBeLessThanOrEqual(5000);
  });

  it('should not put back a refund that the provider made', async () => {
    const topup = await app.createCredited(5000);
    await app.chargebacks.applyProviderRefund(topup.reference, 'DASH-1', Money.naira(1000));
    const [refund] = await list(topup);
    await expect(win(topup, refund!.id)).rejects.toMatchObject({ code: 'CHARGEBACK_NOT_WINNABLE' });
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 1000, naira: 4000 });
  });

  it('should not put back a chargeback of another payment or an unknown one', async () => {
    const [topup, other] = [await app.createCredited(), await app.createCredited()];
    await enter(other);
    const [chargeback] = await list(other);
    for (const id of [chargeback!.id, 2_000_000])
      await expect(win(topup, id)).rejects.toMatchObject({ code: 'CHARGEBACK_NOT_FOUND' });
    await expect(
      app.chargebacks.win(app.admin, 2_000_000, chargeback!.id, WHY),
    ).rejects.toMatchObject({ code: 'PAYMENT_NOT_FOUND' });
  });

  it('should book once under concurrent requests', async () => {
    const topup = await app.createCredited(5000);
    await app.spend(topup.user, 1000);
    const { done, codes } = await runConcurrently(
      Array.from({ length: 20 }, (_, index) => () => enter(topup, index % 2 ? 5000 : undefined)),
    );
    expect({ done, codes }).toEqual({ done: 1, codes: ['ALREADY_CHARGED_BACK'] });
    expect(await app.getPayment(topup)).toMatchObject({ charged_back: 5000, naira: 0, owed: 1000 });
  });

  it('should never let concurrent purchases overspend', async () => {
    const topup = await app.createCredited(5000);
    const { done } = await runConcurrently([
      ...Array.from({ length: 10 }, () => () => app.spend(topup.user, 1000)),
      () => enter(topup),
    ]);
    const { naira, owed } = await app.getPayment(topup);
    expect({ naira, owed }).toEqual({ naira: 0, owed: (done - 1) * 1000 });
  });

  it.each(['pending', 'review', 'rejected'])(
    'should refuse a payment with status %s',
    async (status) => {
      const topup = status === 'pending' ? await app.startTopup() : await app.createInReview();
      if (status === 'rejected') await app.review.reject(app.admin, topup.paymentId, WHY, false);
      await expect(enter(topup)).rejects.toMatchObject({ code: 'PAYMENT_NOT_CREDITED' });
      expect(await app.getPayment(topup)).toMatchObject({ status, charged_back: 0, owed: 0 });
    },
  );

  it('should answer not_found for an unknown payment', async () => {
    await expect(
      app.chargebacks.record(app.admin, 2_000_000, { reason: WHY }),
    ).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('should not be blocked by references chosen by a customer', async () => {
    const { user, paymentId } = await app.createCredited();
    for (const reference of [
      `CHARGEBACK-${paymentId}`,
      `owed-chargeback-1`,
      'REFUND-1-1',
      `COUPON-${paymentId}`,
      'REFERRAL-1-0',
      'RENEW-0A1B2C3D4E5F6071',
      'RFD-1-1-1',
      'KPY-PI-8f0c1a2b',
    ]) {
      const answer = await app.call('POST', '/api/v1/payments/initialize-topup', {
        user,
        body: { amount: 5000, reference, callback_url: `${app.url}/wallet` },
      });
      expect(answer).toMatchObject({
        status: 422,
        body: { errors: { reference: expect.anything() } },
      });
    }
  });
});
