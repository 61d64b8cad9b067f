import { DAY } from '../../../src/common/time/clock';
import { usePaymentsTestApp } from './payments-test-app';

describe('SettlementService: replies of the provider', () => {
  const app = usePaymentsTestApp();

  it.each([
    ['less than requested', { amount: '4999.99' }],
    ['more than requested', { amount: '5000.01' }],
    ['an amount of zero', { amount: 0 }],
    ['an unreadable amount', { amount: 'five thousand' }],
    ['no amount', { amount: null }],
    ['another currency', { currency: 'USD' }],
    ['another charge', { reference: 'OTHER-CUSTOMERS' }],
    ['less accepted than requested', { amount_accepted: '4000.00', amount_paid: '4000.00' }],
    ['more accepted than requested', { amount_accepted: 6000 }],
    ['less paid than requested', { amount_paid: '100.00' }],
    ['more paid than amount and fee', { amount_paid: '9000.00', fee: 75 }],
    ['an unreadable paid amount', { amount_paid: { oops: true } }],
  ])('should put a success with %s in review', async (_what, data) => {
    const { user, reference } = await app.startTopup(5000);
    await app.setChargeOutcome(reference, 'success');
    await app.injectFault({ route: 'find', reference, times: 1, data });
    expect((await app.verify(reference, user)).body).toMatchObject({
      data: { status: 'pending' },
    });
    expect(await app.getPayment(reference)).toMatchObject({
      status: 'review',
      line: 'pending',
      booked: 0,
      naira: 0,
      next_check_at: null,
    });
    expect(await app.findAuditActions(reference)).toEqual([
      'payment.initialized',
      'payment.review_opened',
    ]);
    const { reason } = await app.getPayment(reference);
    expect((await app.findAuditTrail(reference)).at(-1)).toMatchObject({
      details: `Top-up ${reference} of ₦5,000 needs a decision. ${String(reason)}`,
    });
    // Only staff can close a review, even when the provider's data changes.
    expect((await app.verify(reference, user)).body).toMatchObject({
      data: { status: 'pending' },
    });
    expect(await app.getPayment(reference)).toMatchObject({ status: 'review', booked: 0 });
  });

  it.each([
    ['the fee on top is the provider’s', { amount_paid: '5075.00', fee: 75 }],
    ['amounts come as numbers', { amount: 5000, amount_paid: 5000 }],
    ['the accepted amount is given', { amount_accepted: '5000.00' }],
    ['the paid amount is missing', { amount_paid: null }],
  ])('should credit the requested amount when %s', async (_what, data) => {
    const { user, reference } = await app.startTopup(5000);
    await app.setChargeOutcome(reference, 'success');
    await app.injectFault({ route: 'find', reference, times: 1, data });
    await app.verify(reference, user);
    expect(await app.getPayment(reference)).toMatchObject({ status: 'successful', naira: 5000 });
  });

  it.each(['processing', 'requires_authorization', 'constructor', '', 42])(
    'waits on the status %j',
    async (status) => {
      const { user, reference } = await app.startTopup();
      await app.setChargeOutcome(reference, 'success');
      await app.injectFault({ route: 'find', reference, times: 1, data: { status } });
      expect((await app.verify(reference, user)).body).toMatchObject({
        data: { status: 'pending' },
      });
      expect(await app.getPayment(reference)).toMatchObject({ status: 'pending', booked: 0 });
    },
  );

  it.each([
    ['does not answer', { hangMs: 60_000 }],
    ['answers 500', { status: 500, json: { status: false } }],
    ['answers 429', { status: 429, headers: { 'retry-after': '7' }, json: { status: false } }],
    ['answers with HTML', { status: 404, text: '<html>no route</html>' }],
    ['sends broken JSON', { status: 200, text: '{"status":true,' }],
    ['refuses the key', { status: 401, json: { status: false, data: null } }],
  ])('should change nothing while the provider %s', async (_what, behaviour) => {
    const { user, reference } = await app.startTopup();
    await app.setChargeOutcome(reference, 'success');
    app.clock.advance(2 * DAY);
    await app.injectFault({ route: 'find', reference, times: 1, ...behaviour });
    const check = () => app.verify(reference, user);
    const { body } = await ('hangMs' in behaviour ? app.withShortTimeout(check) : check());
    expect(body).toMatchObject({ data: { status: 'pending' } });
    const kept = await app.getPayment(reference);
    expect(kept).toMatchObject({
      status: 'pending',
      line: 'pending',
      booked: 0,
      provider_status: null,
    });
    expect(kept.next_check_at).not.toBeNull();
  });
});
