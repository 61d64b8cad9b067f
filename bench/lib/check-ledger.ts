import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Metric } from './benchmark';
import type { Shop, BenchContext } from './bench-context';

/**
 * Whether every ledger and delivery invariant still holds after the load.
 * @param except invariants that the measurement violates on purpose.
 */
export async function checkLedger(
  context: BenchContext,
  shop: Shop,
  except: readonly string[] = [],
): Promise<Metric> {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(context.dist, 'cli.js'), 'ledger:check'],
    { env: { PATH: process.env.PATH, DATABASE_URL: shop.url }, encoding: 'utf8' },
  );
  const violated = stdout
    .split('\n')
    .filter((line) => line.startsWith('BROKEN') && !except.some((name) => line.includes(name)));
  // Exit code 1 means a violated invariant, any other non-zero code a failed check.
  const met = violated.length === 0 && (status === 0 || status === 1);
  if (!met) console.error(stdout);
  return {
    what: 'invariants of ledger:check violated afterwards',
    note: String(violated.length),
    target: { text: '0', met },
  };
}
