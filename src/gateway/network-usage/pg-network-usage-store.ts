import type { Pool } from 'pg';
import { type NetworkBatch, NetworkUsageStore } from './network-usage-store';

const SETTLE = `
  SELECT supply_settle($1, $2, $3, $4::int[], $5::int[], $6::text[], $7::boolean[], $8::bigint[], $9::bigint[],
    $10::bigint[], $11::int[], $12::text[], $13::int[])`;

/** The statements of `supply_settle`, as far as they need tables, columns and rights. */
const CHECK = `
  EXPLAIN WITH usage AS (INSERT INTO supply_usage AS u (day, network_id, proxy_id, country, precise, kind)
      SELECT now(), 0, 0, '', false, n.kind FROM supply_cost n WHERE false
      ON CONFLICT (day, network_id, proxy_id, country, precise) DO UPDATE SET requests = u.requests RETURNING 1),
    hour AS (INSERT INTO supply_network_hour AS h (network_id, hour) SELECT 0, now() WHERE false
      ON CONFLICT (network_id, hour) DO UPDATE SET requests = h.requests RETURNING 1)
  INSERT INTO supply_outcome AS o (network_id, minute, outcome, count) SELECT 0, now(), '', 0 WHERE false
    ON CONFLICT (network_id, minute, outcome) DO UPDATE SET count = o.count`;

/** Keeps `supply_usage`, `supply_network_hour` and `supply_outcome`. */
export class PgNetworkUsageStore extends NetworkUsageStore {
  constructor(private readonly pool: Pool) {
    super();
  }

  async settle({ gatewayId, seq, at, deltas, failures }: NetworkBatch): Promise<void> {
    const columns = (
      ['networkId', 'proxyId', 'country', 'isPrecise', 'up', 'down', 'requests'] as const
    ).map((key) => deltas.map((delta) => delta[key]));
    const failed = (['networkId', 'reason', 'count'] as const).map((key) =>
      failures.map((failure) => failure[key]),
    );
    await this.pool.query({
      name: 'supply-settle',
      text: SETTLE,
      values: [gatewayId, seq, at, ...columns, ...failed],
    });
  }

  override async check(): Promise<void> {
    await this.pool.query(CHECK);
  }
}
