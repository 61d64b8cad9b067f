import { countryName, flagUrl } from './country';
import { formatDate, formatDateTime, formatMonthYear, timeAgo } from './date';
import { formatNaira, formatSignedNaira } from './money';
import { megabytesToGb, wholeNumber } from './number';
import { initials, proxyTypeName, shortenReference } from './text';

describe('money', () => {
  // spec: A9.19, C9.1
  it.each([
    [0, '₦0'],
    [5000, '₦5,000'],
    [1234567, '₦1,234,567'],
    [1599.5, '₦1,600'],
  ])('%d naira read as %s', (amount, text) => expect(formatNaira(amount)).toBe(text));

  it('carries its sign by what it did to the wallet', () => {
    expect(formatSignedNaira(5000, 'credit')).toBe('+₦5,000');
    expect(formatSignedNaira(1600, 'debit')).toBe('-₦1,600');
  });
});

describe('time', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  // spec: C2.29
  it.each([
    [0, '0 seconds ago'],
    [1, '1 second ago'],
    [59, '59 seconds ago'],
    [60, '1 min ago'],
    [119, '1 min ago'],
    [3599, '59 mins ago'],
    [3600, '1 hour ago'],
    [86_399, '23 hours ago'],
    [86_400, '1 day ago'],
    [864_000, '10 days ago'],
    [-30, '0 seconds ago'],
  ])('%d seconds back reads as %s', (seconds, text) => {
    expect(timeAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
  });

  it('should be formatted in Lagos time', () => {
    expect(formatDate('2026-11-19T23:30:00Z')).toBe('20 Nov 2026');
    expect(formatDateTime('2026-11-19T23:30:00Z')).toBe('20 Nov 2026, 00:30');
    expect(formatMonthYear('2026-03-31T23:30:00Z')).toBe('April 2026');
    expect(formatDate('never')).toBe('N/A');
  });
});

describe('places', () => {
  // spec: A9.18, C9.8
  it('are named in English, and zz is Random', () => {
    expect(countryName('ng')).toBe('Nigeria');
    expect(countryName('zz')).toBe('Random');
    expect(countryName('not a code')).toBe('not a code');
  });

  // spec: C9.12
  it('have a flag on our own origin unless they are no country', () => {
    expect(flagUrl('NG')).toBe('/flags/ng.svg');
    expect(flagUrl('zz')).toBeNull();
    expect(flagUrl('../x')).toBeNull();
  });
});

describe('texts', () => {
  // spec: C9.11
  it('shorten references of more than 12 characters to the first 8 and last 4', () => {
    expect(shortenReference('TOPUP_123456789_ABCD')).toBe('TOPUP_12...ABCD');
    expect(shortenReference('TOPUP_123456')).toBe('TOPUP_123456');
  });

  it('name the kinds of proxies', () => {
    expect(proxyTypeName('individual_ipv4')).toBe('Datacenter');
    expect(proxyTypeName('residential_ipv4')).toBe('Residential');
    expect(proxyTypeName('mobile')).toBe('Mobile');
  });

  it('make initials of two names at most', () => {
    expect(initials('  ada  lovelace king ')).toBe('AL');
    expect(initials('')).toBe('');
  });
});

describe('numbers', () => {
  it('read megabytes in gigabytes of 1024', () => {
    expect(megabytesToGb(1024)).toBe('1');
    expect(megabytesToGb(1536)).toBe('1.5');
  });

  // spec: C5.19
  it.each([
    ['3', 3],
    ['0', 1],
    ['99', 10],
    ['', 1],
    ['abc', 1],
    ['4.9', 4],
  ])('a typed count of "%s" becomes %d', (text, value) => {
    expect(wholeNumber(text, { min: 1, max: 10, fallback: 1 })).toBe(value);
  });
});
