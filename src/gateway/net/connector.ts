import { type Socket, isIP, connect } from 'node:net';
import { ProxyError } from '../proxy-error';
import { connect as connectTls } from 'node:tls';
import { readFileSync } from 'node:fs';
import { SharedReads } from './shared-reads';

/**
 * Waits for a socket that is connecting; one that fails is destroyed.
 * @param event that says it is connected.
 * @param signal gives up.
 */
export function awaitConnection(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => fail(new ProxyError('TARGET_TIMEOUT')), timeoutMs);
    const giveUp = () => fail(signal!.reason as Error);
    const fail = (error: Error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      socket.off(event, succeed);
      socket.destroy();
      reject(error);
    };
    const succeed = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      socket.off('error', fail);
      // No other error listener exists between here and the relay; a reset must not end the process.
      socket.on('error', () => undefined);
      resolve(socket);
    };
    socket.once(event, succeed);
    socket.once('error', fail);
    signal?.addEventListener('abort', giveUp);
  });
}

/** Opens a TLS connection to a provider's gateway, whose certificate must be valid for the host. */
export function connectSecurely(host: string, port: number, timeoutMs: number): Promise<Socket> {
  const socket = connectTls({
    ...{ host, port, allowHalfOpen: true, ALPNProtocols: ['http/1.1'] },
    servername: isIP(host) ? undefined : host,
  });
  socket.setNoDelay(true).setKeepAlive(true, 60_000);
  return awaitConnection(socket, 'secureConnect', timeoutMs);
}

/** The system's ephemeral port range; Linux's default where it is unreadable. */
function ephemeralRange(): { first: number; last: number } {
  try {
    const [first, last] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8')
      .trim()
      .split(/\s+/)
      .map(Number);
    if (first && last && first < last) return { first, last };
  } catch {
    // Not Linux.
  }
  return { first: 32_768, last: 60_999 };
}

/**
 * Local ports for connections bound to a given address. Chosen by the system, a port of that address is
 * reserved for all targets, including TIME_WAIT, because the system does not
 * know the target at bind: about 470 new connections a second. An explicit port can be shared by
 * connections to different targets; only the same target twice is refused.
 *
 * Only every second port of the range, those of the parity that the system assigns on bind():
 * explicitly bound ports are unusable for connect() without bind, which uses the other parity.
 */
export class LocalPorts {
  readonly #first: number;
  readonly #count: number;
  #at: number;

  constructor({ first, last } = ephemeralRange(), random: () => number = Math.random) {
    this.#first = first + 1;
    this.#count = Math.floor((last - first + 1) / 2);
    // Starts at a random offset: ports used before a restart may still be in TIME_WAIT.
    this.#at = Math.floor(random() * this.#count);
  }

  next(): number {
    this.#at = (this.#at + 1) % this.#count;
    return this.#first + 2 * this.#at;
  }
}

/** Local ports to try before the system chooses one. */
const PORT_ATTEMPTS = 4;

/** Opens TCP connections. */
export class Connector {
  constructor(private readonly ports = new LocalPorts()) {}

  /**
   * @param local the local address to bind; chosen by the system when omitted.
   * @param signal gives up.
   */
  async connect(
    host: string,
    port: number,
    timeoutMs: number,
    local?: string,
    signal?: AbortSignal,
  ): Promise<Socket> {
    const open = (localPort?: number) =>
      awaitConnection(connectTo(host, port, local, localPort), 'connect', timeoutMs, signal);
    if (local === undefined) return open();
    for (let attempt = 1; attempt <= PORT_ATTEMPTS; attempt++)
      try {
        return await open(this.ports.next());
      } catch (error) {
        if (!isPortTaken(error)) throw error;
      }
    return open();
  }
}

/** The port is taken (EADDRINUSE), as opposed to an address that this host does not have. */
function isPortTaken(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' || (code === 'EADDRNOTAVAIL' && syscall === 'connect');
}

function connectTo(host: string, port: number, localAddress?: string, localPort?: number): Socket {
  const reads = new SharedReads();
  const socket = connect({
    host,
    port,
    localAddress,
    localPort,
    allowHalfOpen: true,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    onread: reads.onread,
  });
  reads.attach(socket);
  return socket;
}
