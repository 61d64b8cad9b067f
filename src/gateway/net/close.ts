import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Duplex } from 'node:stream';

/** Time for what was written to be sent. */
const LAST_BYTES_MS = 2_000;
const NOTHING = Buffer.alloc(0);

/** How one side of a connection is closed. */
export type Close = (side: Duplex) => void;

export const destroy: Close = (side) => void side.destroy();

/** Closes once all written data is sent, or after a timeout. */
export function finish(side: Duplex): void {
  if (side.destroyed) return;
  if (side instanceof Socket) side.destroySoon();
  else side.end(() => side.destroy());
  if (!side.destroyed) destroyAfter(side, LAST_BYTES_MS, destroy);
}

/**
 * Closes with a reset (RST), or TLS without its end: the reader must not take what it has received for everything.
 * Node's own `resetAndDestroy` says first that everything was sent (FIN), which a reader believes. What it does then is
 * done here at once, but not during a shutdown, when libuv refuses it.
 */
export function reset(side: Duplex): void {
  const isShuttingDown = side.writableEnded && !side.writableFinished;
  if (side instanceof Socket && !(side instanceof TLSSocket) && !isShuttingDown)
    (side as Socket & { resetAndClosing: boolean }).resetAndClosing = true;
  side.destroy();
}

/** The same after time for what was written to be sent, which a reset discards. */
export function resetSoon(side: Duplex): void {
  if (!side.destroyed) destroyAfter(side, LAST_BYTES_MS, reset);
}

/** The same once the system has taken what was written. */
export function resetWhenWritten(side: Duplex): void {
  if (side.destroyed || side.writableLength === 0 || !side.writable) return reset(side);
  side.write(NOTHING, () => reset(side));
  resetSoon(side);
}

function destroyAfter(side: Duplex, ms: number, close: Close): void {
  const timer = setTimeout(() => close(side), ms);
  side.once('close', () => clearTimeout(timer));
}
