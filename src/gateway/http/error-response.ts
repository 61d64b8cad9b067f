import type { Duplex } from 'node:stream';
import { type ProxyError, TooManyAttempts } from '../proxy-error';

/** Time for a client to read a last response while its input is discarded. */
const LAST_RESPONSE_MS = 1_000;
/** Names this gateway in `Proxy-Status`. */
const PROXY_NAME = 'nairaproxy';

/**
 * The response to a refused request.
 * @param connection fields about the connection, one a line.
 * @param isHead the request was HEAD, so that the body is only described.
 */
export function formatError(refusal: ProxyError, connection: string, isHead = false): Buffer {
  const { reason, message, form, proxyStatus } = refusal;
  const body = `${JSON.stringify({ error: reason, message })}\n`;
  return Buffer.from(
    `HTTP/1.1 ${form.status} ${form.statusText}\r\n` +
      'Content-Type: application/json\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Proxy-Error: ${reason}\r\n` +
      `Proxy-Status: ${PROXY_NAME}; error=${proxyStatus}\r\n` +
      'Cache-Control: no-store\r\n' +
      (form.status === 407 ? 'Proxy-Authenticate: Basic realm="proxy"\r\n' : '') +
      (refusal instanceof TooManyAttempts ? `Retry-After: ${refusal.retryAfterSeconds}\r\n` : '') +
      `${connection}\r\n${isHead ? '' : body}`,
  );
}

/** Answers on a bare socket (CONNECT, or bytes that are not HTTP) and closes it. */
export function writeError(socket: Duplex, refusal: ProxyError): void {
  if (socket.destroyed || !socket.writable) return;
  socket.on('error', () => undefined);
  socket.end(formatError(refusal, 'Connection: close\r\n'));
  discardInput(socket);
}

/** Unread bytes would turn the close into a reset, which can take the last response with it. */
export function discardInput(socket: Duplex): void {
  socket.resume();
  const timer = setTimeout(() => socket.destroy(), LAST_RESPONSE_MS);
  socket.once('close', () => clearTimeout(timer));
}
