import { Queue } from 'bullmq';
import type { AppConfig } from '../../../src/config/app-config';
import { poll } from '../../../src/embedded/poll';
import { bullmqOptions } from '../../../src/queue/bullmq-connection';
import { getExitAddress } from '../../support/e2e/curl-through-proxy';
import { Customer } from '../../support/e2e/customer';
import { sqlAt } from '../../support/e2e/database';
import { Site } from '../../support/e2e/site';
import type { PlatformFixture } from '../../support/processes';

const ROUNDS = 20;
const CHILDREN = ['api', 'worker', 'gateway'] as const;

export function describeEndedConnections(running: () => PlatformFixture): void {
  describe('A database that ends all connections', () => {
    it('costs no process, and jobs, calls and traffic go on', async () => {
      const platform = running();
      const pids = () => Promise.all(CHILDREN.map((name) => platform.process.getPid(name)));
      const before = await pids();
      const url = await platform.databaseUrl();
      const sql = sqlAt(url);
      const endAll = async () => {
        const ended = await sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE datname = current_database() AND pid <> pg_backend_pid()`,
        );
        return ended.length;
      };
      // Those of the worker's queues come back at once, the others when they are needed.
      for (let round = 0; round < ROUNDS; round++)
        expect(await poll(async () => (await endAll()) > 0, 30_000, 50)).toBe(true);
      const compared = async () =>
        (await sql(`SELECT 1 FROM payment_reconciliation WHERE complete`)).length;
      const soFar = await compared();
      const jobs = new Queue('payments', bullmqOptions({ database: { url } } as AppConfig));
      await jobs.add('payments.reconcile', {});
      await jobs.close();
      expect(await poll(async () => (await compared()) > soFar, 60_000)).toBe(true);
      const customer = await Customer.signUp(new Site(platform.apiUrl));
      await customer.topUp(10_000);
      expect(await getExitAddress(platform, await customer.buy())).toMatch(/^127\./);
      expect(await pids()).toEqual(before);
    });
  });
}
