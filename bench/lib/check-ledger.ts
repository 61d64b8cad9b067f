import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Line } from './part';
import type { Shop, BenchContext } from './bench-context';

/**
 * Whether every ledger and delivery invariant still holds after the load.
 * @param but invariants that the measurement violates on purpose.
 */
export async function checkLedger(
  context: BenchContext,
  shop: Shop,
  but: readonly string[] = [],
): Promise<Line> {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(context.dist, 'cli.js'), 'ledger:check'],
    { env: { PATH: process.env.PATH, DATABASE_URL: shop.url }, encoding: 'utf8' },
  );
  const broken = stdout
    .split('\n')
    .filter((line) => line.startsWith('BROKEN') && !but.some((name) => line.includes(name)));
  // Exit code 1 means a violated invariant, any other non-zero code a failed check.
  const met = broken.length === 0 && (status === 0 || status === 1);
  if (!met) console.error(stdout);
  return {
    what: 'promises of ledger:check that are broken afterwards',
    note: String(broken.length),
    aim: { text: '0', met },
  };
}
