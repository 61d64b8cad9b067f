import type { JobName, JobPayloads, QueueName } from './job-catalog';

export interface AddOptions {
  /** Milliseconds before it may run. */
  readonly delay?: number;
  /** Adding the same key while such a job waits is a no-op. A debounce, never the guarantee. */
  readonly key?: string;
}

export interface QueueDepth {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
  /** Age of the oldest waiting job, 0 when none waits. */
  readonly oldestSeconds: number;
}

/** A job that has failed its last attempt. */
export interface FailedJob {
  readonly id: string;
  readonly name: JobName;
  readonly queue: QueueName;
  /** Ids of what it is about. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly attempts: number;
  /** Message of the error that ended the last attempt. */
  readonly lastError: string;
  readonly failedAt: Date;
}

/** Adds jobs for the workers and reads the state of the queues. */
export abstract class JobQueue {
  /** @throws Error when the queue does not accept the job within two seconds. */
  abstract add<N extends JobName>(
    name: N,
    payload: JobPayloads[N],
    options?: AddOptions,
  ): Promise<void>;
  /** By queue, for the queues of this process. */
  abstract depth(): Promise<Record<string, QueueDepth>>;
  /** Latest first. Failed jobs are kept for seven days. */
  abstract findFailed(queue: QueueName, limit: number): Promise<FailedJob[]>;
  /** The queues of this process. */
  abstract queues(): QueueName[];
  /** Has the failed jobs of a name run again. */
  abstract retryFailed(name: JobName): Promise<void>;
  abstract dismissFailed(name: JobName): Promise<void>;
  /** @returns null when it is gone or has not failed. */
  abstract findFailedJob(queue: QueueName, id: string): Promise<FailedJob | null>;
  /** Has one failed job run again, or deletes it. @returns false when it has not failed any more. */
  abstract handleFailedJob(
    queue: QueueName,
    id: string,
    action: 'retry' | 'dismiss',
  ): Promise<boolean>;
}
