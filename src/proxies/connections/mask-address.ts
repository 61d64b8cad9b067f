import { isIPv4, isIPv6 } from 'node:net';

/** The network of an address: /24 of IPv4, /48 of IPv6; empty for what is no address. */
export function maskAddress(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(address)) return '';
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = !tail ? [] : tail.split(':');
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return `${[...left, ...zeros, ...right].slice(0, 3).join(':')}::/48`;
}
