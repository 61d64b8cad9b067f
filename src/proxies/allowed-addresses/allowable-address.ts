import { isIP } from 'node:net';
import {
  canonicalAddress,
  type Cidr,
  isWithin,
  parseCidr,
  isLoopback,
  isPublic,
} from '../../common/net/addresses';

/** Addresses of examples (RFC 5737, RFC 3849), which nobody has. */
const DOCUMENTATION = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24', '2001:db8::/32']
  .map(parseCidr)
  .filter((range): range is Cidr => range !== undefined);

/**
 * Which addresses can be allowed: those of the public Internet, since another one belongs to a different machine in every
 * network. Outside production also this machine's own and those of examples.
 */
export const isAllowable = (address: string, isProduction: boolean): boolean =>
  isPublic(address) || (!isProduction && (isLoopback(address) || isWithin(DOCUMENTATION, address)));

/** @returns the canonical address, or what is wrong with the text. */
export function parseAllowable(
  text: string,
  isProduction: boolean,
): { address: string } | { problem: string } {
  const trimmed = text.trim();
  const shown = trimmed.length > 60 ? `${trimmed.slice(0, 60)}…` : trimmed;
  const address = canonicalAddress(trimmed);
  if (address === undefined)
    return {
      problem: trimmed.includes('/')
        ? `“${shown}” is a range. Enter single addresses`
        : `“${shown}” is not an IPv4 or IPv6 address`,
    };
  if (!isAllowable(address, isProduction))
    return {
      problem: `${address} is not a public address. Enter the one that the internet sees${isIP(address) === 4 ? ', not one of your own network' : ''}`,
    };
  return { address };
}
