import { createServer, type Server, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import { type Cidr, isWithin } from '../common/net/addresses';
import { Client } from './client-connection';
import type { ConnectionTally } from './process/connection-tally';
import type { ProtocolHandler } from './protocol-handler';
import { writeError } from './http/own-responses';
import { ProxyError } from './proxy-error';
import { readProxyHeader } from './proxy-protocol';
import { SOCKS_VERSION } from './socks/socks5-handshake';

export interface ListenerPort {
  port: number;
  variable: string;
  /** Makes the port speak TLS, with the certificate of the moment. */
  certificate?: { readonly context: SecureContext };
}

export interface ListenerOptions {
  /** An interface, or `localhost` for both loopback families. */
  bind: string;
  ports: ListenerPort[];
  handshakeMs: number;
  /** Balancers that begin each connection with a PROXY protocol header. */
  proxyProtocolFrom: readonly Cidr[];
  maxConnectionsPerAddress: number;
  tally: ConnectionTally;
}

/** The gateway cannot listen; the message says on which port and what to change. */
export class ListenError extends Error {
  override name = 'ListenError';
}

const SOCKS4 = 4;
const SOCKS4_REJECTED = Buffer.from([0, 0x5b, 0, 0, 0, 0, 0, 0]);
const SOCKS5_NO_METHOD = Buffer.from([SOCKS_VERSION, 0xff]);
/** Connections above the per-address limit receive an error; above this multiple they are destroyed unread. */
const DEAF_FACTOR = 2;

/**
 * Accepts on every port and lets the first byte decide: 5 is SOCKS5, 4 is SOCKS4 and refused,
 * everything else is HTTP. So both protocols work on both ports.
 */
export class GatewayListener {
  readonly #servers: Server[] = [];
  readonly #sockets = new Set<Socket>();
  readonly #perAddress = new Map<string, number>();

  constructor(
    private readonly options: ListenerOptions,
    private readonly fronts: { http: ProtocolHandler; socks5: ProtocolHandler },
    private readonly onRefused: (refusal: ProxyError) => void,
  ) {}

  get openSockets(): number {
    return this.#sockets.size;
  }

  async listen(): Promise<void> {
    const { bind, ports } = this.options;
    for (const place of ports) {
      const bound = await this.#bind(bind === 'localhost' ? '127.0.0.1' : bind, place);
      if (bind === 'localhost')
        await this.#bind('::1', { ...place, port: bound }).catch((error: unknown) => {
          // A machine without IPv6 is served on IPv4 alone; a taken port is still an error.
          if (!isMissingFamily((error as Error).cause)) throw error;
        });
    }
  }

  /** Stops accepting; open connections stay. `listen` opens the ports again. */
  stopAccepting(): void {
    for (const server of this.#servers.splice(0)) server.close();
  }

  destroyAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #bind(host: string, { port, variable, certificate }: ListenerPort): Promise<number> {
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    server.on('connection', (socket) => this.#connect(socket, certificate));
    return new Promise((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(new ListenError(sentence(error, host, port, variable), { cause: error })),
      );
      server.listen({ host, port, backlog: 1024 }, () => {
        this.#servers.push(server);
        server.removeAllListeners('error');
        // Running out of file descriptors must not end the process; the next accept tries again.
        server.on('error', () => undefined);
        const address = server.address();
        resolve(typeof address === 'object' && address ? address.port : port);
      });
    });
  }

  /** A trusted balancer tells first whose connection it is; from others that is data. */
  #connect(socket: Socket, certificate: ListenerPort['certificate']): void {
    const peer = socket.remoteAddress ?? '';
    const { handshakeMs, proxyProtocolFrom } = this.options;
    const acceptedAt = performance.now();
    const accept = (address: string, isOrigin: boolean) => {
      const stream = certificate ? toTls(socket, certificate.context) : socket;
      this.#accept(new Client(stream, address, acceptedAt, isOrigin), acceptedAt);
    };
    if (!isWithin(proxyProtocolFrom, peer)) return accept(peer, true);
    this.#sockets.add(socket);
    const onClose = () => this.#sockets.delete(socket);
    socket.once('close', onClose);
    readProxyHeader(socket, handshakeMs, {
      onHeader: ({ source }) => {
        socket.off('close', onClose);
        onClose();
        accept(source ?? peer, source !== undefined);
      },
      onMalformed: () => this.onRefused(new ProxyError('BAD_REQUEST')),
    });
  }

  #accept(client: Client, acceptedAt: number): void {
    const { socket } = client;
    const count = (this.#perAddress.get(client.address) ?? 0) + 1;
    const open = count + this.options.tally.elsewhere(client.address);
    if (open > this.options.maxConnectionsPerAddress * DEAF_FACTOR) return void socket.destroy();
    this.#setCount(client.address, count);
    this.#sockets.add(socket);
    const onError = () => socket.destroy();
    socket.on('error', onError);
    socket.on('close', () => {
      client.clearTimeout();
      this.#release(socket, client.address);
    });
    client.startTimeout(this.options.handshakeMs - (performance.now() - acceptedAt));
    const onEnd = () => socket.destroy();
    socket.on('end', onEnd);
    socket.once('data', (chunk: Buffer) => {
      socket.off('end', onEnd).off('error', onError);
      this.#decide(client, chunk, open > this.options.maxConnectionsPerAddress);
    });
    socket.resume();
  }

  #decide(client: Client, chunk: Buffer, isTooMany: boolean): void {
    const { socket } = client;
    const version = chunk[0];
    if (version === SOCKS4) return this.#dismiss(client, SOCKS4_REJECTED);
    if (isTooMany) {
      const refusal = new ProxyError('TOO_MANY_CONNECTIONS');
      this.onRefused(refusal);
      if (version === SOCKS_VERSION) return this.#dismiss(client, SOCKS5_NO_METHOD);
      return writeError(socket, refusal);
    }
    (version === SOCKS_VERSION ? this.fronts.socks5 : this.fronts.http).accept(client, chunk);
  }

  #dismiss({ socket }: Client, answer: Buffer): void {
    socket.on('error', () => socket.destroy());
    socket.end(answer, () => socket.destroy());
  }

  #release(socket: Socket, address: string): void {
    this.#sockets.delete(socket);
    this.#setCount(address, (this.#perAddress.get(address) ?? 1) - 1);
  }

  #setCount(address: string, count: number): void {
    if (count > 0) this.#perAddress.set(address, count);
    else this.#perAddress.delete(address);
    this.options.tally.set(address, count);
  }
}

/** Limits and timeouts apply from here on, so that they include the TLS handshake. */
const toTls = (socket: Socket, secureContext: SecureContext): TLSSocket =>
  new TLSSocket(socket, { isServer: true, secureContext });

const isMissingFamily = (error: unknown) =>
  ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'].includes(
    (error as NodeJS.ErrnoException)?.code ?? '',
  );

function sentence(error: NodeJS.ErrnoException, host: string, port: number, variable: string) {
  const where = `port ${port} on ${host}`;
  if (error.code === 'EADDRINUSE')
    return `The gateway cannot listen: ${where} is used by another program. Stop it, or choose another port with ${variable}.`;
  if (error.code === 'EACCES')
    return `The gateway may not listen on ${where}. Choose a port above 1023 with ${variable}.`;
  return `The gateway cannot listen on ${where} (${error.code}). Check GATEWAY_BIND and ${variable}.`;
}
