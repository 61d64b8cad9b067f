import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, NestFactory } from '@nestjs/core';
import type { Job } from 'bullmq';
import { QUEUES, SCHEDULES } from '../../src/queue/job-catalog';
import { JobProcessor } from '../../src/queue/job-processor';
import { WorkerModule } from '../../src/worker.module';
import { createTestDatabase, type TestDatabase } from '../support/database';

describe('job catalog', () => {
  let database: TestDatabase;
  let worker: INestApplicationContext;
  let processors: Map<string, JobProcessor<never>>;

  beforeAll(async () => {
    database = await createTestDatabase();
    process.env.DATABASE_URL = database.url;
    process.env.LOG_LEVEL = 'silent';
    worker = await NestFactory.createApplicationContext(WorkerModule, {
      logger: false,
      abortOnError: false,
    });
    const found = worker
      .get(DiscoveryService, { strict: false })
      .getProviders()
      .map(({ instance }) => instance as unknown)
      .filter((instance) => instance instanceof JobProcessor);
    processors = new Map(found.map((processor) => [processor.worker.name, processor]));
    expect(found).toHaveLength(processors.size);
  });

  afterAll(async () => {
    await worker?.close();
    await database.dispose();
  });

  it('should have one processor for every queue in the worker process', () => {
    expect([...processors.keys()].sort()).toEqual([...QUEUES].sort());
  });

  // That each known job has a case is compiled: see unhandledJob().
  it('should fail an unknown job of every queue', async () => {
    for (const queue of QUEUES) {
      const job = { name: `${queue}.unknown`, data: {} } as Job;
      await expect(processors.get(queue)!.process(job)).rejects.toThrow(
        `No handler for job ${queue}.unknown`,
      );
    }
  });

  it('should repeat jobs at intervals of a second or more', () => {
    expect(Object.entries(SCHEDULES).filter(([, every]) => every < 1000)).toEqual([]);
  });
});
