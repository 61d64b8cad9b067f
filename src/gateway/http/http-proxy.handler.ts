import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Grant } from '../auth/gateway-authenticator';
import type { Client } from '../client-connection';
import { type ProtocolHandler, type ProtocolContext, toProxyError } from '../protocol-handler';
import { type CutReason, toCutError, type LiveConnection } from '../meter/live-connection';
import { relay } from '../net/relay';
import { ProxyError } from '../proxy-error';
import { forwardRequest, UNLIMITED_HEADERS } from './http-forward';
import { basicCredentials } from './headers';
import { KeepAliveAgent } from './keep-alive-agent';
import { sendError, writeError } from './error-response';
import { parseAbsoluteForm, parseAuthority } from './request-target';

const MAX_REQUEST_HEAD = 32_768;

interface ClientSession {
  client: Client;
  /** Requests being answered; pipelining makes it more than one. */
  running: number;
  kept?: KeepAliveAgent;
}

/**
 * Forward requests (absolute form) and CONNECT. Node's strict parser reads the client's side, so
 * that both sides agree on message framing. Target connections are kept for the one
 * client connection they were opened for and never shared between customers.
 */
export class HttpProxyHandler implements ProtocolHandler {
  readonly #server: Server;
  readonly #sessions = new WeakMap<Socket, ClientSession>();

  constructor(private readonly context: ProtocolContext) {
    const { keepAliveMs } = context.options;
    this.#server = createServer({
      maxHeaderSize: MAX_REQUEST_HEAD,
      keepAliveTimeout: keepAliveMs,
      requireHostHeader: false,
      insecureHTTPParser: false,
    });
    this.#server.maxHeadersCount = UNLIMITED_HEADERS;
    this.#server.on('request', (req, res) => void this.#forward(req, res));
    this.#server.on('connect', (req: IncomingMessage, socket: Socket, head: Buffer) => {
      void this.#connect(req, socket, head);
    });
    this.#server.on('clientError', (_error, socket: Socket) => this.#malformed(socket));
  }

  accept(client: Client): void {
    this.#sessions.set(client.socket, { client, running: 0 });
    this.#server.emit('connection', client.socket);
    client.socket.resume();
  }

  async #forward(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const session = this.#sessions.get(req.socket);
    if (!session) return void req.socket.destroy();
    session.running++;
    session.client.clearTimeout();
    let connection: LiveConnection | undefined;
    res.on('close', () => {
      connection?.close();
      session.running--;
      if (session.running === 0)
        session.client.startTimeout(this.#getTimeoutMs(connection !== undefined));
    });
    const refuse = (error: unknown) => sendError(res, toProxyError(error, this.context));
    try {
      const target = parseAbsoluteForm(req.url ?? '');
      if (!target) throw new ProxyError('BAD_REQUEST');
      const grant = await this.#authenticate(req, session.client);
      connection = this.context.authenticator.open(grant, 'http');
      const live = connection;
      live.onCut((reason) => endCut(res, reason));
      const { host, port, path, authority } = target;
      const route = await this.context.routes.routeRequest(grant, host, port, path);
      if (res.destroyed || res.writableEnded) return;
      forwardRequest(req, res, { route, kept: getAgent(session), path, host: authority }, refuse, {
        take: (direction, bytes) => live.take(direction, bytes),
        exhausted: () => live.account.cutAll('QUOTA_EXCEEDED'),
      });
    } catch (error) {
      refuse(error);
    }
  }

  async #connect(req: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
    const session = this.#sessions.get(socket);
    if (!session || session.running > 0) return void socket.destroy();
    session.client.clearTimeout();
    let connection: LiveConnection | undefined;
    // Without a listener a reset during the dial would end the process.
    socket.on('error', () => socket.destroy());
    try {
      const place = parseAuthority(req.url ?? '');
      if (!place) throw new ProxyError('BAD_REQUEST', 'CONNECT needs host:port.');
      const grant = await this.#authenticate(req, session.client);
      connection = this.context.authenticator.open(grant, 'connect');
      connection.onCut((reason) => writeError(socket, toCutError(reason)));
      const target = await this.context.routes.openTunnel(grant, place.host, place.port);
      if (socket.destroyed || connection.isClosed) {
        connection.close();
        return void target.destroy();
      }
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      if (head.length > 0) socket.unshift(head);
      relay(socket, target, connection);
    } catch (error) {
      connection?.close();
      writeError(socket, toProxyError(error, this.context));
    }
  }

  async #authenticate(req: IncomingMessage, client: Client): Promise<Grant> {
    const given = basicCredentials(req.headers['proxy-authorization']);
    if (!given) throw new ProxyError('AUTH_REQUIRED');
    const grant = await this.context.authenticator.authenticate(given.username, given.password);
    this.context.metrics.observeHandshake(client.handshakeSeconds());
    return grant;
  }

  #malformed(socket: Socket): void {
    if ((this.#sessions.get(socket)?.running ?? 0) > 0) return void socket.destroy();
    writeError(socket, toProxyError(new ProxyError('BAD_REQUEST'), this.context));
  }

  #getTimeoutMs(wasAdmitted: boolean): number {
    const { keepAliveMs, handshakeMs } = this.context.options;
    return wasAdmitted ? keepAliveMs : handshakeMs;
  }
}

function getAgent(session: ClientSession): KeepAliveAgent {
  if (session.kept) return session.kept;
  const kept = new KeepAliveAgent();
  session.client.socket.once('close', () => kept.destroy());
  return (session.kept = kept);
}

/** Ends a cut request: with an error response when no response was started. */
function endCut(res: ServerResponse, reason: CutReason): void {
  if (!res.headersSent) sendError(res, toCutError(reason));
  // The last bytes of the quota are on their way; the response stays visibly incomplete.
  else if (reason === 'QUOTA_EXCEEDED') res.socket?.destroySoon();
  else res.destroy();
}
