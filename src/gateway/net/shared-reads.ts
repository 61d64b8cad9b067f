import { Socket, type OnReadOpts } from 'node:net';
import type { Duplex } from 'node:stream';

const KIB = 1024;
/** How much one read may take: four times as much after a full read, less again when the reader falls behind. */
const SIZES = [16 * KIB, 64 * KIB, 256 * KIB, 1024 * KIB] as const;
/** The most that is read ahead of a receiver that takes nothing. */
export const MAX_READ = 1024 * KIB;
/** For a stream, whose chunks each need memory of their own. */
const STREAM_LEVEL = 1;

/** Every socket of the process reads into this memory; a read is passed on or copied before the next one. */
const AREA = Buffer.allocUnsafeSlow(MAX_READ);
const VIEWS = SIZES.map((size) => AREA.subarray(0, size));

/**
 * Takes what was read. The memory is valid during the call only.
 * @returns whether to read on; after false, `resume()` of the socket does.
 */
export type ReadSink = (chunk: Buffer) => boolean;

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

  /** The option of `net.connect` that makes a socket read this way. */
  readonly onread: OnReadOpts = {
    buffer: () => VIEWS[this.#level] ?? AREA,
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
    const mayGoOn = this.#sink(chunk);
    if (this.#isFixed) return mayGoOn;
    if (!mayGoOn) this.#level = Math.max(0, this.#level - 1);
    else if (length === area.length) this.#level = Math.min(SIZES.length - 1, this.#level + 1);
    else if (length * 16 < area.length) this.#level = Math.max(0, this.#level - 1);
    return mayGoOn;
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
