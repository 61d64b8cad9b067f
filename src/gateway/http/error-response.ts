import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProxyError } from '../proxy-error';

/** Headers and body of a refusal; both close the connection, since a body may still be on its way. */
function render(refusal: ProxyError): { headers: [string, string][]; body: string } {
  const body = `${JSON.stringify({ error: refusal.reason, message: refusal.message })}\n`;
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['X-Proxy-Error', refusal.reason],
    ['Cache-Control', 'no-store'],
  ];
  if (refusal.form.status === 407) headers.push(['Proxy-Authenticate', 'Basic realm="proxy"']);
  return { headers, body };
}

/** Answers a forwarded request. No-op when the response has been started. */
export function sendError(res: ServerResponse, refusal: ProxyError): void {
  if (res.headersSent || res.destroyed) return;
  const { headers, body } = render(refusal);
  if (!res.req.complete) headers.push(['Connection', 'close']);
  const { status, statusText } = refusal.form;
  res.writeHead(status, statusText, headers.flat());
  res.end(body);
}

/** Answers on a bare socket (CONNECT, or bytes that are not HTTP) and closes it. */
export function writeError(socket: Duplex, refusal: ProxyError): void {
  if (socket.destroyed || !socket.writable) return;
  const { headers, body } = render(refusal);
  const { status, statusText } = refusal.form;
  const lines = [...headers, ['Connection', 'close']].map(([name, value]) => `${name}: ${value}`);
  socket.on('error', () => undefined);
  // Discard remaining input: unread bytes would turn the close into a reset.
  socket.resume();
  socket.end(`HTTP/1.1 ${status} ${statusText}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), 1_000);
  socket.once('close', () => clearTimeout(timer));
}
