import { Socket, type OnReadOpts } from 'node:net';
import type { Duplex } from 'node:stream';

const KIB = 1024;
/** How much one read may take: four times as much after a full read, less again when the reader falls behind. */
const SIZES = [16 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB] as const;
/** The most that is read ahead of a receiver that takes nothing. */
export const MAX_READ = 1024 * KIB;
/** For a stream, whose chunks each need memory of their own. */
const STREAM_LEVEL = 1;

/** From this level on a socket whose reads are full gets memory of its own, from which it is written without a copy. */
const OWN_LEVEL = 2;
/** Sockets of the process that have some. */
const MAX_OWN = 32;
let owners = 0;

/** Every other socket of the process reads into this memory; a read is passed on or copied before the next one. */
const AREA = Buffer.allocUnsafeSlow(MAX_READ);
const VIEWS = SIZES.map((size) => AREA.subarray(0, size));

/**
 * Takes what was read. The memory is valid during the call only, unless an area is given and it returns false: then the area
 * is the sink's, to be returned with `returnWriteArea`.
 * @returns whether to read on; after false, `resume()` of the socket does.
 */
export type ReadSink = (chunk: Buffer, area?: Buffer) => boolean;

const READS = Symbol('reads');
type ReadingSocket = Socket & { [READS]?: SharedReads };

/**
 * Reads of one socket into memory that all sockets share: a connection that waits for data holds none, and a
 * chunk passes through no stream. Without a sink the socket is an ordinary stream, of copies.
 */
export class SharedReads {
  #level = STREAM_LEVEL;
  /** Whether reads have one size, whatever comes. */
  #isFixed = false;
  #sink: ReadSink | undefined;
  #socket: Socket | undefined;
  #own: Buffer | undefined;

  /** The option of `net.connect` that makes a socket read this way. */
  readonly onread: OnReadOpts = {
    buffer: () => this.#own ?? VIEWS[this.#level] ?? AREA,
    callback: (length, area) => this.#pass(area as Buffer, length),
  };

  /** Of a socket that was opened with `onread` of one. */
  static of(socket: Duplex): SharedReads | undefined {
    return (socket as ReadingSocket)[READS];
  }

  attach(socket: Socket): void {
    this.#socket = socket;
    (socket as ReadingSocket)[READS] = this;
  }

  /** From now on reads go to `sink`, beginning with what the stream holds already. Their size follows the rate. */
  passTo(sink: ReadSink): void {
    this.#passTo(sink, 0, false);
  }

  /** As `passTo`, with reads of 64 KiB at most: no more is charged for a receiver that takes nothing. */
  passSmallTo(sink: ReadSink): void {
    this.#passTo(sink, STREAM_LEVEL, true);
  }

  #passTo(sink: ReadSink, level: number, isFixed: boolean): void {
    const held = this.#socket?.read() as Buffer | null | undefined;
    this.#level = level;
    this.#isFixed = isFixed;
    this.#sink = sink;
    if (held && !sink(held)) this.#socket?.pause();
    else this.#socket?.resume();
  }

  #pass(area: Buffer, length: number): boolean {
    const chunk = area.subarray(0, length);
    if (!this.#sink) return this.#socket?.push(Buffer.from(chunk)) ?? false;
    const own = this.#own;
    const mayGoOn = this.#sink(chunk, own);
    if (this.#isFixed) return mayGoOn;
    const isFull = length === area.length;
    const level = this.#level;
    if (!mayGoOn) this.#level = Math.max(0, level - 1);
    else if (isFull) this.#level = Math.min(SIZES.length - 1, level + 1);
    else if (length * 16 < area.length) this.#level = Math.max(0, level - 1);
    const keepsOwn = mayGoOn && isFull && this.#level === level;
    if (own && !keepsOwn) this.#disown(mayGoOn);
    if (!this.#own && mayGoOn && isFull && this.#level >= OWN_LEVEL) this.#acquire();
    return mayGoOn;
  }

  #acquire(): void {
    if (owners === MAX_OWN) return;
    owners++;
    this.#own = takeWriteArea(SIZES[this.#level]!);
    this.#socket?.once('close', this.#onClose);
  }

  readonly #onClose = () => this.#disown(true);

  #disown(isFree: boolean): void {
    owners--;
    this.#socket?.off('close', this.#onClose);
    if (isFree) returnWriteArea(this.#own!);
    this.#own = undefined;
  }
}

/** Free memory for writes, by size. */
const free: Buffer[][] = SIZES.map(() => []);
/** Kept of each size. */
const MAX_FREE = 16;

/** Memory for a write of up to `MAX_READ` bytes. */
export function takeWriteArea(length: number): Buffer {
  const level = SIZES.findIndex((size) => size >= length);
  return free[level]?.pop() ?? Buffer.allocUnsafeSlow(SIZES[level] ?? length);
}

/** Only once nothing is written from it any more. */
export function returnWriteArea(area: Buffer): void {
  const list = free[SIZES.findIndex((size) => size === area.length)];
  if (list && list.length < MAX_FREE) list.push(area);
}

/**
 * Writes a chunk whose memory is valid during the call only.
 * @returns what `write` of the stream does: false when the receiver does not keep up.
 */
export function writeShared(to: Duplex, chunk: Buffer): boolean {
  // A socket is done with the memory once the write is; any other stream may keep it for its reader.
  if (!(to instanceof Socket)) return to.write(Buffer.from(chunk));
  const area = takeWriteArea(chunk.length);
  chunk.copy(area);
  return to.write(area.subarray(0, chunk.length), () => returnWriteArea(area));
}
