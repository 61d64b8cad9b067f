import { MalformedMessage, MessageHead } from './message-head';
import type { RequestHead } from './request-head';

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: ([^\x00-\x08\x0a-\x1f\x7f]*))?\r\n/;
const VERSION = 'HTTP/1.';
export const mayStartResponse = (text: string): boolean =>
  text.length < VERSION.length ? VERSION.startsWith(text) : text.startsWith(VERSION);

const SWITCHING_PROTOCOLS = 101;
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;

/** Head of a target's response. */
export class ResponseHead extends MessageHead {
  private constructor(
    text: string,
    readonly status: number,
    readonly reason: string,
    private readonly isHttp10: boolean,
    at: number,
  ) {
    super(text, at);
  }

  /** @throws MalformedMessage */
  static parse(text: string): ResponseHead {
    const line = STATUS_LINE.exec(text);
    if (!line) throw new MalformedMessage();
    return new ResponseHead(text, Number(line[2]), line[3] ?? '', line[1] === '0', line[0].length);
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
    return this.isHttp10 ? false : !this.nominated.has('close');
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
