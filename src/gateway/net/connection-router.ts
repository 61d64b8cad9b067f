import { type Socket, isIP } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Grant } from '../auth/gateway-authenticator';
import type { ChosenExit, ExitSelector } from '../exits/exit-selector';
import { ProxyError, SocksReply } from '../proxy-error';
import { isEchoPath, openEchoTunnel } from './echo-tunnel';
import type { Dialed, FailoverDialer } from './failover-dialer';
import type { TargetGuard, VettedTarget } from './target-guard';

/** How the datagrams of one association leave. */
export interface DatagramRoute {
  /** Local address to bind; null is the machine's default. */
  localAddress: string | null;
  /** @returns the address to send to. */
  vet: (host: string, port: number) => Promise<string>;
}

/** Route to a target, with the reuse key of its connection. */
export interface RequestRoute {
  /** Connection reuse key: customer, exit and target. Undefined when every request needs a new connection. After `dial` it names the exit that was used. */
  key: string | undefined;
  /** Whether bytes of another protocol may pass after an upgrade; requests of the echo are checked one by one. */
  isOpaque: boolean;
  /** @param signal gives up. @returns a connected socket. */
  dial: (signal: AbortSignal) => Promise<Socket>;
}

/** Opens a connection for a grant and a target: vets the target, chooses an exit, dials. */
export class ConnectionRouter {
  constructor(
    private readonly guard: TargetGuard,
    private readonly selector: ExitSelector,
    private readonly dialer: FailoverDialer,
    private readonly observeDial: (seconds: number) => void,
  ) {}

  /** For one plain request: everything but the connection itself. */
  async routeRequest(
    grant: Grant,
    host: string,
    port: number,
    path: string,
  ): Promise<RequestRoute> {
    const target = await this.guard.vet(host, port, grant.account.credential.kind);
    if (target.isEcho && !isEchoPath(path)) throw new ProxyError('TARGET_BLOCKED');
    const chosen = this.selector.choose(grant);
    const route: RequestRoute = {
      key: toConnectionKey(grant, target, chosen),
      isOpaque: !target.isEcho,
      dial: async (signal) => {
        const dialed = await this.#dial(grant, target, chosen, signal);
        route.key = toConnectionKey(grant, target, dialed.chosen);
        return dialed.socket;
      },
    };
    return route;
  }

  /** An opaque tunnel. @param signal gives up. */
  async openTunnel(grant: Grant, host: string, port: number, signal: AbortSignal): Promise<Duplex> {
    const target = await this.guard.vet(host, port, grant.account.credential.kind);
    signal.throwIfAborted();
    const chosen = this.selector.choose(grant);
    const dial = async (until: AbortSignal) =>
      (await this.#dial(grant, target, chosen, until)).socket;
    return target.isEcho ? openEchoTunnel(target.port, dial) : dial(signal);
  }

  /** For datagrams, which an upstream takes none of. */
  openDatagrams(grant: Grant): DatagramRoute {
    const { exit, localAddress, upstream } = this.selector.choose(grant);
    if (upstream) throw new ProxyError('BAD_REQUEST', undefined, SocksReply.CommandNotSupported);
    // A simulated exit's address is of the loopback interface, from which the Internet cannot be reached.
    const local = exit.simulated ? null : localAddress;
    const { kind } = grant.account.credential;
    const vet = async (host: string, port: number) => {
      const { isEcho, addresses } = await this.guard.vet(host, port, kind);
      const address = addresses.find((a) => local === null || isIP(a) === isIP(local));
      if (isEcho || address === undefined) throw new ProxyError('TARGET_BLOCKED');
      return address;
    };
    return { localAddress: local, vet };
  }

  async #dial(
    grant: Grant,
    target: VettedTarget,
    chosen: ChosenExit,
    signal: AbortSignal,
  ): Promise<Dialed> {
    const startedAt = performance.now();
    try {
      return await this.dialer.dial(grant, target, chosen, signal);
    } finally {
      this.observeDial((performance.now() - startedAt) / 1000);
    }
  }
}

/** Undefined when every request uses another exit. */
function toConnectionKey(
  { account: { proxyId, credential }, ttlMinutes }: Grant,
  target: VettedTarget,
  { exit, localAddress, stickyToken }: ChosenExit,
): string | undefined {
  if (ttlMinutes < 0 && credential.exitNodeId === null) return undefined;
  return [proxyId, exit.id, localAddress, stickyToken, target.host, target.port].join(' ');
}
