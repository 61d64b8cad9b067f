import { isIP, isIPv4 } from 'node:net';

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

/** @param address a compressed IPv6 address without an IPv4 part. */
export function toBytes(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [left, right] = [groups(head), groups(tail)];
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  return [...left, ...zeros, ...right].flatMap((group) => {
    const value = parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
