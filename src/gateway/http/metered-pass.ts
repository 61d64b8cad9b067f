import type { Direction } from '../meter/usage-delta';

/** Meters an exchange, see `LiveConnection`. */
export interface TransferMeter {
  /** Returns how many of the bytes may pass now. */
  take(direction: Direction, bytes: number): number;
  /** Calls back once when `take` may allow more; never after the quota is used up. */
  onMore(resume: () => void): void;
}

/** Passes bytes on in their order, each after it is charged; what the meter withholds waits here. */
export class MeteredPass {
  #held: Buffer | undefined;

  constructor(
    private readonly direction: Direction,
    private readonly pass: (bytes: Buffer) => void,
    /** What waited has passed. */
    private readonly onFree: () => void,
  ) {}

  meter: TransferMeter | undefined;

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
