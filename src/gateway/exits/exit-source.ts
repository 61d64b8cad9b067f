import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { decrypt } from '../../common/crypto/secrets';
import { type Exit, parseUpstreamUrl, type UpstreamProxy } from './exit';
import type { LocalAddresses } from '../registry/local-addresses';
import { findNetworkExits, PlaceTables } from './network-exit';

interface UnitRow {
  id: number;
  exit_node_id: number;
  address: string;
  upstream_url_encrypted: string;
}

/** The dedicated addresses of one exit that were bought at a provider, each with its own upstream. */
export class StockUnits {
  readonly #rows = new Map<string, UnitRow>();

  constructor(
    private readonly secretsKey: Buffer,
    private readonly log: Logger,
  ) {}

  add(row: UnitRow): void {
    this.#rows.set(row.address, row);
  }

  /** Decrypted per connection: most of thousands of units are not in use. Undefined for an unknown or unreadable one. */
  find(address: string): UpstreamProxy | undefined {
    const row = this.#rows.get(address);
    if (!row) return undefined;
    try {
      return parseUpstreamUrl(
        decrypt(this.secretsKey, `stock_unit:${row.id}`, row.upstream_url_encrypted),
      );
    } catch (error) {
      this.log.error({ unitId: row.id, err: error }, 'The upstream of a unit is unreadable');
      return undefined;
    }
  }
}

/** The units of the view `gateway_stock_unit` by exit. */
export async function findStockUnits(
  pool: Pool,
  secretsKey: Buffer,
  log: Logger,
  groups: readonly string[] | null,
): Promise<Map<number, StockUnits>> {
  const { rows } = await pool.query<UnitRow>(
    `SELECT id, exit_node_id, address, upstream_url_encrypted FROM gateway_stock_unit
     WHERE $1::text[] IS NULL OR gateway_group IS NULL OR gateway_group = ANY ($1)`,
    [groups],
  );
  const byExit = new Map<number, StockUnits>();
  for (const row of rows) {
    const units = byExit.get(row.exit_node_id) ?? new StockUnits(secretsKey, log);
    byExit.set(row.exit_node_id, units);
    units.add(row);
  }
  return byExit;
}

/** Without an URL, an upstream is a datacenter of a provider: its units have the upstreams. */
interface Row extends Omit<Exit, 'upstream' | 'network' | 'units'> {
  isUpstream: boolean;
  encryptedUrl: string | null;
}

interface StockAddress {
  exit_node_id: number;
  address: string;
}

/** What limits a gateway to the exits that it can serve. */
export interface ExitScope {
  /** Id and region: exits bound to another group are those of other gateways. */
  groups: readonly string[];
  addresses: Pick<LocalAddresses, 'findPresent'>;
  /** The addresses of its exits that the machine has, dedicated ones included. */
  onPresent: (addresses: ReadonlySet<string>) => void;
}

/**
 * An exit that the probes have put out of sale has the weight 0: nobody new gets it, but a dedicated address stays its
 * owner's, and it is still probed.
 *
 * Reads the view `gateway_exit` and decrypts the upstream addresses. With a scope it returns only exits that this
 * gateway can serve: simulated ones, upstreams, and those of which the machine has an address. Every gateway serves the
 * networks.
 */
export class ExitSource {
  readonly #places: PlaceTables;

  constructor(
    private readonly pool: Pool,
    private readonly secretsKey: Buffer,
    private readonly log: Logger,
    private readonly scope?: ExitScope,
  ) {
    this.#places = new PlaceTables(pool);
  }

  async findAll(): Promise<Exit[]> {
    const { rows } = await this.pool.query<Row>(
      `SELECT id, kind, lower(trim(country)) AS country, region, city, isp, simulated,
              CASE WHEN leave = 'local' THEN local_address END AS "localAddress",
              leave = 'upstream' AS "isUpstream", upstream_url_encrypted AS "encryptedUrl",
              CASE WHEN id IN (SELECT exit_node_id FROM supply_down WHERE exit_node_id IS NOT NULL) THEN 0
                   ELSE weight END AS weight
       FROM gateway_exit
       WHERE $1::text[] IS NULL OR gateway_group IS NULL OR gateway_group = ANY ($1) ORDER BY id`,
      [this.scope?.groups ?? null],
    );
    const served = this.scope ? await this.#filterServed(rows, this.scope) : rows;
    const networks = await findNetworkExits(this.pool, this.secretsKey, this.log, this.#places);
    const groups = this.scope?.groups ?? null;
    const units = await findStockUnits(this.pool, this.secretsKey, this.log, groups);
    const exits = served.flatMap((row) => {
      try {
        return [this.#toExit(row, units.get(row.id))];
      } catch (error) {
        // One unreadable exit must not take the others out of service.
        this.log.error({ exitId: row.id, err: error }, 'Exit left out: its upstream is unreadable');
        return [];
      }
    });
    return [...exits, ...networks];
  }

  /** An exit stays when its own address is missing but one of its dedicated addresses is there. */
  async #filterServed(rows: Row[], { groups, addresses, onPresent }: ExitScope): Promise<Row[]> {
    const { rows: stock } = await this.pool.query<StockAddress>(
      `SELECT exit_node_id, address FROM gateway_stock_address
       WHERE gateway_group IS NULL OR gateway_group = ANY ($1)`,
      [groups],
    );
    const own = rows.flatMap((row) => (needsAddress(row) ? row.localAddress : []));
    const present = await addresses.findPresent([...own, ...stock.map(({ address }) => address)]);
    const withStock = new Set(
      stock.flatMap((unit) => (present.has(unit.address) ? unit.exit_node_id : [])),
    );
    onPresent(present);
    return rows.filter(
      (row) => !needsAddress(row) || present.has(row.localAddress) || withStock.has(row.id),
    );
  }

  #toExit({ isUpstream, encryptedUrl, ...exit }: Row, units: StockUnits | undefined): Exit {
    if (!isUpstream) return { ...exit, upstream: null };
    // Without a unit left, no address of it may leave from this machine.
    if (encryptedUrl === null)
      return { ...exit, upstream: null, units: units ?? new StockUnits(this.secretsKey, this.log) };
    const url = decrypt(this.secretsKey, `exit_node:${exit.id}`, encryptedUrl);
    return { ...exit, upstream: parseUpstreamUrl(url) };
  }
}

/** A simulated address is a loopback one, which every machine has. */
const needsAddress = (row: Row): row is Row & { localAddress: string } =>
  !row.simulated && row.localAddress !== null;
