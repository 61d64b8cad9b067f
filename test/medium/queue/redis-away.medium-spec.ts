import { setTimeout as sleep } from 'node:timers/promises';
import { BullModule } from '../../../src/queue/bull.module';
import { SECOND } from '../../../src/common/time/clock';
import { JobQueue } from '../../../src/queue/job-queue';
import { poll } from '../../../src/embedded/poll';
import { describeWithRedis } from '../../support/describe-with-redis';
import { RedisServer } from '../../support/e2e/redis-server';
import { createTestModule, type TestModule } from '../../support/testing-module';

/**
 * Twice the timeout of adding a job, and well below the timeout of an HTTP client. Measured with a
 * timer of this process, which a busy machine delays as much as the timer of the queue.
 */
const SOON = 4 * SECOND;

describeWithRedis('JobQueue without Redis', () => {
  let redis: RedisServer;
  let testModule: TestModule;
  let queue: JobQueue;

  beforeAll(async () => {
    redis = await RedisServer.start();
    testModule = await createTestModule([BullModule.registerQueue({ name: 'payments' })], {
      env: { REDIS_URL: redis.url },
    });
    queue = testModule.module.get(JobQueue);
    await queue.add('payments.verify-payment', { paymentId: 1 });
  });
  afterAll(async () => {
    await redis?.replace();
    await testModule?.close();
    await redis?.stop();
  });

  const isSoon = async (work: Promise<unknown>): Promise<boolean> => {
    const late = new AbortController();
    const first = await Promise.race([
      work.then(() => true),
      sleep(SOON, false, { signal: late.signal }),
    ]);
    late.abort();
    await work;
    return first;
  };

  it('should reject a job quickly so that the caller’s committed work is not delayed', async () => {
    await redis.kill();
    const refused = expect(queue.add('payments.verify-payment', { paymentId: 2 })).rejects.toThrow(
      'payments.verify-payment',
    );
    expect(await isSoon(refused)).toBe(true);
    const committed = testModule.uow.run(async () => {
      await testModule.uow.requireTransaction().query(`CREATE TABLE done (id integer)`);
      await testModule.uow.afterCommit(() =>
        queue.add('payments.verify-payment', { paymentId: 3 }),
      );
    });
    expect(await isSoon(committed)).toBe(true);
    expect(await testModule.sql(`SELECT * FROM done`)).toEqual([]);
  });

  it('should accept jobs again when Redis is back', async () => {
    await redis.replace();
    const add = () =>
      queue.add('payments.verify-payment', { paymentId: 4 }).then(
        () => true,
        () => false,
      );
    expect(await poll(add, 30 * SECOND)).toBe(true);
    expect((await queue.depth()).payments?.waiting).toBeGreaterThan(0);
  });
});
