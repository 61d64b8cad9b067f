import { type FoundHead, MalformedMessage, MessageHead } from './message-head';
import type { RequestHead } from './request-head';

const STATUS_LINE = /^HTTP\/1\.([01]) +([1-9]\d\d)(?: ([^\x00-\x08\x0a-\x1f\x7f]*))?\r\n/;
const NAMED = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:(.*)$/;
const VERSION = 'HTTP/1.';
const MAX_RESPONSE_HEAD = 262_144;
const mayStartResponse = (text: string): boolean =>
  text.length < VERSION.length ? VERSION.startsWith(text) : text.startsWith(VERSION);

const SWITCHING_PROTOCOLS = 101;
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;

/**
 * The head at the start of these bytes, whose lines may end with LF alone; undefined when more are needed.
 * @param from where the search begins: what is before was searched already.
 * @throws MalformedMessage when it is too long, or can be none.
 */
export function findResponseHead(bytes: Buffer, from: number): FoundHead | undefined {
  const start = Math.max(0, from - 2);
  const withReturn = bytes.indexOf('\n\r\n', start, 'latin1');
  const before = withReturn < 0 ? bytes : bytes.subarray(0, withReturn + 1);
  const without = before.indexOf('\n\n', start, 'latin1');
  const at = without < 0 ? withReturn : without;
  if (at > MAX_RESPONSE_HEAD || (at < 0 && bytes.length > MAX_RESPONSE_HEAD))
    throw new MalformedMessage();
  if (at >= 0)
    return { text: bytes.toString('latin1', 0, at + 1), end: at + (without < 0 ? 3 : 2) };
  if (!mayStartResponse(bytes.toString('latin1', 0, VERSION.length))) throw new MalformedMessage();
  return undefined;
}

/**
 * What user agents accept and a proxy may or must mend (RFC 9112 §5.1, §5.2, §6.3): lines that end with LF alone, that
 * are folded, or have blanks before their colon or no name; one length twice, and a length beside chunks.
 */
function repair(text: string): string {
  if (/\r(?!\n)/.test(text)) throw new MalformedMessage();
  const [start, ...lines] = text
    .trimEnd()
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const fields = lines.flatMap((line) => {
    const [, name, value] = NAMED.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [{ name, value }];
  });
  const named = (wanted: string) => fields.filter(({ name }) => name.toLowerCase() === wanted);
  const lengths = named('content-length').flatMap(({ value }) => value.split(','));
  const different = new Set(lengths.map((length) => length.trim()));
  if (named('transfer-encoding').length > 0) different.clear();
  else if (different.size > 1) throw new MalformedMessage();
  const kept = fields.filter(({ name }) => name.toLowerCase() !== 'content-length');
  for (const value of different) kept.push({ name: 'Content-Length', value });
  return [start, ...kept.map(({ name, value }) => `${name}: ${value}`), ''].join('\r\n');
}

/** Head of a target's response. */
export class ResponseHead extends MessageHead {
  private constructor(
    text: string,
    readonly status: number,
    readonly reason: string,
    private readonly isHttp10: boolean,
    at: number,
    private readonly isRepaired: boolean,
  ) {
    super(text, at);
  }

  /** Reads leniently; what `forClient` writes is strict. @throws MalformedMessage */
  static parse(text: string): ResponseHead {
    try {
      return ResponseHead.#parse(text, false);
    } catch (error) {
      if (!(error instanceof MalformedMessage)) throw error;
      return ResponseHead.#parse(repair(text), true);
    }
  }

  static #parse(text: string, isRepaired: boolean): ResponseHead {
    const line = STATUS_LINE.exec(text);
    if (!line) throw new MalformedMessage();
    const [all, minor, status, reason = ''] = line;
    const isHttp10 = minor === '0';
    return new ResponseHead(text, Number(status), reason, isHttp10, all.length, isRepaired);
  }

  /** Another response to the same request follows. */
  get isInterim(): boolean {
    return this.status < 200 && this.status !== SWITCHING_PROTOCOLS;
  }

  get isSwitch(): boolean {
    return this.status === SWITCHING_PROTOCOLS;
  }

  /** Whether the target takes another request over this connection. */
  get keepsAlive(): boolean {
    return !this.isHttp10 && !this.isRepaired && !this.nominated.has('close');
  }

  hasBody({ method }: RequestHead): boolean {
    return method !== 'HEAD' && this.status >= 200 && !this.#isEmpty && this.contentLength !== 0;
  }

  get #isEmpty(): boolean {
    return this.status === NO_CONTENT || this.status === NOT_MODIFIED;
  }

  /** The head for the client. @param connection its own fields about the connection, one a line. */
  forClient(connection: string, isChunked: boolean): string {
    // Responses that never have a body must not say how long it is (RFC 9110 §8.6).
    const framesNothing = this.status < 200 || this.status === NO_CONTENT;
    const fields = this.endToEnd(
      (name) => framesNothing && (name === 'content-length' || name === 'trailer'),
    );
    const framing = isChunked && !framesNothing ? 'Transfer-Encoding: chunked\r\n' : '';
    return `HTTP/1.1 ${this.status} ${this.reason}\r\n${fields}${framing}${connection}\r\n`;
  }
}
