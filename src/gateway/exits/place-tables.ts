import type { Pool } from 'pg';
import {
  type PlaceLevel,
  PlaceTable,
  type ProviderPlace,
} from '../../common/dialects/upstream-network';

interface ListRow {
  networkId: number;
  levels: PlaceLevel[];
  version: string;
}

type PlaceRow = ProviderPlace & { networkId: number };

/** The names that providers have for places, by network. A table is read again only when it has changed. */
export class PlaceTables {
  #known = new Map<number, { version: string; table: PlaceTable }>();

  constructor(private readonly pool: Pool) {}

  async load(): Promise<ReadonlyMap<number, { table: PlaceTable }>> {
    const { rows: lists } = await this.pool.query<ListRow>(
      `SELECT network_id AS "networkId", array_agg(level) AS levels, string_agg(level || imported_at, ' ' ORDER BY level) AS version
       FROM gateway_place_list GROUP BY network_id`,
    );
    const changed = lists.filter(
      ({ networkId, version }) => this.#known.get(networkId)?.version !== version,
    );
    const places = changed.length > 0 ? await this.#read(changed) : [];
    const known = new Map<number, { version: string; table: PlaceTable }>();
    for (const { networkId, version, levels } of lists) {
      const old = this.#known.get(networkId);
      const table =
        old?.version === version
          ? old.table
          : new PlaceTable(
              levels,
              places.filter((place) => place.networkId === networkId),
            );
      known.set(networkId, { version, table });
    }
    return (this.#known = known);
  }

  async #read(lists: readonly ListRow[]): Promise<PlaceRow[]> {
    const { rows } = await this.pool.query<PlaceRow>(
      `SELECT network_id AS "networkId", level, country, key, provider_name AS "providerName"
       FROM gateway_place WHERE network_id = ANY ($1::int[])`,
      [lists.map(({ networkId }) => networkId)],
    );
    return rows;
  }
}
