import { Money } from '../common/money/money';
import type { OwnedProxy } from './proxies.service';
import { toProxyResponse } from './proxies.dto';

const NOW = new Date('2026-03-01T12:00:00Z');
const proxy: OwnedProxy = {
  id: 7,
  uuid: '5d2c8c0e-5f0b-4a43-9d44-0c5a3c6f1a11',
  userId: 1,
  orderId: 3,
  apiId: 'gw_abc',
  type: 'residential_ipv4',
  status: 'active',
  isExpired: false,
  protocol: 'http',
  host: 'gate.example.com',
  port: 3128,
  portSocks5: 1080,
  username: 'npabc',
  password: 'secret',
  country: 'ng',
  region: null,
  city: null,
  isp: null,
  reach: null,
  ip: null,
  ttlMinutes: 0,
  sessionId: 'k3v9d2m7',
  limitBytes: 1_073_741_824n,
  usedBytes: 0n,
  price: Money.naira(5600),
  reversals: [],
  createdAt: new Date('2026-02-28T12:00:00Z'),
  expiresAt: new Date('2026-03-30T12:00:00Z'),
  suspendedByOwner: false,
  note: null,
  tags: [],
  autoRenew: null,
  boughtSize: 1,
  autoTraffic: null,
  canReplaceAddress: false,
  canRenew: true,
};
const shown = (over: Partial<OwnedProxy>) => toProxyResponse({ ...proxy, ...over }, NOW);

describe('toProxyResponse', () => {
  it('should use the port of the protocol', () => {
    expect(shown({}).connection_string).toBe('gate.example.com:3128');
    expect(shown({ protocol: 'socks5' }).connection_string).toBe('gate.example.com:1080');
  });

  it.each([
    ['2026-03-30T12:00:00Z', 29],
    ['2026-03-02T12:00:00Z', 1],
    ['2026-03-01T12:00:01Z', 1],
  ])('should count the started days until %s as %s', (expiresAt, days) => {
    expect(shown({ expiresAt: new Date(expiresAt) }).days_until_expiration).toBe(days);
  });

  it('should prefer the status expired to any other', () => {
    expect(
      shown({ isExpired: true, status: 'suspended', expiresAt: new Date('2026-02-01') }),
    ).toMatchObject({ status: 'expired', is_expired: true, days_until_expiration: 0 });
  });

  it.each([
    [0n, 0, 0, 1],
    [1n, 0.000001, 0, 0.999],
    [536_870_912n, 512, 50, 0.5],
    [1_073_741_823n, 1023.999999, 99.9, 0],
    [1_073_741_824n, 1024, 100, 0],
    [2_000_000_000n, 1907.348633, 100, 0],
  ])(
    'should show %s used bytes as %s MB and %s percent, with %s GB left',
    (usedBytes, mb, percent, left) => {
      expect(shown({ usedBytes })).toMatchObject({
        pool_data: { used_mb: mb, limit_mb: 1024 },
        bandwidth_usage_percentage: percent,
        remaining_gb: left,
      });
    },
  );

  it('should have neither pool data nor a percentage without a limit', () => {
    expect(shown({ type: 'individual_ipv4', limitBytes: null, ip: '127.80.0.1' })).toMatchObject({
      pool_data: null,
      bandwidth_usage_percentage: null,
      remaining_gb: null,
      ip: '127.80.0.1',
    });
  });
});
