import { isIPv4 } from 'node:net';
import { normalizeIp } from '@nestjs/throttler';

/**
 * The network a caller is in: /24 of IPv4, /64 of IPv6. Counting by single addresses would let
 * anybody with a rented subnet start over at will.
 */
export function toNetworkPrefix(ip: string): string {
  const address = normalizeIp(ip, 64);
  return isIPv4(address) ? address.replace(/\.\d+$/, '.0') : address;
}
