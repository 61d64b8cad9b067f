import type { Socket } from 'node:net';
import type { Direction } from '../meter/proxy-account';

/** Meters an exchange: `take` returns how many of the bytes may pass, `exhausted` cuts all connections. */
export interface TransferMeter {
  take(direction: Direction, bytes: number): number;
  exhausted(): void;
}

/** Charges the bytes of a socket incrementally from now on. */
export class SocketByteCounter {
  #up: number;
  #down: number;

  constructor(
    private readonly socket: Socket,
    private readonly meter: TransferMeter | undefined,
  ) {
    this.#up = socket.bytesWritten;
    this.#down = socket.bytesRead - socket.readableLength;
  }

  /** Before a body chunk is written; returns how much of it may. */
  chargeUp(bytes: number): number {
    this.#up += bytes;
    return this.meter?.take('up', bytes) ?? bytes;
  }

  /** Head and framing, known only once they are written. */
  settleUp(): void {
    const more = this.socket.bytesWritten - this.#up;
    if (more > 0) this.chargeUp(more);
  }

  /** @returns how many of the bytes that just arrived may not pass. */
  settleDown(): number {
    const more = this.socket.bytesRead - this.#down;
    this.#down += more;
    return more - (this.meter?.take('down', more) ?? more);
  }
}
