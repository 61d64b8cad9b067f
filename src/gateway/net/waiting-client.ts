import type { Socket } from 'node:net';

/**
 * Watches a client whose tunnel is being opened, during which nobody reads from it. Its socket is paused and holds what
 * it has sent for the target; with nothing held, its end means that it left. Node emits that end once, also of a paused
 * socket, so that a relay that begins later would wait for it in vain.
 */
export class WaitingClient {
  readonly #left = new AbortController();
  /** Aborted when the client has left. */
  readonly signal = this.#left.signal;

  constructor(private readonly socket: Socket) {
    socket.on('end', this.#onEnd).on('close', this.#onEnd);
  }

  /** Another one watches the client from here on. */
  release(): void {
    this.socket.off('end', this.#onEnd).off('close', this.#onEnd);
  }

  readonly #onEnd = (): void => {
    this.release();
    this.socket.destroy();
    this.#left.abort();
  };
}
