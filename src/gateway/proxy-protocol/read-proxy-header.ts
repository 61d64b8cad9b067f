import type { Socket } from 'node:net';
import { MalformedProxyHeader, parseProxyHeader, type ProxyHeader } from './proxy-header';

export interface ProxyHeaderEvents {
  /** The socket is paused, and what followed the header can still be read. */
  onHeader(header: ProxyHeader): void;
  /** The socket is destroyed. */
  onMalformed(): void;
}

/** Reads the header of a connection from a balancer, in pieces of any size; closes the connection when none comes in time. */
export function readProxyHeader(
  socket: Socket,
  withinMs: number,
  { onHeader, onMalformed }: ProxyHeaderEvents,
): void {
  let received: Buffer = Buffer.alloc(0);
  const destroy = () => void socket.destroy();
  const timer = setTimeout(destroy, withinMs);
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    try {
      const header = parseProxyHeader(received);
      if (!header) return;
      socket.pause();
      socket.off('data', onData).off('end', destroy).off('error', destroy).off('close', onClose);
      clearTimeout(timer);
      if (received.length > header.length) socket.unshift(received.subarray(header.length));
      onHeader(header);
    } catch (error) {
      if (!(error instanceof MalformedProxyHeader)) throw error;
      destroy();
      onMalformed();
    }
  };
  const onClose = () => clearTimeout(timer);
  socket.on('data', onData).on('end', destroy).on('error', destroy).on('close', onClose);
}
