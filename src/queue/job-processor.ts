import { Inject, Logger } from '@nestjs/common';
import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import type { Job, WorkerOptions } from 'bullmq';
import { crashPoint } from '../common/crash-point';
import { MINUTE } from '../common/time/clock';
import { FORMER_JOBS, type QueueJob, type QueueName } from './job-catalog';
import { JobMetrics } from './job-metrics';

/** Options of every `@Processor`; add the concurrency of one worker process. */
export const WORKER_OPTIONS = { lockDuration: MINUTE } satisfies Partial<WorkerOptions>;

const isFormer = (name: string): boolean => (FORMER_JOBS as readonly string[]).includes(name);

/**
 * Base class of a module's `@Processor`: measures every attempt and logs failures. Subclasses
 * switch over `job.name`, with `unhandledJob` as the default.
 */
export abstract class JobProcessor<Q extends QueueName> extends WorkerHost {
  @Inject(JobMetrics) private readonly metrics: JobMetrics;
  private readonly logger = new Logger(this.constructor.name);

  /** Rejects to have the job retried with backoff. */
  abstract handle(job: QueueJob<Q>): Promise<unknown>;

  async process(job: Job): Promise<void> {
    if (isFormer(job.name)) return;
    await this.metrics.measure(job.name, () => this.handle(job as unknown as QueueJob<Q>));
    crashPoint(`job.before-ack/${job.name}`);
  }

  @OnWorkerEvent('failed')
  logFailure(job: Job | undefined, error: Error): void {
    const { name, id, attemptsMade } = job ?? {};
    this.logger.warn({ job: name, id, attempt: attemptsMade, err: error }, 'Job failed');
  }

  @OnWorkerEvent('error')
  logConnectionError(error: Error): void {
    this.logger.warn({ err: error, queue: this.worker.name }, 'Worker connection lost');
  }
}

/**
 * The `default` of a processor's switch. Compiles only when every job of the queue has a case; at
 * run time another release has added the job.
 * @param job the job, or its name in a queue with a single job, which TypeScript does not narrow.
 */
export const unhandledJob = (job: never): Error => {
  const { name } = typeof job === 'string' ? { name: job } : (job as { name: string });
  return new Error(`No handler for job ${name}`);
};
