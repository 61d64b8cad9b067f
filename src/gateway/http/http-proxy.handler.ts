import type { Socket } from 'node:net';
import { type Grant, NO_CREDENTIALS } from '../auth/gateway-authenticator';
import { type Client, WaitingClient } from '../client-connection';
import { type ProtocolHandler, type ProtocolContext, toProxyError } from '../protocol-handler';
import { toCutError, type LiveConnection } from '../meter/live-connection';
import type { ProxyAccount } from '../meter/proxy-account';
import { relay } from '../net/relay';
import { ProxyError } from '../proxy-error';
import { writeError } from './own-responses';
import type { Admission } from './exchange';
import { HttpSession, type SessionHost } from './http-session';
import type { RequestHead } from './message-heads';

/** @returns username and password of `Basic …`; undefined when it is missing or of another kind. */
export function basicCredentials(
  header: string | undefined,
): { username: string; password: string } | undefined {
  const encoded = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(header ?? '')?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) return undefined;
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

/** Where an absolute-form request goes. */
export interface RequestTarget {
  host: string;
  port: number;
  /** Path and query exactly as written; at least '/'. */
  path: string;
  /** Whether one was written. */
  hasPath: boolean;
  /** For the Host header. */
  authority: string;
}

/**
 * Reads `http://host[:port]/path`, or `ws:` which asks for the same, without normalising the path: the target must
 * receive what was sent. A user name in the address is left out. @returns undefined for anything else.
 */
export function parseAbsoluteForm(text: string): RequestTarget | undefined {
  const match = /^(?:http|ws):\/\/(?:[^/?#@]*@)?([^/?#@]+?):?([/?][^#]*)?(?:#.*)?$/i.exec(text);
  const authority = match?.[1] ?? '';
  const place = parseAuthority(authority, 80);
  if (!place) return undefined;
  const rest = match?.[2] ?? '';
  return {
    ...place,
    authority,
    path: rest.startsWith('/') ? rest : `/${rest}`,
    hasPath: rest !== '',
  };
}

/** Reads `host[:port]`, `[v6][:port]`. @param defaultPort undefined: the port must be there. */
export function parseAuthority(
  text: string,
  defaultPort?: number,
): { host: string; port: number } | undefined {
  const match = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text);
  const host = match?.[1];
  const port = match?.[2] === undefined ? defaultPort : Number(match[2]);
  return host === undefined || port === undefined ? undefined : { host, port };
}

const CONNECTED = Buffer.from('HTTP/1.1 200 Connection established\r\n\r\n');

/** Forward requests (absolute form) and CONNECT. */
export class HttpProxyHandler implements ProtocolHandler {
  readonly #sessions = new Set<HttpSession>();
  #isDraining = false;

  constructor(private readonly context: ProtocolContext) {}

  accept(client: Client, first: Buffer): void {
    const forget = () => {
      this.#sessions.delete(session);
      client.socket.off('close', forget);
      session.release();
    };
    const session = new HttpSession(client.socket, new HttpProxyHost(client, this.context, forget));
    this.#sessions.add(session);
    client.socket.on('close', forget);
    if (this.#isDraining) session.drain();
    session.start(first);
  }

  /** @param isDraining false: new sessions are kept alive again. */
  drain(isDraining = true): void {
    this.#isDraining = isDraining;
    if (isDraining) for (const session of this.#sessions) session.drain();
  }
}

/** What the gateway does for the requests of one client. */
class HttpProxyHost implements SessionHost {
  readonly keepAliveSeconds: number;
  readonly halfClosedMs: number;
  /** Of the request under way, once it is authenticated. */
  #account: ProxyAccount | undefined;

  constructor(
    private readonly client: Client,
    private readonly context: ProtocolContext,
    /** A tunnel, which may be idle for long, does not keep its session in memory. */
    private readonly onTunnel: () => void,
  ) {
    this.keepAliveSeconds = Math.floor(context.options.keepAliveMs / 1000);
    this.halfClosedMs = context.options.halfClosedMs;
  }

  onBusy(): void {
    this.client.clearTimeout();
  }

  onIdle(wasAdmitted: boolean): void {
    this.#account = undefined;
    const { keepAliveMs, handshakeMs } = this.context.options;
    this.client.startTimeout(wasAdmitted ? keepAliveMs : handshakeMs);
  }

  toRefusal(error: unknown): ProxyError {
    return toProxyError(error, this.context, this.#account);
  }

  async admit(head: RequestHead): Promise<Admission> {
    const target = parseAbsoluteForm(head.target);
    if (!target && /^(?:https|wss):/i.test(head.target))
      throw new ProxyError('BAD_REQUEST', 'An https:// or wss:// address needs CONNECT.');
    if (!target) throw new ProxyError('BAD_REQUEST');
    const grant = await this.#authenticate(head);
    const connection = this.context.authenticator.open(
      grant,
      'http',
      this.client.peerOf(target.host),
    );
    try {
      const { host, port, authority } = target;
      // RFC 9112 §3.2.4: the server as a whole.
      const path = head.method === 'OPTIONS' && !target.hasPath ? '*' : target.path;
      const route = await this.context.routes.routeRequest(grant, host, port, path);
      return { route, path, host: authority, connection };
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  tunnel(target: Socket, connection: LiveConnection): void {
    relay(this.client.socket, target, connection);
    this.onTunnel();
  }

  connect(head: RequestHead): void {
    void this.#connect(head);
  }

  async #connect(head: RequestHead): Promise<void> {
    const { socket } = this.client;
    const waiting = new WaitingClient(socket);
    const { signal } = waiting;
    let connection: LiveConnection | undefined;
    try {
      const place = parseAuthority(head.target);
      if (!place) throw new ProxyError('BAD_REQUEST', 'CONNECT needs host:port.');
      const grant = await this.#authenticate(head);
      signal.throwIfAborted();
      connection = this.context.authenticator.open(
        grant,
        'connect',
        this.client.peerOf(place.host),
      );
      const open = connection;
      open.onCut((reason) => {
        waiting.release();
        writeError(socket, this.toRefusal(toCutError(reason)));
      });
      signal.addEventListener('abort', () => open.close());
      const target = await this.context.routes.openTunnel(grant, place.host, place.port, signal);
      if (connection.isClosed) return void target.destroy();
      waiting.release();
      socket.write(CONNECTED);
      relay(socket, target, connection);
      this.onTunnel();
    } catch (error) {
      // The client has left, or was cut and refused with the reason of that.
      if (signal.aborted || connection?.isClosed) return;
      waiting.release();
      connection?.close();
      writeError(socket, this.toRefusal(error));
    }
  }

  async #authenticate(head: RequestHead): Promise<Grant> {
    const header = head.get('proxy-authorization');
    const given = header === undefined ? NO_CREDENTIALS : basicCredentials(header);
    if (!given) throw new ProxyError('AUTH_REQUIRED');
    const { authenticator, metrics } = this.context;
    const grant = await authenticator.authenticate(given.username, given.password, this.client);
    metrics.observeHandshake(this.client.handshakeSeconds());
    this.#account = grant.account;
    return grant;
  }
}
