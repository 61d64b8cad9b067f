import { isAllowedFrom, toCanonicalRange } from './parse-ranges';

describe('ranges of an API key', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    [' 203.0.113.0/24 ', '203.0.113.0/24'],
    ['2001:DB8:0::7', '2001:db8::7'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
  ])('should take %s as %s', (text, range) => expect(toCanonicalRange(text)).toBe(range));

  it.each([
    '',
    'example.com',
    '203.0.113.0/33',
    '203.0.113.7/',
    '203.0.113',
    'fe80::1%eth0',
    '::ffff:203.0.113.0/120',
    '1.2.3.4/5/6',
  ])('should refuse %j', (text) => expect(toCanonicalRange(text)).toBeUndefined());

  it('should allow every address without ranges', () => {
    expect(isAllowedFrom([], '203.0.113.7')).toBe(true);
  });

  it.each([
    ['203.0.113.255', true],
    ['::ffff:203.0.113.9', true],
    ['203.0.114.1', false],
    ['2001:db8:ffff::1', true],
    ['2001:db9::1', false],
    ['not an address', false],
  ])('should compare %s with the ranges', (address, allowed) => {
    expect(isAllowedFrom(['203.0.113.0/24', '2001:db8::/32'], address)).toBe(allowed);
  });
});
