import { availableActions, parseChargebackAmount } from './payment';
import { describe as describeTransaction, hasMetadata } from './transaction';

const payment = { status: 'review', paid: '5000.00', refunds: [], charged_back_at: null } as const;

describe('available payment actions', () => {
  it.each([
    ['created', ['recheck']],
    ['pending', ['recheck']],
    ['failed', ['recheck']],
    ['expired', ['recheck']],
    ['review', ['recheck', 'accept', 'reject']],
    ['rejected', ['refund']],
    ['successful', ['chargeback']],
  ] as const)('%s: %j', (status, expected) => {
    expect(availableActions({ ...payment, refunds: [], status })).toEqual(expected);
  });

  it('should allow one refund and one charge-back', () => {
    const refund = {
      id: 1,
      amount: '5000.00',
      created_at: '',
      provider_note: null,
      reason: '',
      reference: 'R',
    };
    const rejected = { ...payment, status: 'rejected' } as const;
    expect(availableActions({ ...rejected, refunds: [{ ...refund, status: 'sent' }] })).toEqual([]);
    expect(availableActions({ ...rejected, refunds: [{ ...refund, status: 'failed' }] })).toEqual([
      'refund',
    ]);
    expect(
      availableActions({
        ...payment,
        refunds: [],
        status: 'successful',
        charged_back_at: '2026-11-20',
      }),
    ).toEqual([]);
  });

  it('should parse a partial amount, the full amount and invalid text', () => {
    expect(parseChargebackAmount('')).toBeUndefined();
    expect(parseChargebackAmount('₦1,500')).toBe(1500);
    expect(parseChargebackAmount('0')).toBeNull();
    expect(parseChargebackAmount('half')).toBeNull();
  });
});

describe('transaction helpers', () => {
  // spec: A2.64
  it('should use the description, or derive one from the metadata', () => {
    expect(describeTransaction({ description: 'Wallet top-up', metadata: null })).toBe(
      'Wallet top-up',
    );
    expect(describeTransaction({ description: '', metadata: { proxy_type: 'mobile' } })).toBe(
      'mobile proxy purchase',
    );
    expect(describeTransaction({ description: ' ', metadata: { funding_type: 'admin' } })).toBe(
      'Wallet funding',
    );
    expect(describeTransaction({ description: '', metadata: null })).toBe('Transaction');
  });

  // spec: A2.63
  it('should have metadata only if it is not empty', () => {
    expect(hasMetadata(null)).toBe(false);
    expect(hasMetadata({})).toBe(false);
    expect(hasMetadata({ a: 1 })).toBe(true);
  });
});
