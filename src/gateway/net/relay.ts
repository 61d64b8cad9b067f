import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Duplex } from 'node:stream';
import { type LiveConnection, isUsedUp } from '../meter/live-connection';
import type { Direction } from '../meter/usage-store';
import { returnWriteArea, SharedReads, takeWriteArea } from './shared-reads';
import { destroy, finish, reset, resetSoon, resetWhenWritten } from './close';

/**
 * Passes the bytes of one direction on, charging them first. The next read waits until the last one is
 * written, so that a receiver that leaves is charged for little that it never took.
 */
export class Pump {
  /** Being written, and not to be overwritten until then. */
  #writing: Buffer | undefined;
  #isWriting = false;
  #isWaitingForMeter = false;
  /** Read, and held back by the meter. */
  #rest: Buffer | undefined;
  #hasEnded = false;
  readonly #onWritten = () => {
    if (!this.#isWriting || this.to.writableLength > 0) return;
    this.#isWriting = false;
    if (this.#writing) returnWriteArea(this.#writing);
    this.#writing = undefined;
    this.#continue();
  };

  constructor(
    private readonly from: Duplex,
    private readonly to: Duplex,
    private readonly direction: Direction,
    private readonly connection: LiveConnection,
  ) {}

  start(): void {
    const { from, to } = this;
    from.on('end', () => {
      this.#hasEnded = true;
      if (!this.#isHolding) this.#end();
    });
    const reads = SharedReads.of(from);
    if (from.destroyed) to.destroy();
    else if (reads) reads.passTo((chunk, area) => this.#pass(chunk, true, area));
    else {
      from.on('data', (chunk: Buffer) => {
        if (!this.#pass(chunk, false)) from.pause();
      });
      from.resume();
    }
  }

  get #isHolding(): boolean {
    return this.#isWriting || this.#isWaitingForMeter || this.#rest !== undefined;
  }

  /** @returns whether more may be read. */
  #pass(chunk: Buffer, isShared: boolean, own?: Buffer): boolean {
    const allowed = this.connection.take(this.direction, chunk.length);
    if (allowed > 0)
      this.#write(allowed < chunk.length ? chunk.subarray(0, allowed) : chunk, isShared, own);
    if (allowed < chunk.length) {
      const rest = chunk.subarray(allowed);
      this.#rest = isShared ? Buffer.from(rest) : rest;
      this.#isWaitingForMeter = true;
      this.connection.onMore(() => {
        this.#isWaitingForMeter = false;
        this.#continue();
      });
    }
    if (!this.#isHolding) return true;
    if (own && this.#writing !== own) returnWriteArea(own);
    return false;
  }

  #write(chunk: Buffer, isShared: boolean, own?: Buffer): void {
    const { to } = this;
    // A socket is done with the memory once the write is; any other stream may keep it for its reader.
    const isDirect = to instanceof Socket;
    const area = isShared && isDirect ? (own ?? takeWriteArea(chunk.length)) : undefined;
    if (area && !own) {
      chunk.copy(area);
      to.write(area.subarray(0, chunk.length), this.#onWritten);
    } else to.write(isShared && !isDirect ? Buffer.from(chunk) : chunk, this.#onWritten);
    // What the system takes at once is written when write() returns.
    this.#isWriting = to.writableLength > 0;
    if (this.#isWriting) this.#writing = area;
    else if (area && !own) returnWriteArea(area);
  }

  #continue(): void {
    if (this.#isWriting || this.#isWaitingForMeter) return;
    const rest = this.#rest;
    this.#rest = undefined;
    if (rest && !this.#pass(rest, false)) return;
    if (this.#hasEnded) this.#end();
    else this.from.resume();
  }

  /** Where nothing is left to come or to go, closing says the same as a shutdown and a close; TLS has its own end. */
  #end(): void {
    const { to } = this;
    const isDone = to.readableEnded && to.writableLength === 0;
    if (isDone && to instanceof Socket && !(to instanceof TLSSocket)) to.destroy();
    else to.end();
  }
}

/**
 * Pumps bytes both ways until both sides are done, charging each chunk before it passes. Reading
 * stops while the other side cannot keep up; one side may end while the other still sends. Where the
 * quota ends, the chunk is clipped; the rest waits until the meter allows more, or every connection of the proxy is cut.
 * A side that closes without having ended what it sent has the other one reset, as a cut has both.
 */
export function relay(client: Socket, target: Duplex, connection: LiveConnection): void {
  let open = 2;
  const closed = (self: Duplex, other: Duplex) => {
    open--;
    if (open === 0) return connection.close();
    if (self.readableEnded) finish(other);
    else resetWhenWritten(other);
  };
  client.on('error', ignore).on('close', () => closed(client, target));
  target.on('error', ignore).on('close', () => closed(target, client));
  connection.onCut((reason) => {
    // In an idle tunnel nothing is cut in the middle.
    const close = reason === 'IDLE' ? destroy : isUsedUp(reason) ? resetSoon : reset;
    [client, target].forEach(close);
  });
  new Pump(client, target, 'up', connection).start();
  new Pump(target, client, 'down', connection).start();
}

const ignore = () => undefined;
