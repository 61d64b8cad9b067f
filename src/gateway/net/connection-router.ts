import { isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Place } from '../auth/credential';
import type { Grant } from '../auth/gateway-authenticator';
import type { ExitDirectory } from '../exits/exit-directory';
import type { ChosenExit, ExitSelector } from '../exits/exit-selector';
import { ProxyError, SocksReply } from '../proxy-error';
import { type EchoTunnel, isEchoPath } from '../sandbox/echo-tunnel';
import type { DatagramRoute } from './datagram-route';
import type { Dialer } from './dialer';
import type { RequestRoute } from './request-route';
import type { TargetGuard, VettedTarget } from './target-guard';

/** Opens a connection for a grant and a target: vets the target, chooses an exit, dials. */
export class ConnectionRouter {
  constructor(
    private readonly guard: TargetGuard,
    private readonly selector: ExitSelector,
    private readonly directory: ExitDirectory,
    private readonly dialer: Dialer,
    private readonly echo: EchoTunnel,
    private readonly observeDial: (seconds: number) => void,
  ) {}

  /** For one plain request: everything but the connection itself. @throws ProxyError */
  async routeRequest(
    grant: Grant,
    host: string,
    port: number,
    path: string,
  ): Promise<RequestRoute> {
    const target = await this.guard.vet(host, port, grant.account.credential.kind);
    if (target.isEcho && !isEchoPath(path)) throw new ProxyError('TARGET_BLOCKED');
    const chosen = this.selector.choose(grant);
    return {
      key: toConnectionKey(grant, target, chosen),
      isOpaque: !target.isEcho,
      dial: () => this.#dial(target, chosen, grant.place),
    };
  }

  /** An opaque tunnel. @throws ProxyError */
  async openTunnel(grant: Grant, host: string, port: number): Promise<Duplex> {
    const target = await this.guard.vet(host, port, grant.account.credential.kind);
    const chosen = this.selector.choose(grant);
    return target.isEcho ? this.echo.open(target, chosen) : this.#dial(target, chosen, grant.place);
  }

  /** For datagrams, which an upstream takes none of. @throws ProxyError */
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

  async #dial(target: VettedTarget, chosen: ChosenExit, place: Place): Promise<Socket> {
    const startedAt = performance.now();
    try {
      return await this.dialer.dial(target, chosen);
    } catch (error) {
      if (error instanceof ProxyError && error.reason === 'UPSTREAM_FAILED')
        this.directory.reportFailure(chosen.exit.id, place);
      throw error;
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
