import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { GATEWAY_DEFAULTS } from '../gateway-options';
import type { Admission } from '../http/exchange-client';
import type { RequestRoute } from '../net/request-route';
import { HttpSession } from '../http/http-session';
import type { SessionHost } from '../http/session-host';
import type { RequestHead } from '../http/request-head';
import { duplexPair } from '../net/duplex-pair';
import { ProxyError } from '../proxy-error';

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
 */
export class EchoTunnel {
  /** Returns the customer's end. @param port of the echo. @param dial opens a connection to it for each request. */
  open(port: number, dial: RequestRoute['dial']): Duplex {
    const [customer, inner] = duplexPair();
    new HttpSession(inner, new EchoHost(inner, dial, port)).start();
    return customer;
  }
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
