import type { Pool } from 'pg';
import type { BatchKey, BatchStore } from '../batch-flusher';

/** What one batch adds for one proxy and one host. */
export interface TargetDelta {
  proxyId: number;
  /** Lower case, without a port; empty: all that are beyond the limit of hosts. */
  host: string;
  up: number;
  down: number;
  requests: number;
}

export interface TargetCounts {
  targets: TargetDelta[];
}

/** What went to which host, of proxies whose owners want to know: PostgreSQL, or memory in a test. */
export abstract class TargetUsageStore implements BatchStore<TargetCounts> {
  abstract settle(batch: BatchKey & TargetCounts): Promise<void>;
  /** The proxies whose hosts are counted. Rejects when it is unavailable. */
  abstract findAll(): Promise<number[]>;
  /** Rejects when nothing could be saved for want of a table, a column or a right. */
  check(): Promise<void> {
    return Promise.resolve();
  }
}

/** Reads the view `gateway_counted_proxy` and keeps `usage_target`. */
export class PgTargetUsageStore extends TargetUsageStore {
  constructor(private readonly pool: Pool) {
    super();
  }

  async findAll(): Promise<number[]> {
    const { rows } = await this.pool.query<{ proxy_id: number }>(
      `SELECT proxy_id FROM gateway_counted_proxy`,
    );
    return rows.map((row) => row.proxy_id);
  }

  async settle({ gatewayId, seq, at, targets }: BatchKey & TargetCounts): Promise<void> {
    const columns = (['proxyId', 'host', 'up', 'down', 'requests'] as const).map((key) =>
      targets.map((target) => target[key]),
    );
    await this.pool.query({
      name: 'usage-target-settle',
      text: 'SELECT usage_target_settle($1, $2, $3, $4::int[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[])',
      values: [gatewayId, seq, at, ...columns],
    });
  }

  override async check(): Promise<void> {
    await this.pool.query(`
      EXPLAIN INSERT INTO usage_target AS t (proxy_id, day, host)
        SELECT v.proxy_id, now(), '' FROM gateway_counted_proxy v WHERE false
        ON CONFLICT (proxy_id, day, host) DO UPDATE SET requests = t.requests`);
  }
}
