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

const STATUS_LINE = /^HTTP\/1\.([01]) +([1-9]\d\d)(?: ([^\x00-\x08\x0a-\x1f\x7f]*))?\r\n/;
const NAMED = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:(.*)$/;
const RESPONSE_START = 'HTTP/1.';
const MAX_RESPONSE_HEAD = 262_144;
const mayStartResponse = (text: string): boolean =>
  text.length < RESPONSE_START.length
    ? RESPONSE_START.startsWith(text)
    : text.startsWith(RESPONSE_START);

const SWITCHING_PROTOCOLS = 101;
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;

/**
 * The head at the start of these bytes, whose lines may end with LF alone; undefined when more are needed.
 * @param from where the search begins: what is before was searched already.
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
  if (!mayStartResponse(bytes.toString('latin1', 0, RESPONSE_START.length)))
    throw new MalformedMessage();
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

  /** Reads leniently; what `forClient` writes is strict. */
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
