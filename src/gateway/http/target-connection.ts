import type { LiveConnection } from '../meter/live-connection';
import type { Direction } from '../meter/usage-store';
import type { Exchange } from './exchange';
import type { Socket } from 'node:net';
import { reset } from '../net/close';
import { SharedReads } from '../net/shared-reads';

/** Passes bytes on in their order, each after it is charged; what the meter withholds waits here. */
export class MeteredPass {
  #held: Buffer | undefined;

  constructor(
    private readonly direction: Direction,
    private readonly pass: (bytes: Buffer) => void,
    /** What waited has passed. */
    private readonly onFree: () => void,
  ) {}

  meter: LiveConnection | undefined;

  get isHolding(): boolean {
    return this.#held !== undefined;
  }

  /** Takes back what waits: it was not charged. */
  reclaim(): Buffer | undefined {
    const held = this.#held;
    this.#held = undefined;
    return held;
  }

  push(bytes: Buffer): void {
    const { meter } = this;
    if (this.#held) {
      this.#held = Buffer.concat([this.#held, bytes]);
      return;
    }
    const allowed = meter ? meter.take(this.direction, bytes.length) : bytes.length;
    if (allowed === bytes.length) return this.pass(bytes);
    // The memory may be used for the next read once this returns.
    this.#held = Buffer.from(bytes.subarray(allowed));
    if (allowed > 0) this.pass(bytes.subarray(0, allowed));
    meter?.onMore(() => {
      const held = this.reclaim();
      if (!held) return;
      this.push(held);
      if (!this.#held) this.onFree();
    });
  }
}

/** A connection to a target, which one exchange after the other uses. Idle, it may only be closed. */
export class TargetConnection {
  /** Who uses it at the moment. */
  user: Exchange | undefined;
  isReused = false;
  #isReading = false;

  constructor(
    readonly socket: Socket,
    /** See `RequestRoute.key`. */
    readonly key: string | undefined,
  ) {
    socket
      .on('end', this.#onEnd)
      .on('drain', this.#onDrain)
      .on('close', this.#onClose)
      .on('error', ignore);
  }

  /** Has what the target sends passed to `user`, which must be set. */
  read(): void {
    if (this.#isReading) return;
    this.#isReading = true;
    const reads = SharedReads.of(this.socket);
    if (reads) {
      // An upstream's handshake leaves the socket paused.
      this.socket.resume();
      reads.passSmallTo((bytes) => {
        this.#onData(bytes);
        return !this.socket.isPaused();
      });
    } else this.socket.on('data', this.#onData).resume();
  }

  /** For another owner of the socket. */
  detach(): void {
    this.user = undefined;
    this.socket.pause();
    this.socket
      .off('data', this.#onData)
      .off('end', this.#onEnd)
      .off('drain', this.#onDrain)
      .off('close', this.#onClose);
  }

  destroy(): void {
    this.user = undefined;
    this.socket.destroy();
  }

  /** The same where a request or its response was not complete. */
  reset(): void {
    this.user = undefined;
    reset(this.socket);
  }

  readonly #onData = (bytes: Buffer) => {
    if (this.user) this.user.onTargetData(bytes);
    else this.socket.destroy();
  };
  readonly #onEnd = () => {
    if (this.user) this.user.onTargetEnd();
    else this.socket.destroy();
  };
  readonly #onDrain = () => this.user?.onTargetDrain();
  readonly #onClose = () => this.user?.onTargetClose();
}

const ignore = () => undefined;
