import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ChosenExit } from '../exits/exit-selector';
import { forwardRequest, UNLIMITED_HEADERS } from '../http/http-forward';
import { sendError } from '../http/error-response';
import type { Dialer } from '../net/dialer';
import { duplexPair } from '../net/duplex-pair';
import type { VettedTarget } from '../net/target-guard';
import { ProxyError } from '../proxy-error';

/**
 * Whether a request target is exactly the echo service. Only plain segments between the
 * slashes: nothing that could be decoded or resolved into another route.
 */
export const isEchoPath = (target: string): boolean =>
  /^\/sandbox\/echo(\/[\w-]+)*\/?$/.test(target.split('?', 1)[0] ?? '');

interface Inside {
  target: VettedTarget;
  chosen: ChosenExit;
}

/**
 * A tunnel to the sandbox's echo service. The same port serves the whole API, and the path of a
 * request inside a tunnel is invisible to the proxy. So this tunnel does not connect to the port: it ends
 * in a local HTTP server that forwards requests for the echo path and rejects all others, on
 * every request of the connection.
 */
export class EchoTunnel {
  readonly #inside = new WeakMap<Duplex, Inside>();
  readonly #server: Server;

  constructor(private readonly dialer: Dialer) {
    this.#server = createServer({ keepAliveTimeout: 0 });
    this.#server.maxHeadersCount = UNLIMITED_HEADERS;
    this.#server.on('request', (req, res) => this.#serve(req, res));
    this.#server.on('connect', (_req, socket) => socket.destroy());
    this.#server.on('clientError', (_error, socket) => socket.destroy());
  }

  /** Returns the customer's end. */
  open(target: VettedTarget, chosen: ChosenExit): Duplex {
    const [customer, inner] = duplexPair();
    this.#inside.set(inner, { target, chosen });
    this.#server.emit('connection', inner);
    return customer;
  }

  #serve(req: IncomingMessage, res: ServerResponse): void {
    const path = req.url ?? '';
    const refuse = (error: unknown) =>
      sendError(res, error instanceof ProxyError ? error : new ProxyError('UNAVAILABLE'));
    const inside = this.#inside.get(req.socket);
    if (!inside || !isEchoPath(path)) return refuse(new ProxyError('TARGET_BLOCKED'));
    const { target, chosen } = inside;
    const route = { key: undefined, dial: () => this.dialer.dial(target, chosen) };
    forwardRequest(req, res, { route, path, host: `localhost:${target.port}` }, refuse);
  }
}
