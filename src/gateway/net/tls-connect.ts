import { isIP, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { ProxyError } from '../proxy-error';

/**
 * Opens a TLS connection to a provider's gateway, whose certificate must be valid for the host.
 * @throws ProxyError TARGET_TIMEOUT, or the error of the system or of TLS.
 */
export function connectSecurely(host: string, port: number, timeoutMs: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      ...{ host, port, allowHalfOpen: true, ALPNProtocols: ['http/1.1'] },
      servername: isIP(host) ? undefined : host,
    });
    socket.setNoDelay(true).setKeepAlive(true, 60_000);
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.off('secureConnect', succeed);
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
    const timer = setTimeout(() => fail(new ProxyError('TARGET_TIMEOUT')), timeoutMs);
    socket.once('secureConnect', succeed);
    socket.once('error', fail);
  });
}
