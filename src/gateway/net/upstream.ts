import {
  type RefusalMeaning,
  classifyRefusal,
  classifySocksReply,
  readRefusal,
} from '../../common/dialects/dialect';
import { CONNECTION_REFUSED, ProxyError } from '../proxy-error';
import { isIP, isIPv6, type Socket } from 'node:net';
import { toBytes } from '../../common/net/addresses';
import type { UpstreamProxy } from '../exits/exit';

/** `unreachable`: its gateway did not take the connection. */
export type NetworkFailure = RefusalMeaning | 'unreachable';

/**
 * A network has failed, with what the customer is told if nothing else helps. That the shop's account is refused is
 * nothing that they could do anything about, so it is never a 407 or 403 of theirs.
 */
export class UpstreamRefusal extends ProxyError {
  constructor(
    readonly failure: NetworkFailure,
    ...[reason = 'UPSTREAM_FAILED', ...details]: Partial<ConstructorParameters<typeof ProxyError>>
  ) {
    super(reason, ...details);
  }
}

const NO_ADDRESS =
  'No address is available in this location at the moment. Try again later, or choose another location.';
const NOT_ALLOWED = 'The network that this proxy leaves from does not allow this target.';

export function toHttpRefusal(meaning: RefusalMeaning, status: number): UpstreamRefusal {
  if (meaning === 'place_empty') return new UpstreamRefusal(meaning, 'NO_EXIT', NO_ADDRESS);
  if (meaning === 'target')
    return new UpstreamRefusal(
      meaning,
      'TARGET_BLOCKED',
      NOT_ALLOWED,
      undefined,
      'http_request_denied',
    );
  if (meaning === 'retry' && status === 502)
    return new UpstreamRefusal(meaning, 'TARGET_UNREACHABLE');
  if (meaning === 'retry' && (status === 504 || status === 522))
    return new UpstreamRefusal(meaning, 'TARGET_TIMEOUT');
  return new UpstreamRefusal(meaning);
}

/** @param reply of RFC 1928 §6. */
export function toSocksRefusal(meaning: RefusalMeaning, reply: number): UpstreamRefusal {
  if (reply === 5) return new UpstreamRefusal(meaning, ...CONNECTION_REFUSED);
  if (meaning === 'target') return toHttpRefusal(meaning, 403);
  if (reply === 3 || reply === 4) return new UpstreamRefusal(meaning, 'TARGET_UNREACHABLE');
  if (reply === 6) return new UpstreamRefusal(meaning, 'TARGET_TIMEOUT');
  return new UpstreamRefusal(meaning);
}

const MAX_HEAD = 16_384;
const SWITCHING_PROTOCOLS = 101;
/** Of a refusal's body, as far as it has arrived. */
const MAX_REASON = 512;

/**
 * Opens a tunnel through an HTTP proxy. Plain requests use tunnels too, so the upstream has to
 * allow CONNECT to port 80.
 */
