import {
  isInvoiceable,
  toInvoiceNumber,
  calculateIncludedVat,
  calculateRefundedVat,
  formatVatRate,
  toBasisPoints,
} from './invoice.entity';
import fc from 'fast-check';
import { Money } from '../../common/money/money';

it('should number in six digits, and more when they do not suffice', () => {
  expect(toInvoiceNumber('invoice', 2026, 123)).toBe('INV-2026-000123');
  expect(toInvoiceNumber('credit_note', 2027, 1)).toBe('CN-2027-000001');
  expect(toInvoiceNumber('invoice', 2026, 1_234_567)).toBe('INV-2026-1234567');
});

it('should invoice successful purchases only', () => {
  expect(isInvoiceable('purchase', 'successful')).toBe(true);
  expect(isInvoiceable('purchase', 'refunded')).toBe(false);
  expect(isInvoiceable('topup', 'successful')).toBe(false);
  expect(isInvoiceable('refund', 'successful')).toBe(false);
});

const totals = fc.bigInt({ min: 1n, max: 100_000_000_000n });
const rates = fc.integer({ min: 0, max: 10_000 });

describe('calculateIncludedVat', () => {
  it.each([
    [500_000n, 750, 34_884n],
    [107_50n, 750, 7_50n],
    [1n, 750, 0n],
    [0n, 750, 0n],
    [500_000n, 0, 0n],
    // 0.5 kobo is rounded up: 1 × 100 / 200.
    [1n, 10_000, 1n],
    // 1.5 kobo likewise.
    [3n, 10_000, 2n],
  ])('should find in %s kobo at %s basis points %s kobo', (total, rate, vat) => {
    expect(calculateIncludedVat(Money.kobo(total), rate).kobo).toBe(vat);
  });

  it('should be the exact share, rounded half up, for every price and rate', () => {
    fc.assert(
      fc.property(totals, rates, (total, rate) => {
        const divisor = BigInt(10_000 + rate);
        const vat = calculateIncludedVat(Money.kobo(total), rate).kobo;
        const twiceTheError = 2n * total * BigInt(rate) - 2n * vat * divisor;
        expect(twiceTheError >= -divisor && twiceTheError < divisor).toBe(true);
        expect(vat >= 0n && vat <= total).toBe(true);
      }),
    );
  });
});

describe('calculateRefundedVat', () => {
  it('should add up to the VAT of the price when it is refunded in parts, each within its part', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 1_000_000n }), { minLength: 1, maxLength: 12 }),
        rates,
        (parts, rate) => {
          let earlier = { total: Money.zero, vat: Money.zero };
          for (const part of parts.map((kobo) => Money.kobo(kobo))) {
            const vat = calculateRefundedVat(part, earlier, rate);
            expect(vat.kobo >= 0n && vat.kobo <= part.kobo).toBe(true);
            earlier = { total: earlier.total.plus(part), vat: earlier.vat.plus(vat) };
          }
          expect(earlier.vat).toEqual(calculateIncludedVat(earlier.total, rate));
        },
      ),
    );
  });
});

it('should convert and write rates', () => {
  expect([7.5, 0, 0.07, 19.99, 100].map(toBasisPoints)).toEqual([750, 0, 7, 1999, 10_000]);
  expect([750, 0, 7, 1999, 10_000].map(formatVatRate)).toEqual([
    '7.5',
    '0',
    '0.07',
    '19.99',
    '100',
  ]);
});
