import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService, NestFactory } from '@nestjs/core';
import type { Job } from 'bullmq';
import {
  queueName,
  QUEUES,
  SCHEDULES,
  type JobName,
  type JobPayloads,
} from '../../src/queue/job-catalog';
import { JobProcessor } from '../../src/queue/job-processor';
import { WorkerModule } from '../../src/worker.module';
import { createTestDatabase, type TestDatabase } from '../support/database';

const NO_ROW = -1;

/** A payload for every job, which compiles only when complete. None of the rows exists. */
const PAYLOADS: JobPayloads = {
  'admin.check-history': {},
  'admin.check-integrity': {},
  'admin.evaluate-alerts': {},
  'admin.handle-failed': { action: 'retry', job: 'mail.send' },
  'admin.expire-corrections': {},
  'admin.export-chain-heads': {},
  'audit.create-partitions': {},
  'audit.extend-chain': {},
  'auth.purge-expired': {},
  'idempotency.purge-keys': {},
  'mail.send': { mailId: NO_ROW },
  'mail.sweep': {},
  'mail.purge': {},
  'notifications.send': {},
  'payment-notices.process': { webhookId: NO_ROW },
  'payments.verify-payment': { paymentId: NO_ROW },
  'payments.process-webhook': { webhookId: NO_ROW },
  'payments.process-refund': { refundId: NO_ROW },
  'payments.sweep': {},
  'payments.check-naira-accounts': {},
  'payments.reconcile': {},
  'payments.import-payouts': {},
  'payments.purge-webhooks': {},
  'proxies.auto-renew': {},
  'proxies.resolve-attempt': { attemptId: NO_ROW },
  'proxies.sweep-orders': {},
  'proxies.sync-usage': {},
  'proxies.sync-provider': {},
  'proxies.create-partitions': {},
  'proxies.expire': {},
  'proxies.move-endpoints': {},
  'proxies.purge-usage': {},
  'referrals.book-rewards': {},
  'supply.buy-stock': {},
  'supply.compare-usage': {},
  'supply.follow-purchases': {},
  'supply.plan-probes': {},
  'supply.keep-usage': {},
  'supply.probe-due': {},
  'supply.read-balances': {},
  'supply.refresh-places': {},
  'supply.synchronize-stock': {},
  'wallet.close-periods': {},
  'wallet.create-partitions': {},
  'wallet.extend-ledger-chain': {},
  'webhooks.deliver': { webhookId: NO_ROW },
  'webhooks.sweep': {},
  'webhooks.purge': {},
};
const JOB_NAMES = Object.keys(PAYLOADS) as JobName[];

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

  it('should have a handler for every job', async () => {
    const unhandled: string[] = [];
    for (const name of JOB_NAMES) {
      const processor = processors.get(queueName(name))!;
      const error = await processor
        .process({ name, data: PAYLOADS[name] } as Job)
        .catch((reason: unknown) => String(reason));
      if (error?.includes('No handler')) unhandled.push(name);
    }
    expect(unhandled).toEqual([]);
  });

  it('should fail an unknown job of every queue', async () => {
    for (const queue of QUEUES) {
      const job = { name: `${queue}.unknown`, data: {} } as Job;
      await expect(processors.get(queue)!.process(job)).rejects.toThrow(
        `No handler for job ${queue}.unknown`,
      );
    }
  });

  it('should name an existing queue in every job', () => {
    for (const name of JOB_NAMES) expect(QUEUES).toContain(queueName(name));
  });

  it('should repeat only known jobs, at intervals of a second or more', () => {
    for (const [name, every] of Object.entries(SCHEDULES)) {
      expect(JOB_NAMES).toContain(name);
      expect(every).toBeGreaterThanOrEqual(1000);
    }
  });
});
