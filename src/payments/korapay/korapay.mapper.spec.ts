import { Money } from '../../common/money/money';
import {
  toChargeResult,
  toCheckoutResult,
  toBalance,
  toItemKind,
  toPayoutItemPage,
  toPayoutPage,
  toNairaAccountLookup,
} from './korapay.mapper';
import type { KorapayReply } from './korapay.client';

const reply = (status: number, body: unknown): KorapayReply => ({ kind: 'reply', status, body });
const checkout = (status: number, body: unknown) =>
  toCheckoutResult(reply(status, body), 'TOPUP-1234', (url) => url.startsWith('https://'));
const charge = (data: unknown) => {
  const result = toChargeResult(reply(200, { status: true, message: 'ok', data }));
  return result.outcome === 'found' ? result.charge : result;
};
const DATA = { reference: 'TOPUP-1234', status: 'success', amount: '5000.00', currency: 'NGN' };

describe('toCheckoutResult', () => {
  const data = { reference: 'TOPUP-1234', checkout_url: 'https://checkout.korapay.com/x/pay' };

  it.each([true, 'true'])('should map a checkout with status %j to ready', (status) => {
    expect(checkout(200, { status, message: 'Charge created successfully', data })).toEqual({
      outcome: 'ready',
      checkoutUrl: data.checkout_url,
    });
  });

  it.each<[string, number, unknown]>([
    ['no data', 200, { status: true, data: null }],
    ['another reference', 200, { status: true, data: { ...data, reference: 'OTHER-123' } }],
    ['an address that is refused', 200, { status: true, data: { ...data, checkout_url: 'x:y' } }],
    ['no address', 200, { status: true, data: { reference: 'TOPUP-1234' } }],
    ['a status of another kind', 200, { status: 'maybe', data }],
    ['no envelope', 200, undefined],
    ['a redirect', 302, undefined],
    ['a time-out of a gateway', 408, undefined],
    ['an error page', 502, undefined],
    ['a server error', 500, { status: false, message: 'duplicate of nothing' }],
  ])('should return unknown for %s', (_what, status, body) => {
    expect(checkout(status, body)).toMatchObject({ outcome: 'unknown' });
  });

  it('should return unknown without an answer', () => {
    expect(
      toCheckoutResult({ kind: 'none', reason: 'no answer in time' }, 'R', () => true),
    ).toEqual({ outcome: 'unknown', reason: 'no answer in time' });
  });

  it.each<[string, number, unknown]>([
    [
      '409',
      409,
      { status: false, code: 'AA021', message: 'duplicate payment reference', data: null },
    ],
    [
      '409 of the card flow',
      409,
      { status: false, code: null, message: 'Duplicate payment reference', data: {} },
    ],
    ['a bare 409', 409, undefined],
    ['the code under 400', 400, { status: false, code: 'AA021', message: 'x' }],
    ['the words under 422', 422, { status: 'false', message: 'Duplicate payment reference' }],
  ])('should return duplicate for %s', (_what, status, body) => {
    expect(checkout(status, body)).toEqual({ outcome: 'duplicate' });
  });

  it('should read the fields of a refusal', () => {
    expect(
      checkout(400, {
        status: false,
        error: 'bad_request',
        message: 'invalid request data',
        data: { amount: { message: 'amount must be a number', customErrorMessage: 'x' } },
      }),
    ).toEqual({
      outcome: 'refused',
      message: 'amount must be a number',
      fields: { amount: ['amount must be a number'] },
    });
  });

  it.each([
    [401, 'The payment provider does not accept our key.'],
    [403, 'The payment provider does not accept our key.'],
    [429, 'The payment provider is busy.'],
    [422, 'The payment provider refused it.'],
    [404, 'The payment provider refused it.'],
  ])('should return refused for %i', (status, message) => {
    expect(checkout(status, { status: false, message: 'internal words', data: null })).toEqual({
      outcome: 'refused',
      message,
    });
  });

  it('should return refused for a 200 with a false status', () => {
    expect(checkout(200, { status: false, message: 'no', data: null }).outcome).toBe('refused');
  });
});

