import { poll } from '../../src/embedded/poll';
import type { TestModule } from './testing-module';

/** Resolves when so many connections wait for a lock of another. @throws Error when they do not in half a minute. */
export async function waitingForLocks(
  testModule: Pick<TestModule, 'sql'>,
  count: number,
): Promise<void> {
  const are = await poll(
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
  if (!are) throw new Error(`There never were ${count} waiting for a lock`);
}
