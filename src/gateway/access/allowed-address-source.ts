import type { Pool } from 'pg';

/** A client's address, as `canonicalAddress` returns it, and a proxy. */
export interface AddressPair {
  address: string;
  proxyId: number;
}

/** Source of the addresses that customers allow. Rejects when it is unavailable. */
export abstract class AllowedAddressSource {
  /** @returns those pairs whose proxy may be used from the address, in any order. */
  abstract findAllowed(pairs: AddressPair[]): Promise<AddressPair[]>;

  /** @returns by address the username of the one active proxy that may be used from it; none where there are several. */
  abstract findOnlyProxies(addresses: string[]): Promise<Map<string, string>>;
}

/** Reads the view `gateway_allowed_address`, which is empty while staff have switched the feature off. */
export class PgAllowedAddressSource extends AllowedAddressSource {
  constructor(private readonly pool: Pool) {
    super();
  }

  async findAllowed(pairs: AddressPair[]): Promise<AddressPair[]> {
    const { rows } = await this.pool.query<AddressPair>({
      name: 'gateway-allowed-pairs',
      text: `SELECT q.address, q.proxy_id AS "proxyId"
             FROM unnest($1::text[], $2::int[]) AS q (address, proxy_id)
             CROSS JOIN LATERAL (
               SELECT FROM gateway_allowed_address v
               WHERE v.proxy_id = q.proxy_id AND v.address = q.address LIMIT 1
             ) found`,
      values: [pairs.map((pair) => pair.address), pairs.map((pair) => pair.proxyId)],
    });
    return rows;
  }

  /** A proxy is in the view once for its own list and once for its account's, so three rows are two proxies. */
  async findOnlyProxies(addresses: string[]): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<{ address: string; username: string }>({
      name: 'gateway-allowed-addresses',
      text: `SELECT q.address, found.username
             FROM unnest($1::text[]) AS q (address)
             CROSS JOIN LATERAL (
               SELECT min(f.username) AS username FROM (
                 SELECT v.proxy_id, v.username FROM gateway_allowed_address v
                 WHERE v.address = q.address AND v.active LIMIT 3
               ) f HAVING count(DISTINCT f.proxy_id) = 1
             ) found`,
      values: [addresses],
    });
    return new Map(rows.map((row) => [row.address, row.username]));
  }
}
