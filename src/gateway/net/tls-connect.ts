import { isIP, type Socket } from 'node:net';
import { connect } from 'node:tls';
import { awaitConnection } from './await-connection';

/**
 * Opens a TLS connection to a provider's gateway, whose certificate must be valid for the host.
 * @throws ProxyError TARGET_TIMEOUT, or the error of the system or of TLS.
 */
export function connectSecurely(host: string, port: number, timeoutMs: number): Promise<Socket> {
  const socket = connect({
    ...{ host, port, allowHalfOpen: true, ALPNProtocols: ['http/1.1'] },
    servername: isIP(host) ? undefined : host,
  });
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  return awaitConnection(socket, 'secureConnect', timeoutMs);
}
