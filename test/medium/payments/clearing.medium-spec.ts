import { PaymentReviewService } from '../../../src/payments/review/payment-review.service';
import { type PaymentsTestApp, runConcurrently } from './payments-test-app';
import { usePaymentsTestApp } from './use-payments-test-app';

const WHY = 'The bank confirmed it by phone.';

describe('ClearingService', () => {
  let testApp: PaymentsTestApp;
  let review: PaymentReviewService;

  usePaymentsTestApp((opened) => {
    testApp = opened;
    review = testApp.sandbox.module.get(PaymentReviewService);
  });

  describe('money in review', () => {
    const OVERPAID = { amount_paid: '6000.00', fee: 75 };
    const HELD = ['review_hold in_review 6000', 'provider_fee provider_fees -75'];

    // spec: M13.1
    it('should hold what was paid and book the fee when the review opens', async () => {
      const topup = await testApp.createInReview(5000, OVERPAID);
      expect(await testApp.findSystemPostings(topup)).toEqual(HELD);
    });

    // spec: M13.1
    it('should release what is credited and keep the excess until its refund succeeds', async () => {
      const topup = await testApp.createInReview(5000, OVERPAID);
      const accept = () => review.accept(testApp.admin, topup.paymentId, WHY, 'asked');
      expect(await runConcurrently([accept, accept, accept])).toMatchObject({ done: 1 });
      const accepted = [...HELD, 'review_release in_review -5000'];
      expect(await testApp.findSystemPostings(topup)).toEqual(accepted);
      await testApp.advanceRefunds(topup);
      await Promise.all([1, 2, 3].map(() => testApp.advanceRefunds(topup)));
      expect(await testApp.findSystemPostings(topup)).toEqual([
        ...accepted,
        'review_refund in_review -1000',
      ]);
    });

    // spec: M13.1
    it('should hold the money of a rejected payment until it is refunded', async () => {
      const topup = await testApp.createInReview(5000, { amount_accepted: '4000.00', fee: 75 });
      await review.reject(testApp.admin, topup.paymentId, WHY, false);
      const held = ['review_hold in_review 4000', 'provider_fee provider_fees -75'];
      expect(await testApp.findSystemPostings(topup)).toEqual(held);
      await review.refund(testApp.admin, topup.paymentId, WHY);
      await testApp.advanceRefunds(topup);
      await testApp.advanceRefunds(topup);
      expect(await testApp.findSystemPostings(topup)).toEqual([
        ...held,
        'review_refund in_review -4000',
      ]);
    });

    // spec: M13.1
    it('should hold nothing while it is unknown what was paid', async () => {
      const topup = await testApp.createInReview(5000, { currency: 'USD', fee: 75 });
      await review.accept(testApp.admin, topup.paymentId, WHY, 'asked');
      expect(await testApp.findSystemPostings(topup)).toEqual([]);
    });
  });

  // spec: M13.2
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
    const topup = await testApp.createInReview(5000, data);
    expect(await testApp.getState(topup)).toMatchObject({ status: 'successful', naira: 5000 });
    expect(await testApp.findSystemPostings(topup)).toEqual(postings);
  });
});
