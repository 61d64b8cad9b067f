import {
  isExpired,
  parseAddresses,
  parseDailyLimit,
  toCreateBody,
  toScopeLabels,
  EMPTY_KEY,
} from './api-key';

describe('an API key', () => {
  it.each([
    ['', null],
    [' ₦20,000 ', 20_000],
    ['1', 1],
    ['\u200f२०,०००', 20_000],
    ['0', undefined],
    ['12.5', undefined],
    ['200000000', undefined],
    ['abc', undefined],
  ])('should read the daily limit %j as %j', (text, amount) =>
    expect(parseDailyLimit(text)).toBe(amount),
  );

  it('should read addresses separated by lines, spaces or commas', () => {
    expect(parseAddresses(' 203.0.113.7\n2001:db8::/32, 10.0.0.1 ')).toEqual([
      '203.0.113.7',
      '2001:db8::/32',
      '10.0.0.1',
    ]);
  });

  it('should be sent as the API takes it', () => {
    const now = Date.parse('2026-11-01T00:00:00Z');
    expect(
      toCreateBody({ ...EMPTY_KEY, name: 'Bot', lifetime: 30, daily_limit: '500' }, now),
    ).toEqual({
      name: 'Bot',
      scopes: ['read'],
      allowed_addresses: [],
      expires_at: '2026-12-01T00:00:00.000Z',
      daily_limit: 500,
    });
    expect(toCreateBody({ ...EMPTY_KEY, lifetime: 0 }, now)).toMatchObject({
      expires_at: null,
      daily_limit: null,
    });
  });

  it('should show its scopes in one order, and whether it has expired', () => {
    expect(toScopeLabels(['buy', 'read'])).toBe('Read, Buy');
    const key = { expires_at: '2026-11-01T00:00:00Z' } as Parameters<typeof isExpired>[0];
    expect(isExpired(key, Date.parse('2026-11-01T00:00:00Z'))).toBe(true);
    expect(isExpired(key, Date.parse('2026-10-31T23:59:59Z'))).toBe(false);
    expect(isExpired({ ...key, expires_at: null }, 0)).toBe(false);
  });
});
