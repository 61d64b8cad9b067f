import { setTimeout as sleep } from 'node:timers/promises';

/** How a gateway ends, in milliseconds. */
export interface ShutdownTimes {
  /** No longer ready, but still accepting, until balancers have noticed. */
  lameDuckMs: number;
  /** For open connections, once nothing more is accepted. */
  drainMs: number;
}

/** A connection that was accepted last may still send its first request within this time. */
const FIRST_REQUEST_MS = 1_000;
const POLL_MS = 50;

/** The waits of a shutdown, which end at once when somebody is in a hurry. */
export class ShutdownWaits {
  readonly #hurry = new AbortController();

  hurry(): void {
    this.#hurry.abort();
  }

  async pause(milliseconds: number): Promise<void> {
    const { signal } = this.#hurry;
    await sleep(milliseconds, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  /** @param open numbers of running tunnels and requests, and of accepted sockets. */
  async untilIdle(
    drainMs: number,
    open: () => { running: number; sockets: number },
  ): Promise<void> {
    const startedAt = Date.now();
    for (;;) {
      const elapsed = Date.now() - startedAt;
      if (elapsed >= drainMs || this.#hurry.signal.aborted) return;
      const { running, sockets } = open();
      if (running === 0 && (sockets === 0 || elapsed >= FIRST_REQUEST_MS)) return;
      await this.pause(POLL_MS);
    }
  }
}
