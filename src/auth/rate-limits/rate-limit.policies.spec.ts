import { MINUTE, SECOND } from '../../common/time/clock';
import { LOGIN_GUESSES, POLICIES, toNetworkPrefix } from './rate-limit.policies';

describe('Account rate limit policies', () => {
  it('should delay the fifth failed login and double the delay up to 15 minutes', () => {
    const delays = [1, 4, 5, 6, 7, 10, 11, 12, 100].map(LOGIN_GUESSES.perOrigin.delayAfter);
    expect(delays).toEqual(
      [0, 0, 15, 30, 60, 480, 900, 900, 900].map((seconds) => seconds * SECOND),
    );
  });

  it('should allow ten times as many failures over all networks', () => {
    expect(LOGIN_GUESSES.perAccount.delayAfter(49)).toBe(0);
    expect(LOGIN_GUESSES.perAccount.delayAfter(50)).toBe(30 * SECOND);
    expect(LOGIN_GUESSES.perAccount.delayAfter(5000)).toBe(15 * MINUTE);
  });

  it('should never make anybody wait longer than minutes', () => {
    for (const policy of POLICIES)
      for (const attempts of [1, 10, 1000, 1_000_000]) {
        expect(policy.delayAfter(attempts)).toBeLessThanOrEqual(15 * MINUTE);
        expect(policy.delayAfter(attempts)).toBeLessThan(policy.window);
      }
  });
});

describe('toNetworkPrefix', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0'],
    ['::ffff:203.0.113.7', '203.0.113.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['::1', '::1'],
  ])('should map %s to %s', (ip, prefix) => {
    expect(toNetworkPrefix(ip)).toBe(prefix);
  });
});
