import type { Pool } from 'pg';
import { type UsageBatch, UsageStore } from './usage-store';

/**
 * One statement, so all or nothing without a transaction block. The claim row makes it idempotent:
 * when the batch was stored before, `delta` is empty. Rows are locked in the order of proxy_id, so
 * that gateways do not deadlock.
 */
const ADD = `
  WITH claim AS (
    INSERT INTO gateway_flush (gateway_id, seq) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1
  ), delta AS (
    SELECT d.* FROM unnest($4::int[], $5::bigint[], $6::bigint[], $7::bigint[])
      AS d(proxy_id, up, down, requests)
    WHERE EXISTS (SELECT 1 FROM claim)
      AND EXISTS (SELECT 1 FROM gateway_credential c WHERE c.proxy_id = d.proxy_id)
    ORDER BY d.proxy_id
  ), by_hour AS (
    INSERT INTO usage_hour AS u (proxy_id, hour, bytes_up, bytes_down, requests)
    SELECT proxy_id, date_trunc('hour', $3::timestamptz), up, down, requests FROM delta
    ON CONFLICT (proxy_id, hour) DO UPDATE SET
      bytes_up = u.bytes_up + excluded.bytes_up,
      bytes_down = u.bytes_down + excluded.bytes_down,
      requests = u.requests + excluded.requests
  )
  INSERT INTO gateway_meter AS m (proxy_id, bytes_up, bytes_down, requests, updated_at)
  SELECT proxy_id, up, down, requests, now() FROM delta
  ON CONFLICT (proxy_id) DO UPDATE SET
    bytes_up = m.bytes_up + excluded.bytes_up,
    bytes_down = m.bytes_down + excluded.bytes_down,
    requests = m.requests + excluded.requests,
    updated_at = now()
  RETURNING proxy_id, bytes_up + bytes_down AS total`;

const TOTALS = `
  SELECT proxy_id, bytes_up + bytes_down AS total FROM gateway_meter WHERE proxy_id = ANY($1::int[])`;

interface Row {
  proxy_id: number;
  total: string;
}

/** Keeps usage in `gateway_meter` and `usage_hour`. */
export class PgUsageStore extends UsageStore {
  constructor(private readonly pool: Pool) {
    super();
  }

  async add({ gatewayId, seq, at, deltas }: UsageBatch): Promise<Map<number, number>> {
    const ids = deltas.map((d) => d.proxyId);
    const columns = (['up', 'down', 'requests'] as const).map((key) => deltas.map((d) => d[key]));
    let { rows } = await this.pool.query<Row>({
      name: 'gateway-usage-add',
      text: ADD,
      values: [gatewayId, seq, at, ids, ...columns],
    });
    // Stored by an earlier attempt with a lost result: read the totals only.
    if (rows.length === 0) ({ rows } = await this.pool.query<Row>(TOTALS, [ids]));
    return new Map(rows.map((row) => [row.proxy_id, Number(row.total)]));
  }

  async forgetBatches(before: Date): Promise<void> {
    await this.pool.query('DELETE FROM gateway_flush WHERE flushed_at < $1', [before]);
  }
}
