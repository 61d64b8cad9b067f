import type { Socket } from 'node:net';
import { ProxyError } from '../proxy-error';

/**
 * Waits for a socket that is connecting; one that fails is destroyed.
 * @param event that says it is connected.
 * @throws ProxyError TARGET_TIMEOUT, or the error of the system or of TLS.
 */
export function awaitConnection(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new ProxyError('TARGET_TIMEOUT')), timeoutMs);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.off(event, succeed);
      socket.destroy();
      reject(error);
    };
    const succeed = () => {
      clearTimeout(timer);
      socket.off('error', fail);
      // No other error listener exists between here and the relay; a reset must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    };
    socket.once(event, succeed);
    socket.once('error', fail);
  });
}
