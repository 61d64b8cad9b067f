import { isAllowable, parseAllowable } from './allowed-address.entity';

describe('allowable addresses', () => {
  it.each(['102.89.1.2', '8.8.8.8', '2606:4700::1'])('takes %s everywhere', (address) => {
    expect(parseAllowable(address, true)).toEqual({ address });
    expect(parseAllowable(address, false)).toEqual({ address });
  });

  it.each(['127.0.0.1', '127.9.9.9', '::1', '203.0.113.7', '2001:db8::7'])(
    'takes %s outside production only',
    (address) => {
      expect(isAllowable(address, false)).toBe(true);
      expect(isAllowable(address, true)).toBe(false);
    },
  );

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.0.1',
    '169.254.1.1',
    'fe80::1',
    'fc00::1',
    '0.0.0.0',
  ])('takes %s nowhere', (address) => {
    expect(isAllowable(address, false)).toBe(false);
    expect(isAllowable(address, true)).toBe(false);
  });
});
