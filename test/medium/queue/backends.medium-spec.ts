import { Test } from '@nestjs/testing';
import { Worker } from 'bullmq';
import { CommonModule } from '../../../src/common/common.module';
import { ConfigModule } from '../../../src/config/config.module';
import { DatabaseModule } from '../../../src/database/database.module';
import { poll } from '../../../src/embedded/poll';
import { BullModule } from '../../../src/queue/bull.module';
import {
  queueName,
  QUEUES,
  SCHEDULES,
  type RepeatingJobName,
} from '../../../src/queue/job-catalog';
import { JobQueue } from '../../../src/queue/job-queue';
import { JobSchedulerService } from '../../../src/queue/job-scheduler.service';
import { QueueModule } from '../../../src/queue/queue.module';
import { QueueRegistry } from '../../../src/queue/queue-registry';
import { describeWithRedis } from '../../support/describe-with-redis';
import { RedisServer } from '../../support/e2e/redis-server';
import { createTestModule, type TestModule } from '../../support/testing-module';

const DAY_SECONDS = 24 * 3600;
const repeating = Object.keys(SCHEDULES) as RepeatingJobName[];

const allQueues = () => BullModule.registerQueue(...QUEUES.map((name) => ({ name })));

/** A second application on the queue backend of the first. */
async function createWorkerProcess() {
  const module = await Test.createTestingModule({
    imports: [
      ConfigModule,
      CommonModule,
      DatabaseModule.forProcess('api'),
      QueueModule,
      allQueues(),
    ],
    providers: [JobSchedulerService],
  }).compile();
  await module.init();
  return { scheduler: module.get(JobSchedulerService), close: () => module.close() };
}

