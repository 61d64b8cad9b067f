import { isIP, type Socket } from 'node:net';
import type { UpstreamProxy } from '../exits/exit';
import type { ChosenExit } from '../exits/exit-selector';
import type { NetworkTunnel } from '../networks/network-meter';
import { CONNECTION_REFUSED, ProxyError } from '../proxy-error';
import { Connector, connectSecurely } from './connector';
import { canonicalAddress, isLoopback, isPublic } from '../../common/net/addresses';
import { SpareConnections, type TakenConnection } from './spare-connections';
import type { VettedTarget } from './target-guard';
import { openThroughHttp, openThroughSocks, UpstreamRefusal } from './upstream';

/** Before the next address of the same target is tried. */
const PER_ADDRESS_MS = 3_000;
const MAX_ADDRESSES = 4;

/** Opens connections to vetted targets through the chosen exit. */
export class Dialer {
  readonly #connector = new Connector();
  readonly #spares = new SpareConnections();

  constructor(readonly timeoutMs: number) {}

  /**
   * @param tunnel counts what passes through a network, handshakes included.
   * @param signal gives up.
   * @returns a connected socket whose next byte is the target's first.
   */
  async dial(
    target: VettedTarget,
    chosen: ChosenExit,
    timeoutMs = this.timeoutMs,
    tunnel?: NetworkTunnel,
    signal?: AbortSignal,
  ): Promise<Socket> {
    const deadline = Date.now() + timeoutMs;
    return chosen.upstream
      ? this.#dialThrough(target, chosen.upstream, deadline, tunnel, signal)
      : this.#dialLocally(target, chosen, deadline, signal);
  }

  async #dialLocally(
    target: VettedTarget,
    chosen: ChosenExit,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<Socket> {
    const { simulated } = chosen.exit;
    const local = chosen.localAddress;
    let addresses = target.addresses;
    if (local !== null && !simulated && !target.isEcho) {
      addresses = addresses.filter((a) => isIP(a) === isIP(local));
      if (addresses.length === 0)
        throw new ProxyError(
          'TARGET_UNREACHABLE',
          `The target has no IPv${isIP(local)} address, which is what this proxy leaves from.`,
        );
    }
    try {
      return await firstSuccess(addresses, deadline, (address, timeoutMs) =>
        this.#connect(address, target.port, local, simulated, timeoutMs, signal),
      );
    } catch (error) {
      signal?.throwIfAborted();
      throw asRefusal(error);
    }
  }

  /**
   * A simulated exit's loopback address is bound for loopback targets only (the sandbox's echo, where
   * it shows), because the Internet cannot be reached from it. Systems without 127.0.0.0/8 on their
   * loopback interface (macOS) leave from the default address. A real exit never falls back: the
   * customer bought that address.
   */
  async #connect(
    address: string,
    port: number,
    local: string | null,
    simulated: boolean,
    timeoutMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Socket> {
    const fits = local !== null && isIP(local) === isIP(address);
    const bind = fits && (!simulated || isLoopback(address)) ? local : undefined;
    try {
      return await this.#connector.connect(address, port, timeoutMs, bind, signal);
    } catch (error) {
      if (getErrorCode(error) !== 'EADDRNOTAVAIL' || bind === undefined) throw error;
      if (!simulated)
        throw new ProxyError('NO_EXIT', 'The address of this proxy is out of service.');
      return this.#connector.connect(address, port, timeoutMs, undefined, signal);
    }
  }

  async #dialThrough(
    target: VettedTarget,
    upstream: UpstreamProxy,
    deadline: number,
    tunnel: NetworkTunnel | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Socket> {
    const { socket, isSpare } = await this.#connectUpstream(upstream, deadline);
    tunnel?.attach(socket);
    let isAnswered = false;
    socket.once('data', () => (isAnswered = true));
    const giveUp = () => socket.destroy();
    if (signal?.aborted) giveUp();
    else signal?.addEventListener('abort', giveUp);
    const timer = setTimeout(
      () => socket.destroy(new ProxyError('TARGET_TIMEOUT')),
      Math.max(1, deadline - Date.now()),
    );
    try {
      // An external upstream proxy reaches another network, so names are best resolved
      // there. A proxy in the private network could access it: it gets the vetted address.
      const remote = canonicalAddress(socket.remoteAddress ?? '');
      const isOurs = remote === undefined || !isPublic(remote);
      const host = isOurs ? (target.addresses[0] ?? target.host) : target.host;
      const open = upstream.protocol === 'socks5' ? openThroughSocks : openThroughHttp;
      await open(socket, upstream, host, target.port);
      return socket;
    } catch (error) {
      socket.destroy();
      signal?.throwIfAborted();
      // Closed by the upstream while nobody used it, which says nothing about the next one.
      if (isSpare && !isAnswered && Date.now() < deadline)
        return await this.#dialThrough(target, upstream, deadline, tunnel, signal);
      throw error instanceof ProxyError ? error : new ProxyError('UPSTREAM_FAILED');
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** The host is configured by staff, so the system resolver (with its hosts file) is used. */
  async #connectUpstream(
    { protocol, host, port, refusals }: UpstreamProxy,
    deadline: number,
  ): Promise<TakenConnection> {
    try {
      return await this.#spares.take(`${protocol} ${host} ${port}`, () => {
        const timeoutMs = Math.max(1, Math.min(this.timeoutMs, deadline - Date.now()));
        return protocol === 'https'
          ? connectSecurely(host, port, timeoutMs)
          : this.#connector.connect(host, port, timeoutMs);
      });
    } catch {
      throw refusals ? new UpstreamRefusal('unreachable') : new ProxyError('UPSTREAM_FAILED');
    }
  }

  /** Closes connections that nobody uses. */
  close(): void {
    this.#spares.close();
  }
}

/** Tries addresses in order until a connection succeeds. */
async function firstSuccess(
  addresses: string[],
  deadline: number,
  attempt: (address: string, timeoutMs: number) => Promise<Socket>,
): Promise<Socket> {
  const list = addresses.slice(0, MAX_ADDRESSES);
  let failure: unknown;
  for (const [index, address] of list.entries()) {
    const left = deadline - Date.now();
    if (left <= 0) break;
    const isLast = index === list.length - 1;
    try {
      return await attempt(address, isLast ? left : Math.min(left, PER_ADDRESS_MS));
    } catch (error) {
      failure = error;
    }
  }
  throw failure ?? new ProxyError('TARGET_UNREACHABLE');
}

const getErrorCode = (error: unknown) => (error as NodeJS.ErrnoException).code;

function asRefusal(error: unknown): ProxyError {
  if (error instanceof ProxyError) return error;
  const code = getErrorCode(error);
  if (code === 'ECONNREFUSED') return new ProxyError(...CONNECTION_REFUSED);
  return new ProxyError(code === 'ETIMEDOUT' ? 'TARGET_TIMEOUT' : 'TARGET_UNREACHABLE');
}
