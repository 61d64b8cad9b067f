import type { ReportedState } from '../../common/gateway/gateway-messages';
import type { AccountCache } from '../auth/account-cache';
import type { CredentialSource } from '../auth/credential';
import type { GatewayAuthenticator } from '../auth/gateway-authenticator';
import type { WrongPasswords } from '../auth/wrong-passwords';
import type { Exit } from '../exits/exit';
import type { ExitDirectory } from '../exits/exit-directory';
import type { ExitPreview, ExitSelector } from '../exits/exit-selector';
import type { Fakeable } from '../gateway-options';
import type { RecentDials } from '../net/recent-dials';
import type { NetworkMeter } from '../networks/network-meter';
import { ProxyError } from '../proxy-error';

const MAX_CANDIDATES = 50;
const NOTHING: ExitPreview = { candidates: [], chosen: null, until: null };

export interface ProxyStateParts {
  readonly credentials: Fakeable<CredentialSource>;
  readonly cache: AccountCache;
  readonly authenticator: GatewayAuthenticator;
  readonly selector: ExitSelector;
  readonly directory: ExitDirectory;
  readonly meter: NetworkMeter;
  readonly dials: RecentDials;
  readonly wrongPasswords: WrongPasswords;
  readonly connectionLimit: number;
}

/** Tells what this process would do with a request of a proxy, by the code that decides about requests. */
export class ProxyStateReader {
  constructor(private readonly parts: ProxyStateParts) {}

  async read(proxyId: number): Promise<ReportedState> {
    const { dials, wrongPasswords, connectionLimit } = this.parts;
    const { refusal, chosen, until, candidates, isOpen } = await this.#preview(proxyId);
    const { count, lastAt } = wrongPasswords.ofProxy(proxyId) ?? { count: 0, lastAt: 0 };
    return {
      refusal: refusal && { code: refusal.reason, message: refusal.message },
      chosen: chosen?.id ?? null,
      chosenUntil: until,
      candidates: [...candidates]
        .sort((a, b) => Number(b.network !== undefined) - Number(a.network !== undefined))
        .slice(0, MAX_CANDIDATES)
        .map((exit) => ({ exit: exit.id, state: this.#stateOf(exit, isOpen(exit)) })),
      candidateCount: candidates.length,
      dials: dials.of(proxyId),
      wrongPasswords: count > 0 ? { count, lastAt } : null,
      connectionLimit,
    };
  }

  async #preview(proxyId: number) {
    const { credentials, cache, authenticator, selector, directory } = this.parts;
    let refusal: ProxyError | null = null;
    const refused = (error: unknown) => {
      if (!(error instanceof ProxyError)) throw error;
      return { ...NOTHING, refusal: refusal ?? error, isOpen: () => false };
    };
    const [row] = await credentials.findByProxyIds([proxyId]);
    try {
      // As the next request reads it, so that a process that has missed a change shows that.
      const account = row && (await cache.find(row.username));
      if (!account) return refused(new ProxyError('AUTH_FAILED'));
      const grant = authenticator.grantOf(account);
      refusal = authenticator.refusal(grant) ?? null;
      const isOpen = ({ id }: Exit) => directory.isOpen(id, grant.place);
      return { ...selector.preview(grant), isOpen, refusal };
    } catch (error) {
      return refused(error);
    }
  }

  #stateOf({ id, network }: Exit, isOpen: boolean): 'ready' | 'resting' | 'full' {
    if (isOpen) return 'resting';
    return network && this.parts.meter.isFull(-id) ? 'full' : 'ready';
  }
}
