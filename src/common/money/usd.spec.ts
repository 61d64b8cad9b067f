import { formatUsd, toDollars, toMicros } from './usd';

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
