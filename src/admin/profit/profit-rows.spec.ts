import { splitProportionally, spreadPurchase, toPurchaseDays } from './profit-rows';

describe('spreadPurchase', () => {
  const at = (day: string) => new Date(`${day}T00:00:00+01:00`);
  const purchase = {
    ...{ country: 'us', micros: 10_000_001n, period: '1w' },
    startsAt: new Date('2025-03-01T22:30:00Z'),
  };

  it('gives each day its part and loses nothing', () => {
    const costs = spreadPurchase(purchase, { from: at('2025-01-01'), until: at('2026-01-01') });
    expect(costs.map(({ day }) => day)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((day) => `2025-03-0${day}`),
    );
    expect(costs.reduce((sum, { picos }) => sum + picos, 0n)).toBe(10_000_001_000_000n);
  });

  it('leaves out the days outside the span', () => {
    const costs = spreadPurchase(purchase, { from: at('2025-03-07'), until: at('2025-03-09') });
    expect(costs.map(({ day }) => day)).toEqual(['2025-03-07']);
  });

  it.each([
    ['1d', 1],
    ['2w', 14],
    ['3m', 90],
    ['1y', 365],
    ['9y', 730],
    ['0m', 1],
    ['forever', 1],
  ])('reads the period %s as %d days', (period, days) => {
    expect(toPurchaseDays(period)).toBe(days);
  });
});

describe('splitProportionally', () => {
  it('adds up exactly when the weights are the whole, and leaves the rest otherwise', () => {
    expect(splitProportionally(100n, [1n, 1n, 1n], 3n)).toEqual([33n, 33n, 34n]);
    expect(splitProportionally(100n, [1n, 1n], 4n)).toEqual([25n, 25n]);
    expect(splitProportionally(100n, [0n, 0n], 0n)).toEqual([0n, 0n]);
  });
});
