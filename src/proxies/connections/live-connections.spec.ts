import { maskAddress } from './live-connections.service';

describe('maskAddress', () => {
  it.each([
    ['198.51.100.77', '198.51.100.0/24'],
    ['2001:db8:1:2::77', '2001:db8:1::/48'],
    ['2001:db8::77', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
    ['nonsense', ''],
  ])('should reduce %s to %s', (address, network) => {
    expect(maskAddress(address)).toBe(network);
  });
});
