import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { isUsedUp, type LiveConnection } from '../meter/live-connection';
import { destroy, finish, reset, resetSoon, resetWhenWritten } from './close';
import { Pump } from './pump';

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
