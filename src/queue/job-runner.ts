import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { Worker, type Job } from 'bullmq';
import { crashPoint } from '../common/crash-point';
import { SECOND } from '../common/time/clock';
import { AppConfig } from '../config/app-config';
import { bullmqConnection } from './bullmq-backend';
import { BullmqJobQueue } from './bullmq-job-queue';
import {
  JOB_NAMES,
  QUEUE_CONCURRENCY,
  QUEUES,
  SCHEDULES,
  type JobName,
  type QueueName,
} from './job-catalog';
import { JOB_HANDLER_KEY, type JobHandler } from './job-handler';
import { JobMetrics } from './job-metrics';

const KEEP_SCHEDULES_EVERY = 15 * SECOND;

/** Runs the jobs of all queues in a worker process. Refuses to start when a job has no single handler. */
@Injectable()
export class JobRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(JobRunner.name);
  private workers: Worker[] = [];
  private keeper: NodeJS.Timeout | undefined;
  private isKeeping = false;

  constructor(
    private readonly config: AppConfig,
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
    private readonly queue: BullmqJobQueue,
    private readonly metrics: JobMetrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const handlers = this.findHandlers();
    this.workers = QUEUES.map((name) => this.startWorker(name, handlers));
    await Promise.all(this.workers.map((worker) => worker.waitUntilReady()));
    for (const [name, every] of Object.entries(SCHEDULES))
      await this.queue.schedule(name as JobName, every);
    this.keeper = setInterval(() => void this.keepSchedules(), KEEP_SCHEDULES_EVERY).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.keeper);
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  /** Everything that was lost on the way is found by a repeating job, so these must not be lost. */
  private async keepSchedules(): Promise<void> {
    if (this.isKeeping) return;
    this.isKeeping = true;
    try {
      for (const [name, every] of Object.entries(SCHEDULES))
        if (await this.queue.keepScheduled(name as JobName, every))
          this.logger.warn({ job: name }, 'The queue had lost a schedule');
    } catch (error) {
      this.logger.warn({ err: error }, 'The schedules could not be looked at');
    } finally {
      this.isKeeping = false;
    }
  }

  private startWorker(queue: QueueName, handlers: Map<string, JobHandler<JobName>>): Worker {
    const worker = new Worker(
      queue,
      async (job: Job) => {
        const handler = handlers.get(job.name);
        if (!handler) throw new Error(`No handler for job ${job.name}`);
        await this.metrics.timed(job.name, () => handler.handle(job.data));
        crashPoint(`job.before-ack/${job.name}`);
      },
      {
        connection: bullmqConnection(this.config),
        concurrency: QUEUE_CONCURRENCY[queue],
        lockDuration: 60_000,
      },
    );
    worker.on('failed', (job, error) =>
      this.logger.warn(
        { job: job?.name, id: job?.id, attempt: job?.attemptsMade, err: error },
        'Job failed',
      ),
    );
    worker.on('error', (error) =>
      this.logger.warn({ err: error, queue }, 'Worker connection lost'),
    );
    return worker;
  }

  private findHandlers(): Map<string, JobHandler<JobName>> {
    const found = new Map<string, JobHandler<JobName>>();
    for (const { instance, metatype } of this.discovery.getProviders()) {
      if (!instance || !metatype) continue;
      const name = this.reflector.get<JobName | undefined>(JOB_HANDLER_KEY, metatype);
      if (!name) continue;
      if (found.has(name)) throw new Error(`Job ${name} has two handlers`);
      found.set(name, instance as JobHandler<JobName>);
    }
    const missing = JOB_NAMES.filter((name) => !found.has(name));
    if (missing.length) throw new Error(`Jobs without a handler: ${missing.join(', ')}`);
    return found;
  }
}
