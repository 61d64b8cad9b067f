import type { EntityManager } from 'typeorm';
import type { ExitKind } from '../../catalog/catalog.types';
import { planExits, type PlannedExit } from './exit-plan';

const HOSTS = 254;

/**
 * Allocates addresses of 127.0.0.0/8: every simulated exit uses its own one,
 * so that exits can be distinguished on one machine.
 */
export class LoopbackAddresses {
  private next = 0;

  /**
   * @param second the second number of the addresses, 10 or more; room for 65,024.
   * @param taken addresses that are in use already.
   */
  constructor(
    private readonly second: number,
    private readonly taken: Set<string>,
  ) {}

  take(): string {
    for (;;) {
      const [third, fourth] = [Math.floor(this.next / HOSTS), (this.next % HOSTS) + 1];
      if (third > 255) throw new Error(`127.${this.second}.0.0/16 is used up`);
      this.next += 1;
      const address = `127.${this.second}.${third}.${fourth}`;
      if (this.taken.has(address)) continue;
      this.taken.add(address);
      return address;
    }
  }
}

/** Second number of the addresses of each kind, and of the stock. */
const NETWORKS: Record<ExitKind | 'stock', number> = {
  residential: 20,
  mobile: 40,
  datacenter: 60,
  stock: 80,
};

const STOCK_PER_RACK = 24;

/** Adds the simulated exits that are not there. @returns how many. */
export async function seedExits(manager: EntityManager): Promise<number> {
  const existing: { identity: string; address: string }[] = await manager.query(
    `SELECT concat_ws('|', kind, country, region_code, city_code, coalesce(isp_code, '')) AS identity,
            local_address AS address
     FROM exit_node WHERE simulated`,
  );
  const known = new Set(existing.map(({ identity }) => identity));
  const missing = planExits().filter((exit) => !known.has(toIdentity(exit)));
  if (!missing.length) return 0;
  const taken = new Set(existing.map(({ address }) => address));
  const addresses = Object.fromEntries(
    Object.entries(NETWORKS).map(([kind, second]) => [kind, new LoopbackAddresses(second, taken)]),
  ) as Record<ExitKind, LoopbackAddresses>;
  const rows = missing.map(({ kind, country, region, city, isp }) => ({
    ...{ kind, country, region_code: region.code, region_name: region.name },
    ...{ city_code: city.code, city_name: city.name },
    ...{ isp_code: isp?.code ?? null, isp_name: isp?.name ?? null },
    local_address: addresses[kind].take(),
  }));
  await manager.query(
    `INSERT INTO exit_node (kind, country, region_code, region_name, city_code, city_name, isp_code,
       isp_name, leave, local_address, simulated)
     SELECT kind, country, region_code, region_name, city_code, city_name, isp_code, isp_name,
            'local', local_address, true
     FROM jsonb_to_recordset($1::jsonb) AS n (kind text, country text, region_code text,
       region_name text, city_code text, city_name text, isp_code text, isp_name text,
       local_address text)`,
    [JSON.stringify(rows)],
  );
  return rows.length;
}

const toIdentity = ({ kind, country, region, city, isp }: PlannedExit): string =>
  [kind, country, region.code, city.code, isp?.code ?? ''].join('|');

/** Gives every simulated datacenter without any address its stock. @returns addresses added. */
export async function seedStock(manager: EntityManager): Promise<number> {
  const empty: { id: number }[] = await manager.query(
    `SELECT id FROM exit_node e WHERE simulated AND kind = 'datacenter'
       AND NOT EXISTS (SELECT FROM stock_unit s WHERE s.exit_node_id = e.id) ORDER BY id`,
  );
  if (!empty.length) return 0;
  const taken: { address: string }[] = await manager.query(`SELECT address FROM stock_unit`);
  const addresses = new LoopbackAddresses(
    NETWORKS.stock,
    new Set(taken.map((unit) => unit.address)),
  );
  const units = empty.flatMap(({ id }) =>
    Array.from({ length: STOCK_PER_RACK }, () => ({ id, address: addresses.take() })),
  );
  await manager.query(
    `INSERT INTO stock_unit (exit_node_id, address) SELECT * FROM unnest($1::int[], $2::text[])`,
    [units.map((unit) => unit.id), units.map((unit) => unit.address)],
  );
  return units.length;
}
