import { formatUsd, toDollars, toMicros, usdToNaira } from './usd';
import fc from 'fast-check';

describe('US dollars', () => {
  it.each([
    [0, 0n],
    [12.5, 12_500_000n],
    [0.000001, 1n],
    // 4.35 is stored as a little less than 4.35.
    [4.35, 4_350_000n],
  ])('should turn %d into millionths and back', (dollars, micros) => {
    expect(toMicros(dollars)).toBe(micros);
    expect(toDollars(micros)).toBe(dollars);
  });

  it.each([
    [0n, '0.00'],
    [12_500_000n, '12.50'],
    [1n, '0.000001'],
    [1_234_567n, '1.234567'],
    [1_230_000n, '1.23'],
  ])('should format %d millionths as %s', (micros, text) => {
    expect(formatUsd(micros)).toBe(text);
  });
});

const naira = (usdMicros: bigint, rate: number, markup: number) =>
  usdToNaira(usdMicros, rate, markup).kobo / 100n;

describe('usdToNaira', () => {
  it('multiplies a price by the rate', () => {
    expect(naira(4_000_000n, 1600, 0)).toBe(6400n);
  });

  it('adds the markup before it rounds', () => {
    expect(naira(3_840_000n, 1600, 10)).toBe(6758n); // 6758.4
    expect(naira(1_000_000n, 1, 50)).toBe(2n); // 1.5
  });

  it('rounds half up', () => {
    expect(naira(500_000n, 1, 0)).toBe(1n);
    expect(naira(499_999n, 1, 0)).toBe(0n);
  });

  it('takes rates and markups with two decimals exactly, though floats cannot hold them', () => {
    expect(naira(1_000_000_000_000n, 1600.29, 0)).toBe(1_600_290_000n);
    expect(naira(1_000_000_000_000n, 1000, 0.07)).toBe(1_000_700_000n);
  });

  it.each([
    [-1n, 1600, 0],
    [1n, -1, 0],
    [1n, 1600, -5],
    [1n, Number.NaN, 0],
    [1n, Number.POSITIVE_INFINITY, 0],
  ])('refuses %s micros at %s with %s percent', (micros, rate, markup) => {
    expect(() => usdToNaira(micros, rate, markup)).toThrow(RangeError);
  });

  const micros = fc.bigInt({ min: 0n, max: 10n ** 13n });
  const rate = fc.integer({ min: 100, max: 1_000_000 }).map((n) => n / 100);
  const markup = fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100);

  it('is always whole naira, within half a naira of the exact figure', () => {
    fc.assert(
      fc.property(micros, rate, markup, (usd, r, m) => {
        const { kobo } = usdToNaira(usd, r, m);
        expect(kobo % 100n).toBe(0n);
        const exact = usd * BigInt(Math.round(r * 100)) * BigInt(10_000 + Math.round(m * 100));
        const difference = (kobo / 100n) * 10n ** 12n - exact;
        expect(2n * difference).toBeLessThanOrEqual(10n ** 12n);
        expect(2n * difference).toBeGreaterThan(-(10n ** 12n));
      }),
    );
  });

  it('never falls when the price, the rate or the markup rises', () => {
    fc.assert(
      fc.property(micros, micros, rate, rate, markup, markup, (a, b, r1, r2, m1, m2) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        const cheap = usdToNaira(low, Math.min(r1, r2), Math.min(m1, m2));
        const dear = usdToNaira(high, Math.max(r1, r2), Math.max(m1, m2));
        expect(dear.isLessThan(cheap)).toBe(false);
      }),
    );
  });
});
