import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { GATEWAY_DEFAULTS } from '../gateway-options';
import type { Admission } from '../http/exchange';
import type { RequestRoute } from './connection-router';
import { HttpSession, type SessionHost } from '../http/http-session';
import type { RequestHead } from '../http/message-heads';
import { ProxyError } from '../proxy-error';

/** One end of an in-memory connection: what is written here is read at the other end. */
class End extends Duplex {
  other!: End;
  #continue: (() => void) | undefined;

  override _read(): void {
    const resume = this.#continue;
    this.#continue = undefined;
    resume?.();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error) => void): void {
    if (this.other.push(chunk)) done();
    else this.other.#continue = done;
  }

  override _final(done: () => void): void {
    this.other.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    done(error);
    if (!this.other.destroyed) this.other.destroy();
  }
}

/** Two streams joined back to back, with backpressure and half-close like a socket's. */
function duplexPair(): [Duplex, Duplex] {
  const [a, b] = [new End(), new End()];
  a.other = b;
  b.other = a;
  return [a, b];
}

/**
 * Whether a request target is exactly the echo service. Only plain segments between the
 * slashes: nothing that could be decoded or resolved into another route.
 */
export const isEchoPath = (target: string): boolean =>
  /^\/sandbox\/echo(\/[\w-]+)*\/?$/.test(target.split('?', 1)[0] ?? '');

/**
 * A tunnel to the sandbox's echo service. The same port serves the whole API, and the path of a
 * request inside a tunnel is invisible to the proxy. So this tunnel does not connect to the port: it ends
 * in an HTTP session of its own that forwards requests for the echo path and rejects all others, on
 * every request of the connection.
 *
 * @param port of the echo.
 * @param dial opens a connection to it for each request.
 * @returns the customer's end.
 */
export function openEchoTunnel(port: number, dial: RequestRoute['dial']): Duplex {
  const [customer, inner] = duplexPair();
  new HttpSession(inner, new EchoHost(inner, dial, port)).start();
  return customer;
}

class EchoHost implements SessionHost {
  readonly keepAliveSeconds = 60;
  readonly halfClosedMs = GATEWAY_DEFAULTS.halfClosedMs;

  constructor(
    private readonly inner: Duplex,
    private readonly dial: RequestRoute['dial'],
    private readonly port: number,
  ) {}

  admit({ target: path }: RequestHead): Promise<Admission> {
    if (!isEchoPath(path)) return Promise.reject(new ProxyError('TARGET_BLOCKED'));
    const route = { key: undefined, isOpaque: false, dial: this.dial };
    return Promise.resolve({ route, path, host: `localhost:${this.port}` });
  }

  connect(): void {
    this.inner.destroy();
  }

  tunnel(target: Socket): void {
    target.destroy();
    this.inner.destroy();
  }

  toRefusal(error: unknown): ProxyError {
    return error instanceof ProxyError ? error : new ProxyError('UNAVAILABLE');
  }

  onBusy(): void {
    // The tunnel's own timeouts apply.
  }

  onIdle(): void {
    // As above.
  }
}
