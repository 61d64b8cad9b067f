import { connect, type Socket } from 'node:net';
import { awaitConnection } from './await-connection';
import { LocalPorts } from './local-ports';
import { SharedReads } from './shared-reads';

/** Local ports to try before the system chooses one. */
const PORT_ATTEMPTS = 4;

/** Opens TCP connections. */
export class Connector {
  constructor(private readonly ports = new LocalPorts()) {}

  /**
   * @param local the local address to bind; chosen by the system when omitted.
   * @throws ProxyError TARGET_TIMEOUT, or the system error.
   */
  async connect(host: string, port: number, timeoutMs: number, local?: string): Promise<Socket> {
    if (local === undefined) return connectTo(host, port, timeoutMs);
    for (let attempt = 1; attempt <= PORT_ATTEMPTS; attempt++)
      try {
        return await connectTo(host, port, timeoutMs, local, this.ports.next());
      } catch (error) {
        if (!isPortTaken(error)) throw error;
      }
    return connectTo(host, port, timeoutMs, local);
  }
}

/** The port is taken (EADDRINUSE), as opposed to an address that this host does not have. */
function isPortTaken(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'EADDRINUSE' || (code === 'EADDRNOTAVAIL' && syscall === 'connect');
}

function connectTo(
  host: string,
  port: number,
  timeoutMs: number,
  localAddress?: string,
  localPort?: number,
): Promise<Socket> {
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
  return awaitConnection(socket, 'connect', timeoutMs);
}
