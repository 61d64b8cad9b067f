import { isCheckoutUrl } from './korapay.service';

const SANDBOX = 'http://localhost:3000';

describe('isCheckoutUrl', () => {
  it.each([
    'https://checkout.korapay.com/TOPUP-1/pay',
    'https://test-checkout.korapay.com/TOPUP-1/pay?x=1',
    'https://korapay.com/pay',
  ])('should allow %s', (url) => {
    expect(isCheckoutUrl(url, undefined)).toBe(true);
    expect(isCheckoutUrl(url, SANDBOX)).toBe(true);
  });

  it.each([
    'http://checkout.korapay.com/pay',
    'https://checkout.korapay.com.evil.example/pay',
    'https://evilkorapay.com/pay',
    'https://evil.example/checkout.korapay.com',
    'https://checkout.korapay.com@evil.example/pay',
    'https://user:pass@checkout.korapay.com/pay',
    'https://checkout.korapay.com:8443/pay',
    'https://evil.example\\.korapay.com/pay',
    'javascript:alert(1)//.korapay.com',
    'data:text/html,korapay.com',
    '//checkout.korapay.com/pay',
    `https://checkout.korapay.com/${'x'.repeat(2000)}`,
    '',
  ])('should refuse %s', (url) => {
    expect(isCheckoutUrl(url, undefined)).toBe(false);
    expect(isCheckoutUrl(url, SANDBOX)).toBe(false);
  });

  it("should allow the simulator's checkout in the sandbox only, and no other local address", () => {
    const url = `${SANDBOX}/sandbox/korapay/checkout/1/pay`;
    expect(isCheckoutUrl(url, SANDBOX)).toBe(true);
    expect(isCheckoutUrl(url, undefined)).toBe(false);
    expect(isCheckoutUrl('http://localhost:3001/pay', SANDBOX)).toBe(false);
  });
});
