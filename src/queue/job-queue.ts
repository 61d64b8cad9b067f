import type { JobName, JobPayloads, QueueName } from './job-catalog';

export interface AddOptions {
  /** Milliseconds before it may run. */
  readonly delay?: number;
  /** Adding the same key while such a job waits is a no-op. A debounce, never the guarantee. */
  readonly key?: string;
}

export interface QueueDepth {
  readonly waiting: number;
  readonly delayed: number;
  readonly failed: number;
  /** Age of the oldest waiting job, 0 when none waits. */
  readonly oldestSeconds: number;
}

/** A job that has failed its last attempt. */
export interface FailedJob {
  readonly id: string;
  readonly name: JobName;
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
  /** Deletes the failed jobs of a name. */
  abstract dismissFailed(name: JobName): Promise<void>;
}
