import { BullModule } from '../../../src/queue/bull.module';
import { SCHEDULES } from '../../../src/queue/job-catalog';
import { JobSchedulerService } from '../../../src/queue/job-scheduler.service';
import { QueueRegistry } from '../../../src/queue/queue-registry';
import { useTestModule } from '../../support/testing-module';

describe('JobSchedulerService', () => {
  const testModule = useTestModule(
    [BullModule.registerQueue({ name: 'payments' }, { name: 'proxies' })],
    {
      providers: [JobSchedulerService],
    },
  );
  let scheduler: JobSchedulerService;

  beforeAll(async () => {
    scheduler = testModule.module.get(JobSchedulerService);
    await scheduler.restore('payments.sweep');
  });

  const findPlannedJobs = () =>
    testModule.sql<{ id: string; state: string }>(
      `SELECT id, state FROM bullmq.job WHERE name = 'payments.sweep' ORDER BY id`,
    );

  it('should not change a schedule that is on time', async () => {
    const before = await findPlannedJobs();
    expect(before).toHaveLength(1);
    expect(await scheduler.restore('payments.sweep')).toBe(false);
    expect(await findPlannedJobs()).toEqual(before);
  });

  it('should register a schedule again when its interval has changed', async () => {
    const queue = testModule.module.get(QueueRegistry).get('proxies');
    await queue.upsertJobScheduler('proxies.sync-usage', { every: 77_000 });
    expect(await scheduler.restore('proxies.sync-usage')).toBe(true);
    expect(await queue.getJobScheduler('proxies.sync-usage')).toMatchObject({
      every: SCHEDULES['proxies.sync-usage'],
    });
    expect(await scheduler.restore('proxies.sync-usage')).toBe(false);
  });

  it('should register a missing schedule once', async () => {
    expect(await scheduler.restore('proxies.expire')).toBe(true);
    expect(await scheduler.restore('proxies.expire')).toBe(false);
  });
});
