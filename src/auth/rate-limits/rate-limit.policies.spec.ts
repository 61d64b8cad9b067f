import { MINUTE, SECOND } from '../../common/time/clock';
import {
  LOGIN_PER_ACCOUNT,
  LOGIN_PER_NETWORK,
  RESET_CODE_MAIL,
  toNetworkPrefix,
} from './rate-limit.policies';

describe('Account rate limit policies', () => {
  it('should delay the fifth failed login and double the delay up to 15 minutes', () => {
    const delays = [1, 4, 5, 6, 7, 10, 11, 12, 100].map(LOGIN_PER_NETWORK.delayAfter);
    expect(delays).toEqual(
      [0, 0, 15, 30, 60, 480, 900, 900, 900].map((seconds) => seconds * SECOND),
    );
  });

  it('should allow ten times as many failures over all networks', () => {
    expect(LOGIN_PER_ACCOUNT.delayAfter(49)).toBe(0);
    expect(LOGIN_PER_ACCOUNT.delayAfter(50)).toBe(30 * SECOND);
    expect(LOGIN_PER_ACCOUNT.delayAfter(5000)).toBe(15 * MINUTE);
  });

  it('should allow one mail per minute and five per day', () => {
    expect([1, 4, 5, 6].map(RESET_CODE_MAIL.delayAfter)).toEqual([
      MINUTE,
      MINUTE,
      Infinity,
      Infinity,
    ]);
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
