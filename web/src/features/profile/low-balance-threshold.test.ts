import { parseThreshold } from './low-balance-threshold';

describe('the amount below which to be told', () => {
  it.each([
    ['1000', 1000],
    [' ₦25,000 ', 25_000],
    ['1', 1],
    ['1000000', 1_000_000],
  ])('%s', (text, amount) => expect(parseThreshold(text)).toEqual({ amount }));

  it.each(['', '0', '1000001', '10.5', '-5', 'lots'])('refuses "%s"', (text) => {
    expect(parseThreshold(text)).toEqual({ error: 'Enter a whole amount from ₦1 to ₦1,000,000' });
  });
});
