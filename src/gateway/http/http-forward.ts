import {
  type ClientRequest,
  type IncomingMessage,
  request,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { ProxyError } from '../proxy-error';
import { endToEndHeaders } from './headers';
import type { RequestRoute } from '../net/request-route';
import { connectRoute, type KeepAliveAgent } from './keep-alive-agent';
import { type TransferMeter, SocketByteCounter } from './socket-byte-counter';

export interface ForwardTarget {
  route: RequestRoute;
  /** Keep-alive agent of the client; undefined opens a dedicated connection for this request. */
  kept?: KeepAliveAgent;
  /** Exactly as the client sent it. */
  path: string;
  /** Value of the Host header: taken from the request line, which overrides the client's Host header. */
  host: string;
}

const MAX_RESPONSE_HEAD = 65_536;
/**
 * Node hides headers beyond 2000 but still applies them, so that message framing would differ
 * here than at the peer. The header size is bounded in bytes.
 */
export const UNLIMITED_HEADERS = 0;
const NOT_HTTP = 'The target answered what is no answer to the request.';

/**
 * Forwards one request and its response.
 *
 * Counted are the bytes on the target's side: request line, headers and body up; status line,
 * headers and body down, with their chunked framing. A chunk is charged before it passes.
 *
 * A kept connection may have been closed by the target just now. Only a request that can safely be
 * retried (RFC 9110 §9.2.2) uses one, and is retried over a new connection.
 *
 * @param fail called at most once, when no response head was sent to the client yet.
 */
export function forwardRequest(
  req: IncomingMessage,
  res: ServerResponse,
  target: ForwardTarget,
  fail: (error: unknown) => void,
  meter?: TransferMeter,
): void {
  const isRepeatable = mayBeRepeated(req);
  let count: SocketByteCounter | undefined;
  let out = send(isRepeatable && target.route.key !== undefined ? target.kept : undefined);
  res.on('close', () => {
    settle();
    out.destroy();
  });

  function send(kept: KeepAliveAgent | undefined): ClientRequest {
    const sent = request(requestOptions(req, target, kept));
    sent.maxHeadersCount = UNLIMITED_HEADERS;
    sent.once('socket', (socket) => {
      count = new SocketByteCounter(socket, meter);
      // An upstream's handshake leaves the socket paused.
      socket.resume();
      if (isRepeatable) sent.end();
      else sendBody(sent, count);
    });
    sent.on('response', (reply) => passOn(reply));
    sent.on('upgrade', (_reply, upgraded) => {
      upgraded.destroy();
      broken(NOT_HTTP);
    });
    sent.on('error', (error) => {
      // The client has disconnected: no response can be sent, and nothing failed here.
      if (res.destroyed) return settle();
      if (!sent.socket) return fail(error);
      settle();
      if (!sent.reusedSocket || res.headersSent) return broken('The target closed the connection.');
      out = send(undefined);
    });
    return sent;
  }

  function sendBody(sent: ClientRequest, counter: SocketByteCounter): void {
    req.on('data', (chunk: Buffer) => {
      if (counter.chargeUp(chunk.length) < chunk.length) {
        req.pause();
        return meter?.exhausted();
      }
      if (!sent.write(chunk)) req.pause();
    });
    sent.on('drain', () => req.resume());
    req.on('end', () => sent.end());
    req.on('error', () => sent.destroy());
  }

  function passOn(reply: IncomingMessage): void {
    count?.settleUp();
    if ((count?.settleDown() ?? 0) > 0) return meter?.exhausted();
    if (!passHead(reply, res)) return broken(NOT_HTTP);
    reply.on('data', (chunk: Buffer) => {
      const withheld = count?.settleDown() ?? 0;
      if (withheld > 0) {
        reply.pause();
        if (withheld < chunk.length) res.write(chunk.subarray(0, chunk.length - withheld));
        return meter?.exhausted();
      }
      if (!res.write(chunk)) reply.pause();
    });
    res.on('drain', () => reply.resume());
    reply.on('end', () => {
      settle();
      if (reply.complete) res.end();
      else res.destroy();
    });
    // A response that breaks off must look broken to the client as well.
    reply.on('error', () => res.destroy());
  }

  /** Final count: afterwards the connection may already carry the next request. */
  function settle(): void {
    count?.settleUp();
    count?.settleDown();
    count = undefined;
  }

  function broken(why: string): void {
    if (res.headersSent) res.destroy();
    else fail(new ProxyError('TARGET_UNREACHABLE', why));
  }
}

/** Whether a request can be retried: an idempotent method without a body. */
const mayBeRepeated = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') &&
  headers['transfer-encoding'] === undefined &&
  (headers['content-length'] ?? '0') === '0';

function requestOptions(
  req: IncomingMessage,
  { route, path, host }: ForwardTarget,
  kept: KeepAliveAgent | undefined,
): RequestOptions & { route: RequestRoute } {
  return {
    method: req.method,
    path,
    headers: requestHeaders(req, host, kept !== undefined),
    setHost: false,
    maxHeaderSize: MAX_RESPONSE_HEAD,
    route,
    ...(kept
      ? { agent: kept }
      : { createConnection: (_options, ready) => connectRoute(route, ready) }),
  };
}

/**
 * @returns false for a head that Node reads and will not write, such as one with control characters
 * in its reason phrase: no target response may cause an exception here.
 */
function passHead(reply: IncomingMessage, res: ServerResponse): boolean {
  res.sendDate = false;
  try {
    res.writeHead(
      reply.statusCode ?? 0,
      reply.statusMessage,
      endToEndHeaders(reply.rawHeaders).flat(),
    );
    return true;
  } catch {
    return false;
  }
}

function requestHeaders(req: IncomingMessage, host: string, isKept: boolean): string[] {
  const headers = endToEndHeaders(req.rawHeaders, ['host', 'expect']);
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  if (isChunked) headers.push(['Transfer-Encoding', 'chunked']);
  else if (
    req.headers['content-length'] === undefined &&
    /^(POST|PUT|PATCH)$/.test(req.method ?? '')
  )
    headers.push(['Content-Length', '0']);
  headers.push(['Connection', isKept ? 'keep-alive' : 'close']);
  return [['Host', host], ...headers].flat();
}