export async function openThroughHttp(
  socket: Socket,
  upstream: UpstreamProxy,
  host: string,
  port: number,
): Promise<void> {
  const authority = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const lines = [`CONNECT ${authority} HTTP/1.1`, `Host: ${authority}`];
  if (upstream.username !== '') {
    const pair = Buffer.from(`${upstream.username}:${upstream.password}`).toString('base64');
    lines.push(`Proxy-Authorization: Basic ${pair}`);
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const reader = new Reader(socket);
  let head: string;
  let status: number;
  do {
    head = await reader.until('\r\n\r\n');
    status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
    // Interim responses come before the one that counts (RFC 9110 §15.2).
  } while (status >= 100 && status < 200 && status !== SWITCHING_PROTOCOLS);
  if (upstream.refusals && (status < 200 || status > 299)) {
    const refusal = readRefusal(head, reader.peek(MAX_REASON));
    throw toHttpRefusal(classifyRefusal(upstream.refusals, refusal), status);
  }
  if (status === 502) throw new ProxyError('TARGET_UNREACHABLE');
  if (status === 504) throw new ProxyError('TARGET_TIMEOUT');
  if (status < 200 || status > 299) throw new ProxyError('UPSTREAM_FAILED');
  reader.release();
}

/** Opens a tunnel through a SOCKS5 proxy (RFC 1928, 1929); names are sent unresolved. */
export async function openThroughSocks(
  socket: Socket,
  upstream: UpstreamProxy,
  host: string,
  port: number,
): Promise<void> {
  const reader = new Reader(socket);
  const method = upstream.username === '' ? 0 : 2;
  socket.write(Buffer.from([5, 1, method]));
  if (!(await reader.bytes(2)).equals(Buffer.from([5, method]))) throw accountRefused(upstream);
  if (method === 2) {
    const parts = [upstream.username, upstream.password].map((t) => Buffer.from(t));
    const sized = parts.flatMap((p) => [Buffer.from([p.length]), p]);
    socket.write(Buffer.concat([Buffer.from([1]), ...sized]));
    if ((await reader.bytes(2))[1] !== 0) throw accountRefused(upstream);
  }
  const portBytes = Buffer.from([port >> 8, port & 255]);
  socket.write(Buffer.concat([Buffer.from([5, 1, 0]), socksAddress(host), portBytes]));
  const reply = await reader.bytes(4);
  const code = reply[1] ?? 0;
  if (upstream.refusals && code !== 0) throw toSocksRefusal(classifySocksReply(code), code);
  if (reply[1] === 3 || reply[1] === 4 || reply[1] === 5)
    throw new ProxyError('TARGET_UNREACHABLE');
  if (reply[1] === 6) throw new ProxyError('TARGET_TIMEOUT');
  if (reply[1] !== 0) throw new ProxyError('UPSTREAM_FAILED');
  const length = reply[3] === 1 ? 4 : reply[3] === 4 ? 16 : (await reader.bytes(1)).readUInt8();
  await reader.bytes(length + 2);
  reader.release();
}

const accountRefused = ({ refusals }: UpstreamProxy): ProxyError =>
  refusals ? new UpstreamRefusal('our_account') : new ProxyError('UPSTREAM_FAILED');

function socksAddress(host: string): Buffer {
  const family = isIP(host);
  if (family !== 0) return Buffer.from([family === 4 ? 1 : 4, ...toBytes(host)]);
  const name = Buffer.from(host);
  return Buffer.concat([Buffer.from([3, name.length]), name]);
}

/** Reads a handshake incrementally and unshifts the bytes after it. */
class Reader {
  #buffer = Buffer.alloc(0);
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  readonly #onData = (chunk: Buffer) => {
    this.#buffer = Buffer.concat([this.#buffer, chunk]);
    this.#wake?.();
  };
  readonly #onError = (error: Error) => this.#fail(error);
  readonly #onEnd = () => this.#fail(new ProxyError('UPSTREAM_FAILED'));

  constructor(private readonly socket: Socket) {
    socket.on('data', this.#onData).on('error', this.#onError);
    socket.on('end', this.#onEnd).on('close', this.#onEnd);
    // A spare connection is paused until it is used.
    socket.resume();
  }

  async bytes(count: number): Promise<Buffer> {
    while (this.#buffer.length < count) await this.#more();
    return this.#shift(count);
  }

  async until(mark: string): Promise<string> {
    let at: number;
    while ((at = this.#buffer.indexOf(mark)) < 0) {
      // What follows the head is the target's, however much came with it.
      if (this.#buffer.length > MAX_HEAD) throw new ProxyError('UPSTREAM_FAILED');
      await this.#more();
    }
    return this.#shift(at + mark.length).toString('latin1');
  }

  /** What has arrived beyond the last read. */
  peek(most: number): string {
    return this.#buffer.toString('latin1', 0, most);
  }

  release(): void {
    this.socket.pause();
    this.socket.off('data', this.#onData).off('error', this.#onError);
    this.socket.off('end', this.#onEnd).off('close', this.#onEnd);
    if (this.#buffer.length > 0) this.socket.unshift(this.#buffer);
  }

  #shift(count: number): Buffer {
    const taken = this.#buffer.subarray(0, count);
    this.#buffer = this.#buffer.subarray(count);
    return taken;
  }

  async #more(): Promise<void> {
    if (this.#failure) throw this.#failure;
    await new Promise<void>((resolve) => (this.#wake = resolve));
    this.#wake = undefined;
    if (this.#failure) throw this.#failure;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake?.();
  }
}
