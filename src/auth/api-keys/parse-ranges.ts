import { canonicalAddress, isWithin, parseCidr, type Cidr } from '../../common/net/addresses';

/** @returns the range in one spelling, or undefined when it is neither an address nor a CIDR range. */
export function toCanonicalRange(text: string): string | undefined {
  const [address = '', length] = text.trim().split('/');
  const canonical = canonicalAddress(address);
  const cidr = parseCidr(text.trim());
  if (canonical === undefined || !cidr) return undefined;
  if (length === undefined) return canonical;
  // An IPv4-mapped IPv6 range would match nothing: callers are compared in their IPv4 form.
  if (cidr.family === 'ipv6' && !canonical.includes(':')) return undefined;
  return `${canonical}/${cidr.length}`;
}

/** @param ranges as stored; empty allows every address. @param address of the caller. */
export function isAllowedFrom(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return true;
  const caller = canonicalAddress(address);
  if (caller === undefined) return false;
  const parsed = ranges.map(parseCidr).filter((range): range is Cidr => range !== undefined);
  return isWithin(parsed, caller);
}
