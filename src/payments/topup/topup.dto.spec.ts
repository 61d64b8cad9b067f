import { isFlatMetadata, parseSameOriginUrl } from './topup.dto';

describe('isFlatMetadata', () => {
  it.each([
    [{}],
    [{ user_id: 1, purpose: 'wallet_topup', amount: 5000, test: true, none: null }],
    [{ note: '₦ 😀' }],
  ])('should accept %j', (value) => expect(isFlatMetadata(value)).toBe(true));

  it.each([
    [null],
    ['text'],
    [[1]],
    [{ a: { b: 1 } }],
    [{ a: [1] }],
    [{ a: NaN }],
    [{ a: 'x\0' }],
    [{ a: '\ud800' }],
    [{ 'x\0': 1 }],
    [{ a: 'x'.repeat(2048) }],
    [Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`k${index}`, 1]))],
  ])('should refuse %j', (value) => expect(isFlatMetadata(value)).toBe(false));
});

const SITE = 'https://shop.example';

describe('parseSameOriginUrl', () => {
  it.each([
    ['https://shop.example/wallet?status=success'],
    ['https://shop.example/wallet?status=success&next=https://evil.example'],
    ['https://shop.example/'],
  ])('should accept %s', (value) => {
    expect(parseSameOriginUrl(value, SITE)).toBe(value);
  });

  it.each([
    ['https://SHOP.example', 'https://shop.example/'],
    ['https://shop.example:443/wallet', 'https://shop.example/wallet'],
    ['https://shop.example/a/../wallet', 'https://shop.example/wallet'],
  ])('should normalize %s to %s', (value, normal) => {
    expect(parseSameOriginUrl(value, SITE)).toBe(normal);
  });

  it.each([
    'http://shop.example/wallet',
    'https://shop.example:8443/wallet',
    'https://evil.example/wallet',
    'https://shop.example.evil.example/wallet',
    'https://evilshop.example/',
    'https://sub.shop.example/',
    'https://shop.example@evil.example/',
    'https://user@shop.example/',
    'https://user:pass@shop.example/',
    'https://@shop.example/',
    'https://shop.example\\@evil.example/',
    'https:\\\\shop.example\\wallet',
    'https:/\\shop.example/',
    'https:///shop.example/wallet',
    'https:/shop.example/wallet',
    'https:shop.example/wallet',
    '//shop.example/wallet',
    '/wallet?status=success',
    'wallet',
    '',
    ' https://shop.example/wallet',
    'https://shop.example/wallet\n',
    'https://shop.example/\twallet',
    'https://shop.example/wal let',
    'https://shop.example/\u0000',
    'https://shop.example//evil.example/',
    'https://shop.example/a/..//evil.example/',
    'https://shop.example/wallet#fragment',
    'https://shop.example./wallet',
    'https://xn--shop-.example/',
    'https://ѕhop.example/',
    'javascript:alert(1)//https://shop.example',
    'data:text/html,https://shop.example',
    'blob:https://shop.example/5f1c',
    'HTTPS://shop.example/wallet',
    'https://[::1]/wallet',
    'https://shop.example:99999/',
  ])('should refuse %j', (value) => {
    expect(parseSameOriginUrl(value, SITE)).toBeNull();
  });

  it('should require the port of a local site', () => {
    expect(
      parseSameOriginUrl('http://localhost:3000/wallet', 'http://localhost:3000'),
    ).not.toBeNull();
    expect(parseSameOriginUrl('http://localhost:3001/wallet', 'http://localhost:3000')).toBeNull();
    expect(parseSameOriginUrl('http://localhost/wallet', 'http://localhost:3000')).toBeNull();
  });
});
