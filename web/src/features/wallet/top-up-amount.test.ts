import { validateAmount, parseAmount } from './top-up-amount';

const limits = { minimum: 1000, maximum: 1_000_000 };

describe('top-up amount', () => {
  it.each([
    ['5000', 5000],
    ['5,000', 5000],
    ['₦ 5 000', 5000],
    ['5000.00', 5000],
    ['-5', -5],
    ['５，０００', 5000],
    ['۵۰۰۰\u200e', 5000],
    ['\u200b₦5\u200b000', 5000],
  ])('should parse "%s" as %d naira', (text, amount) => expect(parseAmount(text)).toBe(amount));

  it.each(['', 'abc', '5.5', '1e6', '5000 NGN'])('should reject "%s"', (text) =>
    expect(parseAmount(text)).toBeNaN(),
  );

  it.each([
    [Number.NaN, 'Invalid amount'],
    [0, 'Amount must be greater than 0'],
    [-5, 'Amount must be greater than 0'],
    [999, 'Minimum amount is ₦1,000'],
    [1000, null],
    [1_000_000, null],
    [1_000_001, 'Maximum amount is ₦1,000,000'],
  ])('should validate %d with %s', (amount, error) =>
    expect(validateAmount(amount, limits)).toBe(error),
  );

  it('should use the configured limits', () => {
    expect(validateAmount(50, { minimum: 100, maximum: 200 })).toBe('Minimum amount is ₦100');
  });
});
