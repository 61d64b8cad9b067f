import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Grant } from '../auth/gateway-authenticator';
import type { ExitDirectory } from '../exits/exit-directory';
import type { ChosenExit, ExitSelector } from '../exits/exit-selector';
import { ProxyError } from '../proxy-error';
import { type EchoTunnel, isEchoPath } from '../sandbox/echo-tunnel';
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
    const target = await this.guard.vet(host, port);
    if (target.isEcho && !isEchoPath(path)) throw new ProxyError('TARGET_BLOCKED');
    const chosen = this.selector.choose(grant);
    return { key: toConnectionKey(grant, target, chosen), dial: () => this.#dial(target, chosen) };
  }

  /** An opaque tunnel. @throws ProxyError */
  async openTunnel(grant: Grant, host: string, port: number): Promise<Duplex> {
    const target = await this.guard.vet(host, port);
    const chosen = this.selector.choose(grant);
    return target.isEcho ? this.echo.open(target, chosen) : this.#dial(target, chosen);
  }

  async #dial(target: VettedTarget, chosen: ChosenExit): Promise<Socket> {
    const startedAt = performance.now();
    try {
      return await this.dialer.dial(target, chosen);
    } catch (error) {
      if (error instanceof ProxyError && error.reason === 'UPSTREAM_FAILED')
        this.directory.reportFailure(chosen.exit.id);
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
