import { type BlockList, isIP, isIPv4 } from 'node:net';
import { toBytes } from './canonical-host';
import { type Cidr, toBlockList } from './cidr';

/** IPv4 addresses that are not the public Internet (IANA special-purpose registry). */
const NOT_PUBLIC_IPV4 = toBlockList([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's metadata endpoint, although the address is public.
  '168.63.129.16/32',
]);
/** All of IPv6 that is assigned to the public Internet, and what is not public inside it. */
const GLOBAL_UNICAST = toBlockList(['2000::/3']);
const NOT_PUBLIC_IPV6 = toBlockList([
  // Protocol assignments, Teredo among them.
  '2001::/23',
  '2001:db8::/32',
  // 6to4.
  '2002::/16',
  '3ffe::/16',
  '3fff::/20',
]);

const contains = (list: BlockList, address: string) =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** @param address as `canonicalAddress` returns it. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || (address.startsWith('127.') && isIPv4(address));

/**
 * @param address as `canonicalAddress` returns it.
 * @param nat64 prefixes of the translators behind which this machine is: an address under one is what its IPv4 address is.
 */
export function isPublic(address: string, nat64: readonly Cidr[] = []): boolean {
  if (isIP(address) === 4) return !contains(NOT_PUBLIC_IPV4, address);
  if (!contains(GLOBAL_UNICAST, address) || contains(NOT_PUBLIC_IPV6, address)) return false;
  const inner = translatedAddress(address, nat64) ?? isatapAddress(toBytes(address));
  return inner === undefined || isPublic(inner);
}

/**
 * The IPv4 address in one of a translator (RFC 6052 §2.2): after the prefix, leaving out the bits 64 to 71.
 * @returns undefined when it is under none of the prefixes.
 */
export function translatedAddress(address: string, nat64: readonly Cidr[]): string | undefined {
  const prefix = nat64.find((cidr) => contains(cidr.list, address));
  if (!prefix || prefix.family === 'ipv4' || isIP(address) === 4) return undefined;
  const start = prefix.length / 8;
  const used = toBytes(address).filter((_byte, index) => index < start || index !== 8);
  return used.slice(start, start + 4).join('.');
}

/** RFC 5214 §6.1: the interface identifier of an automatic tunnel names its IPv4 end. */
function isatapAddress(bytes: number[]): string | undefined {
  const [first = 0, ...rest] = bytes.slice(8, 12);
  const isIsatap = (first & 0xfd) === 0 && rest.join() === '0,94,254';
  return isIsatap ? bytes.slice(12).join('.') : undefined;
}
