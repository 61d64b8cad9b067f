import type { Socket } from 'node:net';
import { ProxyError } from '../proxy-error';

/**
 * Waits for a socket that is connecting; one that fails is destroyed.
 * @param event that says it is connected.
 * @param signal gives up.
 * @throws ProxyError TARGET_TIMEOUT, the error of the system or of TLS, or the reason of the signal.
 */
export function awaitConnection(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new ProxyError('TARGET_TIMEOUT')), timeoutMs);
    const giveUp = () => fail(signal!.reason as Error);
    const fail = (error: Error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      socket.off(event, succeed);
      socket.destroy();
      reject(error);
    };
    const succeed = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      socket.off('error', fail);
      // No other error listener exists between here and the relay; a reset must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    };
    socket.once(event, succeed);
    socket.once('error', fail);
    signal?.addEventListener('abort', giveUp);
  });
}
