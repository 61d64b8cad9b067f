import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Queue } from 'bullmq';
import { AppConfig } from '../config/app-config';
import { MINUTE, SECOND } from '../common/time/clock';
import { withTimeout } from '../common/time/with-timeout';
import { bullmqConnection } from './bullmq-backend';
import { queueOf, QUEUES, type JobName, type JobPayloads, type QueueName } from './job-catalog';
import { JobQueue, type AddOptions } from './job-queue';

/** A long queue may keep a repeating job from its time without any harm. */
const SCHEDULE_PATIENCE = MINUTE;
const ADD_PATIENCE = 2 * SECOND;
const CLOSE_PATIENCE = 2 * SECOND;

/** BullMQ on Redis or PostgreSQL. Connects on first use, so that reading the spec needs neither. */
@Injectable()
export class BullmqJobQueue extends JobQueue implements OnApplicationShutdown {
  private readonly logger = new Logger(BullmqJobQueue.name);
  private readonly queues = new Map<QueueName, Queue>();

  constructor(private readonly config: AppConfig) {
    super();
  }

  async add<N extends JobName>(name: N, payload: JobPayloads[N], options: AddOptions = {}) {
    const added = this.queue(queueOf(name)).add(name, payload, {
      delay: options.delay,
      ...(options.key ? { deduplication: { id: `${name}/${options.key}` } } : {}),
      attempts: 6,
      backoff: { type: 'exponential', delay: 1000, jitter: 0.5 },
      removeOnComplete: { age: 3600, count: 1000 },
      removeOnFail: { age: 7 * 24 * 3600, count: 5000 },
    });
    // A Redis that is away is waited for without end, and whoever adds has a customer waiting.
    await withTimeout(added, ADD_PATIENCE, `The queue did not take ${name} in time`);
  }

  async depth() {
    const rows = await Promise.all(
      QUEUES.map(async (name) => {
        const queue = this.queue(name);
        const counts = await queue.getJobCounts('waiting', 'delayed', 'failed');
        // Which end of the line comes first is left to the backend: the elder of the two counts.
        const last = Math.max(0, (counts.waiting ?? 0) - 1);
        const ends = [
          ...(await queue.getJobs(['waiting'], 0, 0)),
          ...(await queue.getJobs(['waiting'], last, last)),
        ];
        const now = Date.now();
        const since = Math.min(now, ...ends.map((job) => job.timestamp));
        return [
          name,
          {
            waiting: counts.waiting ?? 0,
            delayed: counts.delayed ?? 0,
            failed: counts.failed ?? 0,
            oldestSeconds: (now - since) / SECOND,
          },
        ] as const;
      }),
    );
    return Object.fromEntries(rows);
  }

  /** Registers a repeating job; the same call from many workers leaves one schedule. */
  async schedule(name: JobName, everyMs: number): Promise<void> {
    await this.queue(queueOf(name)).upsertJobScheduler(
      name,
      { every: everyMs },
      { name, data: {}, opts: { removeOnComplete: true, removeOnFail: { count: 100 } } },
    );
  }

  /**
   * Registers a repeating job again when its schedule is gone or has stopped: a Redis that was
   * emptied or replaced knows nothing of it. One that is on time is left alone.
   * @returns whether it had to.
   */
  async keepScheduled(name: JobName, everyMs: number): Promise<boolean> {
    const known = await this.queue(queueOf(name)).getJobScheduler(name);
    const isOnTime = Date.now() < (known?.next ?? 0) + 2 * everyMs + SCHEDULE_PATIENCE;
    if (isOnTime) return false;
    await this.schedule(name, everyMs);
    return true;
  }

  async onApplicationShutdown(): Promise<void> {
    const closed = Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await withTimeout(closed, CLOSE_PATIENCE, 'The queue did not let go in time').catch(
      (error: unknown) => this.logger.warn({ err: error }, 'Leaving all the same'),
    );
  }

  private queue(name: QueueName): Queue {
    let queue = this.queues.get(name);
    if (!queue) {
      queue = new Queue(name, { connection: bullmqConnection(this.config) });
      queue.on('error', (error) =>
        this.logger.warn({ err: error, queue: name }, 'Queue connection lost'),
      );
      this.queues.set(name, queue);
    }
    return queue;
  }
}
