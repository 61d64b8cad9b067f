import type { Fakeable } from '../gateway-options';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { MINUTE, SECOND } from '../../common/time/clock';

/** Longer than a network rests, after which the refusal would have been repeated. */
const REPEATED_WITHIN = `interval '5 minutes'`;

/** Keeps the table `supply_network_refusal`. */
export class NetworkAccountStore {
  constructor(private readonly pool: Pool) {}

  /** Without effect when the network is gone. */
  async reportRefused(networkId: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO supply_network_refusal (network_id) SELECT id FROM gateway_network WHERE id = $1
       ON CONFLICT (network_id) DO UPDATE SET refused_at = now()`,
      [networkId],
    );
  }

  /** @param witnessed whether this process saw the last refusal; else only one that nobody has repeated lately ends. */
  async reportAccepted(networkId: number, witnessed: boolean): Promise<void> {
    await this.pool.query(
      `DELETE FROM supply_network_refusal WHERE network_id = $1 AND ($2 OR refused_at < now() - ${REPEATED_WITHIN})`,
      [networkId, witnessed],
    );
  }
}

/** A refusal that goes on is reported again this often. */
const REFUSED_EVERY_MS = 10 * SECOND;
/** What another gateway reported, which is no more, is looked after this often. */
const ACCEPTED_EVERY_MS = MINUTE;

interface Known {
  isRefused: boolean;
  /** When it was last stored. */
  reportedAt: number;
}

/** Reports to staff, in the database, which networks' accounts are refused, when that begins and when it ends. */
export class NetworkAccounts {
  readonly #known = new Map<number, Known>();

  constructor(
    private readonly store: Fakeable<NetworkAccountStore> | undefined,
    private readonly log: Logger,
    private readonly now: () => number = Date.now,
  ) {}

  refused(networkId: number): void {
    this.#report(networkId, true, REFUSED_EVERY_MS);
  }

  accepted(networkId: number): void {
    this.#report(networkId, false, ACCEPTED_EVERY_MS);
  }

  /** At once when it has changed. */
  #report(networkId: number, isRefused: boolean, everyMs: number): void {
    const { store } = this;
    const known = this.#known.get(networkId);
    const now = this.now();
    if (!store || (known?.isRefused === isRefused && now - known.reportedAt < everyMs)) return;
    this.#known.set(networkId, { isRefused, reportedAt: now });
    if (isRefused && !known?.isRefused)
      this.log.warn({ networkId }, 'A provider refuses the account of a network');
    const reported = isRefused
      ? store.reportRefused(networkId)
      : store.reportAccepted(networkId, known?.isRefused === true);
    reported.catch((err: unknown) => {
      // The next connection reports it again.
      if (known) this.#known.set(networkId, { ...known, reportedAt: -Infinity });
      else this.#known.delete(networkId);
      this.log.warn({ err, networkId }, 'The state of a network was not reported');
    });
  }
}
