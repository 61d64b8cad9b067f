/** The peer does not speak HTTP/1 as RFC 9112 requires it. */
export class MalformedMessage extends Error {
  override name = 'MalformedMessage';
}

const LINE_END = '\r\n';
const HEAD_END = '\r\n\r\n';
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
      if (!field) throw new MalformedMessage();
      at = FIELD.lastIndex;
      this.#add(field[1]!, trimEnd(field[2]!));
    }
    if (this.isChunked && this.contentLength !== undefined) throw new MalformedMessage();
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
      if (this.contentLength !== undefined || !/^\d{1,15}$/.test(value))
        throw new MalformedMessage();
      this.contentLength = Number(value);
    } else if (lower === 'transfer-encoding') {
      if (this.isChunked || value.toLowerCase() !== 'chunked') throw new MalformedMessage();
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

/**
 * The head at the start of these bytes; undefined when more are needed.
 * @param from where the search begins: what is before was searched already.
 * @param mayStart whether a message may start with this text, however short.
 * @throws MalformedMessage when it is longer than the limit, or can be none.
 */
export function findHead(
  bytes: Buffer,
  limit: number,
  from: number,
  mayStart: (text: string) => boolean,
): { text: string; end: number } | undefined {
  const at = bytes.indexOf(HEAD_END, Math.max(0, from - 3), 'latin1');
  if (at > limit || (at < 0 && bytes.length > limit)) throw new MalformedMessage();
  if (at >= 0) return { text: bytes.toString('latin1', 0, at + 2), end: at + 4 };
  // What can no longer become a head is refused at once, not when its time is up.
  if (!mayStart(bytes.toString('latin1', 0, 24))) throw new MalformedMessage();
  for (let end = bytes.indexOf(10, from); end >= 0; end = bytes.indexOf(10, end + 1))
    if (end === 0 || bytes[end - 1] !== 13) throw new MalformedMessage();
  return undefined;
}
