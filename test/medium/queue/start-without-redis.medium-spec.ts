import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../../src/app.module';
import { poll } from '../../../src/embedded/poll';
import { JobQueue } from '../../../src/queue/job-queue';
import { WorkerModule } from '../../../src/worker.module';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { describeWithRedis } from '../../support/describe-with-redis';
import { RedisServer } from '../../support/e2e/redis-server';

const CLOSE_LIMIT_MS = 20_000;

describeWithRedis('start while Redis is away', () => {
  let database: TestDatabase;
  let redis: RedisServer;

  beforeEach(async () => {
    database = await createTestDatabase();
    redis = await RedisServer.start();
    await redis.kill();
    Object.assign(process.env, {
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      LOG_LEVEL: 'silent',
    });
  });
  afterEach(async () => {
    await redis.stop();
    await database.dispose();
  });

  it('should serve the API and add jobs when Redis is available', async () => {
    let app: NestFastifyApplication | undefined;
    try {
      app = await createApp();
      await app.listen(0, '127.0.0.1');
      const url = await app.getUrl();
      expect((await fetch(`${url}/api/v1/health/live`)).status).toBe(200);
      const jobs = app.get(JobQueue);
      await expect(jobs.add('payments.verify-payment', { paymentId: 1 })).rejects.toThrow(
        'payments.verify-payment',
      );
      await redis.replace();
      const isAdded = () =>
        jobs.add('payments.verify-payment', { paymentId: 2 }).then(
          () => true,
          () => false,
        );
      expect(await poll(isAdded, 60_000)).toBe(true);
    } finally {
      await app?.close();
    }
  });

  it('should close the API without waiting for Redis', async () => {
    const app = await createApp();
    await app.init();
    const closed = await Promise.race([
      app.close().then(() => true),
      sleep(CLOSE_LIMIT_MS, false, { ref: false }),
    ]);
    expect(closed).toBe(true);
  });

  it('should let the worker wait for Redis and then run jobs', async () => {
    let worker: INestApplicationContext | undefined;
    const starting = NestFactory.createApplicationContext(WorkerModule, {
      logger: false,
      abortOnError: false,
    });
    try {
      expect(await Promise.race([starting, sleep(3000, 'waiting')])).toBe('waiting');
      await redis.replace();
      worker = await starting;
      const jobs = worker.get(JobQueue);
      await jobs.add('audit.extend-chain', {});
      const isTaken = async () => (await jobs.depth()).audit!.waiting === 0;
      expect(await poll(isTaken, 60_000)).toBe(true);
    } finally {
      await worker?.close();
    }
  });
});
