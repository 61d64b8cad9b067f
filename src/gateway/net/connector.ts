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
   * @param signal gives up.
   * @throws ProxyError TARGET_TIMEOUT, the system error, or the reason of the signal.
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
