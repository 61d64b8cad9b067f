import {
  proxyAddress,
  daysLeft,
  availableActions,
  formatSessionTtl,
  shortUuid,
  displayStatus,
} from './proxy';

const proxy = {
  ip: null,
  host: 'gate.example.com',
  port: 3128,
  port_socks5: 1080,
  protocol: 'http',
} as const;

describe('proxy helpers of the admin area', () => {
  it('should treat a proxy past its expiry as expired, whatever its status', () => {
    expect(displayStatus({ status: 'active', is_expired: true })).toBe('expired');
    expect(displayStatus({ status: 'suspended', is_expired: false })).toBe('suspended');
  });

  it('should show its own address, or the gateway’s, with the port of its protocol', () => {
    expect(proxyAddress(proxy)).toBe('gate.example.com:3128');
    expect(proxyAddress({ ...proxy, ip: '41.0.0.1', protocol: 'socks5' })).toBe('41.0.0.1:1080');
  });

  it('should count the days until expiry', () => {
    expect(daysLeft({ is_expired: false, days_until_expiration: 1 })).toBe('1 day left');
    expect(daysLeft({ is_expired: false, days_until_expiration: 30 })).toBe('30 days left');
    expect(daysLeft({ is_expired: true, days_until_expiration: 0 })).toBeNull();
  });

  it.each([
    [0, 'Keep as long as possible'],
    [-1, 'Rotate on every new request'],
    [1, '1 minute'],
    [10, '10 minutes'],
    [null, 'Not a rotating proxy'],
  ])('should format a session TTL of %s as %s', (minutes, words) =>
    expect(formatSessionTtl(minutes)).toBe(words),
  );

  it('should shorten the uuid', () => {
    expect(shortUuid('846aa33b-6376-48f0-9830-f7ad00000000')).toBe('846aa33b');
  });

  it('should offer the actions that its status allows', () => {
    expect(availableActions('active')).toEqual(['reissue', 'suspend']);
    expect(availableActions('suspended')).toEqual(['reissue', 'resume']);
    expect(availableActions('expired')).toEqual([]);
  });
});