describe('toChargeResult', () => {
  it('should read amounts from text and numbers, to the kobo', () => {
    expect(charge({ ...DATA, amount: '1000.00', amount_paid: 1013.97, fee: 13.97 })).toMatchObject({
      amount: Money.naira(1000),
      amountPaid: Money.kobo(101397n),
      fee: Money.kobo(1397n),
      amountAccepted: undefined,
    });
    expect(charge({ ...DATA, amount: 2500, fee: 34.94 })).toMatchObject({
      amount: Money.naira(2500),
      fee: Money.kobo(3494n),
    });
  });

  it.each(['1e3', '5,000', 'NaN', '', null, {}, [5000], true, 1e21, 0.001, '0x10'])(
    'does not guess the amount %j',
    (amount) => {
      expect(charge({ ...DATA, amount })).toMatchObject({ amount: null });
    },
  );

  it.each([
    ['success', 'success'],
    ['SUCCESS', 'success'],
    ['failed', 'failed'],
    ['cancelled', 'failed'],
    ['expired', 'expired'],
    ['pending', 'pending'],
    ['processing', 'pending'],
    ['requires_authorization', 'pending'],
    ['toString', 'pending'],
    ['__proto__', 'pending'],
    [undefined, 'pending'],
    [true, 'pending'],
  ])('should map the status %j to %s', (status, expected) => {
    expect(charge({ ...DATA, status })).toMatchObject({ status: expected });
  });

  it.each([
    [{ payment_method: 'bank_transfer' }, 'bank_transfer'],
    [{ card: { last_four: '2787' } }, 'card'],
    [{ payer_bank_account: {} }, 'bank_transfer'],
    [{ payment_method: '<b>' }, null],
    [{}, null],
  ])('should map %j to the method %s', (more, method) => {
    expect(charge({ ...DATA, ...more })).toMatchObject({ method });
  });

  it('should return missing only for Korapay’s own message', () => {
    const body = { status: false, message: 'Charge not found', data: null };
    expect(toChargeResult(reply(404, body))).toEqual({ outcome: 'missing' });
    expect(toChargeResult(reply(404, undefined)).outcome).toBe('unknown');
    expect(toChargeResult(reply(404, { message: 'Cannot GET /' })).outcome).toBe('unknown');
  });

  it.each<[number, unknown]>([
    [200, undefined],
    [200, { status: true, data: null }],
    [200, { status: true, data: [] }],
    [200, { status: false, data: DATA }],
    [301, { status: true, data: DATA }],
    [401, { status: false, data: null }],
    [429, { status: false }],
    [500, { status: true, data: DATA }],
  ])('should return unknown for %i %j', (status, body) => {
    expect(toChargeResult(reply(status, body)).outcome).toBe('unknown');
  });

  it('should keep the raw response in a form that PostgreSQL accepts', () => {
    expect(charge({ ...DATA, narration: 'a\u0000\ud800b' })).toMatchObject({
      raw: { narration: 'a\ufffd\ufffdb' },
    });
  });
});

const payoutReply = (data: unknown, status = 200): KorapayReply => ({
  kind: 'reply',
  status,
  body: { status: status === 200, message: '', data },
});
const SILENT: KorapayReply = { kind: 'none', reason: 'no answer in time' };
const PAYOUT = {
  reference: 'KPY-PO-1',
  status: 'success',
  amount: '4925.00',
  fee: 25,
  currency: 'NGN',
  date_completed: '2026-01-31 12:25:10',
};
const payoutOf = (over: object) => {
  const page = toPayoutPage(payoutReply({ data: [{ ...PAYOUT, ...over }] }), null);
  return page.outcome === 'page' ? page.rows[0] : page;
};
const itemOf = (over: object) =>
  toPayoutItemPage(
    payoutReply({
      data: [{ type: 'charge', reference: 'A', amount: '5000', fee: '75.5', ...over }],
    }),
    null,
  );

