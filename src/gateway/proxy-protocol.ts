import { isIP, type Socket } from 'node:net';
import { canonicalAddress } from '../common/net/addresses';

/** What a balancer tells about a connection before the client's first byte. */
export interface ProxyHeader {
  /** Bytes of the header. */
  length: number;
  /** The client's address in one spelling; undefined: the connection is the balancer's own, or it does not know. */
  source: string | undefined;
}

/** Not the header of https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt; nothing of the connection can be trusted. */
export class MalformedProxyHeader extends Error {
  override name = 'MalformedProxyHeader';

  constructor() {
    super('The connection does not begin with a PROXY protocol header.');
  }
}

const V1_START = Buffer.from('PROXY ');
const V1_MAX = 107;
const V2_SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const V2_HEAD = 16;
const V1_ADDRESSES = /^(TCP4|TCP6) (\S+) (\S+) (0|[1-9]\d{0,4}) (0|[1-9]\d{0,4})$/;
const UNSPECIFIED = 0x00;
const TCP4 = 0x11;
const TCP6 = 0x21;

/** @returns undefined while the header is incomplete. */
export function parseProxyHeader(bytes: Buffer): ProxyHeader | undefined {
  if (startsLike(bytes, V2_SIGNATURE)) return parseV2(bytes);
  if (startsLike(bytes, V1_START)) return parseV1(bytes);
  throw new MalformedProxyHeader();
}

/** As far as there are bytes. */
function startsLike(bytes: Buffer, start: Buffer): boolean {
  const count = Math.min(bytes.length, start.length);
  return bytes.compare(start, 0, count, 0, count) === 0;
}

function parseV1(bytes: Buffer): ProxyHeader | undefined {
  const text = bytes.toString('latin1', 0, V1_MAX);
  const end = text.indexOf('\n');
  if (end < 0) {
    if (text.length < V1_MAX) return undefined;
    throw new MalformedProxyHeader();
  }
  const line = text.slice(V1_START.length, end - 1);
  if (text[end - 1] !== '\r' || line.includes('\r')) throw new MalformedProxyHeader();
  const length = end + 1;
  if (/^UNKNOWN( |$)/.test(line)) return { length, source: undefined };
  const [, protocol, source = '', target = '', ...ports] = V1_ADDRESSES.exec(line) ?? [];
  const family = protocol === 'TCP6' ? 6 : 4;
  const areRight = [source, target].every((text) => isIP(text) === family && !text.includes('%'));
  if (!areRight || ports.some((port) => Number(port) > 65_535)) throw new MalformedProxyHeader();
  return { length, source: canonicalAddress(source) };
}

function parseV2(bytes: Buffer): ProxyHeader | undefined {
  if (bytes.length < V2_HEAD) return undefined;
  const command = bytes.readUInt8(12);
  const protocol = bytes.readUInt8(13);
  const size = bytes.readUInt16BE(14);
  const isLocal = command === 0x20;
  if (!isLocal && command !== 0x21) throw new MalformedProxyHeader();
  const needed = { [UNSPECIFIED]: 0, [TCP4]: 12, [TCP6]: 36 }[protocol];
  if (!isLocal && (needed === undefined || size < needed)) throw new MalformedProxyHeader();
  const length = V2_HEAD + size;
  if (bytes.length < length) return undefined;
  if (isLocal || protocol === UNSPECIFIED) return { length, source: undefined };
  // The addresses of the client and of the gateway, their ports and what a balancer adds follow each other.
  const data = bytes.subarray(V2_HEAD, length);
  const source =
    protocol === TCP4
      ? data.subarray(0, 4).join('.')
      : data.toString('hex', 0, 16).replace(/(.{4})(?!$)/g, '$1:');
  return { length, source: canonicalAddress(source) };
}

export interface ProxyHeaderEvents {
  /** The socket is paused, and what followed the header can still be read. */
  onHeader(header: ProxyHeader): void;
  /** The socket is destroyed. */
  onMalformed(): void;
}

/** Reads the header of a connection from a balancer, in pieces of any size; closes the connection when none comes in time. */
export function readProxyHeader(
  socket: Socket,
  withinMs: number,
  { onHeader, onMalformed }: ProxyHeaderEvents,
): void {
  let received: Buffer = Buffer.alloc(0);
  const destroy = () => void socket.destroy();
  const timer = setTimeout(destroy, withinMs);
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    try {
      const header = parseProxyHeader(received);
      if (!header) return;
      socket.pause();
      socket.off('data', onData).off('end', destroy).off('error', destroy).off('close', onClose);
      clearTimeout(timer);
      if (received.length > header.length) socket.unshift(received.subarray(header.length));
      onHeader(header);
    } catch (error) {
      if (!(error instanceof MalformedProxyHeader)) throw error;
      destroy();
      onMalformed();
    }
  };
  const onClose = () => clearTimeout(timer);
  socket.on('data', onData).on('end', destroy).on('error', destroy).on('close', onClose);
}
