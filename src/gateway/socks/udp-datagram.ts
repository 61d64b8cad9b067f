import { isIPv4 } from 'node:net';
import { addressLength, addressText } from './socks5-reader';

/** A datagram as a SOCKS5 client wraps it (RFC 1928 §7). */
export interface WrappedDatagram {
  host: string;
  port: number;
  data: Buffer;
}

/** @returns undefined for fragments, and for what is no wrapped datagram: these are dropped. */
export function unwrapDatagram(bytes: Buffer): WrappedDatagram | undefined {
  if (bytes.length < 7 || bytes[0] !== 0 || bytes[1] !== 0 || bytes[2] !== 0) return undefined;
  const type = bytes.readUInt8(3);
  const length = addressLength(type, bytes.readUInt8(4));
  const end = 4 + (length ?? Infinity);
  if (length === undefined || bytes.length < end + 2) return undefined;
  return {
    host: addressText(type, bytes.subarray(4, end)),
    port: bytes.readUInt16BE(end),
    data: bytes.subarray(end + 2),
  };
}

/** @param address as a socket reports it. */
export function wrapDatagram(address: string, port: number, data: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0]), socksAddress(address, port), data]);
}

/** Type, address and port. */
export function socksAddress(address: string, port: number): Buffer {
  const bytes = isIPv4(address) ? address.split('.').map(Number) : ipv6Bytes(address);
  return Buffer.from([bytes.length === 4 ? 1 : 4, ...bytes, port >> 8, port & 255]);
}

function ipv6Bytes(address: string): number[] {
  const [left = '', right] = (address.split('%', 1)[0] ?? '').split('::');
  const groups = (text = '') => (text === '' ? [] : text.split(':'));
  const [head, tail] = [groups(left), groups(right)];
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  return [...head, ...zeros, ...tail].flatMap((group) => {
    const value = parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}
