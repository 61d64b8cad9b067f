/** The peer does not speak HTTP/1 as RFC 9112 requires it. */
export class MalformedMessage extends Error {
  override name = 'MalformedMessage';

  /** @param message a sentence for a client. @param status of the answer to it. */
  constructor(
    message = 'The request is not HTTP/1.1 or HTTP/1.0.',
    readonly status: 400 | 414 | 431 = 400,
  ) {
    super(message);
  }
}

const LINE_END = '\r\n';
const TWO_LENGTHS =
  'The request says twice how long it is. Send one Content-Length, or Transfer-Encoding: chunked.';
/** Neither folded lines nor bare line ends, control characters or spaces before the colon. */
const FIELD = /([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*([^\x00-\x08\x0a-\x1f\x7f]*)\r\n/y;

/** Start line and fields of a message, and how its body is framed. */
export class MessageHead {
  /** Name, value, name, value…: as they came. */
  readonly raw: string[] = [];
  /** The names in lower case. */
  readonly names: string[] = [];
  contentLength: number | undefined;
  isChunked = false;
  /** Names in `Connection`, lower case. */
  readonly nominated = new Set<string>();

  /**
   * @param text the head with its last line end, without the empty line.
   * @param at where the fields begin.
   * @throws MalformedMessage also where two fields frame the body differently.
   */
  protected constructor(text: string, at: number) {
    while (at < text.length) {
      FIELD.lastIndex = at;
      const field = FIELD.exec(text);
      if (!field) throw new MalformedMessage('A header field of the request is malformed.');
      at = FIELD.lastIndex;
      this.#add(field[1]!, trimEnd(field[2]!));
    }
    if (this.isChunked && this.contentLength !== undefined) throw new MalformedMessage(TWO_LENGTHS);
  }

  /** The first value of a field. @param name in lower case. */
  get(name: string): string | undefined {
    const at = this.names.indexOf(name);
    return at < 0 ? undefined : this.raw[2 * at + 1];
  }

  /** Fields for the other side, one a line: without hop-by-hop ones and those that `Connection` names. */
  endToEnd(without?: (name: string) => boolean): string {
    let lines = '';
    for (let i = 0; i < this.names.length; i++) {
      const name = this.names[i]!;
      if (HOP_BY_HOP.has(name) || this.#isNominated(name) || without?.(name)) continue;
      lines += `${this.raw[2 * i]}: ${this.raw[2 * i + 1]}${LINE_END}`;
    }
    return lines;
  }

  #isNominated(name: string): boolean {
    return this.nominated.size > 0 && this.nominated.has(name) && !FRAMING.has(name);
  }

  #add(name: string, value: string): void {
    const lower = name.toLowerCase();
    this.raw.push(name, value);
    this.names.push(lower);
    if (lower === 'content-length') {
      if (this.contentLength !== undefined) throw new MalformedMessage(TWO_LENGTHS);
      if (!/^\d{1,15}$/.test(value))
        throw new MalformedMessage('The Content-Length of the request is no number.');
      this.contentLength = Number(value);
    } else if (lower === 'transfer-encoding') {
      if (this.isChunked || value.toLowerCase() !== 'chunked')
        throw new MalformedMessage('The only Transfer-Encoding of a request is chunked.');
      this.isChunked = true;
    } else if (lower === 'connection' || lower === 'proxy-connection') {
      for (const token of value.split(',')) this.nominated.add(token.trim().toLowerCase());
    }
  }
}

/** Fields a proxy must not forward (RFC 9110 §7.6.1). `Trailer` stays: trailers are passed on. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'proxy-authenticate',
  'proxy-authentication-info',
  'te',
  'transfer-encoding',
  'upgrade',
]);
/** Listing them in Connection does not remove them. */
const FRAMING = new Set(['content-length', 'host']);

/** JavaScript's own would remove bytes above 0x7f too. */
function trimEnd(value: string): string {
  let end = value.length;
  while (end > 0 && (value[end - 1] === ' ' || value[end - 1] === '\t')) end--;
  return end === value.length ? value : value.slice(0, end);
}

/** A head as it was found in what was read: its text with the last line end, and where what follows begins. */
export interface FoundHead {
  text: string;
  end: number;
}
