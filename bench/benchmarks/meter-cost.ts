import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'pg';
import { runMigrations } from '../../src/database/migrate';
import { UsageStore } from '../../src/gateway/meter/usage-store';
import type { BenchContext } from '../lib/bench-context';
import type { Benchmark, Metric } from '../lib/benchmark';

const FLUSH_MS = 1_000;
const FULL_SIZE = { gateways: 100, proxies: 10_000 };
const QUICK_SIZE = { gateways: 20, proxies: 1_000 };
/** The gateways share them as they would share a pooler: PostgreSQL allows 100 connections by default. */
const POOLS = 20;
const TABLES = ['gateway_meter', 'usage_hour', 'gateway_lease', 'gateway_flush'];

interface Size {
  readonly gateways: number;
  readonly proxies: number;
}

interface Traffic {
  flushes: number;
  rows: number;
  ms: number[];
}

/** A flush of one gateway every second, with traffic of each of its proxies and a lease for each. */
async function runGateway(
  store: UsageStore,
  gatewayId: string,
  proxyIds: readonly number[],
  until: number,
  traffic: Traffic,
): Promise<void> {
  await sleep(Math.random() * FLUSH_MS);
  for (let seq = Date.now() * 1000; performance.now() < until; seq += 1) {
    const startedAt = performance.now();
    const deltas = proxyIds.map((proxyId) => ({
      ...{ proxyId, up: 2_000, down: 50_000 },
      ...{ requests: 3, wanted: 128 * 1024 },
    }));
    await store.settle({ gatewayId, seq, at: new Date(), deltas });
    const ms = performance.now() - startedAt;
    traffic.ms.push(ms);
    traffic.flushes += 1;
    traffic.rows += deltas.length;
    await sleep(Math.max(0, FLUSH_MS - ms));
  }
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;

/** The proxies of a gateway when each proxy is in use at `spread` of them. */
const proxiesOf = (gateway: number, ids: readonly number[], spread: number, { gateways }: Size) =>
  ids.filter((_id, index) => (gateway - (index % gateways) + gateways) % gateways < spread);

async function measure(url: string, size: Size, spread: number, seconds: number) {
  const admin = new Pool({ connectionString: url, max: 1 });
  const one = async <T>(text: string): Promise<T> => (await admin.query(text)).rows[0] as T;
  const { ids } = await one<{ ids: number[] }>(
    'SELECT array_agg(id ORDER BY id) AS ids FROM proxy',
  );
  const run = async (forSeconds: number, traffic: Traffic) => {
    const pools = Array.from({ length: POOLS }, () => new Pool({ connectionString: url, max: 1 }));
    const until = performance.now() + forSeconds * 1000;
    await Promise.all(
      Array.from({ length: size.gateways }, (_, index) =>
        runGateway(
          new UsageStore(pools[index % POOLS]!),
          `gateway-${spread}-${index}`,
          proxiesOf(index, ids, spread, size),
          until,
          traffic,
        ),
      ),
    );
    // Sessions that end report their statistics.
    await Promise.all(pools.map((pool) => pool.end()));
  };
  // The first flushes insert the rows that all others update.
  await run(2, { flushes: 0, rows: 0, ms: [] });
  await admin.query('VACUUM ANALYZE');
  await admin.query('CHECKPOINT');
  await sleep(FLUSH_MS);
  await admin.query('SELECT pg_stat_reset()');
  const before = await one<{ at: string }>('SELECT pg_current_wal_lsn() AS at');
  const startedAt = performance.now();
  const traffic: Traffic = { flushes: 0, rows: 0, ms: [] };
  await run(seconds, traffic);
  const took = (performance.now() - startedAt) / 1000;
  const { bytes } = await one<{ bytes: string }>(
    `SELECT pg_current_wal_lsn() - '${before.at}'::pg_lsn AS bytes`,
  );
  await sleep(FLUSH_MS);
  const { hot, updated } = await one<{ hot: string; updated: string }>(
    `SELECT sum(n_tup_hot_upd) AS hot, sum(n_tup_upd) AS updated
     FROM pg_stat_user_tables WHERE relname ~ '^(${TABLES.join('|')})'`,
  );
  await admin.query('VACUUM');
  await sleep(FLUSH_MS);
  const { dead } = await one<{ dead: string }>(
    `SELECT sum(n_dead_tup) AS dead FROM pg_stat_user_tables WHERE relname ~ '^(${TABLES.join('|')})'`,
  );
  await admin.end();
  traffic.ms.sort((a, b) => a - b);
  return {
    statements: traffic.flushes / took,
    rows: traffic.rows / took,
    p50: percentile(traffic.ms, 0.5),
    p95: percentile(traffic.ms, 0.95),
    wal: Number(bytes) / took,
    hot: Number(hot) / Number(updated),
    dead: Number(dead),
  };
}

async function openDatabase(context: BenchContext, proxies: number): Promise<string> {
  const admin = new Pool({ connectionString: context.postgres.url(), max: 1 });
  await admin.query('CREATE DATABASE meter_cost');
  await admin.end();
  const url = context.postgres.url('meter_cost');
  await runMigrations(url);
  const pool = new Pool({ connectionString: url, max: 1 });
  // Proxies of no order.
  await pool.query(`SET session_replication_role = replica`);
  await pool.query(
    `INSERT INTO proxy (uuid, user_id, order_id, proxy_api_id, type, protocol, host, port, port_socks5, username,
       password_digest, password_encrypted, country, ttl_minutes, session_id, limit_bytes, price_kobo, expires_at)
     SELECT gen_random_uuid(), 1, 1, 'bench-' || n, 'residential_ipv4', 'http', 'localhost', 3128, 1080, 'bench' || n,
       '\\x00', '', 'zz', 0, 'main', 100 * 2^30, 1, now() + interval '30 days'
     FROM generate_series(1, $1::int) n`,
    [proxies],
  );
  await pool.end();
  return url;
}

export const meterCost: Benchmark = {
  name: 'meter-cost',
  async run(context, { users, seconds }) {
    const size = users >= 100_000 ? FULL_SIZE : QUICK_SIZE;
    const url = await openDatabase(context, size.proxies);
    const spreads = [1, 4];
    const measured: Awaited<ReturnType<typeof measure>>[] = [];
    for (const spread of spreads) measured.push(await measure(url, size, spread, seconds * 4));
    const line = (
      what: string,
      cell: (m: (typeof measured)[number]) => string,
      note?: string,
    ): Metric => ({ what, cells: measured.map(cell), ...(note ? { note } : {}) });
    const { gateways, proxies } = size;
    return {
      title: 'The meter with many gateways',
      how: `${gateways} gateways, simulated in one process by the real usage store, each with one flush a second, and ${proxies} proxies with a quota that all have traffic in every second. The gateways share ${POOLS} connections, as behind a pooler; waiting for one counts as time of the flush.`,
      columns: spreads.map((n) => (n === 1 ? 'each at one gateway' : `each at ${n}`)),
      lines: [
        line(
          'flushes per second, all gateways',
          (m) => m.statements.toFixed(0),
          `due: ${gateways}`,
        ),
        line('rows per second, all gateways', (m) => m.rows.toFixed(0)),
        line('rows per flush', (m) => (m.rows / m.statements).toFixed(0)),
        line('flush, p50 ms', (m) => m.p50.toFixed(0)),
        line('flush, p95 ms', (m) => m.p95.toFixed(0)),
        line('WAL, MB per second', (m) => (m.wal / 1e6).toFixed(2)),
        line('WAL, bytes per row', (m) => (m.wal / m.rows).toFixed(0)),
        line('updates that touch no index (HOT)', (m) => `${(m.hot * 100).toFixed(1)} %`),
        line('dead rows after VACUUM', (m) => m.dead.toFixed(0)),
      ],
    };
  },
};
