import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LiveConnection } from '../meter/live-connection';
import { Pump } from './pump';

/** Time to drain pending writes after a cut. */
const LAST_BYTES_MS = 2_000;

/**
 * Pumps bytes both ways until both sides are done, charging each chunk before it passes. Reading
 * stops while the other side cannot keep up; one side may end while the other still sends. Where the
 * quota ends, the chunk is clipped; the rest waits until the meter allows more, or every connection of the proxy is cut.
 */
export function relay(client: Socket, target: Duplex, connection: LiveConnection): void {
  let open = 2;
  const closed = (self: Duplex, other: Duplex) => {
    open--;
    if (open === 0) return connection.close();
    if (self.errored) other.destroy();
    else finish(other);
  };
  client.on('error', ignore).on('close', () => closed(client, target));
  target.on('error', ignore).on('close', () => closed(target, client));
  connection.onCut((reason) => {
    if (reason === 'QUOTA_EXCEEDED') [client, target].forEach(finish);
    else [client, target].forEach((side) => side.destroy());
  });
  new Pump(client, target, 'up', connection).start();
  new Pump(target, client, 'down', connection).start();
}

const ignore = () => undefined;

/** Closes once all written data is drained, or after a timeout. */
function finish(side: Duplex): void {
  if (side.destroyed) return;
  if (side instanceof Socket) side.destroySoon();
  else side.end(() => side.destroy());
  if (side.destroyed) return;
  const timer = setTimeout(() => side.destroy(), LAST_BYTES_MS);
  side.once('close', () => clearTimeout(timer));
}
