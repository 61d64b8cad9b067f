import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ProbeOutcome } from '../../common/gateway/gateway-messages';
import { NETWORK_COLUMNS, type NetworkRow, toNetworkExit } from '../exits/network-exit';
import { PlaceTables } from '../exits/place-tables';
import { ProbeStore, type ProbeTask } from './probe-store';

type Row = { exitNodeId: number | null; country: string | null } & (
  | NetworkRow
  | { [K in keyof NetworkRow]: null }
);

/** Reads the view `gateway_probe`, which has the networks that are being probed, and writes `supply_probe_request`. */
export class PgProbeStore extends ProbeStore {
  readonly #places: PlaceTables;

  constructor(
    private readonly pool: Pool,
    private readonly secretsKey: Buffer,
    private readonly log: Logger,
  ) {
    super();
    this.#places = new PlaceTables(pool);
  }

  async find(id: string): Promise<ProbeTask | null> {
    const { rows } = await this.pool.query<Row>(
      `SELECT exit_node_id AS "exitNodeId", country, ${NETWORK_COLUMNS} FROM gateway_probe WHERE request_id = $1`,
      [id],
    );
    const [row] = rows;
    if (!row) return null;
    const { exitNodeId, country } = row;
    if (exitNodeId !== null) return { subject: exitNodeId, country };
    if (row.id === null) return null;
    try {
      const table = (await this.#places.load()).get(row.id)?.table;
      return { subject: toNetworkExit(row, this.secretsKey, table), country };
    } catch (error) {
      this.log.error({ networkId: row.id, err: error }, 'Network not probed: it is unreadable');
      return null;
    }
  }

  async claim(id: string, holder: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      `UPDATE supply_probe_request SET claimed_by = $2 WHERE id = $1 AND claimed_by IS NULL`,
      [id, holder],
    );
    return rowCount === 1;
  }

  async finish(id: string, outcome: ProbeOutcome): Promise<void> {
    await this.pool.query(`UPDATE supply_probe_request SET outcome = $2::jsonb WHERE id = $1`, [
      id,
      JSON.stringify(outcome),
    ]);
  }
}
