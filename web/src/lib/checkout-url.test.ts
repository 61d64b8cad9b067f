import { parseCheckoutUrl } from './checkout-url';

describe('parseCheckoutUrl', () => {
  it.each([
    'https://checkout.korapay.com/TOPUP-1/pay',
    'https://test-checkout.korapay.com/x',
    `${window.location.origin}/sandbox/korapay/checkout/1/pay`,
  ])('should accept %s', (url) => expect(parseCheckoutUrl(url)).toBe(url));

  it.each([
    'http://checkout.korapay.com/x',
    'https://evil.example/x',
    'https://evilkorapay.com/x',
    'https://checkout.korapay.com.evil.example/x',
    'https://checkout.korapay.com@evil.example/x',
    'javascript:alert(1)',
    '//evil.example',
    'https://[',
  ])('should refuse %s', (url) => expect(parseCheckoutUrl(url)).toBeNull());
});
