import { BullModule } from '../../../src/queue/bull.module';
import { JobSchedulerService } from '../../../src/queue/job-scheduler.service';
import { createTestModule, type TestModule } from '../../support/testing-module';

describe('JobSchedulerService', () => {
  let testModule: TestModule;
  let scheduler: JobSchedulerService;

  beforeAll(async () => {
    testModule = await createTestModule(
      [BullModule.registerQueue({ name: 'payments' }, { name: 'proxies' })],
      { providers: [JobSchedulerService] },
    );
    scheduler = testModule.module.get(JobSchedulerService);
    await scheduler.register('payments.sweep');
  });
  afterAll(() => testModule.close());

  const findPlannedJobs = () =>
    testModule.sql<{ id: string; state: string }>(
      `SELECT id, state FROM bullmq.job WHERE name = 'payments.sweep' ORDER BY id`,
    );

  it('leaves a schedule alone while it is on time', async () => {
    const before = await findPlannedJobs();
    expect(before).toHaveLength(1);
    expect(await scheduler.restore('payments.sweep')).toBe(false);
    expect(await findPlannedJobs()).toEqual(before);
  });

  // spec: M4.9
  it('registers a schedule that the queue does not know, once', async () => {
    expect(await scheduler.restore('proxies.expire')).toBe(true);
    expect(await scheduler.restore('proxies.expire')).toBe(false);
  });
});
