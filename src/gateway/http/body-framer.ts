import { MalformedMessage, type MessageHead } from './message-head';

const CR = 13;
const LF = 10;
const SEMICOLON = 59;
const COLON = 58;
const MAX_SIZE_DIGITS = 12;
const MAX_EXTENSION = 1_024;
const MAX_TRAILERS = 16_384;

enum At {
  Size,
  Extension,
  SizeEnd,
  Data,
  DataReturn,
  DataEnd,
  TrailerStart,
  TrailerName,
  TrailerValue,
  TrailerEnd,
  LastEnd,
  Done,
}

/** Finds the end of a message's body (RFC 9112 §6). */
export abstract class BodyFramer {
  isComplete = false;

  /** @param isDelimitedByClose without a length the body lasts until the connection ends: a response's. */
  static for(head: MessageHead, isDelimitedByClose: boolean): BodyFramer {
    if (head.isChunked) return new ChunkedBody();
    if (head.contentLength === undefined && isDelimitedByClose) return new BodyUntilClose();
    return head.contentLength ? new SizedBody(head.contentLength) : NO_BODY;
  }

  /** Whether the end of the connection is the end of the body. */
  get endsWithConnection(): boolean {
    return false;
  }

  /**
   * @param onPayload is told which bytes are content, as opposed to framing.
   * @returns how many of the bytes belong to this body.
   * @throws MalformedMessage
   */
  abstract consume(bytes: Buffer, onPayload?: (part: Buffer) => void): number;
}

class SizedBody extends BodyFramer {
  constructor(private left: number) {
    super();
    this.isComplete = left === 0;
  }

  override consume(bytes: Buffer, onPayload?: (part: Buffer) => void): number {
    const count = Math.min(this.left, bytes.length);
    this.left -= count;
    this.isComplete = this.left === 0;
    if (count > 0) onPayload?.(bytes.subarray(0, count));
    return count;
  }
}

const NO_BODY = new SizedBody(0);

class BodyUntilClose extends BodyFramer {
  override get endsWithConnection(): boolean {
    return true;
  }

  override consume(bytes: Buffer, onPayload?: (part: Buffer) => void): number {
    onPayload?.(bytes);
    return bytes.length;
  }
}

/**
 * Chunks and trailers. Strict, since they are passed on as they are: whoever reads them next must
 * find the same end.
 */
class ChunkedBody extends BodyFramer {
  #at = At.Size;
  /** Of the chunk. */
  #left = 0;
  /** Of a size, an extension or all trailers. */
  #length = 0;
  #trailers = 0;

  override consume(bytes: Buffer, onPayload?: (part: Buffer) => void): number {
    let i = 0;
    while (i < bytes.length && this.#at !== At.Done) {
      if (this.#at === At.Data) {
        const count = Math.min(this.#left, bytes.length - i);
        onPayload?.(bytes.subarray(i, i + count));
        i += count;
        this.#left -= count;
        if (this.#left === 0) this.#at = At.DataReturn;
      } else this.#step(bytes[i++]!);
    }
    this.isComplete = this.#at === At.Done;
    return i;
  }

  #step(byte: number): void {
    switch (this.#at) {
      case At.Size:
        return this.#size(byte);
      case At.Extension:
        if (byte === CR) this.#at = At.SizeEnd;
        else if (!isFieldByte(byte) || ++this.#length > MAX_EXTENSION) throw new MalformedMessage();
        return;
      case At.SizeEnd:
        this.#expect(byte, LF);
        this.#length = 0;
        this.#at = this.#left === 0 ? At.TrailerStart : At.Data;
        return;
      case At.DataReturn:
        this.#expect(byte, CR);
        this.#at = At.DataEnd;
        return;
      case At.DataEnd:
        this.#expect(byte, LF);
        this.#at = At.Size;
        return;
      case At.LastEnd:
        this.#expect(byte, LF);
        this.#at = At.Done;
        return;
      default:
        return this.#trailer(byte);
    }
  }

  #size(byte: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) {
      if (++this.#length > MAX_SIZE_DIGITS) throw new MalformedMessage();
      this.#left = this.#left * 16 + digit;
      return;
    }
    if (this.#length === 0) throw new MalformedMessage();
    this.#length = 0;
    if (byte === CR) this.#at = At.SizeEnd;
    else if (byte === SEMICOLON) this.#at = At.Extension;
    else throw new MalformedMessage();
  }

  #trailer(byte: number): void {
    if (++this.#trailers > MAX_TRAILERS) throw new MalformedMessage();
    if (this.#at === At.TrailerStart && byte === CR) this.#at = At.LastEnd;
    else if (this.#at === At.TrailerStart || this.#at === At.TrailerName) {
      if (byte === COLON && this.#at === At.TrailerName) this.#at = At.TrailerValue;
      else if (isTokenByte(byte)) this.#at = At.TrailerName;
      else throw new MalformedMessage();
    } else if (this.#at === At.TrailerValue) {
      if (byte === CR) this.#at = At.TrailerEnd;
      else if (!isFieldByte(byte)) throw new MalformedMessage();
    } else {
      this.#expect(byte, LF);
      this.#at = At.TrailerStart;
    }
  }

  #expect(byte: number, wanted: number): void {
    if (byte !== wanted) throw new MalformedMessage();
  }
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : -1;
}

const isFieldByte = (byte: number) => byte === 9 || (byte >= 32 && byte !== 127);
const isTokenByte = (byte: number) => /[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(String.fromCharCode(byte));
