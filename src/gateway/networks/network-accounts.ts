import type { Logger } from 'pino';
import { MINUTE, SECOND } from '../../common/time/clock';
import type { NetworkAccountStore } from './network-account-store';

/** A refusal that goes on is told again this often. */
const REFUSED_EVERY_MS = 10 * SECOND;
/** What another gateway reported, which is no more, is looked after this often. */
const ACCEPTED_EVERY_MS = MINUTE;

interface Known {
  isRefused: boolean;
  /** When the store was told. */
  toldAt: number;
}

/** Tells staff, by the database, which networks' accounts are refused, when that begins and when it ends. */
export class NetworkAccounts {
  readonly #known = new Map<number, Known>();

  constructor(
    private readonly store: NetworkAccountStore | undefined,
    private readonly log: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  refused(networkId: number): void {
    this.#tell(networkId, true, REFUSED_EVERY_MS);
  }

  accepted(networkId: number): void {
    this.#tell(networkId, false, ACCEPTED_EVERY_MS);
  }

  /** At once when it has changed. */
  #tell(networkId: number, isRefused: boolean, everyMs: number): void {
    const { store } = this;
    const known = this.#known.get(networkId);
    const now = this.now();
    if (!store || (known?.isRefused === isRefused && now - known.toldAt < everyMs)) return;
    this.#known.set(networkId, { isRefused, toldAt: now });
    if (isRefused && !known?.isRefused)
      this.log.warn({ networkId }, 'A provider refuses the account of a network');
    const told = isRefused
      ? store.reportRefused(networkId)
      : store.reportAccepted(networkId, known?.isRefused === true);
    told.catch((err: unknown) => {
      // The next connection tells it again.
      if (known) this.#known.set(networkId, { ...known, toldAt: -Infinity });
      else this.#known.delete(networkId);
      this.log.warn({ err, networkId }, 'The state of a network was not reported');
    });
  }
}
