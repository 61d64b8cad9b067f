import { poll } from '../../src/embedded/poll';
import type { TestModule } from './testing-module';

/** Waits until `count` connections wait for a lock. @throws Error after 30 seconds. */
export async function waitForLockWaits(
  testModule: Pick<TestModule, 'sql'>,
  count: number,
): Promise<void> {
  const reached = await poll(
    async () => {
      const [row] = await testModule.sql<{ waiting: number }>(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return row!.waiting === count;
    },
    30_000,
    10,
  );
  if (!reached) throw new Error(`${count} connections never waited for a lock`);
}
