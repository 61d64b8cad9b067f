import { acceptanceText, creditOptions } from './payment-action-form';
import {
  availableActions,
  parseChargebackAmount,
  refundableAmount,
  remainingAmount,
  type Payment,
} from './payment';
import { describe as describeTransaction, hasMetadata } from './transaction';

const payment = {
  status: 'review',
  amount: '5000.00',
  paid: '5000.00',
  received: null,
  credited: null,
  goodwill: '0.00',
  refunds: [],
  charged_back: '0.00',
  chargebacks: [] as Payment['chargebacks'],
  to_acknowledge: [] as Payment['to_acknowledge'],
} as const;

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

  it('should offer to acknowledge an alert that stays until then', () => {
    expect(
      availableActions({
        ...payment,
        status: 'successful',
        refunds: [],
        to_acknowledge: ['dispute'],
      }),
    ).toEqual(['chargeback', 'acknowledge']);
  });

  it('should allow one refund', () => {
    const refund = {
      id: 1,
      amount: '5000.00',
      created_at: '',
      provider_note: null,
      reason: '',
      reference: 'R',
    };
    const rejected = { ...payment, status: 'rejected' } as const;
    expect(
      availableActions({
        ...rejected,
        refunds: [{ ...refund, status: 'sent' }],
      }),
    ).toEqual([]);
    expect(availableActions({ ...rejected, refunds: [{ ...refund, status: 'failed' }] })).toEqual([
      'refund',
    ]);
  });

  it('should allow charge-backs up to what was credited, and winning those that were not won', () => {
    const credited = {
      ...payment,
      refunds: [],
      status: 'successful',
      credited: '5000.00',
    } as const;
    const chargeback = {
      id: 1,
      kind: 'chargeback',
      amount: '2000.00',
      created_at: '',
      transaction_id: 7,
      won_at: null,
    } as const;
    const actions = (charged_back: string, chargebacks: Payment['chargebacks']) =>
      availableActions({ ...credited, refunds: [], charged_back, chargebacks });
    expect(remainingAmount({ ...credited, charged_back: '2000.00' })).toBe(3000);
    expect(actions('2000.00', [chargeback])).toEqual(['chargeback', 'win']);
    expect(actions('5000.00', [{ ...chargeback, kind: 'payment_refund' }])).toEqual([]);
    expect(actions('0.00', [{ ...chargeback, won_at: '2026-11-20' }])).toEqual(['chargeback']);
  });

  it('should refund what the provider has kept of a rejected payment', () => {
    const rejected = { ...payment, status: 'rejected', paid: '6000.00' } as const;
    expect(refundableAmount({ ...rejected, received: '5500.00' })).toBe(5500);
    expect(refundableAmount(rejected)).toBe(6000);
  });

  it('should refund the excess of an accepted payment', () => {
    const accepted = {
      ...payment,
      status: 'successful',
      paid: '6500.00',
      received: '6500.00',
      credited: '5000.00',
    } as const;
    expect(refundableAmount(accepted)).toBe(1500);
    expect(availableActions({ ...accepted, refunds: [] })).toEqual(['refund', 'chargeback']);
    expect(refundableAmount({ ...accepted, received: '3000.00', goodwill: '2000.00' })).toBe(0);
  });

  it('should parse a partial amount, the full amount and invalid text', () => {
    expect(parseChargebackAmount('')).toBeUndefined();
    expect(parseChargebackAmount('₦1,500')).toBe(1500);
    expect(parseChargebackAmount('\u200f１ ٥٠٠')).toBe(1500);
    expect(parseChargebackAmount('0')).toBeNull();
    expect(parseChargebackAmount('half')).toBeNull();
  });
});

describe('accepting a payment', () => {
  const choices = (received: string | null) =>
    creditOptions({ amount: '5000.00', received }).map(({ title, effect }) => [title, effect]);

  it('should name the difference of an underpayment and who bears it', () => {
    expect(acceptanceText({ amount: '5000.00', received: '3000.00' })).toBe(
      '₦5,000 was requested and ₦3,000 paid: ₦2,000 less.',
    );
    expect(choices('3000.00')).toEqual([
      ['₦3,000, what was paid', 'The wallet gets exactly what was paid.'],
      [
        '₦5,000, the requested amount',
        'We bear the missing ₦2,000. The statement shows it as a line of its own.',
      ],
    ]);
  });

  it('should offer to refund the excess of an overpayment', () => {
    expect(acceptanceText({ amount: '5000.00', received: '6500.00' })).toContain('₦1,500 more');
    expect(choices('6500.00')[1]).toEqual([
      '₦5,000, the requested amount',
      'The other ₦1,500 goes back to the card.',
    ]);
  });

  it('should leave no choice when the amounts agree or the paid one is unknown', () => {
    expect(choices('5000.00')).toEqual([['₦5,000, what was paid', undefined]]);
    expect(choices(null)).toEqual([['₦5,000, the requested amount', undefined]]);
  });
});

describe('transaction helpers', () => {
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

  it('should have metadata only if it is not empty', () => {
    expect(hasMetadata(null)).toBe(false);
    expect(hasMetadata({})).toBe(false);
    expect(hasMetadata({ a: 1 })).toBe(true);
  });
});
