import { parseUsername } from './username-parser';

describe('parseUsername', () => {
  it('parses a bare username', () => {
    expect(parseUsername('np_1a2b')).toEqual({ username: 'np_1a2b' });
  });

  it('parses every suffix in any order', () => {
    const text = 'u1-ttl-10-city-lagos-session-Abc123-isp-mtn-ng-region-NG-LA-cc-NG';
    expect(parseUsername(text)).toEqual({
      username: 'u1',
      session: 'Abc123',
      country: 'ng',
      region: 'NG-LA',
      city: 'lagos',
      isp: 'mtn-ng',
      ttlMinutes: 10,
    });
  });

  it.each(['u1-asn-37148-city-lagos', 'u1-city-lagos-asn-AS37148'])(
    'takes the AS number of %s for the provider',
    (text) =>
      expect(parseUsername(text)).toEqual({ username: 'u1', city: 'lagos', isp: 'as37148' }),
  );

  it.each([
    ['u-ttl-0', 0],
    ['u-ttl-1440', 1440],
    ['u-ttl-rotate', -1],
  ])('parses the TTL of %s', (text, ttlMinutes) => {
    expect(parseUsername(text).ttlMinutes).toBe(ttlMinutes);
  });

  it.each([
    ['', 'not well formed'],
    ['a b', 'not well formed'],
    ['u-foo-1', 'unknown part "foo"'],
    ['u-', 'unknown part ""'],
    ['u-session', 'session in the username must be 1 to 32'],
    ['u-session-', 'session in the username must be'],
    [`u-session-${'a'.repeat(33)}`, 'session in the username must be'],
    ['u-session-a_b', 'session in the username must be'],
    ['u-session-a-b', 'unknown part "b"'],
    ['u-session-a-session-b', 'names session twice'],
    ['u-cc-nga', 'cc in the username must be a two-letter'],
    ['u-ttl-1441', 'ttl in the username must be'],
    ['u-ttl--1', 'ttl in the username must be'],
    ['u-ttl-1.5', 'ttl in the username must be'],
    ['u-asn-mtn', 'asn in the username must be the number of a network'],
    ['u-asn-0', 'asn in the username must be'],
    ['u-asn-37148-isp-mtn', 'names isp and asn'],
    ['u-region-<x>', 'region in the username must be'],
    ['u-__proto__-1', 'unknown part "__proto__"'],
  ])('rejects %p with the reason', (text, why) => {
    expect(() => parseUsername(text)).toThrow(
      expect.objectContaining({ reason: 'AUTH_FAILED', message: expect.stringContaining(why) }),
    );
  });
});
