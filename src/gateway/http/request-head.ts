import { type FoundHead, MalformedMessage, MessageHead } from './message-head';

// Bytes above 0x7f are passed on as they came.

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([^\x00-\x20\x7f]+) HTTP\/1\.([01])\r\n/;
const VERSION = / HTTP\/1\.[01]$/;
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?: |$)/;
const HEAD_END = '\r\n\r\n';
const MAX_REQUEST_HEAD = 32_768;

const NEEDS_LENGTH = /^(POST|PUT|PATCH)$/;

/**
 * The head at the start of these bytes; undefined when more are needed.
 * @param from where the search begins: what is before was searched already.
 * @throws MalformedMessage when it is too long, or can be none.
 */
export function findRequestHead(bytes: Buffer, from: number): FoundHead | undefined {
  const at = bytes.indexOf(HEAD_END, Math.max(0, from - 3), 'latin1');
  if (at > MAX_REQUEST_HEAD || (at < 0 && bytes.length > MAX_REQUEST_HEAD)) throw tooLong(bytes);
  if (at >= 0) return { text: bytes.toString('latin1', 0, at + 2), end: at + 4 };
  // What can no longer become a head is refused at once, not when its time is up.
  if (!METHOD.test(bytes.toString('latin1', 0, 24))) throw new MalformedMessage();
  for (let end = bytes.indexOf(10, from); end >= 0; end = bytes.indexOf(10, end + 1))
    if (end === 0 || bytes[end - 1] !== 13)
      throw new MalformedMessage('The lines of a request end with CR LF.');
  return undefined;
}

/** In steps that grow with the length only: whoever sends this has not said who they are. */
function hasBlankInTarget(text: string): boolean {
  const line = text.slice(0, text.indexOf('\r\n'));
  if (!VERSION.test(line)) return false;
  return /[ \t]/.test(line.slice(line.indexOf(' '), line.lastIndexOf(' ')).trim());
}

function tooLong(bytes: Buffer): MalformedMessage {
  const isTarget = !bytes.subarray(0, MAX_REQUEST_HEAD).includes('\r\n');
  return isTarget
    ? new MalformedMessage('The address is longer than 32 KiB.', 414)
    : new MalformedMessage('The header fields are longer than 32 KiB.', 431);
}

/** Head of a client's request. */
export class RequestHead extends MessageHead {
  private constructor(
    readonly text: string,
    readonly method: string,
    /** As the client wrote it. */
    readonly target: string,
    readonly isHttp10: boolean,
    at: number,
  ) {
    super(text, at);
  }

  /** @throws MalformedMessage */
  static parse(text: string): RequestHead {
    const line = REQUEST_LINE.exec(text);
    if (!line && hasBlankInTarget(text))
      throw new MalformedMessage('The address contains a blank: write it as %20.');
    if (!line) throw new MalformedMessage();
    const head = new RequestHead(text, line[1]!, line[2]!, line[3] === '0', line[0].length);
    if (head.isChunked && head.isHttp10)
      throw new MalformedMessage('A request of HTTP/1.0 has no Transfer-Encoding.');
    return head;
  }

  get hasBody(): boolean {
    return this.isChunked || (this.contentLength ?? 0) > 0;
  }

  /** Whether the client takes another response over this connection. */
  get keepsAlive(): boolean {
    return this.isHttp10 ? this.nominated.has('keep-alive') : !this.nominated.has('close');
  }

  /** Whether it can be repeated (RFC 9110 §9.2.2): an idempotent method without a body. */
  get isRepeatable(): boolean {
    return (
      !this.hasBody &&
      (this.method === 'GET' || this.method === 'HEAD' || this.method === 'OPTIONS')
    );
  }

  /** The protocol that the client wants to change to. */
  get upgrade(): string | undefined {
    if (this.isHttp10 || this.hasBody || !this.nominated.has('upgrade')) return undefined;
    return this.get('upgrade');
  }

  /** Of TRACE and OPTIONS: how many proxies may still pass it on. */
  get maxForwards(): number | undefined {
    if (this.method !== 'TRACE' && this.method !== 'OPTIONS') return undefined;
    const value = this.get('max-forwards');
    return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
  }

  /**
   * The head for the target.
   * @param host value of its Host field: from the request line, which overrides the client's field.
   */
  forTarget(path: string, host: string, isKept: boolean, upgrade?: string): string {
    const passesExpect = this.hasBody && !this.isHttp10;
    const forwards = this.maxForwards;
    let fields = this.endToEnd(
      (name) =>
        name === 'host' ||
        (name === 'expect' && !passesExpect) ||
        (name === 'max-forwards' && forwards !== undefined),
    );
    if (forwards !== undefined) fields += `Max-Forwards: ${forwards - 1}\r\n`;
    if (this.isChunked) fields += 'Transfer-Encoding: chunked\r\n';
    else if (this.contentLength === undefined && NEEDS_LENGTH.test(this.method))
      fields += 'Content-Length: 0\r\n';
    const options = [upgrade === undefined ? (isKept ? 'keep-alive' : 'close') : 'Upgrade'];
    if (upgrade !== undefined) fields += `Upgrade: ${upgrade}\r\n`;
    if (this.#takesTrailers) {
      fields += 'TE: trailers\r\n';
      options.push('TE');
    }
    return `${this.method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${fields}Connection: ${options.join(', ')}\r\n\r\n`;
  }

  get #takesTrailers(): boolean {
    if (this.isHttp10 || !this.nominated.has('te')) return false;
    return (this.get('te') ?? '').split(',').some((t) => t.trim().toLowerCase() === 'trailers');
  }
}
