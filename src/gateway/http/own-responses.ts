import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ProxyError, TooManyAttempts } from '../proxy-error';
import type { RequestHead } from './message-heads';

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
    `HTTP/1.1 ${form.status} ${STATUS_CODES[form.status]}\r\n` +
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

const SECRET = /^(proxy-authorization|authorization|cookie)$/;

/**
 * The answer to TRACE and OPTIONS that no further recipient may answer (RFC 9110 §7.6.2).
 * @param connection fields about the connection, one a line.
 */
export function formatOwnAnswer(head: RequestHead, connection: string): Buffer {
  if (head.hasBody) throw new ProxyError('BAD_REQUEST', 'This request may not have a body.');
  const isTrace = head.method === 'TRACE';
  const body = isTrace ? withoutSecrets(head) : '';
  return Buffer.from(
    `HTTP/1.1 200 OK\r\n${isTrace ? 'Content-Type: message/http\r\n' : ''}` +
      `Content-Length: ${body.length}\r\n${connection}\r\n${body}`,
    'latin1',
  );
}

/** The request as it arrived (RFC 9110 §9.3.8). */
function withoutSecrets({ text, names, raw }: RequestHead): string {
  const line = text.slice(0, text.indexOf('\r\n') + 2);
  const fields = names.map((name, i) =>
    SECRET.test(name) ? '' : `${raw[2 * i]}: ${raw[2 * i + 1]}\r\n`,
  );
  return `${line}${fields.join('')}\r\n`;
}