function describeQueues(redisUrl: () => string | undefined): void {
  let testModule: TestModule;
  let jobs: JobQueue;
  let queues: QueueRegistry;
  let scheduler: JobSchedulerService;

  beforeAll(async () => {
    testModule = await createTestModule([allQueues()], {
      providers: [JobSchedulerService],
      env: { REDIS_URL: redisUrl() ?? '' },
    });
    jobs = testModule.module.get(JobQueue);
    queues = testModule.module.get(QueueRegistry);
    scheduler = testModule.module.get(JobSchedulerService);
  });
  afterAll(() => testModule?.close());

  it('should keep the last error of failed jobs by queue, latest first', async () => {
    const queue = queues.get('payments');
    let attempts = 0;
    const worker = new Worker(
      'payments',
      () => Promise.reject(new Error(`Korapay is away, attempt ${(attempts += 1)}`)),
      { connection: queue.opts.connection },
    );
    try {
      const isFailed = (count: number) =>
        poll(async () => (await jobs.findFailed('payments', 10)).length === count, 30_000);
      await queue.add('payments.verify-payment', {}, { attempts: 2, backoff: 10 });
      expect(await isFailed(1)).toBe(true);
      await queue.add('payments.process-refund', { refundId: 3 }, { attempts: 1 });
      expect(await isFailed(2)).toBe(true);
    } finally {
      await worker.close();
    }
    const failed = await jobs.findFailed('payments', 10);
    expect(failed).toEqual([
      {
        id: expect.any(String),
        name: 'payments.process-refund',
        queue: 'payments',
        payload: { refundId: 3 },
        attempts: 1,
        lastError: 'Korapay is away, attempt 3',
        failedAt: expect.any(Date),
      },
      {
        id: expect.any(String),
        name: 'payments.verify-payment',
        queue: 'payments',
        payload: {},
        attempts: 2,
        lastError: 'Korapay is away, attempt 2',
        failedAt: expect.any(Date),
      },
    ]);
    expect(Math.abs(Date.now() - failed[0]!.failedAt.getTime())).toBeLessThan(60_000);
    expect(await jobs.findFailed('payments', 1)).toEqual(failed.slice(0, 1));
    expect(await jobs.findFailed('proxies', 10)).toEqual([]);

    await jobs.retryFailed('payments.verify-payment');
    expect((await jobs.findFailed('payments', 10)).map(({ name }) => name)).toEqual([
      'payments.process-refund',
    ]);
    expect((await queue.getJobs(['waiting'])).map(({ name }) => name)).toEqual([
      'payments.verify-payment',
    ]);
    await jobs.dismissFailed('payments.process-refund');
    expect(await jobs.findFailed('payments', 10)).toEqual([]);
    await queue.drain();
  });

  it('should run one failed job again, or delete it, and none that has not failed', async () => {
    const queue = queues.get('payments');
    const [again, gone, waiting] = ['again', 'gone', 'waiting'];
    await queue.add('payments.process-refund', {}, { jobId: again, attempts: 1 });
    await queue.add('payments.process-refund', {}, { jobId: gone, attempts: 1 });
    const worker = new Worker('payments', () => Promise.reject(new Error('Away')), {
      connection: queue.opts.connection,
    });
    try {
      expect(await poll(async () => (await jobs.depth()).payments!.failed === 2, 30_000)).toBe(
        true,
      );
    } finally {
      await worker.close();
    }
    await queue.add('payments.process-refund', {}, { jobId: waiting });
    expect(await jobs.findFailedJob('payments', again)).toMatchObject({ lastError: 'Away' });
    expect(await jobs.findFailedJob('payments', waiting)).toBeNull();
    expect(await jobs.handleFailedJob('payments', again, 'retry')).toBe(true);
    expect(await jobs.handleFailedJob('payments', gone, 'dismiss')).toBe(true);
    for (const id of [again, gone, waiting, 'unknown'])
      expect(await jobs.handleFailedJob('payments', id, 'dismiss')).toBe(false);
    const left = await queue.getJobs(['waiting', 'failed']);
    expect(left.map(({ id }) => id).sort()).toEqual([again, waiting]);
    await queue.drain();
  });

  it('should retry a job five times with exponential backoff and keep it for seven days when it fails', async () => {
    await jobs.add('mail.send', { mailId: 1 });
    const [job] = await queues.get('mail').getJobs(['waiting']);
    expect(job!.opts).toMatchObject({
      attempts: 6,
      backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
      removeOnComplete: { age: 3600, count: 1000 },
      removeOnFail: { age: 7 * DAY_SECONDS, count: 5000 },
    });
  });

  it('should add a job once while one with the same key waits', async () => {
    const countWaiting = async () => (await jobs.depth()).payments!.waiting;
    const before = await countWaiting();
    await jobs.add('payments.verify-payment', { paymentId: 7 }, { key: '7' });
    await jobs.add('payments.verify-payment', { paymentId: 7 }, { key: '7' });
    expect(await countWaiting()).toBe(before + 1);
    await jobs.add('payments.verify-payment', { paymentId: 8 }, { key: '8' });
    expect(await countWaiting()).toBe(before + 2);
  });

  it('should have one schedule per repeating job when many workers register it', async () => {
    const countPlanned = async () => {
      const found: Record<string, number> = {};
      for (const [, queue] of queues.getAll())
        for (const job of await queue.getJobs(['waiting', 'delayed']))
          if (job.repeatJobKey) found[job.name] = (found[job.name] ?? 0) + 1;
      return found;
    };
    const others = await Promise.all([1, 2].map(() => createWorkerProcess()));
    const all = [scheduler, ...others.map((other) => other.scheduler)];
    await Promise.all([...all, ...all].map((each) => each.restoreAll()));
    const once = Object.fromEntries(repeating.map((name) => [name, 1]));
    expect(await countPlanned()).toEqual(once);
    await Promise.all(all.map((each) => each.restoreAll()));
    expect(await countPlanned()).toEqual(once);
    for (const name of repeating) {
      const schedulers = await queues.get(queueName(name)).getJobSchedulers();
      expect(schedulers.filter(({ key }) => key === name)).toHaveLength(1);
    }
    await Promise.all(others.map(({ close }) => close()));
  });

  it('should end the schedules of jobs that a former release had, with what they planned, and no other', async () => {
    await scheduler.restoreAll();
    const readSchedules = async () => {
      const names: string[] = [];
      const planned: string[] = [];
      for (const [, queue] of queues.getAll()) {
        names.push(...(await queue.getJobSchedulers()).map(({ key }) => key));
        const waiting = await queue.getJobs(['waiting', 'delayed']);
        planned.push(...waiting.filter((job) => job.repeatJobKey).map(({ name }) => name));
      }
      return { names: names.sort(), planned: planned.sort() };
    };
    const before = await readSchedules();
    expect(before).toEqual({ names: [...repeating].sort(), planned: [...repeating].sort() });
    const startDate = Date.now() + 60_000;
    for (const name of ['proxies.sync-provider', 'mail.former'])
      await queues
        .get(queueName(name as RepeatingJobName))
        .upsertJobScheduler(name, { every: 5000, startDate }, { name, data: {} });
    const { names, planned } = await readSchedules();
    expect([names.length, planned.length]).toEqual(Array(2).fill(repeating.length + 2));
    // The first worker of a release looks once, and so does the next one.
    const next = await createWorkerProcess();
    await next.scheduler.restoreAll();
    expect(await readSchedules()).toEqual(before);
    await next.close();
  });
}

describe('queues on PostgreSQL', () => describeQueues(() => undefined));

describeWithRedis('queues on Redis', () => {
  let redis: RedisServer;

  beforeAll(async () => {
    redis = await RedisServer.start();
  });
  afterAll(() => redis?.stop());

  describeQueues(() => redis.url);
});
