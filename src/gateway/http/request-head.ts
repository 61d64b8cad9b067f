import { MalformedMessage, MessageHead } from './message-head';

// Bytes above 0x7f are passed on as they came.

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([^\x00-\x20\x7f]+) HTTP\/1\.([01])\r\n/;
const METHOD = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?: |$)/;
export const mayStartRequest = (text: string): boolean => METHOD.test(text);

const NEEDS_LENGTH = /^(POST|PUT|PATCH)$/;

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
    if (!line) throw new MalformedMessage();
    const head = new RequestHead(text, line[1]!, line[2]!, line[3] === '0', line[0].length);
    if (head.isChunked && head.isHttp10) throw new MalformedMessage();
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
