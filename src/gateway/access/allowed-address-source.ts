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

  /** @returns the listed addresses that nobody has proved. */
  abstract findAll(): Promise<string[]>;

  /** Makes an address active for the proxy's owner, who lists it, unless another customer has it. */
  abstract prove(pair: AddressPair): Promise<void>;

  /** Notes that active addresses are in use. */
  abstract touch(addresses: string[]): Promise<void>;

  /** Rejects when something could not be read or saved for want of a table, a column or a right. */
  abstract check(): Promise<void>;
}

/** Reads the view `gateway_allowed_address`, which has what is proved and is empty while staff have switched the feature off. */
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

  async findAll(): Promise<string[]> {
    const { rows } = await this.pool.query<{ address: string }>(
      `SELECT address FROM gateway_pending_address`,
    );
    return rows.map((row) => row.address);
  }

  async prove({ address, proxyId }: AddressPair): Promise<void> {
    await this.pool.query('SELECT gateway_prove_address($1, $2)', [address, proxyId]);
  }

  /** In one order, so that two gateways do not wait for each other; a row that another one writes needs no second time. */
  async touch(addresses: string[]): Promise<void> {
    await this.pool.query(
      `UPDATE address_holder SET last_used_at = now() WHERE address IN (
         SELECT address FROM address_holder WHERE address = ANY($1) FOR UPDATE SKIP LOCKED)`,
      [addresses],
    );
  }

  async check(): Promise<void> {
    await this.findAllowed([]);
    await this.pool.query(`EXPLAIN SELECT gateway_prove_address('', 0)`);
    await this.pool.query(
      `EXPLAIN UPDATE address_holder SET last_used_at = now() WHERE address = ''`,
    );
  }
}
