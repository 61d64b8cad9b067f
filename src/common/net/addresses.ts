import { isIP, isIPv4, BlockList } from 'node:net';

/** The host as WHATWG URL reads it, without brackets and trailing dots; undefined when it cannot. */
export function canonicalHost(text: string): string | undefined {
  if (isIPv4(text)) return text;
  if (text.length > 255 || /[\s/\\?#@%]/.test(text)) return undefined;
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  if (bare.includes(':')) return canonicalAddress(bare);
  let host: string;
  try {
    host = new URL(`http://${bare.replace(/\.+$/, '')}/`).hostname;
  } catch {
    return undefined;
  }
  return host === '' ? undefined : host.replace(/\.+$/, '');
}

/**
 * One spelling per address: IPv4-mapped IPv6 becomes IPv4, IPv6 is compressed and lower-case.
 * @returns undefined when it is no address, or one with a zone.
 */
export function canonicalAddress(text: string): string | undefined {
  const family = isIP(text);
  if (family === 4) return text;
  if (family === 0 || text.includes('%')) return undefined;
  const compressed = new URL(`http://[${text}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compressed);
  if (!mapped) return compressed;
  const [high, low] = [parseInt(mapped[1] ?? '', 16), parseInt(mapped[2] ?? '', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** @param address as `canonicalAddress` returns it. */
export function toBytes(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  const [head = '', tail] = address.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [left, right] = [groups(head), groups(tail)];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].flatMap((group) => {
    const value = parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

/** A range of addresses. */
export interface Cidr {
  family: 'ipv4' | 'ipv6';
  /** Of the prefix, in bits. */
  length: number;
  list: BlockList;
}

/** @returns undefined when it is neither an address nor a range; a single address is a range of one. */
export function parseCidr(text: string): Cidr | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  if (bits === undefined || address.includes('%') || rest.length > 0) return undefined;
  if (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length)) return undefined;
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return undefined;
  const family = bits === 32 ? 'ipv4' : 'ipv6';
  const list = new BlockList();
  list.addSubnet(address, prefix, family);
  return { family, length: prefix, list };
}

/** @param address without a zone; false when it is no address. */
export function isWithin(ranges: readonly Cidr[], address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return ranges.some(({ list }) => list.check(address, family));
}

export function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const cidr = parseCidr(range);
    if (!cidr) throw new Error(`Not a range of addresses: ${range}`);
    list.addSubnet(range.split('/')[0] ?? '', cidr.length, cidr.family);
  }
  return list;
}

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
