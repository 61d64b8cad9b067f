import { hasReceipt } from './wallet.types';

describe('hasReceipt', () => {
  it.each(['topup', 'purchase', 'refund'])('should be true for a successful %s', (purpose) => {
    expect(hasReceipt(purpose, 'successful')).toBe(true);
  });

  it.each(['pending', 'failed', 'cancelled', 'refunded'])(
    'should be false for a top-up with status %s',
    (status) => {
      expect(hasReceipt('topup', status)).toBe(false);
    },
  );

  it('should be false for transactions of staff and banks', () => {
    expect(hasReceipt('admin_funding', 'successful')).toBe(false);
    expect(hasReceipt('chargeback', 'successful')).toBe(false);
  });
});
