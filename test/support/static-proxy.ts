import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What answers inside the tunnels of a static proxy. */
export interface StaticEcho {
  address: string;
  target: string;
}

/**
 * A bought static proxy on a loopback address: CONNECT and SOCKS5 on one port, for one user name and password. It answers
 * requests inside its tunnels itself, with its address.
 */
export class StaticProxy {
  /** Targets of tunnels. */
  readonly targets: string[] = [];
  /** Connections with other credentials. */
  refused = 0;
  readonly #sockets = new Set<Socket>();
  readonly #targetOf = new WeakMap<Socket, string>();
  readonly #echo = createHttpServer((request, response) => {
    const target = this.#targetOf.get(request.socket) ?? '';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ address: this.address, target } satisfies StaticEcho));
  });

  private constructor(
    readonly address: string,
    readonly username: string,
    readonly password: string,
    private readonly server: Server,
  ) {
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => this.#sockets.delete(socket));
      socket.once('data', (first: Buffer) =>
        first[0] === 5 ? void this.#serveSocks(socket) : this.#serveHttp(socket, first),
      );
    });
  }

  static async start(address: string, username: string, password: string): Promise<StaticProxy> {
    const server = createServer();
    const proxy = new StaticProxy(address, username, password, server);
    server.listen(0, address);
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** As providers hand it out. */
  get line(): string {
    return `${this.address}:${this.port}:${this.username}:${this.password}`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  /** @param head the whole head, which a gateway sends in one piece. */
  #serveHttp(socket: Socket, head: Buffer): void {
    const text = head.toString('latin1');
    const target = /^CONNECT (\S+) HTTP\/1\.1\r\n/.exec(text)?.[1];
    const pair = /\r\nProxy-Authorization: Basic (\S+)\r\n/i.exec(text)?.[1] ?? '';
    const isOurs = Buffer.from(pair, 'base64').toString() === `${this.username}:${this.password}`;
    if (target === undefined || !isOurs) {
      this.refused++;
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    this.#answer(socket, target);
  }

  /** RFC 1928 with RFC 1929; each message comes in one piece. */
  async #serveSocks(socket: Socket): Promise<void> {
    const next = async () => ((await once(socket, 'data')) as [Buffer])[0];
    socket.write(Buffer.from([5, 2]));
    const login = await next();
    const username = login.subarray(2, 2 + login[1]!).toString();
    const password = login.subarray(3 + login[1]!).toString();
    if (username !== this.username || password !== this.password) {
      this.refused++;
      socket.end(Buffer.from([1, 1]));
      return;
    }
    socket.write(Buffer.from([1, 0]));
    const request = await next();
    const host =
      request[3] === 1
        ? request.subarray(4, 8).join('.')
        : request.subarray(5, 5 + request[4]!).toString();
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    this.#answer(socket, `${host}:${request.readUInt16BE(request.length - 2)}`);
  }

  #answer(socket: Socket, target: string): void {
    this.targets.push(target);
    this.#targetOf.set(socket, target);
    this.#echo.emit('connection', socket);
  }
}
