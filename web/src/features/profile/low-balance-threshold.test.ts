import { parseThreshold } from './notifications';

describe('parseThreshold', () => {
  it.each([
    ['1000', 1000],
    ['١٠٠٠\u200b', 1000],
    [' ₦25,000 ', 25_000],
    ['1', 1],
    ['1000000', 1_000_000],
  ])('should parse "%s" as %d naira', (text, amount) => expect(parseThreshold(text)).toBe(amount));

  it.each(['', '0', '1000001', '10.5', '-5', 'lots'])('should reject "%s"', (text) => {
    expect(parseThreshold(text)).toBeUndefined();
  });
});