describe('Payouts of Korapay', () => {
  it('should read a payout', () => {
    expect(payoutOf({})).toEqual({
      reference: 'KPY-PO-1',
      isPaid: true,
      amount: Money.naira(4925),
      fee: Money.naira(25),
      paidAt: new Date('2026-01-31T12:25:10Z'),
    });
  });

  it.each([
    [{ status: 'processing' }, { isPaid: false }],
    [{ status: 'failed' }, { isPaid: false }],
    [{ currency: 'USD' }, { isPaid: false }],
    [{ fee: undefined }, { fee: Money.zero }],
    [{ fee: -1 }, { fee: null }],
    [{ fee: 'free' }, { fee: null }],
    [{ amount: '1e3' }, { amount: null }],
    [{ date_completed: 'soon' }, { paidAt: null }],
    [
      { date_completed: null, date_created: '2026-01-30T10:00:00Z' },
      { paidAt: new Date('2026-01-30T10:00:00Z') },
    ],
  ])('should read %j as %j', (over, expected) => {
    expect(payoutOf(over)).toMatchObject(expected);
  });

  it('should continue after the pointer of the last row', () => {
    const data = { has_more: true, data: [{ ...PAYOUT, pointer: 'po_1' }] };
    expect(toPayoutPage(payoutReply(data), null)).toMatchObject({ outcome: 'page', next: 'po_1' });
    expect(toPayoutPage(payoutReply(data), 'po_1')).toMatchObject({ outcome: 'unknown' });
    expect(toPayoutPage(payoutReply({ data: 'x' }), null)).toMatchObject({ outcome: 'unknown' });
    expect(toPayoutPage(payoutReply({ data: [] }, 503), null)).toMatchObject({
      outcome: 'unknown',
    });
    expect(toPayoutPage(SILENT, null)).toEqual({ outcome: 'unknown', reason: 'no answer in time' });
  });

  it('should read an item, and none of a page with one that is not readable', () => {
    const item = {
      kind: 'charge',
      reference: 'A',
      amount: Money.naira(5000),
      fee: Money.kobo(7550n),
    };
    expect(itemOf({})).toEqual({ outcome: 'page', rows: [item], next: null });
    for (const over of [{ amount: 'many' }, { fee: '-1' }, { reference: '' }])
      expect(itemOf(over)).toMatchObject({ outcome: 'unknown' });
    expect(toPayoutItemPage(payoutReply(null, 404), null)).toEqual({ outcome: 'missing' });
    expect(toPayoutItemPage(SILENT, null)).toMatchObject({ outcome: 'unknown' });
  });

  it.each([
    ['Pay-in', 'charge'],
    ['PAYIN', 'charge'],
    ['refund', 'refund'],
    ['Chargeback', 'dispute'],
    ['toString', 'other'],
    [undefined, 'other'],
  ])('should read the type %s as %s', (type, kind) => {
    expect(toItemKind(type)).toBe(kind);
  });

  it('should read the balance', () => {
    const found = payoutReply({ NGN: { available_balance: 400300.9, pending_balance: '0.50' } });
    expect(toBalance(found)).toEqual({
      outcome: 'found',
      available: Money.kobo(40_030_090n),
      pending: Money.kobo(50n),
    });
    for (const data of [{}, { NGN: 5 }, { NGN: { available_balance: 1 } }])
      expect(toBalance(payoutReply(data))).toMatchObject({ outcome: 'unknown' });
    expect(toBalance(SILENT)).toMatchObject({ outcome: 'unknown' });
  });
});

const ACCOUNT = {
  account_number: '0123456789',
  account_name: 'Ada Obi',
  bank_name: 'Test Bank',
  account_status: 'active',
};
const lookUp = (status: number, body: unknown) =>
  toNairaAccountLookup({ kind: 'reply', status, body });
const found = (over: object) =>
  lookUp(200, { status: true, message: '', data: { ...ACCOUNT, ...over } });
const refused = { status: false, message: 'no', data: null };

describe('Lookups of accounts at Korapay', () => {
  it.each([{}, { account_status: undefined }, { account_status: 'ACTIVE' }])(
    'should find an account with %j',
    (over) => {
      expect(found(over)).toEqual({
        outcome: 'found',
        account: { number: '0123456789', name: 'Ada Obi', bankName: 'Test Bank' },
      });
    },
  );

  it.each([
    [{ account_status: 'inactive' }, 'the account is inactive'],
    [{ account_status: '<b>' }, 'an unreadable status'],
    [{ account_number: null }, 'no readable account number'],
    [{ account_number: '123' }, 'no readable account number'],
    [{ account_number: 123_456_789 }, 'no readable account number'],
  ])('should not use an account with %j', (over, reason) => {
    expect(found(over)).toEqual({ outcome: 'unusable', reason });
  });

  it.each([
    [200, { status: true, data: null }, 'unusable'],
    [400, refused, 'unusable'],
    [404, refused, 'missing'],
    [404, '<html>', 'unknown'],
    [200, '<html>', 'unknown'],
    [200, refused, 'unknown'],
    [401, refused, 'unknown'],
    [403, refused, 'unknown'],
    [408, refused, 'unknown'],
    [429, refused, 'unknown'],
    [503, refused, 'unknown'],
  ])('should read %d with %j as %s', (status, body, outcome) => {
    expect(lookUp(status, body).outcome).toBe(outcome);
  });

  it('should know nothing without a reply', () => {
    const reason = 'no answer in time';
    expect(toNairaAccountLookup({ kind: 'none', reason })).toEqual({ outcome: 'unknown', reason });
  });
});
