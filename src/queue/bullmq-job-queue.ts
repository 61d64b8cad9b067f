import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Job, Queue } from 'bullmq';
import { SECOND, withTimeout } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { queueName, type JobName, type JobPayloads, type QueueName } from './job-catalog';
import { JobQueue, type AddOptions, type FailedJob, type QueueDepth } from './job-queue';
import { QueueRegistry } from './queue-registry';

const ADD_TIMEOUT_MS = 2 * SECOND;

/** BullMQ on Redis or PostgreSQL. */
@Injectable()
export class BullmqJobQueue extends JobQueue implements OnModuleInit {
  constructor(
    private readonly config: AppConfig,
    private readonly registry: QueueRegistry,
  ) {
    super();
  }

  /**
   * On PostgreSQL a queue first migrates its schema, and nothing handles the loss of the connection
   * that does so. The start does not wait for Redis, which is optional for all but the jobs.
   */
  async onModuleInit(): Promise<void> {
    if (this.config.redisUrl) return;
    await Promise.all(this.registry.getAll().map(([, queue]) => queue.waitUntilReady()));
  }

  async add<N extends JobName>(name: N, payload: JobPayloads[N], options: AddOptions = {}) {
    const added = this.registry.get(queueName(name)).add(name, payload, {
      delay: options.delay,
      ...(options.key ? { deduplication: { id: `${name}/${options.key}` } } : {}),
    });
    // BullMQ waits for an unreachable Redis without a limit, and with it the customer's request.
    await withTimeout(added, ADD_TIMEOUT_MS, `The queue did not take ${name} in time`);
  }

  async depth() {
    const depths = this.registry
      .getAll()
      .map(async ([name, queue]) => [name, await readDepth(queue)] as const);
    return Object.fromEntries(await Promise.all(depths));
  }

  async findFailed(queue: QueueName, limit: number): Promise<FailedJob[]> {
    const jobs = await this.registry.get(queue).getFailed(0, limit - 1);
    return jobs.map((job) => toFailedJob(queue, job));
  }

  async findFailedJob(queue: QueueName, id: string): Promise<FailedJob | null> {
    const job = await this.getFailed(queue, id);
    return job ? toFailedJob(queue, job) : null;
  }

  async handleFailedJob(queue: QueueName, id: string, action: 'retry' | 'dismiss') {
    const job = await this.getFailed(queue, id);
    if (!job) return false;
    await (action === 'retry' ? job.retry('failed') : job.remove());
    return true;
  }

  queues(): QueueName[] {
    return this.registry.getAll().map(([name]) => name);
  }

  async retryFailed(name: JobName): Promise<void> {
    for (const job of await this.findFailedJobs(name)) await job.retry('failed');
  }

  async dismissFailed(name: JobName): Promise<void> {
    for (const job of await this.findFailedJobs(name)) await job.remove();
  }

  private async getFailed(queue: QueueName, id: string): Promise<Job | null> {
    const job = (await this.registry.get(queue).getJob(id)) as Job | undefined;
    return job && (await job.isFailed()) ? job : null;
  }

  private async findFailedJobs(name: JobName): Promise<Job[]> {
    const failed = await this.registry.get(queueName(name)).getFailed();
    return failed.filter((job) => job.name === name);
  }
}

const toFailedJob = (queue: QueueName, job: Job): FailedJob => ({
  id: job.id!,
  name: job.name as JobName,
  queue,
  payload: job.data as FailedJob['payload'],
  attempts: job.attemptsMade,
  lastError: job.failedReason,
  failedAt: new Date(job.finishedOn!),
});

async function readDepth(queue: Queue): Promise<QueueDepth> {
  const {
    waiting = 0,
    active = 0,
    delayed = 0,
    failed = 0,
  } = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
  // The backends order waiting jobs differently, so the oldest is the older of the two ends.
  const last = Math.max(0, waiting - 1);
  const ends = [
    ...(await queue.getJobs(['waiting'], 0, 0)),
    ...(await queue.getJobs(['waiting'], last, last)),
  ];
  const now = Date.now();
  const oldest = Math.min(now, ...ends.map((job) => job.timestamp));
  return { waiting, active, delayed, failed, oldestSeconds: (now - oldest) / SECOND };
}
