import { Processor } from '@nestjs/bullmq';
import type { LoggerService, Type } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { CommonModule } from '../../../src/common/common.module';
import { Metrics } from '../../../src/common/metrics/metrics';
import { ConfigModule } from '../../../src/config/config.module';
import { DatabaseModule } from '../../../src/database/database.module';
import { poll } from '../../../src/embedded/poll';
import { BullModule } from '../../../src/queue/bull.module';
import { FORMER_JOBS, QUEUES, type QueueName } from '../../../src/queue/job-catalog';
import { JobProcessor } from '../../../src/queue/job-processor';
import { JobQueue } from '../../../src/queue/job-queue';
import { JobWorkersModule } from '../../../src/queue/job-workers.module';
import { QueueModule } from '../../../src/queue/queue.module';
import { QueueRegistry } from '../../../src/queue/queue-registry';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const SILENT: LoggerService = { log() {}, warn() {}, error() {} };
const handled: string[] = [];

function createProcessor(queue: QueueName): Type<JobProcessor<QueueName>> {
  @Processor(queue)
  class TestProcessor extends JobProcessor<QueueName> {
    async handle({ name }: { name: string }): Promise<void> {
      handled.push(name);
      if (name === 'payments.process-refund') throw new Error('Korapay is away');
    }
  }
  return TestProcessor;
}

describe('JobWorkersService', () => {
  let database: TestDatabase;
  let worker: TestingModule;

  beforeAll(async () => {
    database = await createTestDatabase();
    Object.assign(process.env, { NODE_ENV: 'test', DATABASE_URL: database.url, REDIS_URL: '' });
  });
  afterEach(() => worker.close());
  afterAll(() => database.dispose());

  const start = async (queues: readonly QueueName[]) => {
    worker = await Test.createTestingModule({
      imports: [
        ...[
          ConfigModule,
          CommonModule,
          DatabaseModule.forProcess('api'),
          QueueModule,
          JobWorkersModule,
        ],
        BullModule.registerQueue(...QUEUES.map((name) => ({ name }))),
      ],
      providers: queues.map(createProcessor),
    })
      .setLogger(SILENT)
      .compile();
    await worker.init();
  };

  it('should refuse to start without a processor for a queue', async () => {
    const present = QUEUES.filter((name) => name !== 'payments' && name !== 'mail');
    await expect(start(present)).rejects.toThrow('Queues without a processor: mail, payments');
  });

  it('should refuse to start with two processors for a queue', async () => {
    await expect(start([...QUEUES, 'payments'])).rejects.toThrow(
      'Queue payments has two processors',
    );
    expect(handled).toEqual([]);
  });

  it('should run the jobs of every queue and measure them by outcome', async () => {
    await start(QUEUES);
    const jobs = worker.get(JobQueue);
    await jobs.add('payments.verify-payment', { paymentId: 1 });
    await jobs.add('payments.process-refund', { refundId: 1 });
    const readCount = async (job: string, outcome: string) => {
      const scrape = await worker.get(Metrics).registry.metrics();
      const series = `job_duration_seconds_count{job="${job}",outcome="${outcome}"} `;
      const line = scrape.split('\n').find((text) => text.startsWith(series));
      return Number(line?.slice(series.length) ?? 0);
    };
    // The refund is tried again after a second or less, so on a busy machine it has failed twice.
    const isDone = async () =>
      (await readCount('payments.verify-payment', 'completed')) === 1 &&
      (await readCount('payments.process-refund', 'failed')) >= 1;
    expect(await poll(isDone, 30_000)).toBe(true);
    expect(await readCount('payments.verify-payment', 'failed')).toBe(0);
    // Repeating jobs run without being added.
    expect(await poll(() => handled.includes('audit.extend-chain'), 30_000)).toBe(true);
  });

  it('should drop what a former release has left in a queue', async () => {
    await start(QUEUES);
    const queue = worker.get(QueueRegistry).get('proxies');
    handled.length = 0;
    for (const name of FORMER_JOBS) await queue.add(name, {}, { removeOnComplete: false });
    const isDone = async () => (await queue.getCompletedCount()) === FORMER_JOBS.length;
    expect(await poll(isDone, 30_000)).toBe(true);
    expect(handled.filter((name) => (FORMER_JOBS as readonly string[]).includes(name))).toEqual([]);
  });
});
