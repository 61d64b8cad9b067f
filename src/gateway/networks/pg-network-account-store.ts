import type { Pool } from 'pg';
import { NetworkAccountStore } from './network-account-store';

/** Longer than a network rests, after which the refusal would have been repeated. */
const REPEATED_WITHIN = `interval '5 minutes'`;

/** Keeps the table `supply_network_refusal`. */
export class PgNetworkAccountStore extends NetworkAccountStore {
  constructor(private readonly pool: Pool) {
    super();
  }

  async reportRefused(networkId: number): Promise<void> {
    await this.pool.query(
      `INSERT INTO supply_network_refusal (network_id) SELECT id FROM gateway_network WHERE id = $1
       ON CONFLICT (network_id) DO UPDATE SET refused_at = now()`,
      [networkId],
    );
  }

  async reportAccepted(networkId: number, witnessed: boolean): Promise<void> {
    await this.pool.query(
      `DELETE FROM supply_network_refusal WHERE network_id = $1 AND ($2 OR refused_at < now() - ${REPEATED_WITHIN})`,
      [networkId, witnessed],
    );
  }
}
