import { Money } from '../../../common/money/money';
import { toBalance, toItemKind, toPayoutItemPage, toPayoutPage } from './korapay-payouts.mapper';
import type { KorapayReply } from './korapay.client';

const reply = (data: unknown, status = 200): KorapayReply => ({
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
  const page = toPayoutPage(reply({ data: [{ ...PAYOUT, ...over }] }), null);
  return page.outcome === 'page' ? page.payouts[0] : page;
};
const itemOf = (over: object) =>
  toPayoutItemPage(
    reply({ data: [{ type: 'charge', reference: 'A', amount: '5000', fee: '75.5', ...over }] }),
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
    expect(toPayoutPage(reply(data), null)).toMatchObject({ outcome: 'page', next: 'po_1' });
    expect(toPayoutPage(reply(data), 'po_1')).toMatchObject({ outcome: 'unknown' });
    expect(toPayoutPage(reply({ data: 'x' }), null)).toMatchObject({ outcome: 'unknown' });
    expect(toPayoutPage(reply({ data: [] }, 503), null)).toMatchObject({ outcome: 'unknown' });
    expect(toPayoutPage(SILENT, null)).toEqual({ outcome: 'unknown', reason: 'no answer in time' });
  });

  it('should read an item, and none of a page with one that is not readable', () => {
    const item = {
      kind: 'charge',
      reference: 'A',
      amount: Money.naira(5000),
      fee: Money.kobo(7550n),
    };
    expect(itemOf({})).toEqual({ outcome: 'page', items: [item], next: null });
    for (const over of [{ amount: 'many' }, { fee: '-1' }, { reference: '' }])
      expect(itemOf(over)).toMatchObject({ outcome: 'unknown' });
    expect(toPayoutItemPage(reply(null, 404), null)).toEqual({ outcome: 'missing' });
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
    const found = reply({ NGN: { available_balance: 400300.9, pending_balance: '0.50' } });
    expect(toBalance(found)).toEqual({
      outcome: 'found',
      available: Money.kobo(40_030_090n),
      pending: Money.kobo(50n),
    });
    for (const data of [{}, { NGN: 5 }, { NGN: { available_balance: 1 } }])
      expect(toBalance(reply(data))).toMatchObject({ outcome: 'unknown' });
    expect(toBalance(SILENT)).toMatchObject({ outcome: 'unknown' });
  });
});
