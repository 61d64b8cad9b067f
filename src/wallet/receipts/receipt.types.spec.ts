import { hasReceipt } from './receipt.types';

describe('what has a receipt', () => {
  it.each(['topup', 'purchase', 'refund'])('a successful %s', (purpose) => {
    expect(hasReceipt(purpose, 'successful')).toBe(true);
  });

  it.each(['pending', 'failed', 'cancelled', 'refunded'])('not a top-up that is %s', (status) => {
    expect(hasReceipt('topup', status)).toBe(false);
  });

  it('nothing that staff or a bank did', () => {
    expect(hasReceipt('admin_funding', 'successful')).toBe(false);
    expect(hasReceipt('chargeback', 'successful')).toBe(false);
  });
});
