import { MINUTE, SECOND } from '../../common/time/clock';
import {
  LOGIN_PER_ACCOUNT,
  LOGIN_PER_NETWORK,
  RESET_CODE_MAIL,
  toNetworkPrefix,
} from './rate-limit.policies';

describe('The limits per account', () => {
  it('leave four slips free and then double up to a quarter of an hour', () => {
    const delays = [1, 4, 5, 6, 7, 10, 11, 12, 100].map(LOGIN_PER_NETWORK.delayAfter);
    expect(delays).toEqual(
      [0, 0, 15, 30, 60, 480, 900, 900, 900].map((seconds) => seconds * SECOND),
    );
  });

  it('bear ten times as much from all networks together', () => {
    expect(LOGIN_PER_ACCOUNT.delayAfter(49)).toBe(0);
    expect(LOGIN_PER_ACCOUNT.delayAfter(50)).toBe(30 * SECOND);
    expect(LOGIN_PER_ACCOUNT.delayAfter(5000)).toBe(15 * MINUTE);
  });

  it('space mails by a minute and end after the fifth', () => {
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
  ])('puts %s into %s', (ip, prefix) => {
    expect(toNetworkPrefix(ip)).toBe(prefix);
  });
});
