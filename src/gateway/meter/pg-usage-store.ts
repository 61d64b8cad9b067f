import type { Pool } from 'pg';
import { LEASE_TTL_MS } from './lease';
import type { UsageDelta } from './proxy-account';
import { type Settlement, type UsageBatch, UsageStore } from './usage-store';

const SETTLE = `
  SELECT proxy_id, used, lease, others FROM gateway_settle(
    $1, $2, $3, $4::int * interval '1 millisecond', $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[])`;

const SETTLE_WITH_FAILURES = `
  SELECT proxy_id, used, lease, others FROM gateway_settle_with_failures(
    $1, $2, $3, $4::int * interval '1 millisecond', $5::int[], $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
    $10::int[], $11::text[], $12::bigint[])`;

/** The statements of both functions, as far as they need tables, columns and rights. */
const CHECK = `
  EXPLAIN WITH flush AS (UPDATE gateway_flush SET seq = 0, flushed_at = now() WHERE gateway_id = '' RETURNING 1),
    process AS (INSERT INTO gateway_flush (gateway_id, seq) SELECT '', 0 WHERE false RETURNING 1),
    meter AS (UPDATE gateway_meter SET bytes_up = 0, bytes_down = 0, requests = 0, updated_at = now(),
      changed_minute = now() WHERE proxy_id = 0 RETURNING 1),
    account AS (INSERT INTO gateway_meter (proxy_id) SELECT 0 WHERE false RETURNING 1),
    hour AS (INSERT INTO usage_hour AS u (proxy_id, hour, bytes_up, bytes_down, requests)
      SELECT 0, now(), 0, 0, 0 WHERE false ON CONFLICT (proxy_id, hour) DO UPDATE SET requests = 0 RETURNING 1),
    failure AS (INSERT INTO usage_failure AS f (proxy_id, hour, reason, count, last_at)
      SELECT 0, now(), '', 1, now() WHERE false ON CONFLICT (proxy_id, hour, reason) DO UPDATE SET count = f.count
      RETURNING 1),
    lease AS (INSERT INTO gateway_lease (proxy_id, holder, bytes) SELECT 0, '', 1 WHERE false
      ON CONFLICT (proxy_id, holder) DO UPDATE SET bytes = 1 RETURNING 1),
    returned AS (DELETE FROM gateway_lease WHERE holder = '' RETURNING 1)
  SELECT gateway_leased(id) FROM gateway_account WHERE limit_bytes = 0`;

interface Row {
  proxy_id: number;
  used: string;
  lease: string;
  others: string;
}

/** Keeps usage in `gateway_meter` and `usage_hour`, failures in `usage_failure`, and leases in `gateway_lease`. */
export class PgUsageStore extends UsageStore {
  constructor(
    private readonly pool: Pool,
    private readonly leaseTtlMs = LEASE_TTL_MS,
  ) {
    super();
  }

  async settle({ gatewayId, seq, at, deltas }: UsageBatch): Promise<Map<number, Settlement>> {
    const ids = deltas.map((d) => d.proxyId);
    const columns = (['up', 'down', 'requests', 'wanted'] as const).map((key) =>
      deltas.map((d) => d[key]),
    );
    const values = [gatewayId, seq, at, this.leaseTtlMs, ids, ...columns];
    const failures = toFailures(deltas);
    const { rows } = await this.pool.query<Row>(
      failures.length === 0
        ? { name: 'gateway-settle', text: SETTLE, values }
        : {
            name: 'gateway-settle-with-failures',
            text: SETTLE_WITH_FAILURES,
            values: [...values, ...[0, 1, 2].map((column) => failures.map((row) => row[column]))],
          },
    );
    return new Map(
      rows.map((row) => [
        row.proxy_id,
        { used: Number(row.used), lease: Number(row.lease), heldByOthers: Number(row.others) },
      ]),
    );
  }

  override async check(): Promise<void> {
    const nothing = ['', 0, new Date(), 0, [], [], [], [], []];
    await this.pool.query(`EXPLAIN ${SETTLE}`, nothing);
    await this.pool.query(`EXPLAIN ${SETTLE_WITH_FAILURES}`, [...nothing, [], [], []]);
    await this.pool.query(CHECK);
  }

  async forgetHolders(before: Date): Promise<void> {
    await this.pool.query('DELETE FROM gateway_flush WHERE flushed_at < $1', [before]);
    await this.pool.query(
      `DELETE FROM gateway_lease l WHERE NOT EXISTS (
         SELECT 1 FROM gateway_flush f WHERE f.gateway_id = l.holder AND f.flushed_at > now() - interval '1 hour')`,
    );
  }
}

/** @returns proxy, reason and count. A batch of the spool may be of a release that counted none. */
const toFailures = (deltas: readonly UsageDelta[]): [number, string, number][] =>
  deltas.flatMap(({ proxyId, failures }) =>
    Object.entries(failures ?? {}).map(([reason, count]): [number, string, number] => [
      proxyId,
      reason,
      count,
    ]),
  );
