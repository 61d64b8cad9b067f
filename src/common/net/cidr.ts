import { BlockList, isIP } from 'node:net';

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

/** @throws Error when one is no range. */
export function toBlockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const cidr = parseCidr(range);
    if (!cidr) throw new Error(`Not a range of addresses: ${range}`);
    list.addSubnet(range.split('/')[0] ?? '', cidr.length, cidr.family);
  }
  return list;
}
