import type { Socket } from 'node:net';
import { SECOND } from '../../common/time/clock';

/** So many connections to one upstream within the window make it worth keeping spare ones. */
const MIN_DEMAND = 3;
const WINDOW_MS = 2 * SECOND;
/** Kept of one upstream at most. */
const MAX_SPARE = 4;
/** Providers close connections that say nothing; before that, ours are closed and opened again on demand. */
const KEPT_MS = 8 * SECOND;

export interface TakenConnection {
  readonly socket: Socket;
  /** It was opened before: the upstream may be closing it at this moment. */
  readonly isSpare: boolean;
}

interface Pool {
  readonly spare: Socket[];
  /** When connections were asked for, within the window. */
  demand: number[];
  opening: number;
}

/**
 * Connections to upstreams in use, opened before they are needed, so that a new tunnel saves the round trips of TCP and
 * TLS to a distant provider. They hold no credentials yet, and serve any customer.
 */
export class SpareConnections {
  readonly #pools = new Map<string, Pool>();
  #isClosed = false;

  constructor(private readonly keptMs = KEPT_MS) {}

  /**
   * @param key of the upstream: protocol, host and port.
   * @param open opens a new connection.
   */
  async take(key: string, open: () => Promise<Socket>): Promise<TakenConnection> {
    const pool = this.#poolOf(key);
    const socket = pool.spare.shift();
    this.#replenish(pool, open);
    if (!socket) return { socket: await open(), isSpare: false };
    socket.off('data', drop).off('end', drop).pause();
    socket.setTimeout(0, drop).ref();
    return { socket, isSpare: true };
  }

  close(): void {
    this.#isClosed = true;
    for (const { spare } of this.#pools.values()) for (const socket of spare) socket.destroy();
  }

  #poolOf(key: string): Pool {
    const now = performance.now();
    for (const [other, { spare, opening, demand }] of this.#pools)
      if (spare.length + opening === 0 && now - (demand.at(-1) ?? 0) > WINDOW_MS)
        this.#pools.delete(other);
    const pool = this.#pools.get(key) ?? { spare: [], demand: [], opening: 0 };
    this.#pools.set(key, pool);
    pool.demand = [...pool.demand.filter((at) => now - at < WINDOW_MS).slice(-MAX_SPARE), now];
    return pool;
  }

  #replenish(pool: Pool, open: () => Promise<Socket>): void {
    const wanted = pool.demand.length < MIN_DEMAND ? 0 : Math.min(MAX_SPARE, pool.demand.length);
    for (let count = pool.spare.length + pool.opening; count < wanted; count++) {
      pool.opening++;
      open()
        .then((socket) => this.#keep(pool, socket))
        // The next connection that is needed meets the same failure, and reports it.
        .catch(() => undefined)
        .finally(() => pool.opening--);
    }
  }

  #keep({ spare }: Pool, socket: Socket): void {
    if (this.#isClosed) return void socket.destroy();
    socket.once('close', () => {
      const at = spare.indexOf(socket);
      if (at >= 0) spare.splice(at, 1);
    });
    // An upstream that speaks first, or says goodbye, is of no use any more.
    socket.on('data', drop).on('end', drop).setTimeout(this.keptMs, drop).unref();
    spare.push(socket);
  }
}

function drop(this: Socket): void {
  this.destroy();
}
