import { isIP } from 'node:net';
import { canonicalAddress, canonicalHost, toBytes, parseCidr } from './addresses';
import { toPlainText } from '../text/plain-text';

export interface PortRange {
  first: number;
  last: number;
}

const NAME = /^(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/;
const MAX_RANGES = 20;

/**
 * One spelling of what a target may be: `*`, a name, `*.name` (also written `.name`) for it and all names below it, an
 * address or a range. Names are lower-case punycode without a final dot, ranges start at their first address.
 * @returns undefined when it is none of them.
 */
export function canonicalPattern(text: string): string | undefined {
  if (text === '*') return text;
  if (text.includes('/')) return canonicalRange(toPlainText(text));
  const domain = /^\*?\.(.+)$/.exec(text)?.[1];
  const host = canonicalHost(domain ?? text);
  if (host === undefined) return undefined;
  if (isIP(host)) return domain === undefined ? host : undefined;
  if (!NAME.test(host)) return undefined;
  return domain === undefined ? host : `*.${host}`;
}

function canonicalRange(text: string): string | undefined {
  const range = parseCidr(text);
  const start = text.split('/')[0] ?? '';
  const address = canonicalAddress(start);
  if (!range || address === undefined) return undefined;
  // IPv4-mapped IPv6.
  const isMapped = range.family === 'ipv6' && isIP(address) === 4;
  const length = isMapped ? range.length - 96 : range.length;
  if (length < 1) return undefined;
  const bytes = toBytes(address);
  if (length === bytes.length * 8) return address;
  const masked = bytes.map((byte, at) => {
    const kept = Math.min(8, Math.max(0, length - at * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return `${toText(masked)}/${length}`;
}

function toText(bytes: number[]): string {
  if (bytes.length === 4) return bytes.join('.');
  const groups = bytes.flatMap((byte, at) =>
    at % 2 === 0 ? [((byte << 8) | (bytes[at + 1] ?? 0)).toString(16)] : [],
  );
  return new URL(`http://[${groups.join(':')}]/`).hostname.slice(1, -1);
}

/**
 * @param text such as `25, 6000-6063`; blank is none.
 * @returns sorted and merged; undefined when it is no list of ports, or one of more than 20 ranges.
 */
export function parsePorts(text: string): PortRange[] | undefined {
  const ranges: PortRange[] = [];
  for (const part of text.split(/[\s,]+/).filter((p) => p !== '')) {
    const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (from === '' || first < 1 || last < first || last > 65_535) return undefined;
    ranges.push({ first, last });
  }
  ranges.sort((a, b) => a.first - b.first);
  const merged: PortRange[] = [];
  for (const range of ranges) {
    const before = merged.at(-1);
    if (before && range.first <= before.last + 1) before.last = Math.max(before.last, range.last);
    else merged.push(range);
  }
  return merged.length > MAX_RANGES ? undefined : merged;
}

export const formatPorts = (ranges: readonly PortRange[]): string =>
  ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
