import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, NestFactory, Reflector } from '@nestjs/core';
import { JOB_NAMES, QUEUES, queueOf, SCHEDULES, type JobName } from '../../src/queue/job-catalog';
import { JOB_HANDLER_KEY, type JobHandler } from '../../src/queue/job-handler';
import { WorkerModule } from '../../src/worker.module';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('the job catalog', () => {
  let database: TestDatabase;
  let worker: INestApplicationContext;

  beforeAll(async () => {
    database = await createTestDatabase();
    process.env.DATABASE_URL = database.url;
    process.env.LOG_LEVEL = 'silent';
    worker = await NestFactory.createApplicationContext(WorkerModule, {
      logger: false,
      abortOnError: false,
    });
  });

  afterAll(async () => {
    await worker?.close();
    await database.dispose();
  });

  it('has one handler for every job in the worker process', () => {
    const reflector = worker.get(Reflector);
    const handled = worker
      .get(DiscoveryService, { strict: false })
      .getProviders()
      .filter(({ instance, metatype }) => instance && metatype)
      .map(({ instance, metatype }) => ({
        name: reflector.get<JobName | undefined>(JOB_HANDLER_KEY, metatype!),
        handler: instance as JobHandler<JobName>,
      }))
      .filter(({ name }) => name);
    expect(handled.map(({ name }) => name).sort()).toEqual([...JOB_NAMES].sort());
    for (const { handler } of handled) expect(typeof handler.handle).toBe('function');
  });

  it('names a queue that exists in every job', () => {
    for (const name of JOB_NAMES) expect(QUEUES).toContain(queueOf(name));
  });

  it('repeats only jobs that it knows, by itself or by an interval of a second and more', () => {
    for (const [name, every] of Object.entries(SCHEDULES)) {
      expect(JOB_NAMES).toContain(name);
      expect(every).toBeGreaterThanOrEqual(1000);
    }
  });
});
