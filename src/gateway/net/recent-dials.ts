import type { ReportedDial } from '../../common/gateway/gateway-messages';
import type { Grant } from '../auth/gateway-authenticator';
import { setBounded } from '../bounded-map';

const MAX_PROXIES = 5_000;
const PER_PROXY = 10;

/** The last connections of each proxy to an exit or a network, for staff. Targets are not remembered. */
export class RecentDials {
  readonly #byProxy = new Map<number, ReportedDial[]>();

  record({ account, place }: Grant, exit: number, ms: number, error: string | null): void {
    const dials = this.#byProxy.get(account.proxyId) ?? [];
    if (dials.length >= PER_PROXY) dials.pop();
    const { country } = place;
    dials.unshift({ at: Date.now(), exit, country, ms: Math.round(ms), error });
    setBounded(this.#byProxy, account.proxyId, dials, MAX_PROXIES);
  }

  /** Newest first. */
  of(proxyId: number): readonly ReportedDial[] {
    return this.#byProxy.get(proxyId) ?? [];
  }
}
