import { MalformedMessage, type MessageHead } from './message-heads';

const CR = 13;
const LF = 10;
const RETURN = Buffer.from('\r');
const SEMICOLON = 59;
const COLON = 58;
const MAX_SIZE_DIGITS = 12;
const MAX_EXTENSION = 1_024;
const MAX_TRAILERS = 16_384;

enum At {
  Size,
  SizeBlank,
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

/** Takes the parts of a body in their order. */
export interface BodySink {
  /** Content, as opposed to framing. */
  onContent?(part: Buffer): void;
  /** What is to be passed on, framing included. */
  onWire?(part: Buffer): void;
}

/** Finds the end of a message's body (RFC 9112 §6). */
export abstract class BodyFramer {
  isComplete = false;
  /** The framing that passed on is not what came. */
  isRepaired = false;

  /** @param isResponse which may be framed badly, and without a length lasts until the connection ends. */
  static for(head: MessageHead, isResponse: boolean): BodyFramer {
    if (head.isChunked) return new ChunkedBody(isResponse);
    if (head.contentLength === undefined && isResponse) return new BodyUntilClose();
    return head.contentLength ? new SizedBody(head.contentLength) : NO_BODY;
  }

  /** Whether the end of the connection is the end of the body. */
  get endsWithConnection(): boolean {
    return false;
  }

  /** @returns how many of the bytes belong to this body. */
  abstract consume(bytes: Buffer, sink?: BodySink): number;
}

class SizedBody extends BodyFramer {
  constructor(private left: number) {
    super();
    this.isComplete = left === 0;
  }

  override consume(bytes: Buffer, sink?: BodySink): number {
    const count = Math.min(this.left, bytes.length);
    this.left -= count;
    this.isComplete = this.left === 0;
    if (count > 0 && sink) pass(bytes.subarray(0, count), sink);
    return count;
  }
}

const NO_BODY = new SizedBody(0);

class BodyUntilClose extends BodyFramer {
  override get endsWithConnection(): boolean {
    return true;
  }

  override consume(bytes: Buffer, sink?: BodySink): number {
    if (sink) pass(bytes, sink);
    return bytes.length;
  }
}

function pass(part: Buffer, sink: BodySink): void {
  sink.onContent?.(part);
  sink.onWire?.(part);
}

/**
 * Chunks and trailers. What is passed on is strict: whoever reads it next must find the same end. A response may have
 * blanks after a size, and lines that end with LF alone; both are mended.
 */
class ChunkedBody extends BodyFramer {
  #at = At.Size;
  /** Of the chunk. */
  #left = 0;
  /** Of a size, an extension or all trailers. */
  #length = 0;
  #trailers = 0;

  constructor(private readonly isLenient: boolean) {
    super();
  }

  override consume(bytes: Buffer, sink?: BodySink): number {
    let i = 0;
    /** Where what is passed on unchanged begins. */
    let run = 0;
    const repair = (next: number, instead?: Buffer) => {
      if (i > run) sink?.onWire?.(bytes.subarray(run, i));
      if (instead) sink?.onWire?.(instead);
      run = next;
      this.isRepaired = true;
    };
    while (i < bytes.length && this.#at !== At.Done) {
      if (this.#at === At.Data) {
        const count = Math.min(this.#left, bytes.length - i);
        sink?.onContent?.(bytes.subarray(i, i + count));
        i += count;
        this.#left -= count;
        if (this.#left === 0) this.#at = At.DataReturn;
        continue;
      }
      const byte = bytes[i]!;
      if (this.isLenient && byte === LF && this.#awaitsReturn) {
        repair(i, RETURN);
        this.#step(CR);
      }
      if (this.isLenient && isBlank(byte) && this.#isAfterSize) {
        repair(i + 1);
        this.#at = At.SizeBlank;
      } else this.#step(byte);
      i++;
    }
    if (i > run) sink?.onWire?.(bytes.subarray(run, i));
    this.isComplete = this.#at === At.Done;
    return i;
  }

  get #isAfterSize(): boolean {
    return this.#at === At.SizeBlank || (this.#at === At.Size && this.#length > 0);
  }

  /** Whether a line may end here. */
  get #awaitsReturn(): boolean {
    const at = this.#at;
    return (
      this.#isAfterSize ||
      at === At.Extension ||
      at === At.DataReturn ||
      at === At.TrailerStart ||
      at === At.TrailerValue
    );
  }

  #step(byte: number): void {
    switch (this.#at) {
      case At.Size:
        return this.#size(byte);
      case At.SizeBlank:
        return this.#endSize(byte);
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
    this.#endSize(byte);
  }

  #endSize(byte: number): void {
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

const isBlank = (byte: number) => byte === 32 || byte === 9;
const isFieldByte = (byte: number) => byte === 9 || (byte >= 32 && byte !== 127);
const isTokenByte = (byte: number) => /[!#$%&'*+\-.^_`|~0-9A-Za-z]/.test(String.fromCharCode(byte));
