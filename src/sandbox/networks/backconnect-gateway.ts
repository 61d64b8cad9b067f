import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { parseCredentials, type ParsedCredentials } from './provider-grammars';

/** What the echo behind a backconnect gateway answers. */
export interface Echo {
  ip: string;
  country: string;
  region: string | null;
  city: string | null;
  session: string | null;
  ttl: string | null;
}

/** Bytes of an HTTP response, a reply code of SOCKS5, `silence`, or half a head and the end. */
export type Refusal = string | number | 'silence' | 'half';

/**
 * A provider's gateway on a loopback port, over CONNECT and SOCKS5. It takes only credentials that the provider's documentation
 * allows, keeps the place of a session that comes back with another one, as Evomi does, and answers requests inside its
 * tunnels itself: place and a stable fake address.
 */
export class BackconnectGateway {
  readonly requests: (ParsedCredentials & { target: string })[] = [];
  readonly refused: string[] = [];
  connections = 0;
  #tunnelledBefore = 0;
  readonly #tunnels = new Map<Socket, number>();
  #carriedBefore = 0;
  /** Requests for a tunnel, whatever became of them. */
  heads = 0;
  /** Refuses requests with what it returns; see `Refusal`. */
  refuseWith: (request: ParsedCredentials) => Refusal | undefined = () => undefined;
  readonly #sessions = new Map<string, Echo>();
  readonly #sockets = new Set<Socket>();
  readonly #echo = createHttpServer((request, response) => this.#answer(request, response));
  readonly #echoOf = new WeakMap<Socket, Echo>();
  #served = 0;

  private constructor(
    private readonly dialect: string,
    private readonly server: Server,
  ) {
    server.on('connection', (socket: Socket) => {
      this.connections++;
      this.#sockets.add(socket);
      socket
        .on('error', () => undefined)
        .once('close', () => {
          this.#carriedBefore += countBytes(socket);
          this.#sockets.delete(socket);
        });
    });
  }

  static async start(
    dialect: string,
    tls?: { cert: string; key: string },
    host = '127.0.0.1',
    port = 0,
  ): Promise<BackconnectGateway> {
    const server = tls ? createTlsServer(tls) : createServer();
    const gateway = new BackconnectGateway(dialect, server);
    server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => gateway.serve(socket));
    server.listen(port, host);
    await once(server, 'listening');
    return gateway;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Bytes inside its tunnels, in both directions. */
  get tunnelled(): number {
    const open = [...this.#tunnels].map(([socket, before]) => countBytes(socket) - before);
    return open.reduce((sum, bytes) => sum + bytes, this.#tunnelledBefore);
  }

  /** Tunnels that are open. */
  get open(): number {
    return this.#tunnels.size;
  }

  /** Bytes on its connections, in both directions, handshakes and refusals included: what a provider bills. */
  get carried(): number {
    return [...this.#sockets].reduce((sum, each) => sum + countBytes(each), this.#carriedBefore);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private serve(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.once('data', (first: Buffer) => {
      if (first[0] === 5) void this.#serveSocks(socket, first);
      else this.#serveHttp(socket, first);
    });
  }

  #serveHttp(socket: Socket, first: Buffer): void {
    let head = '';
    const onData = (chunk: Buffer) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      socket.off('data', onData);
      this.#connect(socket, head);
    };
    socket.on('data', onData);
    onData(first);
  }

  /** Each message of the gateway's client comes in one piece. */
  async #serveSocks(socket: Socket, _greeting: Buffer): Promise<void> {
    const next = async () => ((await once(socket, 'data')) as [Buffer])[0];
    socket.write(Buffer.from([5, 2]));
    const pair = await next();
    this.heads++;
    const split = 2 + pair.readUInt8(1);
    const [username, password] = [
      pair.toString('utf8', 2, split),
      pair.toString('utf8', split + 1),
    ];
    const credentials = parseCredentials(this.dialect, username, password);
    if (!credentials) {
      this.refused.push(`${username}:${password}`);
      return void socket.end(Buffer.from([1, 1]));
    }
    socket.write(Buffer.from([1, 0]));
    await next();
    const code = this.refuseWith(credentials) ?? 0;
    if (typeof code !== 'number') return void socket.end();
    socket.write(Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]));
    if (code !== 0) return void socket.end();
    this.#tunnel(socket, credentials, 'socks5');
  }

  #tunnel(socket: Socket, credentials: ParsedCredentials, target: string): void {
    this.requests.push({ ...credentials, target });
    this.#tunnels.set(socket, countBytes(socket));
    socket.once('close', () => {
      this.#tunnelledBefore += countBytes(socket) - (this.#tunnels.get(socket) ?? 0);
      this.#tunnels.delete(socket);
    });
    this.#echoOf.set(socket, this.#exitOf(credentials));
    this.#echo.emit('connection', socket);
  }

  #connect(socket: Socket, head: string): void {
    this.heads++;
    const target = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(head)?.[1];
    const pair = /\r\nProxy-Authorization: Basic (\S+)\r\n/i.exec(head)?.[1] ?? '';
    const [username = '', password = ''] = Buffer.from(pair, 'base64').toString().split(':');
    const credentials = parseCredentials(this.dialect, username, password);
    if (target === undefined || !credentials) {
      this.refused.push(`${username}:${password}`);
      return refuse(socket);
    }
    const refusal = this.refuseWith(credentials);
    if (refusal === 'silence') return;
    if (refusal === 'half') return void socket.end('HTTP/1.1 200 Connec');
    if (typeof refusal === 'string') return void socket.end(refusal);
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    this.#tunnel(socket, credentials, target);
  }

  /** The place of a session stays that of its first connection. */
  #exitOf({ country, region, city, session, ttl }: ParsedCredentials): Echo {
    const known = session === undefined ? undefined : this.#sessions.get(session);
    if (known) return known;
    const name = `${country}|${session ?? `rotating ${this.#served++}`}`;
    const [a = 0, b = 0] = createHash('sha256').update(name).digest();
    const echo: Echo = {
      ip: `198.${18 + (a & 1)}.${b}.${1 + (a >> 1)}`,
      country: country?.toLowerCase() ?? 'any',
      region: region ?? null,
      city: city ?? null,
      session: session ?? null,
      ttl: ttl ?? null,
    };
    if (session !== undefined) this.#sessions.set(session, echo);
    return echo;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    response.setHeader('content-type', 'application/json');
    const echo = this.#echoOf.get(request.socket);
    // Not before the body has come: a client that has its answer sends no more of it.
    request.resume().once('end', () => response.end(JSON.stringify(echo)));
  }
}

const countBytes = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;

function refuse(socket: Socket): void {
  socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
}
