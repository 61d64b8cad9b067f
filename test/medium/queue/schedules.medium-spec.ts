import { BullmqJobQueue } from '../../../src/queue/bullmq-job-queue';
import { createTestModule, type TestModule } from '../../support/testing-module';

const EVERY = 15_000;

describe('The schedule of a repeating job', () => {
  let testModule: TestModule;
  let queue: BullmqJobQueue;

  beforeAll(async () => {
    testModule = await createTestModule([]);
    queue = testModule.module.get(BullmqJobQueue);
    await queue.schedule('payments.sweep', EVERY);
  });
  afterAll(() => testModule.close());

  /** What the queue would run of it by itself. */
  const planned = () =>
    testModule.sql<{ id: string; state: string }>(
      `SELECT id, state FROM bullmq.job WHERE name = 'payments.sweep' ORDER BY id`,
    );

  it('is left alone while it is on time', async () => {
    const before = await planned();
    expect(before).toHaveLength(1);
    expect(await queue.keepScheduled('payments.sweep', EVERY)).toBe(false);
    expect(await planned()).toEqual(before);
  });

  // spec: M4.9
  it('is registered when the queue does not know it, once', async () => {
    expect(await queue.keepScheduled('proxies.expire', EVERY)).toBe(true);
    expect(await queue.keepScheduled('proxies.expire', EVERY)).toBe(false);
  });
});
