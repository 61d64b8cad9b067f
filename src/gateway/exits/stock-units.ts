import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { decrypt } from '../../common/crypto/secrets';
import { parseUpstreamUrl, type UpstreamProxy } from './exit';

interface Row {
  id: number;
  exit_node_id: number;
  address: string;
  upstream_url_encrypted: string;
}

/** The dedicated addresses of one exit that were bought at a provider, each with its own upstream. */
export class StockUnits {
  readonly #rows = new Map<string, Row>();

  constructor(
    private readonly secretsKey: Buffer,
    private readonly log: Logger,
  ) {}

  add(row: Row): void {
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
  const { rows } = await pool.query<Row>(
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
