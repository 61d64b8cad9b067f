import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Line } from './part';
import type { Shop, World } from './world';

/** Whether every promise about money and delivery still holds after so much haste. */
export async function booksHold(world: World, shop: Shop): Promise<Line> {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(world.dist, 'cli.js'), 'ledger:check'],
    { env: { PATH: process.env.PATH, DATABASE_URL: shop.url }, encoding: 'utf8' },
  );
  const broken = stdout.split('\n').filter((line) => line.startsWith('BROKEN'));
  if (status !== 0) console.error(stdout);
  return {
    what: 'promises of ledger:check that are broken afterwards',
    note: String(broken.length),
    aim: { text: '0', met: status === 0 },
  };
}
