import fc from 'fast-check';
import { formatNaira, formatNairaExact, Money } from './money';

describe('Money', () => {
  it.each([
    ['5000', 500_000n],
    [5000, 500_000n],
    ['5000.5', 500_050n],
    ['5000.00', 500_000n],
    ['0.1', 10n],
    ['13.970', 1_397n],
    [13.97, 1_397n],
    ['-25.00', -2_500n],
  ])('reads %p as a provider means it', (written, kobo) => {
    expect(Money.parseDecimal(written)?.kobo).toBe(kobo);
  });

  it.each([
    '',
    ' 100',
    '1e3',
    '100.001',
    '1,000',
    'NaN',
    NaN,
    Infinity,
    1e21,
    null,
    undefined,
    {},
    [],
    [5000],
    5000n,
    true,
    '0x10',
  ])('reads nothing into %p', (written) => {
    expect(Money.parseDecimal(written)).toBeNull();
  });

  it('keeps every amount exactly through its decimal text', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n) + 1n, max: 10n ** 17n - 1n }), (kobo) => {
        expect(Money.parseDecimal(Money.kobo(kobo).toDecimalString())?.kobo).toBe(kobo);
      }),
    );
  });

  it('rounds to whole naira half away from zero', () => {
    expect([149n, 150n, -149n, -150n, -151n].map((kobo) => Money.kobo(kobo).toNaira())).toEqual([
      1, 2, -1, -2, -2,
    ]);
  });

  it('rounds what somebody has down and what somebody owes up', () => {
    const amounts = [0n, 1n, 99n, 100n, 101n, -1n, -100n, -101n].map((kobo) => Money.kobo(kobo));
    expect(amounts.map((money) => money.toNairaFloor())).toEqual([0, 0, 0, 1, 1, -1, -1, -2]);
    expect(amounts.map((money) => money.toNairaCeil())).toEqual([0, 1, 1, 1, 2, 0, -1, -1]);
  });

  it('refuses fractions and numbers beyond exactness', () => {
    for (const naira of [1.5, NaN, 2 ** 53])
      expect(() => Money.naira(naira)).toThrow(new RangeError('Money.naira takes a whole number'));
  });

  it('reads as people write it', () => {
    expect([1_250_000, -485_600].map((naira) => formatNaira(Money.naira(naira)))).toEqual([
      ...['₦1,250,000', '-₦485,600'],
    ]);
    expect(formatNairaExact(Money.kobo(-48_560_050n))).toBe('-₦485,600.50');
    expect(
      [1n, 99_900n, 100_000n, 123_456_789n].map((kobo) => formatNairaExact(Money.kobo(kobo))),
    ).toEqual(['₦0.01', '₦999.00', '₦1,000.00', '₦1,234,567.89']);
    expect([Money.naira(5000), Money.zero].map(String)).toEqual(['₦5,000.00', '₦0.00']);
    expect(Money.zero.currency).toBe('NGN');
  });

  it('adds, multiplies and compares to the kobo', () => {
    const [less, more] = [Money.kobo(149n), Money.kobo(150n)];
    expect(less.plus(more)).toEqual(Money.kobo(299n));
    expect(more.times(3)).toEqual(Money.kobo(450n));
    expect([less.equals(more), less.equals(Money.kobo(149n))]).toEqual([false, true]);
    expect([less.isLessThan(more), more.isLessThan(less), less.isLessThan(less)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});
