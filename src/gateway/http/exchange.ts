import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Direction } from '../meter/live-connection';
import { ProxyRefusal } from '../proxy-refusal';
import { endToEndHeaders } from './headers';

/** Counts an exchange; `take` says how many of the bytes may pass, `exhausted` ends everything. */
export interface ExchangeMeter {
  take(direction: Direction, bytes: number): number;
  exhausted(): void;
}

export interface ExchangeTarget {
  /** Connected, and for this one request alone. */
  socket: Socket;
  /** As the client wrote it. */
  path: string;
  /** Value of the Host header: the address in the request line decides, whatever the client's said. */
  host: string;
}

const MAX_RESPONSE_HEAD = 65_536;
const NOT_HTTP = 'The target answered what is no answer to the request.';

/**
 * Sends one request on and its response back.
 *
 * Counted are the bytes on the target's side: request line, headers and body up; status line,
 * headers and body down, with their chunked framing. A chunk is charged before it passes.
 *
 * @param fail called at most once, when no response head was sent to the client yet.
 */
export function exchange(
  req: IncomingMessage,
  res: ServerResponse,
  target: ExchangeTarget,
  fail: (refusal: ProxyRefusal) => void,
  meter?: ExchangeMeter,
): void {
  const { socket } = target;
  const count = new SocketCounter(socket, meter);
  const out = request({
    createConnection: () => socket,
    method: req.method,
    path: target.path,
    headers: requestHeaders(req, target.host),
    setHost: false,
    maxHeaderSize: MAX_RESPONSE_HEAD,
  });

  // An upstream's handshake leaves the socket paused.
  out.once('socket', () => socket.resume());
  out.on('response', (reply) => {
    count.settleUp();
    const over = count.settleDown();
    if (over > 0) return meter?.exhausted();
    if (!passHead(reply, res)) return broken(NOT_HTTP);
    reply.on('data', (chunk: Buffer) => {
      const withheld = count.settleDown();
      if (withheld > 0) {
        reply.pause();
        if (withheld < chunk.length) res.write(chunk.subarray(0, chunk.length - withheld));
        return meter?.exhausted();
      }
      if (!res.write(chunk)) reply.pause();
    });
    res.on('drain', () => reply.resume());
    reply.on('end', () => {
      count.settleDown();
      if (reply.complete) res.end();
      else res.destroy();
    });
    // A response that breaks off must look broken to the client as well.
    reply.on('error', () => res.destroy());
  });
  const broken = (why: string) => {
    if (res.headersSent) res.destroy();
    else fail(new ProxyRefusal('TARGET_UNREACHABLE', why));
  };
  out.on('error', () => broken('The target broke off the connection.'));
  out.on('upgrade', (_reply, upgraded) => {
    upgraded.destroy();
    broken(NOT_HTTP);
  });

  req.on('data', (chunk: Buffer) => {
    if (count.chargeUp(chunk.length) < chunk.length) {
      req.pause();
      return meter?.exhausted();
    }
    if (!out.write(chunk)) req.pause();
  });
  out.on('drain', () => req.resume());
  req.on('end', () => out.end());
  req.on('error', () => out.destroy());
  res.on('close', () => {
    count.settleUp();
    count.settleDown();
    out.destroy();
    socket.destroy();
  });
}

/**
 * @returns false for a head that Node reads and will not write, such as one with control characters
 * in its reason: nothing a target answers may become an exception here.
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

function requestHeaders(req: IncomingMessage, host: string): string[] {
  const headers = endToEndHeaders(req.rawHeaders, ['host', 'expect']);
  const isChunked = req.headers['transfer-encoding'] !== undefined;
  if (isChunked) headers.push(['Transfer-Encoding', 'chunked']);
  else if (
    req.headers['content-length'] === undefined &&
    /^(POST|PUT|PATCH)$/.test(req.method ?? '')
  )
    headers.push(['Content-Length', '0']);
  return [['Host', host], ...headers, ['Connection', 'close']].flat();
}

/** Charges what a socket carried since the last time. */
class SocketCounter {
  #up: number;
  #down: number;

  constructor(
    private readonly socket: Socket,
    private readonly meter: ExchangeMeter | undefined,
  ) {
    this.#up = socket.bytesWritten;
    this.#down = socket.bytesRead - socket.readableLength;
  }

  /** Before a body chunk is written; returns how much of it may. */
  chargeUp(bytes: number): number {
    this.#up += bytes;
    return this.meter?.take('up', bytes) ?? bytes;
  }

  /** Head and framing, known only once they are written. */
  settleUp(): void {
    const more = this.socket.bytesWritten - this.#up;
    if (more > 0) this.chargeUp(more);
  }

  /** @returns how many of the bytes that just arrived may not pass. */
  settleDown(): number {
    const more = this.socket.bytesRead - this.#down;
    this.#down += more;
    return more - (this.meter?.take('down', more) ?? more);
  }
}
